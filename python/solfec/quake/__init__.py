"""Earthquake records: read, corrected, filtered, measured and given to SET_ACCELERATION.

    from solfec.quake import read_record
    record = read_record('RSN953_NORTHR.AT2').filtered(0.1, 25).corrected()
    print(record)                                        # peaks, Arias intensity, duration
    SET_ACCELERATION(ground, point, (1, 0, 0), record.series())
    record.spectrum(damping=0.05).plot('spectrum.png')

Accelerations are in m/s^2 from the moment a file is read. A `Record` is never changed: each
treatment returns a new one. docs/earthquakes.md tells what to do in which order.
"""

from .reading import UNITS, read_record
from .record import STANDARD_GRAVITY, Record
from .spectrum import Spectrum, response_spectrum

__all__ = ["STANDARD_GRAVITY", "UNITS", "Record", "Spectrum", "read_record", "response_spectrum"]
