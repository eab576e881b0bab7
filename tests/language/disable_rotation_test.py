"""BODY.disable_rotation: bodies with three unknowns against exact answers."""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from support import *

G, H = 9.81, 1e-3
SCHEMES = ("RIG_POS", "RIG_NEG", "RIG_IMP")


def tight():
    """Sweeps that end at a merit far below the tolerances of these tests."""
    return GAUSS_SEIDEL_SOLVER(1e-12, 1000, 1e-20)


class DisableRotation(LanguageTest):

    def scene(self, friction=0.0, gravity=(0, 0, 0), restitution=0.0):
        solfec = self.new_solfec(step=H)
        bulk = BULK_MATERIAL(solfec, density=2000)
        SURFACE_MATERIAL(solfec, friction=friction, restitution=restitution)
        GRAVITY(solfec, gravity)
        return solfec, bulk

    def block(self, solfec, bulk, corner, size, kind="RIGID"):
        body = BODY(solfec, kind, TRANSLATE(SCALE(HULL(CUBE, 1, 1), size), corner), bulk)
        if kind == "RIGID":
            body.disable_rotation = "ON"
        return body

    def assert_not_turned(self, body):
        self.assertEqual(body.velo[:3], (0, 0, 0))
        self.assertEqual(body.conf[:9], (1, 0, 0, 0, 1, 0, 0, 0, 1))

    def test_an_eccentric_impact_changes_the_velocity_by_the_impulse_over_the_mass(self):
        speed = 2.0
        for restitution in (0.0, 0.5):
            for scheme in SCHEMES:
                with self.subTest(restitution=restitution, scheme=scheme):
                    solfec, bulk = self.scene(restitution=restitution)
                    WARNINGS(solfec, "OFF")
                    hit = self.block(solfec, bulk, (0, 0, 0), (1, 1, 1))
                    hammer = self.block(solfec, bulk, (-0.5, 0.8, 0.9), (0.5, 1, 1))
                    hit.scheme = hammer.scheme = scheme
                    INITIAL_VELOCITY(hammer, (speed, 0.3, 0), (0, 0, 0))
                    RUN(solfec, tight(), 5 * H)
                    impulse = (1 + restitution) * speed * hit.mass * hammer.mass / (hit.mass + hammer.mass)
                    for found, exact in zip(hit.velo, (0, 0, 0, impulse / hit.mass, 0, 0)):
                        self.assertAlmostEqual(found, exact, delta=1e-9)
                    exact = (0, 0, 0, speed - impulse / hammer.mass, 0.3, 0)
                    for found, wanted in zip(hammer.velo, exact):
                        self.assertAlmostEqual(found, wanted, delta=1e-9)
                    for body in (hit, hammer):
                        self.assert_not_turned(body)
                    kinetic = sum(0.5 * b.mass * sum(x * x for x in b.velo[3:]) for b in (hit, hammer))
                    self.assertAlmostEqual(ENERGY(solfec)[0], kinetic, delta=1e-9 * kinetic)

    def test_forces_and_torques_have_no_moment(self):
        for scheme in SCHEMES:
            with self.subTest(scheme=scheme):
                solfec, bulk = self.scene()
                body = self.block(solfec, bulk, (0, 0, 0), (1, 2, 3))
                body.scheme = scheme
                FORCE(body, "SPATIAL", (1, 2, 3), (0, 1, 0), 600)
                FORCE(body, "CONVECTED", (0, 0, 3), (1, 0, 0), 300)
                TORQUE(body, "SPATIAL", (0, 0, 1), 1e5)
                TORQUE(body, "CONVECTED", (1, 1, 1), 1e5)
                RUN(solfec, tight(), 100 * H)
                for found, force in zip(body.velo[3:], (300, 600, 0)):
                    self.assertAlmostEqual(found, 100 * H * force / body.mass, delta=1e-12)
                self.assert_not_turned(body)

    def test_a_high_block_and_a_sphere_on_a_slope_slide_or_stick(self):
        """With its rotation the block, four times as high as wide, falls over and the sphere rolls."""
        friction, steps = 0.5, 100
        for tangent in (0.45, 0.55):
            angle = math.atan(tangent)
            gravity = (G * math.sin(angle), 0, -G * math.cos(angle))
            gain = max(0.0, G * (math.sin(angle) - friction * math.cos(angle)))
            for solver in (tight(), NEWTON_SOLVER(1e-20, 100), INTERIOR_POINT_SOLVER(accuracy=1e-9)):
                with self.subTest(tangent=tangent, solver=str(solver)):
                    solfec, bulk = self.scene(friction, gravity)
                    self.block(solfec, bulk, (-2, -2, -1), (6, 4, 1), "OBSTACLE")
                    block = self.block(solfec, bulk, (0, 0, 0), (0.25, 0.25, 1))
                    ball = self.new_ball(solfec, (-1, 0, 0.5))
                    ball.disable_rotation = "ON"
                    RUN(solfec, solver, steps * H)
                    for body in (block, ball):
                        self.assertAlmostEqual(body.velo[3], steps * H * gain, delta=2e-7)
                        self.assertAlmostEqual(body.velo[5], 0, delta=2e-7)
                        self.assert_not_turned(body)

    def test_a_pile_of_spheres_stands(self):
        """Three spheres on a floor carry a fourth one. The contacts below it stand at the angle a
        from the vertical, tan a = 1/sqrt 2. Without a rotation friction alone balances it, so it
        rests when the cone holds forces that are vertical: tan a < friction = 0.75."""
        solfec, bulk = self.scene(0.75, (0, 0, -G))
        floor = self.block(solfec, bulk, (-3, -3, -1), (6, 6, 1), "OBSTACLE")
        r = 0.5
        ring = 2 * r / math.sqrt(3)
        balls = [self.new_ball(solfec, (ring * math.cos(a), ring * math.sin(a), r), r)
                 for a in (0.0, 2 * math.pi / 3, 4 * math.pi / 3)]
        balls.append(self.new_ball(solfec, (0, 0, r + 2 * r * math.sqrt(2 / 3)), r))
        for ball in balls:
            ball.disable_rotation = "ON"
        RUN(solfec, tight(), 200 * H)
        for ball in balls:
            self.assertLess(max(map(abs, ball.velo[3:])), 1e-9)
            self.assert_not_turned(ball)
        weight = G * sum(ball.mass for ball in balls)
        self.assertAlmostEqual(sum(abs(one.R[2]) for one in floor.constraints), weight,
                               delta=1e-6 * weight)

    def test_a_joint_beside_the_centre_holds_the_body_without_a_swing(self):
        solfec, bulk = self.scene(0, (0, 0, -G))
        body = self.block(solfec, bulk, (0, 0, 0), (1, 1, 1))
        pin = FIX_POINT(body, (1, 1, 1))
        RUN(solfec, tight(), 50 * H)
        self.assertLess(max(map(abs, body.velo)), 1e-12)
        self.assertAlmostEqual(sum(x * x for x in pin.R) ** 0.5, body.mass * G, delta=1e-6)

    def test_overlap_is_taken_away_without_a_turn(self):
        solfec, bulk = self.scene(0, (0, 0, -G))
        self.block(solfec, bulk, (-2, -2, -1), (4, 4, 1), "OBSTACLE")
        below = self.block(solfec, bulk, (0, 0, 0), (1, 1, 1))
        above = self.block(solfec, bulk, (0.7, 0.7, 1.001), (1, 1, 1))
        INITIAL_VELOCITY(above, (0, 0, -4), (0, 0, 0))
        WARNINGS(solfec, "OFF")
        RUN(solfec, tight(), 2 * H)
        self.assertLess(above.conf[11], 1.5 - 5e-4)  # the first step ends in the block below
        RUN(solfec, tight(), 300 * H)
        for body in (below, above):
            self.assert_not_turned(body)
            self.assertLess(max(map(abs, body.velo[3:])), 1e-9)
        self.assertGreater(below.conf[11], 0.5 - 2e-4)
        self.assertGreater(above.conf[11], 1.5 - 4e-4)

    def test_it_is_off_at_first_and_can_be_turned_off_again(self):
        solfec, bulk = self.scene()
        body = BODY(solfec, "RIGID", cube(), bulk)
        self.assertEqual(body.disable_rotation, "OFF")
        body.disable_rotation = "ON"
        self.assertEqual(body.disable_rotation, "ON")
        body.disable_rotation = "OFF"
        TORQUE(body, "SPATIAL", (0, 0, 1), 10)
        RUN(solfec, tight(), 10 * H)
        self.assertAlmostEqual(body.velo[2], 10 * H * 10 / body.tensor[8], delta=1e-9)

    def test_what_makes_no_sense_is_refused(self):
        solfec, bulk = self.scene()

        def switch(body, value="ON"):
            body.disable_rotation = value

        soft = BODY(solfec, "PSEUDO_RIGID", cube(), bulk, label="soft")
        wall = BODY(solfec, "OBSTACLE", cube((2, 0, 0)), bulk, label="wall")
        for body in (soft, wall):
            self.assert_refused(ValueError, rf"BODY\.disable_rotation: .*is for RIGID bodies only, body '{body.label}' "
                                rf"\(created at .*\) is {body.kind}", lambda: switch(body))
            switch(body, "OFF")
        top = BODY(solfec, "RIGID", cube((4, 0, 0)), bulk, label="top")
        INITIAL_VELOCITY(top, (1, 0, 0), (0, 0, 3))
        self.assert_refused(ValueError, r"BODY\.disable_rotation: .*body 'top' \(created at .*\) has the angular "
                            r"velocity \(0, 0, 3\) rad/s", lambda: switch(top))
        INITIAL_VELOCITY(top, (1, 0, 0), (0, 0, 0))
        switch(top)
        self.assert_refused(ValueError, r"INITIAL_VELOCITY: .*'angular' must be zero, the rotation of body 'top'",
                            lambda: INITIAL_VELOCITY(top, (1, 0, 0), (0, 0, 3)))


if __name__ == "__main__":
    main()
