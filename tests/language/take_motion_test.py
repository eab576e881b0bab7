"""Bodies that change their kind in a run: TAKE_MOTION keeps momentum and angular momentum, RIGID_TO_FEM velocities."""

from support import *

try:
    import numpy
except ImportError:
    numpy = None

DENSITY, YOUNG = 1000.0, 1e7
BAR = [x * size for i in range(8) for x, size in zip(CUBE[3 * i:3 * i + 3], (1.0, 0.4, 0.3))]
CELLS = (3, 2, 2)


def lumped(mesh_of_body):
    """Masses of the nodes of HEX (BAR, 3, 2, 2): an eighth of each element at each of its corners."""
    x = [numpy.linspace(0, size, cells + 1) for size, cells in zip((1.0, 0.4, 0.3), CELLS)]
    element = DENSITY * numpy.prod([1.0, 0.4, 0.3]) / numpy.prod(CELLS)
    masses = {}
    for i in range(CELLS[0]):
        for j in range(CELLS[1]):
            for k in range(CELLS[2]):
                for a in range(8):
                    key = tuple(round(x[d][(i, j, k)[d] + ((a >> d) & 1)], 9) for d in range(3))
                    masses[key] = masses.get(key, 0.0) + element / 8
    return numpy.array([masses[tuple(round(c, 9) for c in node)] for node in mesh_of_body])


@unittest.skipIf(numpy is None, "numpy is not installed (Debian: python3-numpy)")
class TakeMotion(LanguageTest):
    def new_body(self, solfec, kind, form="TL", label=None):
        bulk = BYLABEL(solfec, "BULK_MATERIAL", "bar") or BULK_MATERIAL(
            solfec, young=YOUNG, poisson=0.3, density=DENSITY, label="bar")
        mesh = HEX(BAR, *CELLS, 1, [1] * 6)
        if kind == "FINITE_ELEMENT":
            return BODY(solfec, kind, mesh, bulk, label, form)
        return BODY(solfec, kind, mesh, bulk, label)

    def momenta(self, body):
        """Momentum and angular momentum about the origin, by sums over nodes or by m v and R J Omega."""
        u, q = numpy.array(body.velo), numpy.array(body.conf)
        if body.kind == "FINITE_ELEMENT":
            mass = self.mass[:, None]
            p = mass * u.reshape(-1, 3)
            return numpy.concatenate([p.sum(axis=0), numpy.cross(q.reshape(-1, 3), p).sum(axis=0)])
        center, v = q[9:], u[-3:]
        gradient = q[:9].reshape(3, 3).T
        tensor = numpy.array(body.tensor).reshape(3, 3).T
        if body.kind == "RIGID":
            spin = gradient @ tensor @ u[:3]
        else:  # sum of m (F Z) x (dF/dt Z) from the Euler tensor
            rate = u[:9].reshape(3, 3).T
            moment = rate @ tensor @ gradient.T
            spin = numpy.array([moment[2, 1] - moment[1, 2], moment[0, 2] - moment[2, 0], moment[1, 0] - moment[0, 1]])
        return numpy.concatenate([body.mass * v, numpy.cross(center, body.mass * v) + spin])

    def model(self, kind, form="TL"):
        solfec = self.new_solfec()
        probe = self.new_body(solfec, "FINITE_ELEMENT")
        self.reference = numpy.array(probe.conf).reshape(-1, 3)
        self.mass = lumped(self.reference)
        DELETE(solfec, probe)
        body = self.new_body(solfec, kind, form, "old")
        INITIAL_VELOCITY(body, (1, -2, 3), (3, -1, 2))
        return solfec, body

    def test_momenta_are_kept_to_rounding(self):
        kinds = [("RIGID", "TL"), ("FINITE_ELEMENT", "TL"), ("FINITE_ELEMENT", "BC"), ("PSEUDO_RIGID", "TL")]
        for old_kind in kinds:
            for new_kind in kinds:
                with self.subTest(old=old_kind, new=new_kind):
                    solfec, old = self.model(*old_kind)
                    GRAVITY(solfec, (0, 0, -9.81))
                    RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.2)
                    before = self.momenta(old)
                    new = self.new_body(solfec, *new_kind)
                    TAKE_MOTION(new, old)
                    DELETE(solfec, old)
                    after = self.momenta(new)
                    scale = numpy.abs(before).max()
                    self.assertLess(numpy.abs(after - before).max(), 1e-13 * scale)
                    self.assertGreater(numpy.abs(before).min(), 1e-2 * scale)  # all of them say something
                    RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.01)

    def test_the_place_is_that_of_the_source(self):
        solfec, old = self.model("RIGID")
        RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.3)
        places = [DISPLACEMENT(old, point) for point in map(tuple, self.reference)]
        new = self.new_body(solfec, "FINITE_ELEMENT")
        TAKE_MOTION(new, old)
        nodes = numpy.array(new.conf).reshape(-1, 3)
        self.assertLess(numpy.abs(nodes - self.reference - places).max(), 1e-13)
        self.assertLess(ENERGY(solfec, new)[1], 1e-15 * ENERGY(solfec, new)[0])
        back = self.new_body(solfec, "RIGID")
        TAKE_MOTION(back, new)
        self.assertLess(numpy.abs(numpy.subtract(back.conf, old.conf)).max(), 1e-13)
        self.assertLess(numpy.abs(numpy.subtract(back.velo, old.velo)).max(), 1e-12)  # there and back

    def test_rigid_to_fem_keeps_velocities_and_not_the_angular_momentum(self):
        first, old = self.model("RIGID")
        RUN(first, GAUSS_SEIDEL_SOLVER(), 0.3)
        second = self.new_solfec()
        new = self.new_body(second, "FINITE_ELEMENT", label="old")
        RIGID_TO_FEM(first.outpath, 0.3, second)
        before, after = self.momenta(old), self.momenta(new)
        numpy.testing.assert_allclose(after[:3], before[:3], rtol=1e-13)
        center = {old: numpy.array(old.conf[9:]),
                  new: self.mass @ numpy.array(new.conf).reshape(-1, 3) / self.mass.sum()}

        def spin(body, momenta):
            return momenta[3:] - numpy.cross(center[body], momenta[:3])

        def inertia(moment):
            return numpy.diag(moment.sum() - moment)

        # lumped masses have 1 + 2 / n^2 times the second moment of the bar along an axis with n elements
        second_moment = DENSITY * 0.12 * numpy.array([1.0, 0.16, 0.09]) / 12
        more = second_moment * (1 + 2 / numpy.array(CELLS) ** 2)
        turned = numpy.array(old.conf[:9]).reshape(3, 3).T
        omega = numpy.array(old.velo[:3])
        numpy.testing.assert_allclose(spin(old, before), turned @ inertia(second_moment) @ omega, rtol=1e-9)
        numpy.testing.assert_allclose(spin(new, after), turned @ inertia(more) @ omega, rtol=1e-9)

    def test_a_body_changes_its_kind_between_steps_of_a_loop(self):
        solfec, body = self.model("RIGID")
        before = self.momenta(body)
        with TIME_LOOP(solfec, GAUSS_SEIDEL_SOLVER(), 0.1) as loop:
            for step in loop:
                if step.number == 41:
                    new = self.new_body(solfec, "FINITE_ELEMENT")
                    TAKE_MOTION(new, body)
                    DELETE(solfec, body)
                    body = new
                if step.number == 81:
                    new = self.new_body(solfec, "RIGID")
                    TAKE_MOTION(new, body)
                    DELETE(solfec, body)
                    body = new
                step.predict(), step.detect(), step.rows(), step.solve(), step.finish()
        after = self.momenta(body)
        # free flight: both momenta stay in all kinds of motion
        self.assertLess(numpy.abs(after - before).max(), 1e-11 * numpy.abs(before).max())

    def test_what_cannot_be_is_told(self):
        solfec, old = self.model("RIGID")
        new = self.new_body(solfec, "RIGID")
        wall = self.new_body(solfec, "OBSTACLE")
        other = self.new_solfec()
        ball = self.new_ball(other)
        refuse = self.assert_refused
        refuse(ValueError, "TAKE_MOTION: 'source' must be another body", lambda: TAKE_MOTION(old, old))
        refuse(ValueError, "TAKE_MOTION: 'source' must belong to the same SOLFEC", lambda: TAKE_MOTION(old, ball))
        refuse(ValueError, "TAKE_MOTION: body .* is an OBSTACLE", lambda: TAKE_MOTION(wall, old))
        refuse(ValueError, "TAKE_MOTION: body .* is an OBSTACLE", lambda: TAKE_MOTION(old, wall))
        new.disable_rotation = "ON"
        refuse(ValueError, "TAKE_MOTION: body .*, whose rotation is disabled, cannot take the turning of body 'old'",
               lambda: TAKE_MOTION(new, old))


main()
