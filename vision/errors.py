"""What vision refuses.

VisionError
  SourceError     a camera, recording or stream that does not open or stopped for good
  PictureError    a file that is no picture, or half of one
"""

from __future__ import annotations


class VisionError(Exception):
    """Base of everything vision refuses; its text is one sentence for a person."""


class SourceError(VisionError):
    """A camera, recording or stream that does not open."""


class PictureError(VisionError):
    """A file that is no picture, or only half of one."""
