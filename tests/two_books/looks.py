"""The screens on which the pages of a match at two boards are looked at: width, height and colour scheme."""

LOOKS = {
    "tablet": (1180, 820, "light"), "tablet dark": (1180, 820, "dark"), "phone": (390, 844, "light"),
    "phone dark": (390, 844, "dark"), "200 %": (640, 400, "light"),
}  # fmt: skip
"""200 % is that of a tablet with 1280x800 pixels."""
