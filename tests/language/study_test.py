"""solfec.study: answers of known functions, kills at any time, cases that fail, wrong arguments."""

import csv
import time

import numpy as np
from support import *

from solfec.study import Table, combinations, study

EMBEDDED = "_solfec" in sys.builtin_module_names
HEAD = """
import os, signal, sys, time
from solfec.study import study
"""
SQUARES = HEAD + """
def model(x, y):
    with open('computed', 'a') as file:
        file.write('%s %s\\n' % (x, y))
    time.sleep(PAUSE)
    return {'product': x * y, 'name': 'a,b'}

table = study(model, {'x': [1, 2, 3], 'y': [0.5, -2.0]}, 'out/study', processes=2)
print(table['product'].tolist())
"""


class StudyTest(LanguageTest):
    def command(self, script, name="script.py"):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(script)
        return [PROGRAM, "-q", name] if EMBEDDED else [sys.executable, name]

    def run_script(self, script):
        return subprocess.run(self.command(script), cwd=self.folder, text=True, timeout=300,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def computed(self):
        """Cases that were computed since the last question, sorted."""
        path = os.path.join(self.folder, "computed")
        if not os.path.exists(path):
            return []
        with open(path) as file:
            lines = sorted(file.read().splitlines())
        os.remove(path)
        return lines

    def table(self):
        with open(os.path.join(self.folder, "out/study/table.csv"), newline="") as file:
            return list(csv.DictReader(file))


class Answers(StudyTest):
    def test_the_table_holds_every_combination_in_order(self):
        done = self.run_script(SQUARES.replace("PAUSE", "0"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "[0.5, -2.0, 1.0, -4.0, 1.5, -6.0]\n")
        self.assertIn("study: 6 of 6 cases\n", done.stderr)
        rows = self.table()
        self.assertEqual([(r["x"], r["y"]) for r in rows],
                         [(x, y) for x in "123" for y in ("0.5", "-2.0")])
        self.assertEqual({r["name"] for r in rows}, {"a,b"})
        self.assertEqual(len(self.computed()), 6)

    def test_only_new_cases_are_computed(self):
        script = SQUARES.replace("PAUSE", "0")
        self.run_script(script)
        self.computed()
        done = self.run_script(script)
        self.assertEqual((done.stdout, done.stderr), ("[0.5, -2.0, 1.0, -4.0, 1.5, -6.0]\n", ""))
        self.assertEqual(self.computed(), [])
        self.run_script(script.replace("[1, 2, 3]", "[2, 7]"))
        self.assertEqual(self.computed(), ["7 -2.0", "7 0.5"])
        self.run_script(script.replace("x * y", "x + y"))
        self.assertEqual(len(self.computed()), 6)
        self.assertEqual(self.table()[0]["product"], "1.5")
        self.run_script(script.replace("processes=2", "processes=2, fresh=True"))
        self.assertEqual(len(self.computed()), 6)

    def test_a_killed_study_goes_on_where_it_was(self):
        script = SQUARES.replace("PAUSE", "0.5")
        process = subprocess.Popen(self.command(script), cwd=self.folder, stderr=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL)
        start = time.time()
        table = os.path.join(self.folder, "out/study/table.csv")
        while not os.path.exists(table) and time.time() < start + 120:
            time.sleep(0.01)
        process.kill()
        process.wait()
        time.sleep(1.0)  # its cases end with it: none of them answers any more
        places = os.listdir(os.path.join(self.folder, "out/study/cases"))
        answered = [p for p in places
                    if os.path.exists(os.path.join(self.folder, "out/study/cases", p, "done.json"))]
        self.assertTrue(1 <= len(answered) < 6)
        self.computed()
        done = self.run_script(script)
        self.assertEqual(done.stdout, "[0.5, -2.0, 1.0, -4.0, 1.5, -6.0]\n")
        self.assertEqual(len(self.computed()), 6 - len(answered))

    def test_cases_that_fail_are_told_and_tried_again(self):
        done = self.run_script(HEAD + """
def model(x):
    if x == 1:
        raise ValueError('one is wrong')
    if x == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    if x == 3:
        sys.exit(0)
    if x == 4:
        return 'nothing', 5
    return 10 * x

table = study(model, {'x': [0, 1, 2, 3, 4]}, 'out/study', 1)
print(table['value'].tolist(), table.columns)
""")
        self.assertEqual(done.stdout, "[0.0, nan, nan, nan, nan] ['x', 'value', 'error']\n")
        self.assertIn("study: 5 of 5 cases, 4 failed\n", done.stderr)
        errors = [row["error"] for row in self.table()]
        self.assertEqual(errors[0], "")
        self.assertRegex(errors[1], "ValueError: one is wrong$")
        self.assertEqual(errors[2], "killed by SIGKILL")
        self.assertRegex(errors[3], "the script ended before the case was computed$")
        self.assertRegex(errors[4], r"script\.py:\d+: study: result 'value' must be a number or a text, got \('nothing', 5\)$")

    def test_results_with_the_name_of_a_parameter_tell_the_line_of_the_script(self):
        self.run_script(HEAD + "def model(x):\n    return {'x': 1}\n\nstudy(model, {'x': [0]}, 'out/study', 1)\n")
        self.assertRegex(self.table()[0]["error"], r"script\.py:7: study: result 'x' has the name of a parameter or 'error'$")

    def test_models_get_a_folder_of_their_own(self):
        done = self.run_script(HEAD + """
from solfec import *

def fall(height, folder):
    solfec = SOLFEC('DYNAMIC', 1e-3, folder)
    BODY(solfec, 'RIGID', SPHERE((0, 0, height), 1, 1, 1), BULK_MATERIAL(solfec, density=1.0))
    GRAVITY(solfec, (0, 0, -10))
    RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.1)
    return ENERGY(solfec)[0] / solfec.bodies[0].mass

print(study(fall, {'height': [1, 2]}, 'out/study')['value'].round(3).tolist(), NON_SOLFEC_ARGV())
""")
        self.assertEqual(done.stdout.split(" None")[0], "[0.5, 0.5]", done.stderr)

    @unittest.skipUnless(EMBEDDED, "an option of the program")
    def test_check_calls_the_first_case_alone(self):
        self.command(SQUARES.replace("PAUSE", "0"))
        for words, cases in ((("--check", "script.py"), 1), (("-q", "script.py", "--", "--check"), 6)):
            done = self.run_program(*words)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(self.computed()), cases)

    def test_two_studies_of_a_script_follow_each_other(self):
        done = self.run_script(HEAD + """
first = study(lambda x: x * 2, {'x': [1, 2]}, 'out/first')
second = study(lambda y: y + 1, {'y': first['value'].tolist()}, 'out/second')
print(second['value'].tolist())
""")
        self.assertEqual(done.stdout, "[3.0, 5.0]\n", done.stderr)


# One case that depends on its script in many ways; the file `other.py` beside it holds `third`.
DEPENDS = HEAD + """
import argparse, functools
from dataclasses import dataclass
import other

parser = argparse.ArgumentParser()
parser.add_argument('--first', type=float, default=1.0)
parser.add_argument('--jobs', type=int, default=1)
args = parser.parse_args((NON_SOLFEC_ARGV() if 'NON_SOLFEC_ARGV' in globals() else sys.argv[1:]) or [])
table, unread, places = {'second': [2.0]}, 7, {'a', 'b', 'c'}

@dataclass
class Load:
    fourth: float
    unread: int
    def twice(self):
        return 2 * self.fourth

def made(fifth):
    return lambda: fifth

def helper():
    return table['second'][0] + other.third + load.twice() + inner()

load, inner = Load(4.0, 1), made(5.0)

def model(x, sixth=6.0):
    with open('computed', 'a') as file:
        file.write('case\\n')
    return x * args.first * helper() + sixth + len(places)

print(study(model, {'x': [1]}, 'out/study', processes=args.jobs)['value'][0])
"""


class Changes(StudyTest):
    """Answers are those of the script as it is now, wherever it was changed."""

    def run_changed(self, old="", new="", words=(), options=()):
        with open(os.path.join(self.folder, "other.py"), "w") as file:
            file.write("third, fourth = 3.0, 0\n".replace(old or "\0", new))
        program, *rest = self.command(DEPENDS.replace(old or "\0", new))
        words = (["--"] if EMBEDDED and words else []) + list(words)
        return subprocess.run([program, *options, *rest, *words], cwd=self.folder, text=True, timeout=300,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_what_the_function_depends_on_is_compared(self):
        value = 2 + 3 + 8 + 5 + 6 + 3
        self.assertEqual(self.run_changed().stdout, f"{value}.0\n")
        self.assertEqual(len(self.computed()), 1)
        for old, new, words, change, text in (
                ("", "", ("--first", "2"), 18, "variable args of the function 'model'.first is 2.0, but 1.0 before"),
                ("[2.0]", "[2.5]", (), 0.5, "variable table of the function 'helper' is {'second': [2.5]}, but {'second': [2.0]} before"),
                ("third, fourth = 3.0", "third, fourth = 3.5", (), 0.5, "other' has changed; variable other of the function 'helper'.third is 3.5, but 3.0 before"),
                ("Load(4.0", "Load(4.5", (), 1, "fourth is 4.5, but 4.0 before"),
                ("2 * self", "3 * self", (), 4, "the text of the class 'Load' has changed"),
                ("made(5.0)", "made(5.5)", (), 0.5, "variable fifth of the function 'made.<locals>.<lambda>' is 5.5, but 5.0 before"),
                ("sixth=6.0", "sixth=6.5", (), 0.5, "default sixth of the function 'model' is 6.5, but 6.0 before"),
                ("'b', 'c'", "'b'", (), -1, "variable places of the function 'model' is ('a', 'b'), but ('a', 'b', 'c') before")):
            with self.subTest(new or words):
                done = self.run_changed(old, new, words)
                self.assertEqual(done.stdout, f"{value + change:.1f}\n", done.stderr)
                self.assertRegex(done.stderr, r"(?m)^study: computes out/study anew: .*" + re.escape(text))
                self.assertEqual(len(self.computed()), 1)
                self.run_changed()
                self.computed()

    def test_what_the_function_does_not_read_does_not_count(self):
        self.run_changed()
        self.computed()
        for old, new, words in (("", "", ("--jobs", "2")), ("unread, places = {'second': [2.0]}, 7", "unread, places = {'second': [2.0]}, 8", ()),
                                ("Load(4.0, 1)", "Load(4.0, 2)", ())):
            done = self.run_changed(old, new, words)
            self.assertEqual((done.stdout, done.stderr, self.computed()), ("27.0\n", "", []))

    def test_functions_that_read_the_command_line_depend_on_it(self):
        script = HEAD + "def model(x):\n    return x * len(sys.argv)\n\nprint(study(model, {'x': [1]}, 'out/study', 1)['value'][0])\n"
        for words, value in (((), 1), (("a", "b"), 3)):
            line = self.command(script) + (["--"] if EMBEDDED and words else []) + list(words)
            done = subprocess.run(line, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual(done.stdout, f"{value}.0\n", done.stderr)
        self.assertIn("anew: the command line is ['a', 'b'], but [] before\n", done.stderr)

    @unittest.skipUnless(EMBEDDED, "an option of the program")
    def test_an_option_computes_anew(self):
        self.run_changed()
        self.computed()
        self.assertEqual(self.run_changed(options=("-w",)).stdout, "27.0\n")
        self.assertEqual(len(self.computed()), 1)


class Tables(LanguageTest):
    def test_columns_are_arrays_and_csv_has_all_digits(self):
        table = Table([{"a": 1, "b": 0.1 + 0.2, "c": "x,y"}, {"a": 2, "error": "broken"}])
        self.assertEqual(table.columns, ["a", "b", "c", "error"])
        np.testing.assert_array_equal(table["a"], [1, 2])
        np.testing.assert_array_equal(table["b"], [0.1 + 0.2, np.nan])
        self.assertEqual(table["c"].tolist(), ["x,y", ""])
        path = os.path.join(self.folder, "table.csv")
        table.save(path)
        with open(path, newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows, [["a", "b", "c", "error"], ["1", repr(0.1 + 0.2), "x,y", ""],
                                ["2", "", "", "broken"]])
        self.assertEqual((len(table), repr(table)), (2, "Table(2 rows of a, b, c, error)"))
        with self.assertRaisesRegex(KeyError, "no column 'd'; there are a, b, c, error"):
            table["d"]

    def test_combinations(self):
        self.assertEqual(combinations({"a": np.array([1.5, 2.0]), "b": ("x",)}),
                         [{"a": 1.5, "b": "x"}, {"a": 2.0, "b": "x"}])
        self.assertEqual(combinations([{"a": 1}, {"a": np.float64(2)}]), [{"a": 1}, {"a": 2.0}])

    def test_wrong_arguments_are_refused(self):
        for text, parameters, others in (
                ("parameter 'a' must be a list of values, got 3", {"a": 3}, {}),
                ("parameter 'a' must be a list of values, got 'xy'", {"a": "xy"}, {}),
                ("'a' must be a number, a text or True or False, got None", {"a": [None]}, {}),
                ("'a' must be finite, got inf", [{"a": float("inf")}], {}),
                ("parameters must hold at least one value", {"a": []}, {}),
                ("parameters must hold at least one value", {}, {}),
                ("parameters must hold at least one value", [{}], {}),
                ("processes must be a whole number above 0, got 0", {"a": [1]}, {"processes": 0}),
                ("processes must be a whole number above 0, got True", {"a": [1]}, {"processes": True})):
            with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: study: " + text):
                study(lambda a: a, parameters, os.path.join(self.folder, "out"), **others)

    def test_parameters_that_the_function_does_not_take_are_refused_before_any_case(self):
        def area(a, b, folder, scale=1):
            return a * b * scale
        for text, parameters in (
                ("the parameters a, b, c are not those of area .*got an unexpected keyword argument 'c'",
                 {"a": [1], "b": [2], "c": [3]}),
                ("the parameters a are not those of area .*missing a required argument: 'b'",
                 [{"a": 1, "b": 2}, {"a": 1}])):
            with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: study: " + text):
                study(area, parameters, os.path.join(self.folder, "out"))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "out")))


if __name__ == "__main__":
    main()
