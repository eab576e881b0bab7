"""Units of acceleration."""

STANDARD_GRAVITY = 9.80665  # m/s^2, as adopted in 1901 by the 3rd CGPM

UNITS = {"g": STANDARD_GRAVITY, "m/s2": 1.0, "cm/s2": 0.01}  # in m/s^2

_SPELLINGS = {"g": "g", "m/s2": "m/s2", "m/s/s": "m/s2", "m/s^2": "m/s2", "m/s**2": "m/s2",
              "m/sec2": "m/s2", "m/sec/sec": "m/s2", "cm/s2": "cm/s2", "cm/s/s": "cm/s2",
              "cm/s^2": "cm/s2", "cm/s**2": "cm/s2", "cm/sec2": "cm/s2", "cm/sec/sec": "cm/s2",
              "gal": "cm/s2"}


def unit_named(text: str) -> str:
    """Returns the key of UNITS that a spelling such as 'CM/SEC**2', '(g)' or 'Gal' means, else ''."""
    return _SPELLINGS.get(str(text).strip().rstrip(".,;").strip("()[]").strip().lower(), "")
