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
    print(results.at(0.5).force_on("keystone"))
    times, dz = results.history(("keystone", (0, 0, 1), "DZ"))
    arrays = results.arrays(-1)                 # numpy arrays of all bodies
    print(arrays.bodies.center.mean(axis=0), arrays.constraints.gap.min())
    results.render(time=0.5, field="speed")     # a picture, in a notebook too

docs/python-results.md tells all of it. solfec_results.limit, which is imported on its own, tells
beyond which friction or load the structure of a frame cannot stand (docs/limits.md).

The bytes are described in docs/output-format.md. Frames are taken up to the first incomplete one;
`results.damaged_bytes` counts what follows. Checksums are verified by the package solfec or by
crc32c (Debian: python3-crc32c), `results.verified_by` names it; a damaged frame is a ValueError when
it is read. Without either a warning says so. Results are compressed unless a script says no: they
need the library libzstd (Debian has it) or one of the packages zstandard, pyzstd or Python 3.14.
"""

import os
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from solfec_results import checksum
from solfec_results.container import read_array, read_payload, reading, scan
from solfec_results.payload import (PHASES, Body, Constraint, Force, Frame, Model, check_rows,
                                    check_state, count_bodies, read_frame, read_head, read_part,
                                    read_part_frame, read_timing, sort_states)
from solfec_results.pictures import Picture, render
from solfec_results import shapes
from solfec_results.shapes import *  # noqa: F403 - its classes

__all__ = ["open", "Results", "Frame", "Force", "Constraint", "Model", "Picture", *shapes.__all__,
           "PHASES"]


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
        self._parts = {}  # by rank: entries, and the entry of each frame
        while self._entries and not self._is_complete(len(self._entries) - 1):
            self._entries.pop()
        if not self._entries:
            raise ValueError(f"{self._path}: no frame that all its ranks have written")
        self.times = [entry.time for entry in self._entries]
        self._timing_path = os.path.join(self.folder, "timing.0.xdr")
        self._timing_entries = None
        self._by_label = None

    def __len__(self):
        return len(self._entries)

    def __repr__(self):
        return (f"<Results '{self.folder}', {len(self)} frames, t = {self.times[0]:g} .. "
                f"{self.times[-1]:g} s, {self._last_body_count()} bodies>")

    def _last_body_count(self):
        """Number of bodies in the last frame; does not read the model."""
        last = len(self) - 1
        with self._reading(last):
            return sum(count_bodies(payload, rank)
                       for rank, payload in enumerate(self._payloads(last)))

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        index = range(len(self))[index]
        with self._reading(index):
            frame = self._read_frame(index)
        frame.results = self
        return frame

    def _read_frame(self, index):
        """A frame with the parts of all ranks."""
        payloads = self._payloads(index)
        frame = read_frame(payloads[0], with_model=False)
        frame.time = self.times[index]
        for rank, payload in enumerate(payloads[1:], 1):
            read_part(payload)(frame, rank)
        if frame.ranks > 1:
            sort_states(frame)
        check_rows(frame)
        known = self._by_id
        for body_id, state in frame.bodies.items():
            if body_id not in known:
                raise ValueError(f"body {body_id} is not described")
            state.body = known[body_id]
            check_state(state)
        return frame

    def _reading(self, index):
        """Context that names the frame in errors."""
        return reading(self._path, index)

    def index_at(self, time):
        """Number of the frame nearest to a time, of two equally near ones the earlier.

        Raises ValueError for a time outside of the results.
        """
        first, last = self.times[0], self.times[-1]
        slack = 1e-9 * max(last - first, abs(first), abs(last))
        if not first - slack <= time <= last + slack:
            raise ValueError(f"time {time} s is outside of the results: there are {len(self)} frames "
                             f"from t = {first} to {last} s")
        after = min(bisect_left(self.times, time), len(self) - 1)
        before = max(after - 1, 0)
        nearer = before if time - self.times[before] <= self.times[after] - time else after
        return bisect_left(self.times, self.times[nearer])

    def at(self, time):
        """The frame nearest to a time."""
        return self[self.index_at(time)]

    def arrays(self, index):
        """Frame i as numpy arrays of all bodies and constraints, see solfec_results.arrays."""
        from solfec_results.arrays import read_arrays
        index = range(len(self))[index]
        with self._reading(index):
            return read_arrays(self._payloads(index, read_array), self.times[index], self.body,
                               lambda: [each.get("dynamic_friction", each["friction"])
                                        for each in self.model.surface_materials],
                               lambda: self._reading(index))

    def joints(self, time=None):
        """Joints with an angle or a travel in the frame nearest to a time, None: in the last one.

        `history` takes (joint, entity); `joint.entities` are the names.
        """
        from solfec_results.joints import joints_of
        index = len(self) - 1 if time is None else self.index_at(time)
        return joints_of(self.arrays(index).constraints)

    def resultants(self, time=None):
        """Resultants of the reactions on all loaded joints in the frame nearest to a time, None: in
        the last one: normal force, shear force, bending moment and where the normal force acts.

        A list of solfec_results.resultants.Resultant, by the ids of the two bodies.
        """
        from solfec_results.resultants import resultants_of
        index = len(self) - 1 if time is None else self.index_at(time)
        return resultants_of(self.arrays(index).constraints)

    def history(self, items, t0=None, t1=None, skip=1):
        """Curves over time: (times, values1, values2, ...), one array per item of a list.

        Items are those of HISTORY: (body, point, entity), (object, entity), (object, direction,
        pair of surfaces, entity) or the name of a counter. A body is its id, its label or a Body;
        an object a body, a list of them, or None for all. See docs/python-results.md.
        """
        from solfec_results.history import read_history
        return read_history(self, items, t0, t1, skip)

    def plot(self, items, t0=None, t1=None, skip=1, axes=None, **options):
        """Draws the curves of a history by matplotlib and returns the axes."""
        return self.history(items, t0, t1, skip).plot(axes, **options)

    def render(self, time=None, field=None, size=None, view=None, *options):
        """A Picture by solfec --render; times, fields, sizes (WxH or a pair) and views are its own."""
        return render(self.folder, time, field, size, view, options)

    def to_pandas(self, time=None):
        """Motion and energies of all bodies as a DataFrame: of the frame nearest to a time, with
        the ids as index, or of all frames, with (time, id). Needs pandas."""
        from solfec_results.tables import bodies_table
        frames = range(len(self)) if time is None else [self.index_at(time)]
        return bodies_table(self, frames, with_time=time is None)

    @cached_property
    def model(self):
        """Bodies, materials and settings; read at the first use."""
        return self._read_model()

    @cached_property
    def _by_id(self):
        return {each.id: each for each in self.model.bodies}

    @property
    def bodies(self):
        """All bodies that occur in any frame, by id."""
        return self.model.bodies

    def body(self, key):
        """Body by id or by label, or the Body itself. Raises KeyError when there is none."""
        if isinstance(key, Body):
            return key
        if self._by_label is None:
            self._by_label = {each.label: each for each in reversed(self.model.bodies) if each.label}
            self._by_label.update((each.id, each) for each in self.model.bodies)
        if key not in self._by_label:
            raise KeyError(f"there is no body {key!r}")
        return self._by_label[key]

    def body_ids(self, subject):
        """Ids of a body or a list of them; None (all) of None and of results."""
        if subject is None or subject is self:
            return None
        if isinstance(subject, (list, tuple)):
            return [self.body(each).id for each in subject]
        return [self.body(subject).id]

    def head(self, index):
        """Head of frame i, which precedes the states, as a dict."""
        index = range(len(self))[index]
        with self._reading(index):
            return read_head(self._payload(index))

    def timing(self, index):
        """Seconds per step and phase of frame i, zeros where they were not recorded."""
        if self._timing_entries is None:
            exists = os.path.isfile(self._timing_path)  # a FIFO would wait for its other end
            self._timing_entries = scan(self._timing_path)[0] if exists else []
        time = self.times[index]
        for number, entry in enumerate(self._timing_entries):
            if entry.time == time:
                try:
                    return read_timing(read_payload(self._timing_path, number, entry))
                except (ValueError, LookupError):
                    break  # as the program reads them
        return dict.fromkeys(PHASES, 0.0)

    def _part_path(self, rank):
        return os.path.join(self.folder, f"frames.{rank}.xdr")

    def _part(self, rank, index, read=read_payload):
        """Payload of the part of a rank of a frame, None when the part is missing."""
        path = self._part_path(rank)
        if rank not in self._parts:
            self._parts[rank] = scan(path)[0] if os.path.exists(path) else []
        time = self._entries[index].time
        states = read_head(self._payload(index))["states"]
        entries = self._parts[rank]
        at = bisect_left(entries, (time,))
        for number in range(at, len(entries)):
            if entries[number].time != time:
                break
            payload = read(path, number, entries[number])
            if read_part_frame(payload) == (index, states):
                return payload
        return None

    def _is_complete(self, index):
        ranks = self.head(index)["ranks"]
        return all(self._part(rank, index) for rank in range(1, ranks))

    def _payloads(self, index, read=read_payload):
        """Payloads of a frame, one per rank."""
        payloads = [read(self._path, index, self._entries[index])]
        for rank in range(1, read_head(payloads[0])["ranks"]):
            payload = self._part(rank, index, read)
            if payload is None:
                raise ValueError(f"{self._part_path(rank)}: the part of frame {index} is missing")
            payloads.append(payload)
        return payloads

    def _payload(self, index):
        return read_payload(self._path, index, self._entries[index])

    def _read_model(self):
        """Follows the chain of frames with model data from the end to the start."""
        parts = []
        index = len(self) - 1
        while index >= 0:
            with self._reading(index):
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
