"""Libraries that only some functions need."""

from types import ModuleType


def scipy_signal(command: str) -> ModuleType:
    """Returns scipy.signal. ImportError names the function that needs it and the package."""
    try:
        import scipy.signal
    except ImportError as error:
        raise ImportError(f"{command}: needs scipy (Debian: python3-scipy): {error}") from None
    return scipy.signal
