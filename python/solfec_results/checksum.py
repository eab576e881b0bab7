"""CRC-32C of frames by the first compiled module that is installed; pure Python would be too slow."""

import sys
import warnings


def _find():
    """Returns the function crc(data, start) and the name of its module, or (None, None)."""
    try:
        if "_solfec" in sys.builtin_module_names:  # inside the program solfec
            import _solfec
        else:
            from solfec import _solfec
        return _solfec._crc32c, "solfec"
    except (ImportError, AttributeError):
        pass
    try:
        import crc32c
        return crc32c.crc32c, "crc32c"
    except (ImportError, AttributeError):
        return None, None


FUNCTION, MODULE = _find()


def matches(expected, *parts):
    """True when the checksum of joined bytes is as expected; also True without a module."""
    if FUNCTION is None:
        return True
    value = 0
    for part in parts:
        value = FUNCTION(part, value)
    return value == expected


def extended(part, value):
    """Continues a checksum with more bytes, or an array of them; None without a module."""
    return None if FUNCTION is None else FUNCTION(part, value)


def warn_without_module():
    """Warns once that nothing is verified."""
    if FUNCTION is None:
        warnings.warn("checksums of results are not verified: neither the package solfec nor crc32c "
                      "(Debian: python3-crc32c) is there", stacklevel=4)
