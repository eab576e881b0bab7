"""Every block of Python of README.md and docs is run by a test: those of pages with a test of their own there, all others
here, with what stands before and after them in a script that a reader would have."""

import importlib.util

from document import *

ROOT = DOCS.parent
OWN = ("tutorial", "how-to", "earthquakes", "models", "import", "joints", "time-loop", "notebooks")  # pages with a test of their own
GENERATED = ("language",)  # signatures, no scripts
FOLDERS = ("coming-from", "theory")  # likewise
BALL = ("solfec = SOLFEC('DYNAMIC', 1e-3, 'out/ball')\nbulk = BULK_MATERIAL(solfec)\nGRAVITY(solfec, (0, 0, -9.81))\n"
        "BODY(solfec, 'OBSTACLE', PLANE((0, 0, 0), (0, 0, 1), 1, 1, 1), bulk)\n"
        "ball = BODY(solfec, 'RIGID', SPHERE((0, 0, 0.1), 0.1, 1, 1), bulk)\nsolver = GAUSS_SEIDEL_SOLVER()\n")
WHY = BALL.replace("out/ball", "out/why")
HINGE = ("solfec = SOLFEC('DYNAMIC', 1e-3, 'out/hinge')\nGRAVITY(solfec, (0, 0, -9.81))\n"
         "bar = BODY(solfec, 'RIGID', BOX((0, 0, 0), (1, 0.1, 0.1), 1, 1), BULK_MATERIAL(solfec))\n"
         "HINGE(bar, None, (0, 0, 0), (0, 1, 0))\nRUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.1)\n")
COPPER = ("solfec = SOLFEC('DYNAMIC', 1e-7, 'out/copper')\n"
          "mesh = HEX([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1], 1, 1, 1, 1, [1] * 6)\n")
PANDAS = importlib.util.find_spec("pandas") is not None
ARCH = "import solfec_results\nresults = solfec_results.open('out/masonry/arch')\n"
# Of each page that scripts of the language are on: what stands before and after each block.
LANGUAGE = {"README.md": [("", "assert len(times) > 100 and min(height) < -0.89\n")],
            "docs/loads.md": [("", "assert abs(STRESS(bar, (2.5, 0.5, 0.5), 'ELEMENT')[0] - 1E6) < 2E4\n")],
            "docs/finite-elements.md": [(COPPER, "assert bar.material.yield_stress == 400e6 and bar.element == 'MIXED'\n")],
            "docs/long-runs.md": [(BALL, "RUN(solfec, solver, 0.55)\nassert state['poured'] >= 5\n")],
            "docs/solvers.md": [(WHY, "RUN(solfec, solver, 0.25)\nassert solver.stages\n")]}
# Of each page that reads results: what stands before each block, and at the end.
READING = {"docs/export.md": (["", ""], "assert reader.GetOutput().GetNumberOfCells() > 0 and rows\n"),
           "docs/limits.md": ([""], "assert abs(limit.friction(results, time=0.5).least - 0.79) < 0.005 and found.balanced <= found.most\n"),
           "docs/output-format.md": ([""], "assert len(list(frames('out/masonry/arch/frames.0.xdr'))) > 10\n"),
           "docs/python-results.md": (["", "", "", "", "results = solfec_results.open('out/hinge')\n", ARCH,
                                       ARCH if PANDAS else "class Tables:\n    def to_pandas(*_): pass\nresults = h = Tables()\n",
                                       ARCH, ""], "assert abs(sum(times) / len(times)) > 0 and len(kinetic) == len(times)\n"),
           "docs/quick-start.md": ([""], "assert len(results) > 1\n")}


def blocks_of(page):
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S)


class Blocks(DocumentTest):
    document = "README.md"

    def run_words(self, *words):
        done = subprocess.run(words, cwd=self.folder, text=True, timeout=300, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**os.environ, "SOLFEC_PROGRAM": PROGRAM, "MPLBACKEND": "Agg"})
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_each_block_is_run_by_some_test(self):
        pages = [path.relative_to(ROOT).as_posix() for path in [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]]
        here = {**{page: len(parts) for page, parts in LANGUAGE.items()},
                **{page: len(parts) for page, (parts, _) in READING.items()}}
        for page in pages:
            path = Path(page)
            if path.stem in OWN + GENERATED or path.parent.name in FOLDERS:
                continue
            self.assertEqual(here.get(page, 0), len(blocks_of(page)), page)
        tests = {path.name for path in Path(__file__).parent.glob("*_document_test.py")}
        for name in (*OWN, *FOLDERS):
            self.assertIn(name.replace("-", "_") + "_document_test.py", tests)

    def test_scripts_of_the_language_run(self):
        for page, parts in LANGUAGE.items():
            self.scripts = [before + block + after for (before, after), block in zip(parts, blocks_of(page))]
            for k in range(len(self.scripts)):
                with self.subTest(page=page, script=k):
                    self.run_script(k)

    def test_scripts_that_read_results_run(self):
        if EMBEDDED:
            self.skipTest("they are for ordinary Python")
        for script in ("masonry/arch.py", "tutorial/ball-impact.py"):
            self.run_words(PROGRAM, "-q", str(ROOT / "inp" / script))
        Path(self.folder, "hinge.py").write_text(HINGE)
        self.run_words(PROGRAM, "-q", "hinge.py")
        for form in ("vtk", "csv"):
            self.run_words(PROGRAM, "--export", form, "out/masonry/arch")
        for page, (before, end) in READING.items():
            with self.subTest(page=page):
                blocks = blocks_of(page)
                Path(self.folder, "read.py").write_text(
                    "".join(first + block for first, block in zip(before, blocks, strict=True)) + end, encoding="utf-8")
                self.run_words(sys.executable, "read.py")


if __name__ == "__main__":
    main()
