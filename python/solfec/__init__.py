"""Solfec: dynamics of many bodies in contact with friction.

``from solfec import *`` gives the input language in ordinary Python; in scripts that the program
``solfec`` runs its names are there without an import. ``help(BODY)`` explains a command.
"""

import os as _os
import sys as _sys

if "_solfec" in _sys.builtin_module_names:  # inside the program solfec
    import _solfec
    from _solfec import *
else:
    try:
        from . import _solfec
    except ImportError as error:
        raise ImportError(
            f"the module _solfec in {_os.path.dirname(_os.path.abspath(__file__))} cannot be loaded by Python "
            f"{_sys.version_info[0]}.{_sys.version_info[1]} ({error}); tools/run builds it for /usr/bin/python3, as does "
            "`cmake --build build/release --target _solfec`") from None
    from ._solfec import *

_solfec._set_package_folder(_os.path.dirname(_os.path.abspath(__file__)))
__all__ = _solfec.__all__
