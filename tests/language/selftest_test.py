"""--selftest: its table, what it says of answers that are missed, and --example NAME."""

import contextlib
import io
import math
import time
from pathlib import Path

from support import *

from solfec.selftest import run, scenes

INPUTS = Path(__file__).resolve().parents[2] / "inp"
EMBEDDED = "_solfec" in sys.builtin_module_names


def answers_of(*found):
    """A scene whose answers should be 1 and may be 0.1 off."""
    return lambda folder: [scenes.Answer("a quantity, m", 1.0, x, 0.1) for x in found]


class Table(unittest.TestCase):
    def table_of(self, *functions):
        """(exit code, what is printed)."""
        text, code = io.StringIO(), 0
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(io.StringIO()):
            try:
                run.main(functions)
            except SystemExit as end:
                code = end.code
        return code, text.getvalue()

    def test_says_which_answers_hold(self):
        code, text = self.table_of(answers_of(1.0, 1.09), answers_of(0.91))
        self.assertEqual((code, text.count("  ok\n")), (0, 3))
        self.assertIn("all 3 answers of 2 scenes hold", text)

    def test_ends_with_1_when_an_answer_is_missed_or_not_a_number(self):
        for wrong in (1.2, 0.8, math.nan, math.inf):
            code, text = self.table_of(answers_of(1.0), answers_of(wrong, 1.0))
            self.assertEqual((code, text.count("  ok\n"), text.count("  MISSED\n")), (1, 2, 1))
            self.assertIn("1 of 3 answers of 2 scenes are missed", text)

    def test_goes_on_after_a_scene_that_fails(self):
        def broken(folder):
            raise RuntimeError("no library")
        code, text = self.table_of(broken, answers_of(1.0))
        self.assertEqual(code, 1)
        self.assertIn("broken: RuntimeError: no library  MISSED", text)
        self.assertIn("  ok\n", text)

    def test_holds_for_all_scenes_and_each_has_a_folder_of_its_own(self):
        self.assertEqual(len(scenes.SCENES), 10)
        code, text = self.table_of(*scenes.SCENES)
        self.assertEqual((code, "MISSED" in text), (0, False), text)


class Program(LanguageTest):
    def setUp(self):
        super().setUp()
        if not EMBEDDED:
            self.skipTest("options of the program are tested by the program")

    def test_selftest_leaves_nothing_behind(self):
        start = time.monotonic()
        for _ in range(2):
            done = self.run_program("--selftest")
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
            self.assertIn("answers of 10 scenes hold", done.stdout)
        if not os.environ.get("SOLFEC_UNTIMED"):
            self.assertLess(time.monotonic() - start, 40.0)
        self.assertEqual(os.listdir(self.folder), [])

    def test_selftest_runs_in_ordinary_python(self):
        if os.environ.get("SOLFEC_UNTIMED"):
            self.skipTest("ordinary Python cannot load what needs the sanitizers' run time")
        done = subprocess.run(["/usr/bin/python3", "-m", "solfec.selftest"], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)

    def test_example_prints_a_script(self):
        for name in ("motion/shaken-table", "shaken-table", "shaken-table.py", "motion/shaken-table.py"):
            done = self.run_program("--example", name, "--print")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(done.stdout, (INPUTS / "motion/shaken-table.py").read_text())

    def test_example_runs_a_script_with_its_words(self):
        done = self.run_program("--example", "masonry/arch", "-q", "-o", "thin", "--", "0.1066")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("it falls", self.run_program("--example", "arch", "-o", "thin", "--", "0.1066").stdout)
        self.assertEqual(os.listdir(self.folder), ["thin"])

    def test_example_that_is_not_there_is_named_with_the_nearest(self):
        for name, hint in (("shaken-tabel", " (did you mean 'shaken-table'?)"), ("qqqqqqqqqqq", ""), ("motion", "")):
            done = self.run_program("--example", name)
            self.assertEqual((done.returncode, done.stdout), (66, ""))
            self.assertIn("solfec: --example: there is no example '%s'%s" % (name, hint), done.stderr)

    def test_example_without_a_name_lists_all_with_what_they_show(self):
        lines = self.run_program("--example").stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines[:-2]],
                         sorted(str(p.relative_to(INPUTS))[:-3] for p in INPUTS.rglob("*.py")))
        self.assertIn("a semicircular arch of 27 voussoirs with friction, the thinnest that stands", "\n".join(lines))
        for line in lines[:-2]:
            self.assertGreater(len(line.split()), 3, line)


if __name__ == "__main__":
    main()
