"""Type stubs of the input language: mypy --strict finds nothing in the examples but what they infer themselves."""

import glob

from support import *

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MYPY = shutil.which("mypy")

# Scripts have no annotations, give a name values of several types, and grow lists of several types.
OWN = ("--allow-untyped-defs --allow-incomplete-defs --allow-untyped-calls --allow-redefinition "
       "--no-strict-optional --no-warn-return-any --ignore-missing-imports "
       "--disable-error-code=var-annotated --disable-error-code=assignment --disable-error-code=list-item "
       "--disable-error-code=misc --disable-error-code=operator --disable-error-code=type-var "
       "--disable-error-code=str-format").split()

# What mypy infers too narrowly in single scripts: (file, kind of error).
INFERRED = {
    ("solvers/compare.py", "arg-type"),         # a dictionary of several solvers, a variant from a list of strings
    ("granular/rockfill-dam.py", "arg-type"),   # a list of two forms of HISTORY items
    ("granular/janssen.py", "index"),           # sum () of arrays begins with the number 0
    ("granular/janssen.py", "attr-defined"),
    ("granular/janssen.py", "call-overload"),
}


@unittest.skipIf(MYPY is None, "mypy is not installed (Debian: mypy)")
class Stubs(LanguageTest):
    def errors(self, scripts, *options):
        """Errors of mypy as (script, line, kind, text). @param scripts: their texts by name."""
        paths = {}
        for i, (name, text) in enumerate(sorted(scripts.items())):
            path = os.path.join(self.folder, "script_%d.py" % i)
            with open(path, "w") as file:
                file.write("from solfec import *\n" + text)  # the program gives them the names
            paths[os.path.basename(path)] = name
        done = subprocess.run([MYPY, "--strict", *options, "--no-error-summary", "--show-error-codes",
                               "--follow-imports=silent", "--cache-dir", os.path.join(self.folder, "cache"), *sorted(paths)],
                              cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**os.environ, "MYPYPATH": os.path.join(ROOT, "python")})
        self.assertEqual(done.stderr, "")
        found = []
        for line in done.stdout.splitlines():
            match = re.fullmatch(r"([^:]+):(\d+): error: (.*)  \[([\w-]+)\]", line)
            self.assertTrue(match or ": note: " in line, line)
            if match:
                found.append((paths.get(match[1], match[1]), int(match[2]) - 1, match[4], match[3]))
        return found

    def test_the_stubs_themselves(self):
        path = os.path.join(ROOT, "python", "solfec", "__init__.pyi")
        done = subprocess.run([MYPY, "--strict", "--follow-imports=silent", "--cache-dir", os.devnull, path],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertRegex(done.stdout, "^Success: no issues found")

    def test_examples(self):
        scripts = {}
        for path in glob.glob(os.path.join(ROOT, "inp", "**", "*.py"), recursive=True):
            with open(path) as file:
                scripts[os.path.relpath(path, os.path.join(ROOT, "inp"))] = file.read()
        self.assertGreater(len(scripts), 50)
        found = self.errors(scripts, *OWN)
        self.assertEqual([error for error in found if (error[0], error[2]) not in INFERRED], [])
        self.assertEqual({(error[0], error[2]) for error in found}, INFERRED)  # none is there in vain

    def test_a_typed_script_has_no_errors(self):
        self.assertEqual(self.errors({"typed": '''
import numpy
from numpy.typing import NDArray

def ball (solfec: SOLFEC, height: float) -> BODY:
    return BODY (solfec, 'RIGID', SPHERE ((0, 0, height), 0.1, 1, 1), BULK_MATERIAL (solfec, density = 1e3))

def none (rows: ROWS) -> NDArray[numpy.float64]:
    return 0 * rows.R

solfec = SOLFEC ('DYNAMIC', 1e-3, 'out')
one = ball (solfec, 1)
solver = GAUSS_SEIDEL_SOLVER ()
with TIME_LOOP (solfec, solver, 0.1) as loop:
    for step in loop:
        step.u = 0.5 * step.u
        step.predict ()
        step.detect ()
        rows: ROWS = step.rows ()
        step.solve (none)
        step.finish ()
        count: int = rows.count
times, height = HISTORY (solfec, (one, one.center, 'CZ'), 0, 0.1)
highest: float = max (height)
one.velo = (0, 0, 0, 0, 0, 1)
speed: float = one.velo [5]
column = HISTORY (solfec, 'GSITERS', 0, 1, arrays = 'ON') [1]
'''}), [])

    def test_mistakes_are_found(self):
        found = self.errors({"wrong": '''solfec = SOLFEC ('DYNAMICS', 1e-3, 'out')
SPHERE ((0, 0, 0), radius = 'large', volid = 1, surfid = 1)
RUN (solfec, GAUSS_SEIDEL_SOLVER (), time = 1)
solfec.steps
TIME_LOOP (solfec, GAUSS_SEIDEL_SOLVER (), 1).detects ()
'''})
        self.assertEqual([(line, kind) for _, line, kind, _ in found],
                         [(1, "arg-type"), (2, "arg-type"), (3, "call-arg"), (4, "attr-defined"), (5, "attr-defined")])


main()
