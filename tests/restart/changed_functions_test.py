"""Functions count as changed when anything changes on which their numbers depend, however they hold it."""

from support import RestartTest, main

SCRIPT = """
import functools
import tables
F = {number}
class Load:
    unit = F
    def __init__(self): self.f, self.calls, self.other = F, 0, None
    def __call__(self, q, u, t, h):
        self.calls += 1
        return [0, 0, self.f] + 6 * [0]
    def method(self, q, u, t, h): return [0, 0, self.inner()] + 6 * [0]
    def inner(self): return self.f
    @property
    def twice(self): return 2 * self.f
class Slots:
    __slots__ = ('f', 'empty')
    def __init__(self): self.f = F
    def method(self, q, u, t, h): return [0, 0, self.f] + 6 * [0]
def by(f, q, u, t, h, g=0): return [0, 0, f + g] + 6 * [0]
class Names: f = F
load, slots = Load(), Slots()
load.other, chain = load, Load()
chain.next = chain
chain.held = load
F = 0
def along(value): return [0, 0, value] + 6 * [0]
generator = (i for i in range(3))
force = {function}
s = SOLFEC('DYNAMIC', 1e-3, 'out')
b = BODY(s, 'RIGID', SPHERE((0, 0, 0), .2, 1, 1), BULK_MATERIAL(s, density=1e3), 'ball')
SURFACE_MATERIAL(s)
FORCE(b, 'SPATIAL', b.center, (0, 0, 1), force)
{more}
for k in range(2): RUN(s, GAUSS_SEIDEL_SOLVER(), .01)
"""


class ChangedFunctions(RestartTest):
    def said_on(self, *words, code=0, number=5.0, function="load", more=""):
        self.write("tables.py", f"height = {number}\ndef scaled(x): return {number} * x\n")
        self.write("push.py", SCRIPT.format(number=number, function=function, more=more))
        result = self.run_program("-q", *words, "push.py")
        self.assertEqual(result.returncode, code, result.stderr)
        return result.stderr

    def test_whatever_holds_a_number(self):
        for function, told in (
                ("load", "variable self.f"), ("load.method", "variable self.f"), ("slots.method", "variable self.f"),
                ("functools.partial(by, load.f)", "argument 1"), ("functools.partial(by, 1, g=load.f)", "argument g"),
                ("functools.partial(by, g=0, f=load.f) if 0 else functools.partial(functools.partial(by, load.f), g=1)",
                 "argument 1"),
                ("lambda q, u, t, h: along(load.f)", "variable load.f"),
                ("lambda q, u, t, h: along(load.twice)", "variable load.f"),
                ("lambda q, u, t, h: along(chain.held.f)", "variable chain.held.f"),
                ("lambda q, u, t, h: along(Names.f)", "variable Names.f"),
                ("lambda q, u, t, h: along(load.unit)", "variable load.unit"),
                ("lambda q, u, t, h: along(tables.height)", "variable tables.height"),
                ("lambda q, u, t, h: along(tables.scaled(2))", "code (Python"),
                ("lambda q, u, t, h: load.method(q, u, t, h)", "variable load.f"),
                ("(lambda held: lambda q, u, t, h: along(held.f))(load)", "variable held.f")):
            with self.subTest(function=function):
                self.said_on("-w", function=function)
                self.assertEqual(self.said_on(function=function), "")
                said = self.said_on(function=function, number=7.0, code=2)
                self.assertIn(f"  RUN 1: {told}", said)
                self.assertIn("on body 'ball' is ", said)
                if not told.startswith("code"):
                    self.assertIn(" is 7, but 5 in the results", said)

    def test_data_that_is_an_object(self):
        function = "lambda data, q, u, t, h: along(data.f)"
        model = SCRIPT.replace("(0, 0, 1), force)", "(0, 0, 1), force, load)")
        for number, code in ((5.0, 0), (7.0, 2)):
            self.write("tables.py", "")
            self.write("push.py", model.format(number=number, function=function, more=""))
            result = self.run_program("-q", "push.py")
            self.assertEqual(result.returncode, code, result.stderr)
        self.assertIn("data.f of the function '<lambda>' on body 'ball' is 7, but 5 in the results", result.stderr)

    def test_numbers_and_texts_that_python_cannot_write(self):
        for held in ("10 ** 5000", r"'\ud800'"):
            for function in ("lambda q, u, t, h, big=%s: along(1.0)" % held, "(lambda big: lambda q, u, t, h: along(big and 1.0))(%s)" % held):
                self.said_on("-w", function=function)
                self.said_on(function=function)

    def test_a_callback_counts_as_a_warning_but_not_what_it_counts_itself(self):
        more = "seen = []\ndef back():\n    load.calls += 1\n    seen.append(load.calls)\n    b.damping = {}\n    return 1\n" \
            "CALLBACK(s, 2e-3, (), back)"
        self.said_on("-w", more=more.format("0.1"))
        self.assertEqual(self.said_on(more=more.format("0.1")), "")
        self.assertRegex(self.said_on(more=more.format("0.2")), r"warning: RUN 1: code \(Python .*\) of the function 'back' is")
        more = more.format("0.1 * load.f")
        self.said_on("-w", more=more)
        self.assertIn("variable load.f of the function 'back' is 7, but 5",
                      self.said_on("--read", more=more, number=7.0))

    def test_what_cannot_be_compared_is_said_once(self):
        self.write("tables.py", "")
        self.write("push.py", SCRIPT.format(number=1.0, function="lambda q, u, t, h: along(next(generator, 0))", more=""))
        said = self.run_ok("-w", "push.py").stdout
        self.assertEqual(said.count("variable generator of the function '<lambda>' is an object of the type generator, "
                                    "whose contents are not compared"), 1, said)


if __name__ == "__main__":
    main()
