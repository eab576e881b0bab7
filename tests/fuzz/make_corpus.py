#!/usr/bin/env python3
"""Makes the seeds of the fuzz targets from runs of the program.

usage: make_corpus.py SOLFEC      writes corpus/container, corpus/payload, corpus/time_series
                                  and corpus/stored_problem but for its small texts
"""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "restart"))
sys.path.insert(0, os.path.join(HERE, "..", "..", "python"))
from solfec_results.container import decompress, scan

LARGEST = 21000  # bytes of a seed
SERIES = {"plain": "0 0\n0.5 1e3\n1 -2.5\n", "comments": "# t v\n\n 0\t1 # first\n1 2\r\n+2 .5e-3\n",
          "order": "0 1\n0 2\n", "words": "0 1\nabc 2\n", "huge": "0 1e308\n1e-308 -1e308\n2 1e400\n",
          "nan": "0 nan\n1 inf\n"}

STORED_PROBLEM = """
solfec = SOLFEC("DYNAMIC", 1e-3, "out")
GRAVITY(solfec, (0, 0, -10))
bulk = BULK_MATERIAL(solfec)
BODY(solfec, "OBSTACLE", SPHERE((0, 0, 0), 1, 1, 1), bulk)
ball = BODY(solfec, "RIGID", SPHERE((0, 0, 1.9999), 1, 1, 1), bulk)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 1e-3)
EXPORT_CONTACT_PROBLEM(solfec, "contact.hdf5")
FIX_POINT(ball, (0, 0, 2.5))
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 1e-3)
EXPORT_CONTACT_PROBLEM(solfec, "joint.hdf5")
"""


MASS = [[2.0, 0.5, 0.0], [0.5, 1.0, 0.25], [0.0, 0.25, 1.5]]
DIRECTIONS = [[1.0, 0.0, 0.0], [0.0, 0.5, -0.5], [0.0, 0.5, 0.5]]
EQUALITY = [[0.0], [1.0], [0.0]]
VECTORS = {"f": "-1 0.5 0", "w": "0.1 0 0", "mu": "0.5"}
LOCAL = "-1 0.1 0 0.5"


def text_matrix(matrix, storage):
    """A 3 x 3 matrix of a text problem: 0 dense, 1 one block, 2 nine blocks."""
    if storage == 0:
        return "0 3 3 3 3 " + " ".join(str(row[j]) for j in range(3) for row in matrix)
    if storage == 1:
        return ("1 3 3 1 1 1 3 3 2 1 0 1 0 0 "
                + " ".join(str(row[j]) for j in range(3) for row in matrix))
    return ("1 3 3 9 3 3 1 2 3 1 2 3 4 9 0 3 6 9 0 1 2 0 1 2 0 1 2 "
            + " ".join(f"{3 * i + j} {matrix[i][j]}" for i in range(3) for j in range(3)))


def sparse_lines(path, matrix, form, upper=False):
    """Datasets of a matrix: form -2 compressed rows, -1 compressed columns, 0 triplets."""
    rows, columns = len(matrix), len(matrix[0])
    entries = [(i, j) for i in range(rows) for j in range(columns)
               if matrix[i][j] != 0 and not (upper and i > j)]
    major = 1 if form == -1 else 0
    entries.sort(key=lambda entry: (entry[major], entry[1 - major]))
    sizes = [sum(entry[major] == k for entry in entries) for k in range((rows, columns)[major])]
    starts = [sum(sizes[:k]) for k in range(len(sizes) + 1)]
    arrays = {"m": [rows], "n": [columns], "nz": [len(entries) if form == 0 else form],
              "p": [entry[1] for entry in entries] if form == 0 else starts,
              "i": [entry[0 if form == 0 else 1 - major] for entry in entries],
              "x": [matrix[i][j] for i, j in entries]}
    return [f"{path}/{name} " + " ".join(map(str, values)) for name, values in arrays.items()]


def published_forms():
    """One small problem in every form: text, and lines of datasets of FCLIB."""
    for storage in (0, 1, 2):
        matrix = text_matrix(MASS, storage)
        yield f"local_{storage}", f"3 1 {matrix} {LOCAL}"
        yield f"local_{storage}_flag", f"3 1 {matrix} {LOCAL} 1 0.5 0 0 0 0 0"
        for other in (0, 1, 2):
            H = text_matrix(DIRECTIONS, other)
            yield (f"global_{storage}{other}",
                   f"3 1 {matrix} {H} {VECTORS['f']} {VECTORS['w']} {VECTORS['mu']} 0")
    for form, name in ((-2, "rows"), (-1, "columns"), (0, "triplets")):
        for upper in (False, True):
            root = "/fclib_global"
            lines = [root + "/spacedim 3"] + sparse_lines(root + "/M", MASS, form, upper)
            lines += sparse_lines(root + "/H", DIRECTIONS, form)
            lines += [f"{root}/vectors/{key} {value}" for key, value in VECTORS.items()]
            if upper:
                lines += sparse_lines(root + "/G", EQUALITY, form) + [root + "/vectors/b 0.25"]
            yield f"fclib_global_{name}" + ("_upper" if upper else ""), "\n".join(lines) + "\n"


def write(folder, name, data):
    os.makedirs(os.path.join(HERE, "corpus", folder), exist_ok=True)
    if len(data) <= LARGEST:
        with open(os.path.join(HERE, "corpus", folder, name), "wb") as file:
            file.write(data)


def payload_of(data, entry):
    stored = data[entry.offset:entry.offset + entry.stored]
    return bytes(decompress(stored, entry.original)) if entry.compressed else stored


def seeds_of(folder, name):
    path = os.path.join(folder, "frames.0.xdr")
    with open(path, "rb") as file:
        data = file.read()
    entries, _ = scan(path)
    payloads = [payload_of(data, entry) for entry in entries]
    with_model = [i for i, payload in enumerate(payloads) if payload[7] == 1]
    for i in {with_model[at] for at in (0, len(with_model) // 2, -1) if with_model}:
        write("payload", f"{name}-{i}", payloads[i])
    write("container", name, data[:entries[1].offset + entries[1].stored + 4])
    if len(entries) > 6:
        end = entries[5].offset + entries[5].stored + 4
        write("container", f"{name}-cut", data[:end - 9])


def main():
    program = sys.argv[1]
    scripts = os.path.join(HERE, "..", "restart", "scripts")
    with tempfile.TemporaryDirectory() as folder:
        for script, outputs in (("callbacks", ["out"]), ("settings", ["out"]), ("ellipsoids", ["out"]),
                                ("several", ["bonded", "loose", "static"])):
            out = os.path.join(folder, script)
            subprocess.run([program, "-q", "-o", out, os.path.join(scripts, script + ".py")],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for output in outputs:
                seeds_of(out if output == "out" else os.path.join(out, output),
                         f"{script}-{output}")
        with open(os.path.join(folder, "stored.py"), "w") as file:
            file.write(STORED_PROBLEM)
        subprocess.run([program, "-q", "stored.py"], check=True, cwd=folder,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for name in ("contact", "joint"):
            with open(os.path.join(folder, name + ".hdf5"), "rb") as file:
                write("stored_problem", name, file.read())
    for name, text in published_forms():
        write("stored_problem", name, text.encode())
    for name, text in SERIES.items():
        write("time_series", name, text.encode())


if __name__ == "__main__":
    main()
