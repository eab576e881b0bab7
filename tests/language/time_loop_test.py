"""TIME_LOOP: a script makes the steps of a RUN part by part."""

import math
import signal

from support import *

try:
    import numpy
except ImportError:
    numpy = None

needs_numpy = unittest.skipIf(numpy is None, "numpy is not installed (Debian: python3-numpy)")

# files of a results folder that tell of times, or of the script and its command line
OTHERS = re.compile(r"STATE|log|provenance.txt|timing\..*|.*\.py")

# One script for RUN and for a loop: what differs stands in the last lines.
PILE = """
import os
def pile (analysis, kind, form):
    solfec = SOLFEC (analysis, 1e-3, 'out')
    stone = BULK_MATERIAL (solfec, young=1e8, poisson=0.2, density=2200)
    SURFACE_MATERIAL (solfec, friction=0.5, restitution=0.2)
    GRAVITY (solfec, (0, 0, -9.81))
    def block (x, z, extent):
        corners = [x, 0, z, x + extent, 0, z, x + extent, extent, z, x, extent, z]
        corners += [c + extent * (i %% 3 == 2) for i, c in enumerate (corners)]
        if kind != 'FINITE_ELEMENT' or extent > 1: return HULL (corners, 1, 1)
        return HEX (corners, 2, 1, 1, 1, [1] * 6)
    BODY (solfec, 'OBSTACLE', block (-2, -5, 5), stone)
    for i in range (3):
        body = BODY (solfec, kind, block (0.1 * i, 0.501 * i, 0.5), stone, form=form) if form else \\
               BODY (solfec, kind, block (0.1 * i, 0.501 * i, 0.5), stone)
    INITIAL_VELOCITY (body, (0.5, 0, -1), (0, 0.3, 0))
    ball = BODY (solfec, 'RIGID', SPHERE ((0.3, 0.2, 2), 0.2, 1, 1), stone)
    FIX_POINT (ball, (0.3, 0.2, 2.2))
    OUTPUT (solfec, 0.004)
    if analysis == 'DYNAMIC': EXTENTS (solfec, (-9, -9, -9, 9, 9, 3))
    CALLBACK (solfec, 0.01, (body,), lambda body: GRAVITY (solfec, (0.1, 0, -9.81)))
    return solfec
solfec = pile (%r, %r, %r)
solver = GAUSS_SEIDEL_SOLVER (1e-6, 1000)
"""

RUN_IT = """
for duration in (0.013, 0.012):
    RUN (solfec, solver, duration)
"""

LOOP_IT = """
for duration in (0.013, 0.012):
  with TIME_LOOP (solfec, solver, duration) as loop:
    for step in loop:
        step.predict ()
        step.detect ()
        step.rows ()
        step.solve ()
        step.finish ()
"""


def make(step, reactions=None):
    """All parts of a step that has begun."""
    step.predict()
    step.detect()
    step.rows()
    step.solve(reactions)
    step.finish()


def projected_gauss_seidel(rows):
    """Contacts alone: R_i = P_K(R_i - r (U_i + (shift + mu |U_T|) n)), r = 1 / largest of W_ii."""
    blocks, column, start = rows.W
    B, R, mu, shift = rows.B, rows.R.copy(), rows.friction, rows.shift
    R[rows.open] = 0
    for sweep in range(2000):
        change = 0.0
        for i in numpy.nonzero(~rows.open)[0]:
            part = slice(start[i], start[i + 1])
            u = B[i] + numpy.einsum("kij,kj->i", blocks[part], R[column[part]])
            diagonal = blocks[part][column[part] == i][0]
            r = 1 / numpy.linalg.norm(diagonal, 2)
            new = R[i] - r * (u + (0, 0, shift[i] + mu[i] * math.hypot(u[0], u[1])))
            tangent = math.hypot(new[0], new[1])
            if mu[i] * tangent <= -new[2]:
                new = numpy.zeros(3)
            elif tangent > mu[i] * new[2]:
                normal = (new[2] + mu[i] * tangent) / (1 + mu[i] ** 2)
                new = numpy.array([*(new[:2] * mu[i] * normal / tangent), normal])
            change = max(change, numpy.abs(new - R[i]).max())
            R[i] = new
        if change <= 1e-11 * numpy.abs(R).max():
            break
    return R


class Bytes(LanguageTest):
    def results(self, name, script, *words, code=0):
        """Runs a script in a folder of its own. Returns its files, without those of OTHERS."""
        folder = os.path.join(self.folder, name)
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "input.py"), "w") as file:
            file.write(script)
        done = self.run_program(*words, "input.py", cwd=folder)
        self.assertEqual(done.returncode, code, done.stderr)
        found = {}
        for file in sorted(os.listdir(os.path.join(folder, "out"))):
            if OTHERS.fullmatch(file):
                continue
            with open(os.path.join(folder, "out", file), "rb") as content:
                found[file] = content.read()
        self.assertIn("frames.0.xdr", found)
        self.assertTrue(any(file.startswith("state") for file in found), list(found))
        return found

    def assert_same(self, a, b):
        self.assertEqual(list(a), list(b))
        for file in a:
            self.assertTrue(a[file] == b[file], file + " differs")

    def test_a_loop_gives_the_bytes_of_run(self):
        for model in (("DYNAMIC", "RIGID", ""), ("QUASI_STATIC", "RIGID", ""),
                      ("DYNAMIC", "PSEUDO_RIGID", ""), ("DYNAMIC", "FINITE_ELEMENT", "TL"),
                      ("DYNAMIC", "FINITE_ELEMENT", "BC")):
            with self.subTest(model=model):
                name = "-".join(model)
                self.assert_same(self.results("run" + name, PILE % model + RUN_IT),
                                 self.results("loop" + name, PILE % model + LOOP_IT))

    def test_the_bytes_are_not_those_of_another_model(self):
        a = self.results("a", PILE % ("DYNAMIC", "RIGID", "") + RUN_IT)
        b = self.results("b", (PILE % ("DYNAMIC", "RIGID", "") + LOOP_IT).replace("0.5, 0, -1", "0.5001, 0, -1"))
        self.assertNotEqual(a["frames.0.xdr"], b["frames.0.xdr"])

    def killed_and_continued(self, script):
        """Files of a run whose process was killed after a step of the second loop, and which was continued; files
        of states begin anew where a run goes on, frames hold all that moves."""
        kill = "step.finish ()\n        if step.time > 0.0175: os.kill (os.getpid (), 9)"
        self.results("parts", script.replace("step.finish ()", kill), code=-9)
        return self.results("parts", script, "-c")

    def test_a_loop_that_was_killed_is_continued_to_the_same_bytes(self):
        script = PILE % ("DYNAMIC", "RIGID", "") + LOOP_IT
        whole, parts = self.results("whole", script), self.killed_and_continued(script)
        self.assertTrue(whole["frames.0.xdr"] == parts["frames.0.xdr"])

    def test_changes_before_predict_are_made_again_when_a_loop_is_continued(self):
        script = (PILE % ("DYNAMIC", "RIGID", "") + LOOP_IT).replace(
            "step.predict ()", "GRAVITY (solfec, (step.time * 9, 0, -9.81))\n        step.predict ()")
        whole = self.results("whole", script)
        parts = self.killed_and_continued(script)
        self.assertTrue(whole["frames.0.xdr"] == parts["frames.0.xdr"])
        plain = self.results("plain", PILE % ("DYNAMIC", "RIGID", "") + LOOP_IT)
        self.assertFalse(plain["frames.0.xdr"] == whole["frames.0.xdr"])

    def test_read_mode_shows_the_end_and_has_no_steps(self):
        script = PILE % ("DYNAMIC", "RIGID", "") + LOOP_IT.replace("step.predict ()", "print ('step'); step.predict ()")
        script += "print (solfec.mode, solfec.time)\n"
        self.results("read", script)
        done = self.run_program("input.py", cwd=os.path.join(self.folder, "read"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("READ 0.025", done.stdout)
        self.assertNotIn("step", done.stdout)


@needs_numpy
class Arrays(LanguageTest):
    def model(self):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, young=1e8, poisson=0.2, density=1000, label="bulk")
        bodies = [BODY(solfec, "OBSTACLE", cube((0, 0, -1)), bulk),
                  BODY(solfec, "PSEUDO_RIGID", cube((0, 0, 2)), bulk),
                  BODY(solfec, "RIGID", cube((0, 0, 4)), bulk),
                  BODY(solfec, "FINITE_ELEMENT", HEX(CUBE, 1, 1, 1, 1, [1] * 6), bulk)]
        INITIAL_VELOCITY(bodies[2], (1, 2, 3), (0.1, 0.2, 0.3))
        INITIAL_VELOCITY(bodies[3], (0, 0, 1), (0.5, 0, 0))
        return solfec, bodies

    def test_arrays_are_the_numbers_of_the_bodies_one_after_the_other(self):
        solfec, bodies = self.model()
        with TIME_LOOP(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 0.003) as loop:
            for step in loop:
                make(step)
                self.assertEqual(list(step.bodies), [1, 2, 3, 4])
                for array, start, member in ((step.u, step.u_start, "velo"), (step.q, step.q_start, "conf")):
                    self.assertEqual(start[-1], len(array))
                    for i, body in enumerate(bodies):
                        own = getattr(body, member) or ()
                        self.assertEqual(list(array[start[i]:start[i + 1]]), list(own))
            self.assertEqual(loop.number, 3)

    def test_arrays_do_not_change_behind_the_script(self):
        solfec, _ = self.model()
        GRAVITY(solfec, (0, 0, -10))
        with TIME_LOOP(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 0.001) as loop:
            loop.begin()
            before = loop.u
            copy = before.copy()
            make(loop)
            self.assertTrue((before == copy).all())
            self.assertFalse((before == loop.u).all())
            with self.assertRaisesRegex(ValueError, "read-only"):
                before[0] = 1

    def test_writing_u_acts_as_initial_velocity_to_the_bit(self):
        states = []
        for by_array in (False, True):
            solfec, bodies = self.model()
            FIX_POINT(bodies[1], (0, 0, 2))  # joints take up what they forbid
            GRAVITY(solfec, (0, 0, -10))
            with TIME_LOOP(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 0.01) as loop:
                for step in loop:
                    if step.number == 4 and by_array:
                        u = step.u.copy()
                        for body, given in changes:
                            u[step.u_start[body.id - 1]:step.u_start[body.id]] = given
                        step.u = u
                    elif step.number == 4:
                        INITIAL_VELOCITY(bodies[1], (0.3, -1, 0.2), (0.5, 0.25, 1))
                        INITIAL_VELOCITY(bodies[2], (3, 2, 1), (1, -2, 0.5))
                        INITIAL_VELOCITY(bodies[3], (0, 1, 0), (0, 0, 2))
                        given = [body.velo for body in bodies[1:]]
                    if step.number == 4:
                        before = [ENERGY(solfec, body) for body in bodies]
                    make(step)
            if not by_array:
                changes = [(Twin(body.id), numbers) for body, numbers in zip(bodies[1:], given)]
            states.append([before, [(body.conf, body.velo) for body in bodies], ENERGY(solfec)])
        self.assertEqual(states[0], states[1])

    def test_u_that_cannot_be(self):
        solfec, bodies = self.model()
        INITIAL_VELOCITY(bodies[2], (1, 2, 3), (0, 0, 0))
        bodies[2].disable_rotation = "ON"
        with TIME_LOOP(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 0.003) as loop:
            loop.begin()
            size = len(loop.u)

            def write(value):
                loop.u = value

            before = loop.u
            self.assert_refused(ValueError, "TIME_LOOP.u: 'u' must have the %d numbers of all bodies, got 3" % size,
                                lambda: write([1, 2, 3]))
            self.assert_refused(ValueError, "TIME_LOOP.u: 'u' must be finite, number 1 is inf",
                                lambda: write([0, math.inf] + [0] * (size - 2)))
            self.assert_refused(ValueError, "TIME_LOOP.u: the angular velocity of body 3 .*must be zero",
                                lambda: write(before + 1))
            self.assert_refused(TypeError, "TIME_LOOP.u: 'u' must be", lambda: write("fast"))
            self.assertTrue((loop.u == before).all())
            loop.predict()
            self.assert_refused(RuntimeError, "TIME_LOOP.u: not allowed between the parts of a step",
                                lambda: write(before))
            loop.detect(), loop.rows(), loop.solve(), loop.finish()
        self.assert_refused(RuntimeError, r"TIME_LOOP.u: can be written between finish \(\) and predict \(\)",
                            lambda: write(before))


class Twin:
    """A body by its id."""

    def __init__(self, id):
        self.id = id


@needs_numpy
class Rows(LanguageTest):
    def slope(self, friction, angle, spring=0.0):
        """A cube on a slope, by gravity that is turned."""
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=1000)
        SURFACE_MATERIAL(solfec, friction=friction, spring=spring)
        ground = BODY(solfec, "OBSTACLE", cube((-5, -5, -10), 10), bulk)
        block = BODY(solfec, "RIGID", cube(), bulk)
        GRAVITY(solfec, (10 * math.sin(angle), 0, -10 * math.cos(angle)))
        return solfec, ground, block

    def test_rows_are_the_local_dynamics(self):
        solfec, ground, block = self.slope(0.3, 0.5)
        with TIME_LOOP(solfec, GAUSS_SEIDEL_SOLVER(1e-9, 1000), 0.01) as loop:
            for step in loop:
                step.predict()
                step.detect()
                rows = step.rows()
                R0, n = rows.R, rows.count
                step.solve()
                W = numpy.zeros((3 * n, 3 * n))
                blocks, column, start = rows.W
                for i in range(n):
                    for k in range(start[i], start[i + 1]):
                        W[3 * i:3 * i + 3, 3 * column[k]:3 * column[k] + 3] = blocks[k]
                # W from the mass of a cube: h H M^-1 H^T
                H = numpy.zeros((3 * n, 6))
                turned = numpy.array(step.q[:9]).reshape(3, 3).T
                center = step.q[9:12]
                for i in range(n):
                    sign = 1 if rows.bodies[i, 0] == block.id else -1
                    x, y, z = rows.point[i] - center
                    arm = numpy.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
                    H[3 * i:3 * i + 3, :3] = -sign * rows.frame[i].T @ arm @ turned
                    H[3 * i:3 * i + 3, 3:] = sign * rows.frame[i].T
                mass = numpy.diag([1000 / 6] * 3 + [1000] * 3)
                expected = 1e-3 * H @ numpy.linalg.inv(mass) @ H.T
                self.assertLess(numpy.abs(W - expected).max(), 1e-12 * numpy.abs(W).max())
                self.assertLess(numpy.abs(rows.U.ravel() - rows.B.ravel() - W @ rows.R.ravel()).max(), 1e-12)
                self.assertEqual(set(rows.kinds), {"CONTACT"})
                self.assertTrue((rows.friction == 0.3).all())
                self.assertEqual(rows.gap.shape, (n,))
                self.assertEqual(sorted(set(rows.bodies.ravel())), [ground.id, block.id])
                self.assertEqual(R0.shape, (n, 3))
                step.finish()
        self.assertEqual(n, 4)

    def test_reactions_of_a_script_slide_as_the_closed_form_and_are_certified(self):
        angle, friction = 0.5, 0.3
        solfec, _, block = self.slope(friction, angle)
        solver = GAUSS_SEIDEL_SOLVER(1e-8, 1000)
        with TIME_LOOP(solfec, solver, 0.05) as loop:
            for step in loop:
                make(step, projected_gauss_seidel)
                self.assertEqual(solver.missed, "")
                self.assertLess(solver.residual, 1e-8)
        speed = 0.05 * 10 * (math.sin(angle) - friction * math.cos(angle))
        self.assertAlmostEqual(block.velo[3], speed, delta=1e-8 * speed)
        # the error is that of the solver's measure: its own reactions, a little off, are found out
        self.assertEqual(solver.error, "OK")

    def test_wrong_reactions_are_told(self):
        solfec, _, block = self.slope(0.3, 0.0)
        solver = GAUSS_SEIDEL_SOLVER(1e-8, 1000)
        with TIME_LOOP(solfec, solver, 0.002) as loop:
            loop.begin()
            make(loop)
            weight = loop.step * 10
            loop.begin()
            loop.predict()
            loop.detect()
            rows = loop.rows()
            loop.solve(0.9 * rows.R)
            # a tenth of the weight is left: U_N = -0.1 g h in each of the four rows
            self.assertAlmostEqual(solver.velerr, 0.1 * weight, delta=1e-9)
            self.assertEqual(solver.error, "DIVERGED")
            self.assertNotEqual(solver.missed, "")
            loop.finish()
        self.assertAlmostEqual(block.velo[5], -0.1 * weight, delta=1e-9)

    def test_the_failure_policy_judges_reactions_of_a_script(self):
        solfec, _, _ = self.slope(0.3, 0.0)
        solver = GAUSS_SEIDEL_SOLVER(1e-8, 1000, failure="EXIT")
        loop = TIME_LOOP(solfec, solver, 0.002)
        loop.begin()
        loop.predict(), loop.detect()
        rows = loop.rows()
        loop.solve(numpy.zeros((rows.count, 3)))
        self.assert_refused(SolverStop, "TIME_LOOP.finish: t=0.001 s: the solver failed", loop.finish)
        self.assertEqual(loop.next, "")

    def test_quasi_static_steps_take_reactions_too(self):
        solfec = self.new_solfec("QUASI_STATIC")
        bulk = BULK_MATERIAL(solfec, density=1000)
        SURFACE_MATERIAL(solfec, friction=0.3)
        ground = BODY(solfec, "OBSTACLE", cube((-5, -5, -10), 10), bulk)
        BODY(solfec, "RIGID", cube(), bulk)
        GRAVITY(solfec, (0, 0, -10))
        solver = GAUSS_SEIDEL_SOLVER(1e-6, 1000)
        with TIME_LOOP(solfec, solver, 0.003) as loop:
            for step in loop:
                make(step, projected_gauss_seidel)
        force = sum(row.R[2] for row in solfec.constraints)
        self.assertAlmostEqual(force, 10000, delta=1e-2)

    def test_reactions_that_cannot_be(self):
        for given, kind, text in (([1, 2], ValueError, "'reactions' must have 3 numbers for each of the 4 rows, got 2"),
                                  ([[0, 0, math.nan]] * 4, ValueError, r"'reactions' must be finite, row 0 is"),
                                  ("all", TypeError, "'reactions' must be an array of 4 x 3 reactions, got 'all'"),
                                  (lambda rows: [1], ValueError, "what the function '<lambda>' returns must have 3"),
                                  (lambda: 0, TypeError, "the function '<lambda>' of TIME_LOOP.solve is called with 1")):
            solfec, _, block = self.slope(0.3, 0.0)
            loop = TIME_LOOP(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000), 0.002)
            loop.begin()
            before = (block.conf, block.velo)
            loop.predict(), loop.detect(), loop.rows()
            self.assert_refused(kind, "TIME_LOOP.solve: " + text, lambda: loop.solve(given))
            self.assertEqual(loop.next, "")  # the RUN has ended
            self.assertEqual((block.conf, block.velo), before)

    def test_solvers_without_criteria_take_none(self):
        solfec, _, _ = self.slope(0.3, 0.0, spring=1e6)
        loop = TIME_LOOP(solfec, PENALTY_SOLVER(), 0.002)
        loop.begin(), loop.predict(), loop.detect(), loop.rows()
        self.assert_refused(ValueError, "TIME_LOOP.solve: 'reactions' cannot be given: PENALTY_SOLVER",
                            lambda: loop.solve(lambda rows: rows.R))
        loop.solve(), loop.finish(), loop.end()

    def test_rows_end_with_their_step(self):
        solfec, _, _ = self.slope(0.3, 0.0)
        with TIME_LOOP(solfec, GAUSS_SEIDEL_SOLVER(), 0.002) as loop:
            loop.begin(), loop.predict(), loop.detect()
            rows = loop.rows()
            loop.solve(), loop.finish()
            self.assert_refused(RuntimeError, r"ROWS.R: the rows of a step are there until its finish \(\)",
                                lambda: rows.R)


class Misuse(LanguageTest):
    def loop(self, duration=0.01):
        solfec = self.new_solfec()
        ball = self.new_ball(solfec)
        GRAVITY(solfec, (0, 0, -10))
        return solfec, ball, TIME_LOOP(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), duration)

    def test_parts_have_an_order(self):
        _, _, loop = self.loop()
        parts = ("begin", "predict", "detect", "rows", "solve", "finish")
        for k in range(12):
            self.assertEqual(loop.next, parts[k % 6])
            for part in parts:
                if part == parts[k % 6]:
                    continue
                self.assert_refused(RuntimeError, r"TIME_LOOP.%s: the next part of a step is %s \(\)"
                                    % (part, parts[k % 6]), getattr(loop, part))
            getattr(loop, parts[k % 6])()
        loop.end()
        for part in parts[1:]:
            self.assert_refused(RuntimeError, r"TIME_LOOP.%s: the RUN of this loop has ended" % part,
                                getattr(loop, part))
        self.assertIs(loop.begin(), False)
        loop.end()

    def test_a_step_of_a_for_loop_is_made(self):
        _, _, loop = self.loop()

        def skip():
            for step in loop:
                pass

        self.assert_refused(RuntimeError, r"__next__: the next part of a step is predict \(\)", skip)

    def test_a_loop_that_is_left_between_steps_writes_its_end(self):
        solfec, ball, loop = self.loop()
        with loop:
            for step in loop:
                make(step)
                if step.number == 3:
                    break
        self.assertAlmostEqual(solfec.time, 0.003)
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 0.002)
        self.assertAlmostEqual(ball.velo[5], -0.05)
        times = HISTORY(solfec, [(ball, "KINETIC")], 0, 1)[0]
        self.assertEqual(len(times), 6)

    def test_a_step_that_is_left_half_way_is_taken_back(self):
        for parts in (("predict",), ("predict", "detect"), ("predict", "detect", "rows", "solve")):
            solfec, ball, loop = self.loop()
            before = None

            def leave():
                nonlocal before
                with loop:
                    for step in loop:
                        before = (ball.conf, ball.velo, ENERGY(solfec), solfec.time)
                        if step.number == 3:
                            for part in parts:
                                getattr(step, part)()
                            self.assertNotEqual(ball.conf, before[0])
                            break
                        make(step)

            self.assert_refused(RuntimeError, r"TIME_LOOP: t=0.002 s: the loop is left within a step, before its", leave)
            self.assertEqual((ball.conf, ball.velo, ENERGY(solfec), solfec.time), before)
            times = HISTORY(solfec, [(ball, "KINETIC")], 0, 1)[0]
            self.assertEqual(len(times), 3)  # none of the written frames is lost
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 0.003)
            self.assertAlmostEqual(ball.velo[5], -0.05)

    def test_an_exception_of_the_script_ends_the_run(self):
        solfec, ball, loop = self.loop()
        with self.assertRaisesRegex(ZeroDivisionError, "division"):
            with loop:
                for step in loop:
                    make(step)
                    if step.number == 2:
                        1 / 0
        with open(os.path.join(self.folder, "out1", "STATE")) as file:
            self.assertIn("ZeroDivisionError: division by zero", file.read())
        self.assertEqual(len(HISTORY(solfec, [(ball, "KINETIC")], 0, 1)[0]), 3)

    def test_an_exception_of_a_solver_of_the_script_takes_the_step_back(self):
        solfec, ball, loop = self.loop()

        def fail(rows):
            raise ArithmeticError("no idea")

        with self.assertRaisesRegex(ArithmeticError, "no idea"):
            with loop:
                for step in loop:
                    before = (ball.conf, ball.velo)
                    make(step, fail if step.number == 3 else None)
        self.assertEqual((ball.conf, ball.velo), before)
        self.assertEqual(len(HISTORY(solfec, [(ball, "KINETIC")], 0, 1)[0]), 3)

    def test_the_model_stays_within_a_step(self):
        solfec, ball, loop = self.loop()
        loop.begin()
        GRAVITY(solfec, (0, 0, -20))
        loop.predict()
        text = r"not allowed between the parts of a step of TIME_LOOP, but before its predict \(\)"
        for function in (lambda: GRAVITY(solfec, (0, 0, -5)), lambda: DELETE(solfec, ball),
                         lambda: self.new_ball(solfec), lambda: setattr(solfec, "step", 1),
                         lambda: RUN(solfec, PENALTY_SOLVER(), 1)):
            self.assert_refused(RuntimeError, ".*" + text, function)
        loop.detect(), loop.rows(), loop.solve(), loop.finish()
        self.assertAlmostEqual(ball.velo[5], -0.02)

    def test_one_run_at_a_time(self):
        solfec, _, loop = self.loop()
        text = r"TIME_LOOP of this object is still on; its end \(\) ends it"
        self.assert_refused(RuntimeError, "RUN: a " + text, lambda: RUN(solfec, PENALTY_SOLVER(), 1))
        self.assert_refused(RuntimeError, "TIME_LOOP: another " + text,
                            lambda: TIME_LOOP(solfec, PENALTY_SOLVER(), 1))
        loop.end()
        RUN(solfec, PENALTY_SOLVER(), 0.001)

    def test_two_objects_step_together(self):
        (a, one, first), (b, two, second) = self.loop(), self.loop()
        for _ in zip(first, second):
            first.predict(), second.predict()
            first.detect(), first.rows(), second.detect(), second.rows()
            second.solve(), first.solve(), second.finish(), first.finish()
        self.assertEqual((one.velo, a.time), (two.velo, b.time))
        self.assertAlmostEqual(one.velo[5], -0.1)

    def test_functions_of_a_step_do_not_make_its_parts(self):
        solfec, _, loop = self.loop()
        seen = []

        def call():
            for function in (loop.predict, loop.end, loop.begin):
                try:
                    function()
                except RuntimeError as error:
                    seen.append(str(error))
            return 0

        CALLBACK(solfec, 0.002, (), call)
        for step in loop:
            make(step)
        self.assertEqual(len(seen), 3)
        for text in seen:
            self.assertIn("not allowed in a function that a step calls", text)
        self.assertAlmostEqual(solfec.time, 0.002)  # the function has ended the RUN

    def test_a_loop_is_no_part_of_a_callback(self):
        solfec = self.new_solfec()
        self.new_ball(solfec)
        other = self.new_solfec()
        self.new_ball(other)
        caught = []

        def call():
            try:
                TIME_LOOP(other, PENALTY_SOLVER(), 1)
            except RuntimeError as error:
                caught.append(str(error))

        CALLBACK(solfec, 0.001, (), call)
        RUN(solfec, PENALTY_SOLVER(), 0.001)
        self.assertIn("TIME_LOOP: not allowed in a function that RUN calls", caught[0])

    def test_signals_end_a_loop_after_the_step(self):
        solfec, ball, loop = self.loop()
        with self.assertRaisesRegex(KeyboardInterrupt, "TIME_LOOP was interrupted"):
            with loop:
                for step in loop:
                    if step.number == 3:
                        os.kill(os.getpid(), signal.SIGINT)
                    make(step)
        self.assertAlmostEqual(solfec.time, 0.003)
        self.assertEqual(len(HISTORY(solfec, [(ball, "KINETIC")], 0, 1)[0]), 4)

    def test_a_loop_that_is_left_open_ends_with_the_script(self):
        script = """
solfec = SOLFEC ('DYNAMIC', 1e-3, 'out')
BODY (solfec, 'RIGID', SPHERE ((0, 0, 0), 1, 1, 1), BULK_MATERIAL (solfec))
OUTPUT (solfec, 1)
loop = TIME_LOOP (solfec, PENALTY_SOLVER (), 1)
for step in loop:
    step.predict (); step.detect (); step.rows (); step.solve (); step.finish ()
    if step.number == 5: break
"""
        done = self.run_program(script=script)
        self.assertEqual(done.returncode, 0, done.stderr)
        again = self.run_program(script="print (SOLFEC ('DYNAMIC', 1e-3, 'out').mode, "
                                 "DURATION (SOLFEC ('DYNAMIC', 1e-3, 'out')))")
        self.assertIn("(0.0, 0.005)", again.stdout, again.stderr)

    def test_the_viewer_refuses_it(self):
        script = """
solfec = SOLFEC ('DYNAMIC', 1e-3, 'out')
BODY (solfec, 'RIGID', SPHERE ((0, 0, 0), 1, 1, 1), BULK_MATERIAL (solfec))
try: TIME_LOOP (solfec, PENALTY_SOLVER (), 1)
except RuntimeError as error: print (error); raise SystemExit (7)
"""
        done = self.run_program("-v", script=script)
        if "there is no display" in done.stderr:
            self.skipTest("there is no display")
        self.assertEqual(done.returncode, 7, done.stdout + done.stderr)
        self.assertIn("the viewer cannot compute the steps of a script", done.stdout)


main()
