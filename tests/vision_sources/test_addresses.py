"""An address as it is shown tells nothing that lets somebody else into the camera."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision_sources.fakes import FakeCamera, FakeCapture
from vision.errors import SourceError
from vision.sources.frames import shown
from vision.sources.sources import News, open_source


@pytest.mark.parametrize(
    ("entered", "expected"),
    [
        ("http://192.168.1.20:8080/video", "http://192.168.1.20:8080/video"),
        ("http://user:secret@192.168.1.20:8080/video", "http://192.168.1.20:8080/video"),
        ("RTSP://user:se@cret@cam/live", "RTSP://cam/live"),
        ("https://user:s/e#c?ret@cam/live", "https://cam/live"),
        ("http://cam/video?user=me&pwd=secret#secret", "http://cam/video"),
        ("rtsp://[fe80::1]:554/live", "rtsp://[fe80::1]:554/live"),
        ("htp://user:secret@cam/live", "htp://cam/live"),
        ("0", "0"),
        ("films/a@b#1.mp4", "films/a@b#1.mp4"),
        ("http:/user:s3cr3t@cam/live", "...@cam/live"),
        ("user:s3cr3t@cam/live", "...@cam/live"),
    ],
)
def test_user_password_and_query_are_left_out(entered: str, expected: str) -> None:
    assert shown(entered) == expected


@given(st.text(st.characters(min_codepoint=33, max_codepoint=0x2FF), min_size=1).filter(lambda text: "@" not in text))
def test_whatever_the_password_is_made_of_it_is_not_shown(password: str) -> None:
    assert shown(f"http://user:{password}@cam/video") == "http://cam/video"
    assert shown(shown(f"http://user:{password}@cam/video")) == "http://cam/video"


def test_a_stream_tells_of_itself_without_its_password_and_its_news_without_its_address() -> None:
    """Everybody who looks at the page reads the news; a path or a host may be nobody else's business."""
    camera = FakeCamera(FakeCapture([1, 2]))
    source = open_source("http://user:secret@cam/video?key=secret", opener=camera)
    told = next(item.message for item in source.items() if isinstance(item, News))
    source.close()
    assert source.name == "http://cam/video"
    assert told == "The camera stopped answering; trying again."


@pytest.mark.parametrize("entered", ["http://user:secret@cam/video", "htp://user:secret@cam/video"])
def test_a_stream_that_does_not_open_is_told_without_its_password(entered: str) -> None:
    with pytest.raises(SourceError) as refusal:
        open_source(entered, opener=FakeCamera())
    assert "secret" not in str(refusal.value)
    assert "cam/video" in str(refusal.value)
