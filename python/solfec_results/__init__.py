"""Reads result folders of Solfec in pure Python, without the program and without its script.

    import solfec_results
    results = solfec_results.open("out/arch")
    print(len(results), results.times[-1])
    for body in results.bodies:
        print(body.id, body.kind, body.label, body.mass)
    frame = results[-1]
    state = frame.bodies[3]                     # by body id
    print(state.center, state.energy["kinetic"], state.position((0, 0, 1)))
    for row in frame.constraints:
        print(row.kind, row.master, row.slave, row.R)

The bytes are described in docs/output-format.md. Frames are taken up to the first incomplete one;
`results.damaged_bytes` counts what follows. Checksums are verified by the package solfec or by
crc32c (Debian: python3-crc32c), `results.verified_by` names it; a damaged frame is a ValueError when
it is read. Without either a warning says so. Compressed results need one of the packages zstandard,
pyzstd or Python 3.14.
"""

import os
from collections.abc import Sequence

from solfec_results import checksum
from solfec_results.container import read_payload, scan
from solfec_results.payload import (PHASES, Constraint, Frame, Model, read_frame, read_part,
                                    read_timing, sort_states)
from solfec_results import shapes
from solfec_results.shapes import *  # noqa: F403 - its classes

__all__ = ["open", "Results", "Frame", "Constraint", "Model", *shapes.__all__, "PHASES"]


class Results(Sequence):
    """Frames of a result folder by number; `results[i]` reads frame i from the file."""

    def __init__(self, folder):
        self.folder = os.fspath(folder)
        self.verified_by = checksum.MODULE
        checksum.warn_without_module()
        self._path = os.path.join(self.folder, "frames.0.xdr")
        self._entries, self.damaged_bytes = scan(self._path)
        if not self._entries:
            raise ValueError(f"{self._path}: no readable frame")
        self._parts = {}  # entries of the other ranks
        while self._entries and not self._is_complete(len(self._entries) - 1):
            self._entries.pop()
        if not self._entries:
            raise ValueError(f"{self._path}: no frame that all its ranks have written")
        self.times = [entry.time for entry in self._entries]
        self._timing_path = os.path.join(self.folder, "timing.0.xdr")
        self._timing_entries = None
        self.model = self._read_model()

    def __len__(self):
        return len(self._entries)

    def __repr__(self):
        return (f"<Results '{self.folder}', {len(self)} frames, t = {self.times[0]:g} .. "
                f"{self.times[-1]:g} s, {len(self.bodies)} bodies>")

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        index = range(len(self))[index]
        frame = read_frame(self._payload(index), with_model=False)
        frame.time = self.times[index]
        for rank in range(1, frame.ranks):
            add = self._part(rank, index)
            if add is None:
                raise ValueError(f"{self._part_path(rank)}: the part of frame {index} is missing")
            add(frame, rank)
        if frame.ranks > 1:
            sort_states(frame)
        for body_id, state in frame.bodies.items():
            state.body = self.body(body_id)
        return frame

    @property
    def bodies(self):
        """All bodies that ever were in a frame, by id."""
        return self.model.bodies

    def body(self, key):
        """Body by id or by label."""
        for body in self.model.bodies:
            if key in (body.id, body.label):
                return body
        raise KeyError(key)

    def timing(self, index):
        """Seconds per step and phase of frame i, zeros where they were not recorded."""
        if self._timing_entries is None:
            exists = os.path.exists(self._timing_path)
            self._timing_entries = scan(self._timing_path)[0] if exists else []
        time = self.times[index]
        for number, entry in enumerate(self._timing_entries):
            if entry.time == time:
                return read_timing(read_payload(self._timing_path, number, entry))
        return dict.fromkeys(PHASES, 0.0)

    def _part_path(self, rank):
        return os.path.join(self.folder, f"frames.{rank}.xdr")

    def _part(self, rank, index):
        """What adds the part of a rank to a frame, None when it is not there."""
        path = self._part_path(rank)
        if rank not in self._parts:
            self._parts[rank] = scan(path)[0] if os.path.exists(path) else []
        time = self._entries[index].time
        for number, entry in reversed(list(enumerate(self._parts[rank]))):
            if entry.time == time:
                frame, add = read_part(read_payload(path, number, entry))
                if frame == index:
                    return add
        return None

    def _is_complete(self, index):
        frame = read_frame(self._payload(index), with_model=False)
        return all(self._part(rank, index) for rank in range(1, frame.ranks))

    def _payload(self, index):
        return read_payload(self._path, index, self._entries[index])

    def _read_model(self):
        """Follows the chain of frames with model data from the end to the start."""
        parts = []
        index = len(self) - 1
        while index >= 0:
            frame = read_frame(self._payload(index), with_model=True)
            if frame.model is not None:
                parts.append(frame.model)
            if frame.previous_model >= index:
                raise ValueError(f"{self._path}: frame {index}: its model data come later")
            index = frame.previous_model
        if not parts:
            raise ValueError(f"{self._path}: no model data")
        model = parts[0]  # materials with their last values
        model.bodies = [body for part in reversed(parts) for body in part.bodies]
        return model


def open(folder):  # noqa: A001 - reads best as solfec_results.open
    """Opens a result folder. Raises OSError or ValueError when there is nothing to read."""
    return Results(folder)
