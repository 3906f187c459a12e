"""Tests that fail and then pass: named at the end of the run, and more than two fail it.

`./run test` runs a test that fails once more (pytest-rerunfailures), so that one race among thousands of tests costs
nobody the run; that it is named keeps the race from being hidden.
"""

from __future__ import annotations

import pytest

MOST = 2
"""Unsteady tests that a run may have."""


class Unsteady:
    """A plugin of pytest, in the process that starts the others: it hears every report."""

    def __init__(self) -> None:
        self._failed_once: dict[str, str] = {}
        self._failed: set[str] = set()

    @property
    def names(self) -> list[str]:
        """Of those that failed and passed when they were run again."""
        return [name for name in self._failed_once if name not in self._failed]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome == "rerun":  # type: ignore[comparison-overlap]  # the plugin's own word
            self._failed_once.setdefault(report.nodeid, report.longreprtext)
        elif report.failed:
            self._failed.add(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if len(self.names) > MOST and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.names:
            return
        terminalreporter.section("unsteady: failed, and passed when run again", yellow=True)
        for name in self.names:
            terminalreporter.line(name)
            lines = [line for line in self._failed_once[name].splitlines() if line.startswith("E ")]
            terminalreporter.line("    " + (lines or ["E"])[0].removeprefix("E").strip())
        if len(self.names) > MOST:
            terminalreporter.line(f"More than {MOST} are too many: this run has failed.", red=True)
