"""The page's HTTPS door and the telephone, as `doctor` sees them. Apart, as it needs the library for certificates."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bookgammon.checks import Check, port_check
from bookgammon.door_certificate import FILE, read_certificate, utc_now, why_anew
from bookgammon.errors import SettingsError
from bookgammon.own_addresses import own_names
from bookgammon.settings import PORT, data_folder, load_settings
from vision.sources.phone import PHONE


def secure_door(data: Path | None, port: int | None) -> Iterator[Check]:
    """The certificate that a telephone is shown, and its port; whether the camera is a telephone."""
    name = "secure page"
    try:
        path = data_folder(data) / FILE
        known = read_certificate(path)
        camera = load_settings(path.parent).camera
    except SettingsError as error:
        yield Check(name, "bad", "its certificate cannot be read", str(error))
        return
    wanted = (PORT if port is None else port) + 1
    free = port_check(wanted)
    if free.state != "ok":
        yield Check(name, "hint", f"port {wanted} is in use", "nothing: play takes another, and its code names it")
    why = why_anew(known, own_names(), utc_now())
    if known is None:
        yield Check(name, "ok", "its certificate is made at the first start")
    elif not known.private:
        do = "start bookgammon play: it makes a new one, for you alone"
        yield Check(name, "hint", f"others on this machine can read the key in {path}", do)
    elif why is not None:
        do = "nothing: the next start makes a new certificate, and telephones warn once more"
        yield Check(name, "hint", why.partition(":")[0], do)
    else:
        yield Check(name, "ok", f"its certificate is good until {known.ends:%d %B %Y}")
    if camera == PHONE:
        yield Check("camera", "ok", "a telephone: play shows the code that it scans, or waits for its page")
