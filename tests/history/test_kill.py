"""A sample of `python -m lab.campaigns.kill`: killed anywhere, nothing is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bookgammon.command_line import report_thread_crash
from tests.commands.program import ROOT, environment

posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system knows no fork and no kill -9")


@posix
@pytest.mark.parametrize(
    ("campaign", "words", "said"),
    [
        ("match", "--kills 3 --an-evening 3 --plies 5", "3 kills, records equal"),
        ("set-up", "--kills 1", "nothing torn"),
        ("clock", "--plays 6 --kills 3", "nothing lost or gained beyond half a second a kill"),
    ],
)
def test_killed_evenings_and_set_ups_lose_nothing(campaign: str, words: str, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lab.campaigns.kill", campaign, *words.split()],
        cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


def _as_from_a_terminal() -> None:
    """Whoever runs the tests may ignore these two (`nohup`, a job in the background), and children inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@posix
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_every_polite_way_to_stop_is_one_sentence_and_exit_code_1(name: str) -> None:
    """Wherever it is caught; the second signal changes nothing."""
    program = (
        "import os, signal, sys, time\n"
        "from bookgammon import commands\n"
        "class Waiting:\n"
        "    EXAMPLE = ''\n"
        "    add_arguments = staticmethod(lambda parser: None)\n"
        "    @staticmethod\n"
        "    def run(args):\n"
        "        try:\n"
        f"            os.kill(os.getpid(), signal.{name})\n"
        "            time.sleep(60)\n"
        "        finally:\n"
        "            os.kill(os.getpid(), signal.SIGTERM)\n"
        "            print('put away')\n"
        "sys.argv = ['bookgammon', 'doctor']\n"
        "import bookgammon.command_line as program\n"
        "program.load = lambda name: Waiting\n"
        "sys.exit(program.main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
        env=environment(), preexec_fn=_as_from_a_terminal,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (1, "put away\n", "Stopped.\n")


def test_a_thread_that_dies_is_one_sentence_with_its_details_in_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise LookupError("nobody foresaw this")

    before = threading.excepthook
    threading.excepthook = report_thread_crash
    try:
        thread = threading.Thread(target=work, name="camera")
        thread.start()
        thread.join()
    finally:
        threading.excepthook = before
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("Bookgammon has a fault (LookupError)")
    details = Path(line.rsplit(" ", 1)[1].rstrip("."))
    assert "nobody foresaw this" in details.read_text()
    details.unlink()
