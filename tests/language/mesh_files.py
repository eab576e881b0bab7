"""Writers of small mesh files for the tests of solfec.mesh, and volumes by another way."""

import base64
import zlib
from itertools import permutations
from math import factorial

import numpy as np

GMSH = {"tetra": 4, "hexa": 5, "wedge": 6, "pyramid": 7, "tri": 2, "quad": 3, "tetra10": 11}
VTK = {"tetra": 10, "hexa": 12, "wedge": 13, "pyramid": 14, "tri": 5, "quad": 9,
       "voxel": 11, "pixel": 8, "polyline": 4, "strip": 6}
ABAQUS = {"tetra": "C3D4", "hexa": "C3D8R", "wedge": "C3D6", "pyramid": "C3D5", "tetra10": "C3D10"}


class Case:
    """A mesh with groups: blocks (kind, nodes that count from 0, group), names by (dimension, group)."""

    def __init__(self, nodes, blocks, names):
        self.nodes, self.blocks, self.names = np.asarray(nodes, float), blocks, names


def mixed(seed=3, size=1.0):
    """A cube of eight hexahedra with distorted inside, a wedge, a pyramid and a tetrahedron apart."""
    line = np.arange(3) * size / 2
    nodes = np.stack(np.meshgrid(line, line, line, indexing="ij"), -1).reshape(-1, 3)
    inside = np.all((nodes > 0) & (nodes < size), axis=1)
    nodes[inside] += np.random.default_rng(seed).uniform(-0.1, 0.1, (inside.sum(), 3)) * size
    at = np.arange(27).reshape(3, 3, 3)
    hexa = [[at[i + a, j + b, k + c] for a, b, c in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0),
                                                     (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))]
            for i in range(2) for j in range(2) for k in range(2)]
    bottom = [[at[i, j, 0], at[i + 1, j, 0], at[i + 1, j + 1, 0], at[i, j + 1, 0]]
              for i in range(2) for j in range(2)]
    more = np.array([(3, 0, 0), (4, 0, 0), (3, 1, 0), (3, 0, 1), (4, 0, 1), (3, 1, 1.5),
                     (6, 0, 0), (7, 0, 0), (7, 1, 0), (6, 1, 0), (6.3, 0.6, 1.2),
                     (9, 0, 0), (10, 0, 0), (9, 1, 0), (9, 0, 0.7), (20, 20, 20)]) * size
    return Case(np.concatenate([nodes, more]),
                [("hexa", np.array(hexa), 7), ("wedge", np.array([range(27, 33)]), 8),
                 ("pyramid", np.array([range(33, 38)]), 8), ("tetra", np.array([range(38, 42)]), 9),
                 ("quad", np.array(bottom), 4), ("tri", np.array([[38, 40, 39]]), 5)],
                {(3, 7): "cube", (3, 8): "others", (3, 9): "tet", (2, 4): "bottom", (2, 5): "foot"})


def volume_by_hand(case, group=None):
    """Volume of the solids: twenty-four tetrahedra from the centre of mean quadrangles by Python's sums.

    A bilinear quadrangle bounds the mean of the volumes under its two cuts; here each face is cut
    from its mid point into four triangles, which gives the mean as well.
    """
    faces = {"tetra": ["021", "013", "123", "203"], "pyramid": ["0321", "014", "124", "234", "304"],
             "wedge": ["021", "345", "0143", "1254", "2035"],
             "hexa": ["0321", "4567", "0154", "1265", "2376", "3047"]}
    total = 0.0
    for kind, table, number in case.blocks:
        if kind not in faces or group not in (None, number):
            continue
        for row in table:
            corners = [tuple(float(x) for x in case.nodes[n]) for n in row]
            mean = [sum(c[i] for c in corners) / len(corners) for i in range(3)]
            for face in faces[kind]:
                points = [corners[int(i)] for i in face]
                middle = [sum(p[i] for p in points) / len(points) for i in range(3)]
                for k, p in enumerate(points):
                    q = points[(k + 1) % len(points)]
                    total += tetrahedron(mean, middle, p, q)
    return total


def tetrahedron(a, b, c, d):
    """Volume of a tetrahedron by Leibniz' sum over permutations."""
    rows = [[p[i] - a[i] for i in range(3)] for p in (b, c, d)]
    total = 0.0
    for order in permutations(range(3)):
        sign = 1
        for i in range(3):
            for j in range(i):
                sign = -sign if order[j] > order[i] else sign
        total += sign * rows[0][order[0]] * rows[1][order[1]] * rows[2][order[2]]
    return total / factorial(3)


def gmsh22(case, shift=100):
    """Text of a gmsh file of version 2.2; labels of nodes begin at `shift`."""
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", str(len(case.names))]
    lines += [f'{d} {i} "{name}"' for (d, i), name in case.names.items()]
    lines += ["$EndPhysicalNames", "$Nodes", str(len(case.nodes))]
    lines += [f"{shift + i} {p[0]!r} {p[1]!r} {p[2]!r}" for i, p in enumerate(case.nodes.tolist())]
    rows = [(kind, group, row) for kind, table, group in case.blocks for row in table]
    lines += ["$EndNodes", "$Elements", str(len(rows))]
    lines += [f"{k + 1} {GMSH[kind]} 2 {group} 1 " + " ".join(str(n + shift) for n in row)
              for k, (kind, group, row) in enumerate(rows)]
    return ("\n".join(lines + ["$EndElements", ""])).encode()


def gmsh41(case, binary=False, shift=100):
    """Bytes of a gmsh file of version 4.1; one entity per block."""
    def pack(values, kind):
        if binary:
            return np.asarray(values, {"int": "<i4", "size": "<u8", "float": "<f8"}[kind]).tobytes()
        return " ".join(repr(v) for v in np.asarray(values).tolist()).encode() + b"\n"

    dims = [2 if kind in ("tri", "quad") else 3 for kind, _, _ in case.blocks]
    out = b"$MeshFormat\n4.1 %d 8\n" % binary + (b"\1\0\0\0\n" if binary else b"") + b"$EndMeshFormat\n"
    out += b"$PhysicalNames\n%d\n" % len(case.names)
    out += b"".join(b'%d %d "%s"\n' % (d, i, name.encode()) for (d, i), name in case.names.items())
    out += b"$EndPhysicalNames\n$Entities\n"
    out += pack([0, 0, dims.count(2), dims.count(3)], "size")
    for dimension in (2, 3):
        for tag, (d, (_, _, group)) in enumerate(zip(dims, case.blocks)):
            if d == dimension:
                out += pack([tag + 1], "int") + pack([0.0, 0, 0, 1, 1, 1], "float") + pack([1], "size")
                out += pack([group], "int") + pack([0], "size")
    count = len(case.nodes)
    out += b"\n$EndEntities\n$Nodes\n" + pack([2, count, shift, shift + count - 1], "size")
    for begin, end in ((0, 5), (5, count)):  # two blocks, as files of several entities have
        out += pack([3, 1, 0], "int") + pack([end - begin], "size")
        out += pack(np.arange(begin, end) + shift, "size") + pack(case.nodes[begin:end].ravel(), "float")
    total, label = sum(len(t) for _, t, _ in case.blocks), 1
    out += b"\n$EndNodes\n$Elements\n" + pack([len(case.blocks), total, 1, total], "size")
    for tag, (d, (kind, table, _)) in enumerate(zip(dims, case.blocks)):
        out += pack([d, tag + 1, GMSH[kind]], "int") + pack([len(table)], "size")
        rows = np.column_stack([np.arange(label, label + len(table)), np.asarray(table) + shift])
        out, label = out + pack(rows.ravel(), "size"), label + len(table)
    return out + b"\n$EndElements\n"


def abaqus(case):
    """Text of an Abaqus file: solids with element sets, surfaces as node sets."""
    lines = ["*HEADING", "a case", "** a comment", "*NODE, NSET=ALL_NODES"]
    lines += [f"{i + 1}, {p[0]!r}, {p[1]!r}, {p[2]!r}" for i, p in enumerate(case.nodes.tolist())]
    label = 1
    for kind, table, group in case.blocks:
        if kind in ABAQUS:
            lines.append(f"*Element, type={ABAQUS[kind]}, ELSET={case.names[3, group]}")
            for row in table:
                words = [str(label)] + [str(n + 1) for n in row]
                lines += [", ".join(words[:6]) + ","] + [", ".join(words[6:])] if len(words) > 6 \
                    else [", ".join(words)]
                label += 1
        else:
            lines.append(f"*NSET, NSET={case.names[2, group]}")
            lines += [", ".join(str(n + 1) for n in row) for row in table]
    return ("\n".join(lines) + "\n").encode()


def abaqus_instances(case):
    """Text of an Abaqus file with the case as a part that stands twice, once moved and turned, and sets of the assembly."""
    return (b"*PART, NAME=P\n" + abaqus(case) + b"*END PART\n*ASSEMBLY, NAME=A\n*INSTANCE, NAME=I, PART=P\n*END INSTANCE\n"
            b"*INSTANCE, NAME=J, PART=P\n40, 0, 0.5\n0, 0, 0, 0, 0, 1, 30\n*NSET, NSET=S\n1, 2, 3\n*END INSTANCE\n"
            b"*ELSET, ELSET=E, INSTANCE=J\n1, 2\n*ELSET, ELSET=F\nI.CUBE, J.3\n*SURFACE, NAME=T\nE, S1\n*END ASSEMBLY\n")


def abaqus_generated(_):
    """Bytes of an Abaqus file whose keywords make most nodes and elements: 9 hexahedra."""
    ends = "".join("%d, %d, %d, %d\n" % (1 + x + 10 * y + 100 * z, x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 3))
    return ("*SYSTEM\n1, 0, 0, 1, 1, 0\n0, 0, 0\n*NODE, NSET=N\n" + ends + "*NGEN, NSET=N\n1, 4, 1\n11, 14\n101, 104\n111, 114\n"
            "*NCOPY, CHANGE NUMBER=1000, OLD SET=N, SHIFT, MULTIPLE=2\n0, 0, 5\n0, 0, 0, 0, 0, 1, 30\n"
            "*ELEMENT, TYPE=C3D8, ELSET=A\n1, 1, 2, 12, 11, 101, 102, 112, 111\n*ELGEN, ELSET=A\n1, 3, 1, 1\n"
            "*ELCOPY, ELEMENT SHIFT=50, OLD SET=A, SHIFT NODES=1000, NEW SET=B\n*ELCOPY, ELEMENT SHIFT=70, OLD SET=A, SHIFT NODES=2000\n"
            "*BEND MESH, OLD SET=A\n1\n*NSET, NSET=FACE, GENERATE\n1, 4, 1\n*NSET, NSET=FACE\nFACE, 11, 12, 13, 14\n").encode()


def vtk(case):
    """Text of a vtk file with cell data `group`."""
    rows = [(kind, group, row) for kind, table, group in case.blocks for row in table]
    lines = ["# vtk DataFile Version 3.0", "case", "ASCII", "DATASET UNSTRUCTURED_GRID",
             f"POINTS {len(case.nodes)} double"]
    lines += [" ".join(repr(x) for x in p) for p in case.nodes.tolist()]
    lines.append(f"CELLS {len(rows)} {sum(1 + len(row) for _, _, row in rows)}")
    lines += [" ".join(str(n) for n in (len(row), *row)) for _, _, row in rows]
    lines += [f"CELL_TYPES {len(rows)}"] + [str(VTK[kind]) for kind, _, _ in rows]
    lines += [f"CELL_DATA {len(rows)}", "SCALARS group int 1", "LOOKUP_TABLE default"]
    return ("\n".join(lines + [str(group) for _, group, _ in rows]) + "\n").encode()


def vtu(case):
    """Text of a vtu file with cell data `group`."""
    rows = [(kind, group, row) for kind, table, group in case.blocks for row in table]
    ends = np.cumsum([len(row) for _, _, row in rows])

    def array(name, kind, values, components=1):
        more = f' NumberOfComponents="{components}"' if components > 1 else ""
        text = " ".join(repr(v) for v in values)
        return f'<DataArray type="{kind}" Name="{name}"{more} format="ascii">{text}</DataArray>'

    return "\n".join([
        '<?xml version="1.0"?>',
        '<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian"><UnstructuredGrid>',
        f'<Piece NumberOfPoints="{len(case.nodes)}" NumberOfCells="{len(rows)}"><Points>',
        array("Points", "Float64", case.nodes.ravel().tolist(), 3), "</Points><Cells>",
        array("connectivity", "Int64", [int(n) for _, _, row in rows for n in row]),
        array("offsets", "Int64", ends.tolist()), array("types", "UInt8", [VTK[k] for k, _, _ in rows]),
        "</Cells><CellData>", array("group", "Int64", [g for _, g, _ in rows]),
        "</CellData></Piece></UnstructuredGrid></VTKFile>", ""]).encode()


def scan():
    """Voxels and pixels between elements of other types, and the same cells as hexahedra and quadrangles.

    Voxels of 2 x 1 x 0.5 along x, of which the second is a hexahedron, and a tetrahedron apart.
    """
    nodes = [(2.0 * i, 1.0 * j, 0.5 * k) for k in range(2) for j in range(2) for i in range(4)]
    nodes += [(10, 0, 0), (11, 0, 0), (10, 1, 0), (10, 0, 1)]

    def box(i):  # x runs fastest, then y, then z
        return [i, i + 1, i + 4, i + 5, i + 8, i + 9, i + 12, i + 13]

    def turned(row):
        return [row[i] for i in (0, 1, 3, 2, 4, 5, 7, 6)[:len(row)]]

    floor = [box(i)[:4] for i in range(3)]
    kinds = [("voxel", box(0), 1), ("hexa", turned(box(1)), 2), ("pixel", floor[0], 5), ("voxel", box(2), 3),
             ("quad", turned(floor[1]), 6), ("tetra", [16, 17, 18, 19], 4), ("pixel", floor[2], 6)]
    plain = [({"voxel": "hexa", "pixel": "quad"}.get(kind, kind), turned(row) if kind in ("voxel", "pixel") else row, group)
             for kind, row, group in kinds]
    return tuple(Case(nodes, [(kind, np.array([row]), group) for kind, row, group in some], {}) for some in (kinds, plain))


def vtk_bytes(case, version="4.2", binary=True):
    """Bytes of a legacy vtk file with cell data `group`; version 5.1 has offsets."""
    rows = [(kind, group, row) for kind, table, group in case.blocks for row in table]

    def numbers(values, kind):
        if binary:
            return np.asarray(values, {"int": ">i4", "vtktypeint64": ">i8", "double": ">f8"}[kind]).tobytes() + b"\n"
        return " ".join(map(repr, np.asarray(values).tolist())).encode() + b"\n"

    corners = [int(n) for _, _, row in rows for n in row]
    ends = np.concatenate([[0], np.cumsum([len(row) for _, _, row in rows])])
    out = b"# vtk DataFile Version %s\ncase\n%s\nDATASET UNSTRUCTURED_GRID\n" % (
        version.encode(), b"BINARY" if binary else b"ASCII")
    out += b"POINTS %d double\n" % len(case.nodes) + numbers(case.nodes.ravel(), "double")
    if version == "5.1":
        out += b"CELLS %d %d\nOFFSETS vtktypeint64\n" % (len(ends), len(corners)) + numbers(ends, "vtktypeint64")
        out += b"CONNECTIVITY vtktypeint64\n" + numbers(corners, "vtktypeint64")
    else:
        table = [n for _, _, row in rows for n in (len(row), *map(int, row))]
        out += b"CELLS %d %d\n" % (len(rows), len(table)) + numbers(table, "int")
    out += b"CELL_TYPES %d\n" % len(rows) + numbers([VTK[kind] for kind, _, _ in rows], "int")
    return out + b"\nCELL_DATA %d\nSCALARS group int 1\nLOOKUP_TABLE default\n" % len(rows) + numbers(
        [group for _, group, _ in rows], "int")


def vtu_bytes(case, form="binary", packed=False, big=False, raw=False):
    """Bytes of a vtu file with cell data `group`: form 'binary' or 'appended', this in base64 or raw."""
    rows = [(kind, group, row) for kind, table, group in case.blocks for row in table]
    order, count = (">", ">u8") if big else ("<", "<u8")
    store = b""

    def encoded(data):
        text = (lambda part: part) if raw else base64.b64encode
        if not packed:
            return text(np.array([len(data)], count).tobytes() + data)
        blocks = [data[i:i + 64] for i in range(0, len(data), 64)]  # several, of which the last may be shorter
        small = [zlib.compress(block) for block in blocks]
        return text(np.array([len(blocks), 64, len(blocks[-1]) % 64, *map(len, small)], count).tobytes()) + text(b"".join(small))

    def array(name, kind, values, components=1):
        nonlocal store
        data = encoded(np.asarray(values, order + {"Float64": "f8", "Int64": "i8", "UInt8": "u1"}[kind]).tobytes())
        head = f'<DataArray type="{kind}" Name="{name}" NumberOfComponents="{components}" format="{form}"'.encode()
        if form == "binary":
            return head + b">\n " + data + b"\n</DataArray>"
        head, store = head + b' offset="%d"/>' % len(store), store + data
        return head

    out = b'<VTKFile type="UnstructuredGrid" version="1.0" byte_order="%s" header_type="UInt64"%s>\n<UnstructuredGrid>' % (
        b"BigEndian" if big else b"LittleEndian", b' compressor="vtkZLibDataCompressor"' * packed)
    out += b'<Piece NumberOfPoints="%d" NumberOfCells="%d"><Points>' % (len(case.nodes), len(rows))
    out += array("Points", "Float64", case.nodes.ravel(), 3) + b"</Points><Cells>"
    out += array("connectivity", "Int64", [int(n) for _, _, row in rows for n in row])
    out += array("offsets", "Int64", np.cumsum([len(row) for _, _, row in rows]))
    out += array("types", "UInt8", [VTK[kind] for kind, _, _ in rows]) + b"</Cells><CellData>"
    out += array("group", "Int64", [group for _, group, _ in rows]) + b"</CellData></Piece></UnstructuredGrid>"
    if form == "appended":
        out += b'<AppendedData encoding="%s">\n_' % (b"raw" if raw else b"base64") + store + b"\n</AppendedData>"
    return out + b"</VTKFile>\n"
