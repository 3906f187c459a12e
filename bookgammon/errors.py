"""What the composition refuses.

CompanionError
  AnalysisError   the engine does not answer, or its results cannot be kept
    EngineMissingError  GNU Backgammon is not installed
    AnalysisStopped     somebody wanted the machine for something else
  JournalError    the journal is not ours, torn or from another version
    JournalEmpty    nothing was ever written into it
    JournalDamaged  something in it is not what was written
    JournalHeldUp   it cannot be written at the moment: locked, read-only, its disk full
  FolderInUse     another process writes in the data folder
  BrokerSettingsError  an address, a name or a file of the broker that cannot be used
  BackupError     a backup cannot be written, or is torn
  NotesError      what people wrote cannot be kept or read
  PlayersError    the figures of the players cannot be kept
  OpponentError   the opponent that is no person does not answer
    OpponentStopped     nobody waits for its answer any more
  StudyError      a position that cannot be practised, or what is known of drills cannot be kept
  SettingsError   the data folder or the settings file cannot be used
  OutputError     what the program answers cannot be written
  UsageError      something asked for that cannot be done as asked
"""

from __future__ import annotations


class CompanionError(Exception):
    """Base of everything the composition refuses; its text is one sentence for a person."""


class AnalysisError(CompanionError):
    """The play could not be analysed, or the analysis not be kept."""


class EngineMissingError(AnalysisError):
    """GNU Backgammon is not installed."""


class AnalysisStopped(AnalysisError):
    """The analysis was stopped before its end; what was done is kept."""


class JournalError(CompanionError):
    """The journal cannot be opened, read or written."""


class JournalEmpty(JournalError):
    """No match was ever begun in the journal."""


class JournalDamaged(JournalError):
    """Something in the journal is not what was written."""


class JournalHeldUp(JournalError):
    """The journal cannot be written at the moment; the same may work later."""


class NotesError(CompanionError):
    """Notes cannot be kept or read."""


class PlayersError(CompanionError):
    """The figures of the players cannot be kept or read."""


class OpponentError(CompanionError):
    """The opponent cannot answer."""


class OpponentStopped(OpponentError):
    """Nobody waits for the opponent's answer any more."""


class StudyError(CompanionError):
    """A drill cannot be begun, answered or kept."""


class RecordingError(CompanionError):
    """A recording cannot become a record; the text says why."""


class SettingsError(CompanionError):
    """The data folder or the settings file cannot be used."""


class OutputError(CompanionError):
    """What the program answers cannot be written where it goes: the disk is full, the terminal gone."""


class UsageError(CompanionError):
    """Something that cannot be done as asked."""


class BackupError(CompanionError):
    """A backup cannot be written, or is torn."""


class FolderInUse(CompanionError):
    """Another process writes in the data folder."""


class BrokerSettingsError(CompanionError):
    """An address, a name or a file of the broker that cannot be used."""


class BadMessage(CompanionError):
    """A message from the broker that is none of ours."""
