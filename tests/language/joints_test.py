"""Joints as a script sees them: arguments, members, motors, results that are read again."""

import math

from support import *

SCRIPT = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
m = BULK_MATERIAL(s, density=1e3)
SURFACE_MATERIAL(s)
a, b, c = [BODY(s, 'RIGID', SPHERE((x, 0, 0), 0.1, 1, 1), m) for x in (0, 1, 2)]
rod = CYLINDRICAL(a, None, (0, 0, 0), (0, 0, 1), spring=2, travel_damper=3, travel_spring=40)
cross = UNIVERSAL(b, c, (1.5, 0, 0), (0, 1, 0), (0, 0, 1), spring=2, damper2=0.1)
INITIAL_VELOCITY(a, (0, 0, 1), (0, 0, 3))
INITIAL_VELOCITY(b, (0, 0, 0), (0, 2, 1))
MOTOR(rod, torque=0.3)
MOTOR(rod, speed=2, limit=4, coordinate='TRAVEL')
MOTOR(cross, torque=0.1)
MOTOR(cross, angle=0.2, gain=9, coordinate='ANGLE2')
OUTPUT(s, 1e-3)
RUN(s, GAUSS_SEIDEL_SOLVER(), 0.05)
SEEK(s, 0.04) if s.mode == 'READ' else None
names = {rod: 'ANGLE RATE TORQUE MOTOR POWER TRAVEL SPEED FORCE TRAVEL_MOTOR TRAVEL_POWER RX MZ',
         cross: 'ANGLE RATE TORQUE MOTOR POWER ANGLE2 RATE2 TORQUE2 MOTOR2 POWER2 RY MX'}
items = [(joint, name) for joint in (rod, cross) for name in names[joint].split()]
for row in HISTORY(s, items, 0, 0.05): print(' '.join('%.15e' % x for x in row))
if s.mode == 'READ': SEEK(s, 0.05)
for joint in (rod, cross):
    print(joint.angle, joint.rate, joint.torque, joint.motor, joint.power, joint.travel, joint.speed, joint.force,
          joint.travel_motor, joint.travel_power)
"""


# A motor that has reached its place without gravity: all velocities fall below what moves a coordinate by a rounding.
RESTING = """
s = SOLFEC('DYNAMIC', 1e-3, 'out_%s')
m = BULK_MATERIAL(s, density=1e3)
SURFACE_MATERIAL(s)
a = BODY(s, 'RIGID', BOX((-0.5, -0.1, -0.1), (1, 0.2, 0.2), 1, 1), m)
b = BODY(s, 'RIGID', BOX((0.5, -0.1, -0.1), (1, 0.2, 0.2), 1, 1), m)
j = %s
MOTOR(j, %s)
RUN(s, GAUSS_SEIDEL_SOLVER(), 3)
print('%%.12f' %% (j.angle if 'HINGE' in '%s' else j.travel))
"""


class Joints(LanguageTest):
    def model(self):
        solfec = self.new_solfec()
        SURFACE_MATERIAL(solfec)
        WARNINGS(solfec, "OFF")
        one, two = self.new_ball(solfec, (0, 0, 0)), self.new_ball(solfec, (2, 0, 0))
        return solfec, one, two

    def test_read_mode_gives_the_numbers_of_the_run(self):
        first = self.run_program("-q", script=SCRIPT)
        self.assertEqual(first.returncode, 0, first.stderr)
        second = self.run_program("-q", script=SCRIPT)
        self.assertEqual(second.returncode, 0, second.stderr)
        self.assertEqual(first.stdout, second.stdout)
        rows = [[float(x) for x in line.split()] for line in first.stdout.splitlines()[:-2]]
        self.assertEqual(len(rows), 25)
        self.assertTrue(all(any(row) for row in rows))  # no name stands for nothing
        self.assertAlmostEqual(rows[2][0], 3.0, places=12)  # RATE and SPEED at t = 0: those that were given
        self.assertAlmostEqual(rows[7][0], 1.0, places=12)

    def test_the_axis_is_that_of_the_command_and_turns_with_body2(self):
        for command in (HINGE, SLIDER, CYLINDRICAL):
            for pair in ("one, two", "one, None", "None, one"):
                with self.subTest(command=command.__name__, pair=pair):
                    solfec, one, two = self.model()
                    bodies = [{"one": one, "two": two, "None": None}[name] for name in pair.split(", ")]
                    joint = command(*bodies, (1, 0, 0), (0, 3, 4))
                    for body in (one, two):
                        INITIAL_VELOCITY(body, (0, 0, 0), (20.0, 0, 0) if pair == "one, two" else (0, 0, 0))
                    for k, exact in enumerate((0.0, 0.6, 0.8)):
                        self.assertAlmostEqual(joint.axis[k], exact, places=12)
                    RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.05)
                    R = two.conf[:9]  # columns
                    turned = [0.6 * R[3 + k] + 0.8 * R[6 + k] for k in range(3)]
                    # the axis is that of mid-step, half a step of 20 rad/s off
                    error = max(abs(joint.axis[k] - turned[k]) for k in range(3))
                    self.assertLess(error, 0.55 * solfec.step * 20.0)
                    self.assertLess(abs(sum(x * x for x in joint.axis) - 1.0), 1e-12)
                    if pair == "one, two":
                        self.assertGreater(abs(turned[2] - 0.8), 0.1)

    def test_exchanged_bodies_turn_and_travel_the_other_way(self):
        found = []
        for exchanged in (False, True):
            solfec, one, two = self.model()
            INITIAL_VELOCITY(one, (0, 0, 0.5), (0.3, 0, 2))
            pair = (None, one) if exchanged else (one, None)
            more = dict(limits=(-0.01, 9), travel_limits=(-0.002, 9)) if exchanged else dict(
                limits=(-9, 0.01), travel_limits=(-9, 0.002))
            rod = CYLINDRICAL(*pair, (0, 0, 0), (0, 0, 1), friction=3, travel_spring=9, **more)
            INITIAL_VELOCITY(two, (0, 0, 0), (3, 2, 0))
            axes = ((1, 0, 0), (0, 1, 0))
            cross = (UNIVERSAL(None, two, (2, 0, 0), axes[1], axes[0], friction2=2, limits=(-0.02, 1)) if exchanged
                     else UNIVERSAL(two, None, (2, 0, 0), *axes, friction=2, limits2=(-1, 0.02)))
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 1000, 1e-18), 0.02)
            sign = -1 if exchanged else 1
            order = (1, 0) if exchanged else (0, 1)
            found.append([sign * x for x in (rod.angle, rod.travel, rod.torque, rod.force)] +
                         [sign * pair[k] for pair in (cross.angle, cross.torque) for k in order])
        for one, other in zip(*found):
            self.assertAlmostEqual(one, other, 9)
        for place, stop in ((0, 0.01), (1, 0.002), (5, 0.02)):
            self.assertAlmostEqual(found[0][place], stop, 7)

    def test_members_that_a_joint_does_not_have_are_none(self):
        _, one, two = self.model()
        pin = HINGE(one, None, (0, 0, 0), (0, 0, 1))
        self.assertEqual((pin.angle, pin.motor, pin.power), (0, 0, 0))
        for name in ("travel", "speed", "force", "travel_motor", "travel_power"):
            self.assertIsNone(getattr(pin, name), name)
        cross = UNIVERSAL(one, two, (1, 0, 0), (0, 0, 1), (0, 1, 0))
        for name in ("angle", "rate", "torque", "motor", "power"):
            self.assertEqual(getattr(cross, name), (0, 0), name)
        self.assertIsNone(cross.travel_motor)
        guide = SLIDER(two, None, (0, 0, 0), (0, 0, 1))
        self.assertEqual((guide.motor, guide.travel_motor), (0, None))
        rod = CYLINDRICAL(two, one, (0, 0, 0), (0, 0, 1))
        self.assertEqual((rod.motor, rod.travel_motor, rod.power, rod.travel_power), (0, 0, 0, 0))

    def test_names_of_wrong_values_are_those_of_their_coordinate(self):
        _, one, two = self.model()
        axes = (1, 0, 0), (0, 0, 1), (0, 1, 0)
        for text, call in (
                (r"CYLINDRICAL: 'travel_spring' must not be negative, got -3 N/m$",
                 lambda: CYLINDRICAL(one, two, *axes[:2], travel_spring=-3)),
                (r"CYLINDRICAL: 'spring' must not be negative, got -3 N m/rad$",
                 lambda: CYLINDRICAL(one, two, *axes[:2], spring=-3)),
                (r"CYLINDRICAL: 'travel_limits' must be \(lower <= 0, upper >= 0\), got \(1, 2\) m$",
                 lambda: CYLINDRICAL(one, two, *axes[:2], travel_limits=(1, 2))),
                (r"UNIVERSAL: 'limits2' must be \(lower <= 0, upper >= 0\), got \(-2, -1\) rad$",
                 lambda: UNIVERSAL(one, two, *axes, limits2=(-2, -1))),
                (r"UNIVERSAL: 'limits2' must have 2 elements, got 3$",
                 lambda: UNIVERSAL(one, two, *axes, limits2=(-2, 0, 1))),
                (r"UNIVERSAL: 'damper2' must be a number >= 0, got -1 N m s/rad$",
                 lambda: UNIVERSAL(one, two, *axes, damper2=-1)),
                (r"UNIVERSAL: unknown keyword 'travel_limits'",
                 lambda: UNIVERSAL(one, two, *axes, travel_limits=(-1, 1)))):
            with self.subTest(text=text):
                self.assert_refused((ValueError, TypeError), text, call)
        self.assertEqual(one.constraints, [])  # nothing of a refused joint is there

    def test_none_on_one_side_of_limits_is_no_stop(self):
        ends = []
        for limits in ((None, 0.3), (-math.inf, 0.3), [None, None], None):
            solfec, one, _ = self.model()
            guide = SLIDER(one, None, (0, 0, 0), (1, 0, 0), limits=limits)
            INITIAL_VELOCITY(one, (-1, 0, 0), (0, 0, 0))
            RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.5)
            ends.append(guide.travel)
            self.assertAlmostEqual(guide.travel, -0.5, 6, limits)  # the side without a stop
        self.assertEqual(ends[0], ends[1])
        solfec, one, two = self.model()
        guide = SLIDER(one, None, (0, 0, 0), (1, 0, 0), limits=(None, 0.3))
        PUT_SPRING(two, two.center, None, (-9, 0, 0), 0, (None, 0.2))
        INITIAL_VELOCITY(one, (1, 0, 0), (0, 0, 0))
        INITIAL_VELOCITY(two, (1, 0, 0), (0, 0, 0))
        RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.5)
        self.assertAlmostEqual(guide.travel, 0.3, 6)
        self.assertAlmostEqual(DISPLACEMENT(two, two.center)[0], 0.2, 6)
        self.assert_refused(TypeError, r"HINGE: 'limits' must be two numbers or None",
                            lambda: HINGE(two, None, (0, 0, 0), (0, 0, 1), limits=(None, "a")))

    def test_a_motor_tells_what_does_not_fit_its_joint(self):
        _, one, two = self.model()
        rod = CYLINDRICAL(one, None, (0, 0, 0), (0, 0, 1))
        cross = UNIVERSAL(one, two, (1, 0, 0), (0, 0, 1), (0, 1, 0))
        pin = HINGE(two, None, (2, 0, 0), (0, 0, 1))
        weld = WELD(one, two, (1, 0, 0))
        for text, joint, words in (
                (r"'joint' must be a HINGE, SLIDER, CYLINDRICAL or UNIVERSAL, got a WELD$", weld, dict(speed=1)),
                (r"'coordinate' must be 'ANGLE' or 'TRAVEL' beside 'speed' of a CYLINDRICAL$", rod, dict(speed=1)),
                (r"'coordinate' must be a coordinate of the joint, got 'ANGLE2' for a CYLINDRICAL$", rod,
                 dict(speed=1, coordinate="ANGLE2")),
                (r"'coordinate' must be a coordinate of the joint, got 'TRAVEL' for a HINGE$", pin,
                 dict(coordinate="TRAVEL")),
                (r"'angle' does not drive the coordinate 'TRAVEL'$", rod, dict(angle=1, coordinate="TRAVEL")),
                (r"'force' does not drive the coordinate 'ANGLE'$", rod, dict(force=1, coordinate="ANGLE")),
                (r"'travel' is not for a UNIVERSAL$", cross, dict(travel=1)),
                (r"'force' must not be given beside 'torque'$", rod, dict(torque=1, force=1)),
                (r"'limit' belongs to a motor, which is not given$", rod, dict(limit=1, coordinate="TRAVEL")),
                (r"'coordinate' must be 'ANGLE', 'ANGLE2' or 'TRAVEL', got 'angle3'", cross,
                 dict(speed=1, coordinate="angle3"))):
            with self.subTest(text=text):
                self.assert_refused(ValueError, "MOTOR: " + text, lambda: MOTOR(joint, **words))

    def test_a_motor_at_rest_meets_the_criteria(self):
        point = "(0.5, 0, 0), (0, 0, 1)"
        cases = {"one": ("SLIDER(a, None, %s)" % point, "travel=TIME_SERIES([0, 0, 0.5, 0.3, 9, 0.3]), limit=500"),
                 "two": ("SLIDER(a, b, %s)" % point, "travel=TIME_SERIES([0, 0, 0.5, 0.3, 9, 0.3]), limit=5, gain=20"),
                 "turn": ("HINGE(a, None, %s)" % point, "angle=TIME_SERIES([0, 0, 0.5, 0.3, 9, 0.3]), limit=5")}
        for name, (joint, motor) in cases.items():
            done = self.run_program(script=RESTING % (name, joint, motor, joint[:5]))
            text = done.stdout + done.stderr
            self.assertEqual(done.returncode, 0, text)
            self.assertIn("0.300000000000", done.stdout)
            self.assertNotIn("missed", text)
            self.assertNotIn("did not reach", text)

    def test_each_coordinate_has_a_motor_of_its_own(self):
        solfec, one, _ = self.model()
        solver = GAUSS_SEIDEL_SOLVER(1e-12, 1000, 1e-18)
        rod = CYLINDRICAL(one, None, (0, 0, 0), (0, 0, 1))
        for calls, motors in (((dict(torque=2), dict(force=5)), (2, 5)), ((dict(coordinate="ANGLE"),), (0, 5)),
                              ((dict(torque=3), dict(coordinate="TRAVEL")), (3, 0)), ((dict(force=4),), (3, 4)),
                              (({},), (0, 0))):
            for words in calls:
                MOTOR(rod, **words)
            RUN(solfec, solver, 1e-3)
            for found, exact in zip((rod.motor, rod.travel_motor), motors):
                self.assertAlmostEqual(found, exact, 9)
        DELETE(solfec, rod)
        self.assert_refused(TypeError, "MOTOR: 'joint' is a deleted JOINT object$", lambda: MOTOR(rod))

    def test_objects_are_not_made(self):
        for made in (JOINT, CONSTRAINT):
            self.assert_refused(RuntimeError, made.__name__ + ": objects are obtained from other commands, not made$", made)


if __name__ == "__main__":
    main()
