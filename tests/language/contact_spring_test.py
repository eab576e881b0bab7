"""Springs and dashpots of contacts against closed forms: Hertz power, critical damping; block
solvers of GAUSS_SEIDEL_SOLVER against each other."""

import itertools
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from support import *

RADIUS, DENSITY = 0.1, 1000.0
MASS = DENSITY * 4.0 / 3.0 * math.pi * RADIUS ** 3


def solvers():
    return {"IMPLICIT": PENALTY_SOLVER("IMPLICIT"), "EXPLICIT": PENALTY_SOLVER("EXPLICIT"),
            "SEMI_EXPLICIT": PENALTY_SOLVER("SEMI_EXPLICIT"),
            "GAUSS_SEIDEL": GAUSS_SEIDEL_SOLVER(1e-12, 1000, 1e-14),
            "NEWTON": NEWTON_SOLVER(1e-20, 100)}


class ContactSpringTest(LanguageTest):

    def ball_on_floor(self, step, gravity=0.0, **law):
        """A ball that touches the floor."""
        solfec = self.new_solfec(step=step)
        bulk = BULK_MATERIAL(solfec, density=DENSITY)
        SURFACE_MATERIAL(solfec, model="SPRING_DASHPOT", **law)
        GRAVITY(solfec, (0, 0, -gravity))
        BODY(solfec, "OBSTACLE", TRANSLATE(cube(), (-0.5, -0.5, -1)), bulk)
        return solfec, BODY(solfec, "RIGID", SPHERE((0, 0, RADIUS), RADIUS, 1, 1), bulk)

    def hits(self, solver, step, speed, duration, **law):
        """(times, depths, speeds) of a ball that hits the floor without gravity."""
        solfec, ball = self.ball_on_floor(step, **law)
        INITIAL_VELOCITY(ball, (0, 0, -speed), (0, 0, 0))
        RUN(solfec, solver, duration)
        times, way, rate = HISTORY(solfec, [(ball, ball.center, "DZ"), (ball, ball.center, "VZ")],
                                   0, duration)
        return times, [-z for z in way], rate

    def test_resting_depth_is_the_root_of_weight_over_spring(self):
        weight = 10.0 * MASS
        for power, spring in ((1.0, 1e5), (1.5, 1e6), (2.0, 1e7)):
            for name, solver in solvers().items():
                with self.subTest(hpow=power, solver=name):
                    solfec, ball = self.ball_on_floor(2e-4, 10.0, spring=spring, dashpot=400.0,
                                                      hpow=power)
                    RUN(solfec, solver, 0.5)
                    (contact,) = ball.constraints
                    depth = (weight / spring) ** (1.0 / power)
                    self.assertAlmostEqual(-contact.gap, depth, delta=2e-4 * depth)
                    self.assertAlmostEqual(contact.R[2], weight, delta=1e-4 * weight)

    def test_a_block_on_four_points_rests_where_one_spring_would_for_long_steps(self):
        """Depth m g / k; h up to 3 sqrt(m / k). Points that do not see each other rest at 0.8 of it."""
        stiffness = 1e6
        for factor in (0.3, 1.0, 1.9, 3.0):
            for name in ("IMPLICIT", "SEMI_EXPLICIT"):
                with self.subTest(factor=factor, solver=name):
                    solfec = self.new_solfec(step=factor / math.sqrt(stiffness))
                    bulk = BULK_MATERIAL(solfec, density=1000)
                    SURFACE_MATERIAL(solfec, model="SPRING_DASHPOT", friction=0.3, spring=stiffness, dashpot=-1)
                    GRAVITY(solfec, (0, 0, -10))
                    BODY(solfec, "OBSTACLE", TRANSLATE(cube(), (-0.5, -0.5, -1)), bulk)
                    block = BODY(solfec, "RIGID", cube((-0.05, -0.05, 0), 0.1), bulk)
                    RUN(solfec, PENALTY_SOLVER(name), 400 * solfec.step)
                    depth = -DISPLACEMENT(block, block.center)[2]
                    self.assertAlmostEqual(depth, 10 / stiffness, delta=1e-2 * 10 / stiffness)
                    self.assertEqual(len(block.constraints), 4)

    def test_impact_lasts_as_long_as_the_quadrature_says(self):
        """m x'' = -k x^p: v^2 = v0^2 - 2 k x^(p+1) / ((p+1) m)."""
        speed, step = 1.0, 1e-5
        for power, spring in ((1.0, 1e6), (1.5, 1e7), (2.0, 1e8)):
            deepest = ((power + 1) * MASS * speed ** 2 / (2 * spring)) ** (1 / (power + 1))
            # integral of ds / sqrt(1 - s^(p+1)) over (0, 1)
            beta = 1 / (power + 1)
            integral = math.sqrt(math.pi) * math.gamma(1 + beta) / math.gamma(0.5 + beta)
            lasts = 2 * deepest / speed * integral
            for name, solver in solvers().items():
                with self.subTest(hpow=power, solver=name):
                    times, depths, speeds = self.hits(solver, step, speed, 1.3 * lasts,
                                                      spring=spring, hpow=power)
                    self.assertAlmostEqual(max(depths), deepest, delta=2e-3 * deepest)
                    self.assertAlmostEqual(speeds[-1], speed, delta=5e-3 * speed)
                    # the straight lines before and after are apart by the time of the contact
                    out = times[-1] + depths[-1] / speeds[-1]
                    self.assertAlmostEqual(out, lasts, delta=5e-3 * lasts)

    def test_the_integral_is_that_of_hertz(self):
        """2.943 (Hertz) of the test above, by Simpson's rule after s = 1 - u^2."""
        power, n = 1.5, 2000

        def value(u):
            s = 1 - u * u
            return 2 * u / math.sqrt(1 - s ** (power + 1)) if u > 0 else 2 / math.sqrt(power + 1)

        total = sum((1 if k in (0, n) else 4 if k % 2 else 2) * value(k / n) for k in range(n + 1))
        beta = 1 / (power + 1)
        closed = math.sqrt(math.pi) * math.gamma(1 + beta) / math.gamma(0.5 + beta)
        self.assertAlmostEqual(total / (3 * n), closed, delta=1e-6)
        self.assertAlmostEqual(2 * closed, 2.943, delta=1e-3)

    def test_critical_damping_leaves_the_share_of_an_aperiodic_oscillator(self):
        """x = v t exp(-w t) until the force ends at w t = 2: the ball leaves with v exp(-2)."""
        speed, spring = 1.0, 1e6
        frequency = math.sqrt(spring / MASS)
        for name, solver in solvers().items():
            with self.subTest(solver=name):
                times, depths, speeds = self.hits(solver, 2e-3 / frequency, speed, 3 / frequency,
                                                  spring=spring, dashpot=-1)
                self.assertAlmostEqual(speeds[-1], speed * math.exp(-2), delta=3e-3 * speed)
                self.assertAlmostEqual(max(depths), speed / (math.e * frequency),
                                       delta=3e-3 * speed / frequency)

    def falls_on_springs(self, solver, rule, low, high, cells=None, steps=400, form=None):
        """(times, depths over m g / k, contacts, ratio of the final depth) of a box that is put on a
        floor with a spring of critical damping and whose weight then acts; times in 1 / w."""
        size = [h - l for l, h in zip(low, high)]
        mass = DENSITY * size[0] * size[1] * size[2]
        spring, gravity = 1e6, 10.0
        frequency = math.sqrt(spring / mass)
        solfec = self.new_solfec(step=10 / frequency / steps)
        CONTACT_POINTS(solfec, rule)
        bulk = BULK_MATERIAL(solfec, young=1e12, poisson=0.2, density=DENSITY)
        SURFACE_MATERIAL(solfec, model="SPRING_DASHPOT", spring=spring, dashpot=-1)
        GRAVITY(solfec, (0, 0, -gravity))
        BODY(solfec, "OBSTACLE", TRANSLATE(SCALE(cube(), (4, 4, 1)), (-2, -2, -1)), bulk)
        corners = [high[i] if one[i] else low[i]
                   for one in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1),
                               (1, 1, 1), (0, 1, 1)) for i in range(3)]
        shape = HEX(corners, *cells, 1, [1] * 6) if cells else HULL(corners, 1, 1)
        if form:
            body = BODY(solfec, "FINITE_ELEMENT", shape, bulk, form=form)
            body.scheme = "DEF_LIM"
        else:
            body = BODY(solfec, "RIGID", shape, bulk)
        rest = mass * gravity / spring
        RUN(solfec, solver, 10 / frequency)
        times, way = HISTORY(solfec, [(body, body.center, "DZ")], 0, 10 / frequency)
        depths = [-z / rest for z in way]
        return [t * frequency for t in times], depths, len(body.constraints)

    def test_a_patch_has_the_spring_and_the_critical_damping_of_one_contact(self):
        """m z'' = m g - k z - 2 sqrt(m k) z': z = (m g / k) (1 - (1 + w t) exp(-w t)), which never
        passes m g / k; whatever the shape of the box and however many points carry it."""
        boxes = {"cube": ((-0.1, -0.1, 0), (0.1, 0.1, 0.2)),
                 "plate": ((-0.5, -0.5, 0), (0.5, 0.5, 0.05)),
                 "tower": ((-0.1, -0.1, 0), (0.1, 0.1, 1.0)),
                 "beam": ((-0.6, -0.05, 0), (0.6, 0.05, 0.1))}
        kinds = (("CENTROID", None, 1), ("PATCH", None, 4), ("PATCH", (2, 2, 1), 4))
        for (name, box), (rule, cells, points) in itertools.product(boxes.items(), kinds):
            for solver in (GAUSS_SEIDEL_SOLVER(1e-12, 1000, 1e-16), NEWTON_SOLVER(1e-24, 100)):
                with self.subTest(box=name, rule=rule, cells=cells, solver=solver):
                    times, depths, contacts = self.falls_on_springs(solver, rule, *box, cells)
                    self.assertEqual(contacts, points)
                    for t, depth in zip(times, depths):
                        self.assertAlmostEqual(depth, 1 - (1 + t) * math.exp(-t), delta=0.01)
                    self.assertLess(max(depths), 1 + 1e-6)
                    self.assertAlmostEqual(depths[-1], 1 - 11 * math.exp(-10), delta=1e-5)

    def test_stiff_meshes_sink_as_rigid_boxes(self):
        """Their steps are long against their waves, so all of their mass is behind each point."""
        box = (-0.1, -0.1, 0), (0.1, 0.1, 0.2)
        for form in ("TL", "BC"):
            for solver in (GAUSS_SEIDEL_SOLVER(1e-12, 1000, 1e-16), NEWTON_SOLVER(1e-24, 100)):
                with self.subTest(form=form, solver=solver):
                    times, depths, contacts = self.falls_on_springs(solver, "PATCH", *box, (1, 1, 1),
                                                                    form=form)
                    self.assertEqual(contacts, 4)
                    for t, depth in zip(times, depths):
                        self.assertAlmostEqual(depth, 1 - (1 + t) * math.exp(-t), delta=0.01)
                    self.assertLess(max(depths), 1 + 1e-6)

    def test_penalty_solver_has_the_same_patch_spring_in_the_limit_of_short_steps(self):
        """It takes each point for itself, so its error is one of the step for shapes whose points
        are coupled."""
        for rule, points in (("CENTROID", 1), ("PATCH", 4)):
            for box in (((-0.1, -0.1, 0), (0.1, 0.1, 0.2)), ((-0.5, -0.5, 0), (0.5, 0.5, 0.05))):
                errors = []
                for steps in (1000, 4000):
                    times, depths, contacts = self.falls_on_springs(
                        PENALTY_SOLVER(), rule, *box, steps=steps)
                    self.assertEqual(contacts, points)
                    errors.append(max(abs(depth - 1 + (1 + t) * math.exp(-t))
                                      for t, depth in zip(times, depths)))
                    self.assertLess(max(depths), 1.05)
                self.assertLess(errors[1], 0.01)
                self.assertLess(errors[1], 0.5 * errors[0] + 1e-6)

    def test_critical_damping_takes_the_mass_of_both_bodies(self):
        spring, other = 1e6, 0.15
        reduced = 1.0 / (1.0 / MASS + 1.0 / (MASS * (other / RADIUS) ** 3))
        frequency = math.sqrt(spring / reduced)
        solfec = self.new_solfec(step=2e-3 / frequency)
        bulk = BULK_MATERIAL(solfec, density=DENSITY)
        SURFACE_MATERIAL(solfec, model="SPRING_DASHPOT", spring=spring, dashpot=-1)
        balls = [BODY(solfec, "RIGID", SPHERE((0, 0, z), radius, 1, 1), bulk)
                 for z, radius in ((RADIUS, RADIUS), (-other, other))]
        INITIAL_VELOCITY(balls[0], (0, 0, -1), (0, 0, 0))
        RUN(solfec, PENALTY_SOLVER(), 3 / frequency)
        apart = balls[0].velo[5] - balls[1].velo[5]
        self.assertAlmostEqual(apart, math.exp(-2), delta=3e-3)

    def test_hertz_contacts_of_several_bodies_come_to_rest(self):
        """Coupled laws, so Gauss-Seidel and Newton; a bond-free stack of three balls."""
        for solver in (GAUSS_SEIDEL_SOLVER(1e-12, 10000, 1e-14), NEWTON_SOLVER(1e-20, 100)):
            self.rest_in_a_stack(solver)

    def rest_in_a_stack(self, solver):
        solfec = self.new_solfec(step=1e-3)
        bulk = BULK_MATERIAL(solfec, density=DENSITY)
        SURFACE_MATERIAL(solfec, model="SPRING_DASHPOT", spring=1e6, dashpot=-1, hpow=1.5)
        GRAVITY(solfec, (0, 0, -10))
        BODY(solfec, "OBSTACLE", TRANSLATE(cube(), (-0.5, -0.5, -1)), bulk, label="floor")
        for k in range(3):
            BODY(solfec, "RIGID", SPHERE((0, 0, (2 * k + 1) * RADIUS), RADIUS, 1, 1), bulk)
        RUN(solfec, solver, 1.0)
        self.assertLess(solver.residual, 1e-8)
        (force,) = HISTORY(solfec, ("floor", (0, 0, 1), None, "CR"), 1.0, 1.0)[1]
        self.assertAlmostEqual(-force, 30 * MASS, delta=1e-6 * 30 * MASS)
        gaps = sorted(c.gap for c in solfec.constraints)
        for gap, balls in zip(gaps, (3, 2, 1)):
            depth = (10 * balls * MASS / 1e6) ** (2 / 3)
            self.assertAlmostEqual(-gap, depth, delta=1e-6 * depth)

    def test_a_spring_dashpot_that_pushes_nothing_is_refused_by_all_solvers(self):
        for spring, dashpot, refused in ((0, 0, True), (0, -1, True), (0, 1e3, False), (1.0, 0, False)):
            for solver in (GAUSS_SEIDEL_SOLVER(), NEWTON_SOLVER(), PENALTY_SOLVER()):
                solfec = self.new_solfec(step=1e-3)
                bulk = BULK_MATERIAL(solfec, density=DENSITY)
                SURFACE_MATERIAL(solfec, model="SPRING_DASHPOT", spring=spring, dashpot=dashpot, label="rubber")
                BODY(solfec, "RIGID", cube(), bulk)
                if refused or (spring == 0 and type(solver).__name__ == "PENALTY_SOLVER"):
                    self.assert_refused(ValueError, "RUN: .*SURFACE_MATERIAL 'rubber'.* positive spring",
                                        lambda: RUN(solfec, solver, 1e-3))
                else:
                    RUN(solfec, solver, 1e-3)

    def test_new_numbers_are_members_and_are_checked(self):
        solfec = self.new_solfec()
        law = SURFACE_MATERIAL(solfec, model="SPRING_DASHPOT", spring=1.0, dashpot=-1, hpow=1.5)
        self.assertEqual((law.dashpot, law.hpow), (-1.0, 1.5))
        law.hpow, law.dashpot = 2, 7.0
        self.assertEqual((law.dashpot, law.hpow), (7.0, 2.0))
        self.assertEqual(SURFACE_MATERIAL(solfec, 1, 2).hpow, 1.0)
        for bad in (-2, -0.5, float("nan"), float("-inf")):
            self.assert_refused(ValueError, "SURFACE_MATERIAL: 'dashpot' must be",
                                lambda: SURFACE_MATERIAL(solfec, dashpot=bad))
            self.assert_refused(ValueError, "SURFACE_MATERIAL: 'hpow' must be",
                                lambda: SURFACE_MATERIAL(solfec, hpow=bad))
            self.assert_refused(ValueError, "SURFACE_MATERIAL.dashpot: ",
                                lambda: setattr(law, "dashpot", bad))
        self.assertEqual((law.dashpot, law.hpow), (7.0, 2.0))
        self.assert_refused(ValueError, "SURFACE_MATERIAL: 'dashpot' is critical damping",
                            lambda: SURFACE_MATERIAL(solfec, dashpot=-1, hpow=0))
        law.dashpot = -1
        self.assert_refused(ValueError, "SURFACE_MATERIAL.hpow: 'hpow' is critical damping",
                            lambda: setattr(law, "hpow", 0))
        self.assertEqual((law.dashpot, law.hpow), (-1.0, 2.0))

    def test_frames_hold_the_power_and_a_run_goes_on_with_the_same_bits(self):
        script = ("s = SOLFEC('DYNAMIC', 1e-4, '%s')\ns.verbose = 'OFF'\n"
                  "b = BULK_MATERIAL(s, density=1000)\n"
                  "SURFACE_MATERIAL(s, model='SPRING_DASHPOT', spring=1e6, dashpot=-1, hpow=%s)\n"
                  "GRAVITY(s, (0, 0, -10))\n"
                  "BODY(s, 'OBSTACLE', HULL([-1,-1,-1, 1,-1,-1, 1,1,-1, -1,1,-1, -1,-1,0, 1,-1,0, "
                  "1,1,0, -1,1,0], 1, 1), b)\n"
                  "c = BODY(s, 'RIGID', SPHERE((0, 0, 0.1), 0.1, 1, 1), b)\n"
                  "RUN(s, GAUSS_SEIDEL_SOLVER(1e-9, 100), %s)\nprint(repr(c.conf))\n")
        whole = self.run_program("-q", script=script % ("whole", 1.5, 0.02))
        self.assertEqual(whole.returncode, 0, whole.stderr)
        self.run_program("-q", script=script % ("parts", 1.5, 0.01))
        parts = self.run_program("-c", "-q", script=script % ("parts", 1.5, 0.02))
        self.assertEqual((parts.returncode, parts.stdout), (0, whole.stdout), parts.stderr)
        sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                        "..", "..", "python"))
        import solfec_results
        (law,) = solfec_results.open(os.path.join(self.folder, "whole")).model.surface_materials
        self.assertEqual((law["dashpot"], law["hpow"]), (-1.0, 1.5))


class BlockSolverTest(LanguageTest):

    def wall(self, diagsolver, **more):
        solfec = self.new_solfec()
        CONTACT_POINTS(solfec, 'CENTROID')  # reactions that are unique
        bulk = BULK_MATERIAL(solfec, density=2000)
        SURFACE_MATERIAL(solfec, friction=0.3)
        GRAVITY(solfec, (3, 0, -10))  # bricks slide
        BODY(solfec, "OBSTACLE", TRANSLATE(SCALE(cube(), (9, 9, 1)), (-4, -4, -1)), bulk)
        bricks = [BODY(solfec, "RIGID", cube((0, 0, k)), bulk) for k in range(3)]
        solver = GAUSS_SEIDEL_SOLVER(1e-12, 5000, 1e-16, diagsolver=diagsolver, acceleration="OFF",
                                     **more)
        RUN(solfec, solver, 5e-3)
        return solver, [x for brick in bricks for x in brick.velo]

    def test_literal_velocity_form_finds_the_solution_of_the_scaled_one(self):
        _, exact = self.wall("EXACT")
        for name in ("PROJECTED_NEWTON", "PROJECTED_NEWTON_VELOCITY"):
            solver, velocities = self.wall(name, diagepsilon=1e-14, diagmaxiter=1000)
            self.assertEqual(solver.diagsolver, name)
            self.assertLess(solver.residual, 1e-8)
            for a, b in zip(velocities, exact):
                self.assertAlmostEqual(a, b, delta=1e-8)
        self.assertGreater(abs(exact[3]), 1e-4)  # they do slide

    def test_visits_of_the_exact_solver_are_counted(self):
        solver, _ = self.wall("EXACT")
        self.assertEqual(solver.replaced, 0)
        solver, _ = self.wall("PROJECTED_GRADIENT", diagmaxiter=1)
        self.assertGreater(solver.replaced, 0)
        self.assertEqual(solver.error, "DIAGONAL_DIVERGED")


if __name__ == "__main__":
    main()
