"""MED, vtk and vtu files through the library meshio (Debian package python3-meshio)."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import re
import tempfile
import warnings
from types import ModuleType
from typing import Any

import numpy as np

from .raw import CORNERS, DIMENSION, FROM_ZERO, Block, Raw
from .source import Source, shown
from .vtk_cells import REWRITTEN, UNREAD, types_of, with_sized_types, without_voxels
from .wording import counted, counts

SHAPES = {"vertex": "point", "line": "line", "triangle": "triangle", "quad": "quadrangle",
          "tetra": "tetrahedron", "pyramid": "pyramid", "wedge": "wedge",
          "hexahedron": "hexahedron"}
# cell data that hold groups, by the programs that write them
GROUP_NAMES = ("cell_tags", "gmsh:physical", "CellEntityIds", "medit:ref", "MaterialIds",
               "material", "Material", "volid", "group")


def read_by_library(source: Source, kind: str, data: str | None) -> Raw:
    """Returns the content of a file of kind 'med', 'vtk' or 'vtu'.

    data: name of the cell data that hold the groups; None takes the first name of GROUP_NAMES,
    else the only whole-numbered cell data that there are.
    """
    check_counts(source, kind)
    module = _library(source, kind)
    types = None if kind == "med" else _vtk_types(source, kind)
    mesh = _mesh_of(source, kind, module, types)
    points = np.asarray(mesh.points, float)
    if points.ndim != 2 or points.shape[1] not in (2, 3):
        source.fail(f"points must have 2 or 3 coordinates, got the shape {points.shape}")
    if points.shape[1] == 2:
        points = np.column_stack([points, np.zeros(len(points))])
    first = 1 if kind == "med" else 0
    raw = Raw(points, np.arange(first, first + len(points)),
              counting="" if first else FROM_ZERO)
    groups = _groups(source, mesh, data)
    numbers = None if types is None else _numbers_of_read(source, raw, mesh, types)
    for k, cells in enumerate(mesh.cells):
        end = first + len(cells.data)
        labels = np.arange(first, end) if numbers is None else numbers[first:end]
        _add(source, raw, cells, groups[k] if groups else None, labels)
        first = end
    for label, names in getattr(mesh, "cell_tags", {}).items():
        for block in raw.blocks:
            if (block.groups == -label).any() or (block.groups == label).any():
                raw.names[DIMENSION[block.shape], abs(int(label))] = "+".join(names)
    for label, names in getattr(mesh, "point_tags", {}).items():
        tags = np.asarray(mesh.point_data.get("point_tags", []))
        for name in names:
            known = raw.node_sets.get(name, np.empty(0, np.int64))
            raw.node_sets[name] = np.union1d(known, np.flatnonzero(tags == label))
    return raw


def check_counts(source: Source, kind: str) -> None:
    """Refuses counts above the size of the file, for which the library would take memory."""
    if kind == "med":
        return
    pattern = rb"^(POINTS|CELLS|CELL_TYPES|CELL_DATA|POINT_DATA)[ \t]+(\d+)(?:[ \t]+(\d+))?" \
        if kind == "vtk" else rb'(NumberOfPoints|NumberOfCells)="[ \t]*(\d+)()'
    for match in re.finditer(pattern, source.data, re.M):
        for count in match.groups()[1:]:
            if count and int(count) > len(source.data) * (1000 if kind == "vtu" else 1):
                source.fail(f"{match.group(1).decode()} {int(count)} cannot stand in "
                            f"{len(source.data)} bytes", match.start())


def _library(source: Source, kind: str) -> ModuleType:
    try:
        return importlib.import_module(f"meshio.{kind}")
    except ImportError as error:
        source.fail(f"{kind} files need meshio: apt-get install python3-meshio ({error})")


def _vtk_types(source: Source, kind: str) -> np.ndarray | None:
    """Returns the types of the cells of a vtk or vtu file, and refuses files of other grids."""
    if kind == "vtk" and not source.data.startswith(b"# vtk DataFile Version"):
        line = source.data.split(b"\n", 1)[0]
        source.fail(f"the first line must begin with '# vtk DataFile Version', got {shown(line)}", 0)
    pattern = rb"^[ \t]*DATASET[ \t]+(\w+)" if kind == "vtk" else rb"<VTKFile[^>]*\btype=[\"'](\w+)"
    match = re.compile(pattern, re.M | re.I).search(source.data)
    if match and match.group(1).upper() == b"POLYDATA":
        source.fail(f"{match.group(1).decode()} is a surface of polygons, lines or points, MESH "
                    "needs solids; written as STL, OBJ or PLY, solfec.mesh.read_surface reads a "
                    "surface", match.start())
    return types_of(source, kind)


def _mesh_of(source: Source, kind: str, module: ModuleType, types: np.ndarray | None) -> Any:
    """Returns what the library reads of a file, voxels as hexahedra and pixels as quadrangles."""
    more = _unread(types)
    hint = f"; it does not read {counts(more)}" if more else ""
    with tempfile.TemporaryDirectory(prefix="solfec-vtk-") as folder:
        path = os.path.join(folder, f"rewritten.{kind}")
        rewritten = _rewrite(source, kind, types, path)
        return _call(source, kind, module, path if rewritten else source.path, hint)


def _rewrite(source: Source, kind: str, types: np.ndarray | None, path: str) -> bool:
    """Writes a file that the library reads in place of one that it does not; False: no need."""
    content = source.data
    if types is not None and np.isin(types, list(REWRITTEN)).any():
        content = without_voxels(source, kind) or content
    if kind == "vtk":
        content = with_sized_types(content)
    if not source.marked and (content is source.data or content == source.data):
        return False
    with open(path, "wb") as file:
        file.write(content)
    return True


def _unread(types: np.ndarray | None) -> dict[str, int]:
    """Returns counts by name of the cells that the library does not read."""
    return {} if types is None else {name: int((types == kind).sum())
                                     for kind, name in UNREAD.items() if (types == kind).any()}


def _numbers_of_read(source: Source, raw: Raw, mesh: Any, types: np.ndarray) -> np.ndarray:
    """Returns the numbers of the cells that the library has read, and counts the others."""
    left = np.isin(types, list(UNREAD))
    count = sum(len(cells.data) for cells in mesh.cells)
    if count == len(types):
        return np.arange(count)
    if count != len(types) - left.sum():
        source.fail(f"the library meshio has read {count} of {counted(len(types), 'cell')}; files "
                    "of several pieces, and rare cells, must be written anew, for instance by "
                    "ParaView")
    raw.unsupported.update(_unread(types))
    return np.flatnonzero(~left)


def _call(source: Source, kind: str, module: ModuleType, path: str, hint: str) -> Any:
    """Calls the reader of the library; all that it raises becomes an error of the file.

    hint: end of the error.
    """
    silent = io.StringIO()
    try:
        with contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent), \
                warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", DeprecationWarning)  # numbers that end too early
            mesh = module.read(path)
            assert len(mesh.points) >= 0 and len(mesh.cells) >= 0
            return mesh
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the library leaves by SystemExit and by all kinds of errors
        text = str(error).strip() or silent.getvalue().strip() or type(error).__name__
        source.fail(f"cannot be read as {kind} by the library meshio: "
                    f"{' '.join(text.split())[:150].rstrip('.')}{hint}")


def _groups(source: Source, mesh: Any, wanted: str | None) -> list[np.ndarray] | None:
    """Returns the groups of the elements of every block, or None."""
    whole = {}
    for name, values in mesh.cell_data.items():
        if all(_whole(v, len(cells.data)) for v, cells in zip(values, mesh.cells)):
            whole[name] = [np.ravel(v) for v in values]
    if wanted is not None:
        if wanted not in whole:
            source.fail(f"cell data '{wanted}' are not there as whole numbers; there are "
                        + (", ".join(sorted(whole)) or "none"))
        return whole[wanted]
    for name in GROUP_NAMES:
        if name in whole:
            return whole[name]
    return next(iter(whole.values())) if len(whole) == 1 else None


def _whole(values: Any, count: int) -> bool:
    """Returns True for one whole number per element."""
    table = np.asarray(values)
    return table.dtype.kind in "iuf" and table.size == len(table) == count \
        and np.array_equal(table, np.rint(table)) and bool(np.all(np.abs(table) < 2 ** 31))


def _add(source: Source, raw: Raw, cells: Any, groups: np.ndarray | None,
         labels: np.ndarray) -> None:
    match = re.fullmatch(r"([a-z]+?)(\d*)", str(cells.type))
    shape = SHAPES.get(match.group(1)) if match else None
    nodes = np.asarray(cells.data)
    if shape is None or nodes.ndim != 2 or nodes.shape[1] < CORNERS[shape]:
        name = str(cells.type)
        raw.unsupported[name] = raw.unsupported.get(name, 0) + len(cells.data)
        return
    outside = (nodes < 0) | (nodes >= len(raw.points))
    if outside.any():
        row, column = np.argwhere(outside)[0]
        base = 0 if raw.counting else 1
        source.fail(f"element {labels[row]} ({shape}) has node {base + nodes[row, column]}, "
                    f"the file has {counted(len(raw.points), 'point')}{raw.counting}")
    ids = np.zeros(len(nodes), np.int64) if groups is None else \
        np.abs(np.asarray(groups)).astype(np.int64)
    if len(ids) != len(nodes):
        source.fail(f"{counted(len(nodes), 'element')} must have a group each, got {len(ids)}")
    raw.blocks.append(Block(shape, nodes.astype(np.int64), ids, labels))
