"""The page's HTTPS door and the telephone, as `doctor` sees them. Apart, as it needs the library for certificates."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arbiter.message import Message
from bookgammon.access.addresses import own_names
from bookgammon.access.door_certificate import FILE, read_certificate, utc_now, why_anew
from bookgammon.doctor.checks import Check, own_page, port_check
from bookgammon.errors import SettingsError
from bookgammon.files.settings import PORT, data_folder, load_settings
from vision.sources.phone import PHONE


def secure_door(data: Path | None, port: int | None) -> Iterator[Check]:
    """The certificate that a telephone is shown, and its port; whether the camera is a telephone."""
    name = Message("secure page")
    try:
        path = data_folder(data) / FILE
        known = read_certificate(path)
        camera = load_settings(path.parent).camera
    except SettingsError as error:
        yield Check(name, "bad", Message("its certificate cannot be read"), str(error))
        return
    page = PORT if port is None else port
    wanted = page + 1
    if port_check(wanted, data).state != "ok" and not own_page(data, page):
        yield Check(
            name,
            "hint",
            Message("port {wanted} is in use", wanted=wanted),
            Message("nothing: play takes another, and its code names it"),
        )
    why = why_anew(known, own_names(), utc_now())
    if known is None:
        yield Check(name, "ok", Message("its certificate is made at the first start"))
    elif not known.private:
        do = Message("start bookgammon play: it makes a new one, for you alone")
        yield Check(name, "hint", Message("others on this machine can read the key in {path}", path=path), do)
    elif why is not None:
        do = Message("nothing: the next start makes a new certificate, and telephones warn once more")
        yield Check(name, "hint", why.partition(":")[0], do)
    else:
        yield Check(name, "ok", Message("its certificate is good until {ends:%d %B %Y}", ends=known.ends))
    if camera == PHONE:
        yield Check("camera", "ok", Message("a telephone: play shows the code that it scans, or waits for its page"))
