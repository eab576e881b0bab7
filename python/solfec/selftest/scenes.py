"""The scenes of --selftest. Each takes a folder for its results and returns answers to compare."""

from __future__ import annotations

import math
from dataclasses import dataclass

from solfec import (BODY, BODY_CHARS, BULK_MATERIAL, DISPLACEMENT, FIX_DIRECTION, FORCE,
                    GAUSS_SEIDEL_SOLVER, GRAVITY, HEX, HINGE, HISTORY, HULL,
                    INITIAL_VELOCITY, MOTOR, NEWTON_SOLVER, OUTPUT, PUT_RIGID_LINK, RUN, SEEK,
                    SET_ACCELERATION, SOLFEC, SPHERE, STRESS, SURFACE_MATERIAL, VELOCITY, WARNINGS)

G = 9.81
UNIT_INERTIA = (1, 0, 0, 0, 1, 0, 0, 0, 1)  # kg m^2


@dataclass(frozen=True)
class Answer:
    """A number that a scene found, and the exact one that it may miss by `bound`."""

    quantity: str
    expected: float
    found: float
    bound: float

    def holds(self) -> bool:
        """True when |found - expected| <= bound; False for nan."""
        return abs(self.found - self.expected) <= self.bound


def box(low: tuple, high: tuple) -> HULL:
    """Returns a box with two opposite corners."""
    return HULL([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1])
                 for z in (low[2], high[2])], 1, 1)


def model(folder: str, step: float, gravity: tuple, friction: float = 0.0,
          restitution: float = 0.0, analysis: str = "DYNAMIC") -> tuple:
    """Returns a silent SOLFEC and a material of 1000 kg/m^3, 1 MPa and Poisson's ratio 0.25."""
    solfec = SOLFEC(analysis, step, folder)
    solfec.verbose = "OFF"
    WARNINGS(solfec, "OFF")
    bulk = BULK_MATERIAL(solfec, density=1000.0, young=1e6, poisson=0.25)
    SURFACE_MATERIAL(solfec, friction=friction, restitution=restitution)
    GRAVITY(solfec, gravity)
    return solfec, bulk


def tight() -> GAUSS_SEIDEL_SOLVER:
    """Returns sweeps that leave no error beside rounding in scenes as small as these."""
    return GAUSS_SEIDEL_SOLVER(1e-12, 10000)


def projectile(folder: str) -> list[Answer]:
    """A ball is thrown: the scheme is exact for a parabola."""
    solfec, bulk = model(folder, 1e-2, (0, 0, -G))
    ball = BODY(solfec, "RIGID", SPHERE((0, 0, 0), 0.1, 1, 1), bulk)
    INITIAL_VELOCITY(ball, (3, 0, 4), (0, 0, 0))
    RUN(solfec, tight(), 1.0)
    x, _, z = DISPLACEMENT(ball, ball.center)
    return [Answer("thrown ball: way along x, m", 3.0, x, 1e-12),
            Answer("thrown ball: height, m", 4.0 - 0.5 * G, z, 1e-10)]


def incline(folder: str) -> list[Answer]:
    """Coulomb's law on a slope of 30 degrees: one coefficient holds, one lets slide."""
    angle, answers = math.radians(30), []
    for name, friction in (("rough", 0.6), ("smooth", 0.3)):
        solfec, bulk = model(f"{folder}-{name}", 1e-3, (G * math.sin(angle), 0,
                                                        -G * math.cos(angle)), friction)
        BODY(solfec, "OBSTACLE", box((-1, -1, -0.2), (3, 1, 0)), bulk)
        block = BODY(solfec, "RIGID", box((-0.2, -0.2, 0), (0.2, 0.2, 0.1)), bulk)
        RUN(solfec, tight(), 0.5)
        pull = max(0.0, math.sin(angle) - friction * math.cos(angle)) * G
        answers.append(Answer(f"block on a slope, mu {friction}: speed, m/s", 0.5 * pull,
                              VELOCITY(block, block.center)[0], 1e-9))
    return answers


def bounce(folder: str) -> list[Answer]:
    """Newton's law of impact: a ball leaves a floor with half its speed."""
    solfec, bulk = model(folder, 1e-3, (0, 0, 0), restitution=0.5)
    BODY(solfec, "OBSTACLE", box((-1, -1, -0.2), (1, 1, 0)), bulk)
    ball = BODY(solfec, "RIGID", SPHERE((0, 0, 0.2), 0.1, 1, 1), bulk)
    INITIAL_VELOCITY(ball, (0, 0, -2), (0, 0, 0))
    RUN(solfec, tight(), 0.2)
    return [Answer("ball on a floor, restitution 0.5: speed, m/s", 1.0,
                   VELOCITY(ball, ball.center)[2], 1e-9)]


def collision(folder: str) -> list[Answer]:
    """Two balls of masses 1 to 8 meet without loss: speeds of elastic collision."""
    solfec, bulk = model(folder, 1e-3, (0, 0, 0), restitution=1.0)
    small = BODY(solfec, "RIGID", SPHERE((-0.3, 0, 0), 0.1, 1, 1), bulk)
    large = BODY(solfec, "RIGID", SPHERE((0.3, 0, 0), 0.2, 1, 1), bulk)
    INITIAL_VELOCITY(small, (1, 0, 0), (0, 0, 0))
    RUN(solfec, tight(), 0.6)
    return [Answer("light ball after a collision, 1:8: speed, m/s", -7.0 / 9.0,
                   VELOCITY(small, small.center)[0], 1e-9),
            Answer("heavy ball after a collision, 1:8: speed, m/s", 2.0 / 9.0,
                   VELOCITY(large, large.center)[0], 1e-9)]


def pendulum(folder: str) -> list[Answer]:
    """A rigid link, released from the horizontal: speed at the bottom by energy."""
    solfec, bulk = model(folder, 1e-3, (0, 0, -G))
    ball = BODY(solfec, "RIGID", SPHERE((1, 0, 0), 0.05, 1, 1), bulk)
    BODY_CHARS(ball, 1.0, ball.volume, ball.center, UNIT_INERTIA)
    PUT_RIGID_LINK(ball, None, (1, 0, 0), (0, 0, 0))
    RUN(solfec, tight(), 0.9)
    x, _, z = (a + b for a, b in zip(ball.center, DISPLACEMENT(ball, ball.center)))
    speed = math.dist(VELOCITY(ball, ball.center), (0, 0, 0))
    return [Answer("pendulum: length of the link, m", 1.0, math.hypot(x, z), 1e-12),
            Answer("pendulum: speed after a fall of its height, m/s", math.sqrt(-2.0 * G * z),
                   speed, 1e-4)]


def stack(folder: str) -> list[Answer]:
    """Five cubes by Newton steps: the floor carries their weight."""
    solfec, bulk = model(folder, 1e-3, (0, 0, -G), 0.5)
    floor = BODY(solfec, "OBSTACLE", box((-1, -1, -0.2), (1, 1, 0)), bulk)
    cubes = [BODY(solfec, "RIGID", box((-0.1, -0.1, 0.2 * k), (0.1, 0.1, 0.2 * k + 0.2)), bulk)
             for k in range(5)]
    RUN(solfec, NEWTON_SOLVER(1e-10, 100), 0.02)
    _, force = HISTORY(solfec, [(floor, (0, 0, 1), None, "CR")], 0.0, 0.02)
    weight = G * sum(cube.mass for cube in cubes)
    return [Answer("stack of five cubes: force on the floor, N", -weight, force[-1], 1e-6 * weight)]


def motor(folder: str) -> list[Answer]:
    """A hinge turned by a torque: angular speed = torque times time over inertia."""
    solfec, bulk = model(folder, 1e-3, (0, 0, 0))
    arm = BODY(solfec, "RIGID", box((-0.5, -0.05, -0.05), (0.5, 0.05, 0.05)), bulk)
    BODY_CHARS(arm, 1.0, arm.volume, arm.center, UNIT_INERTIA)
    joint = HINGE(arm, None, (0, 0, 0), (0, 0, 1))
    MOTOR(joint, torque=2.0)
    RUN(solfec, tight(), 0.5)
    tip = VELOCITY(arm, (0.5, 0, 0))
    return [Answer("hinge with a motor of 2 N m: angular speed, rad/s", 1.0,
                   2.0 * math.hypot(tip[0], tip[1]), 1e-6)]


def elastic_bar(folder: str) -> list[Answer]:
    """Finite elements under uniform tension: Hooke's law in the limit of small strains."""
    solfec, bulk = model(folder, 1.0, (0, 0, 0), analysis="QUASI_STATIC")
    solfec.equilibrium = 1e-10
    corners = [0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0, 0, 0, 1, 2, 0, 1, 2, 1, 1, 0, 1, 1]
    bar = BODY(solfec, "FINITE_ELEMENT", HEX(corners, 2, 1, 1, 1, [1] * 6), bulk)
    for y in (0, 1):
        for z in (0, 1):
            FIX_DIRECTION(bar, (0, y, z), (1, 0, 0))
            FORCE(bar, "SPATIAL", (2, y, z), (1, 0, 0), 0.25e-2)
    FIX_DIRECTION(bar, (0, 0, 0), (0, 1, 0))
    FIX_DIRECTION(bar, (0, 0, 0), (0, 0, 1))
    FIX_DIRECTION(bar, (0, 1, 0), (0, 0, 1))
    RUN(solfec, NEWTON_SOLVER(1e-10, 100), 1.0)
    strain = 1e-2 / 1e6
    return [Answer("bar in tension: extension, m", 2.0 * strain,
                   DISPLACEMENT(bar, (2, 0.5, 0.5))[0], 1e-6 * strain),
            Answer("bar in tension: stress, Pa", 1e-2, STRESS(bar, (1, 0.5, 0.5))[0], 1e-8)]


def shaken_ground(folder: str) -> list[Answer]:
    """A record of ground motion that ends where it began, and a block that rides along."""
    from solfec.quake import Record
    wave = Record(0.01, [math.sin(0.01 * math.pi * i) ** 3 for i in range(201)]).corrected()
    solfec, bulk = model(folder, 2.5e-3, (0, 0, -G), 0.5)
    ground = BODY(solfec, "OBSTACLE", box((-1, -1, -0.2), (1, 1, 0)), bulk)
    block = BODY(solfec, "RIGID", box((-0.2, -0.2, 0), (0.2, 0.2, 0.1)), bulk)
    SET_ACCELERATION(ground, ground.center, (1, 0, 0), wave.scaled(pga=1.0).series())
    RUN(solfec, tight(), wave.length)
    return [Answer("ground after a corrected record: displacement, m", 0.0,
                   DISPLACEMENT(ground, ground.center)[0], 1e-9),
            Answer("block on that ground: displacement, m", 0.0,
                   DISPLACEMENT(block, block.center)[0], 1e-7)]


def read_back(folder: str) -> list[Answer]:
    """Results that were written are read: frames hold what the run computed."""
    heights = []
    for reads in (False, True):  # the second time the folder holds results
        solfec, bulk = model(folder, 1e-2, (0, 0, -G))
        OUTPUT(solfec, 0.1)
        ball = BODY(solfec, "RIGID", SPHERE((0, 0, 0), 0.1, 1, 1), bulk)
        if reads:
            SEEK(solfec, 1.0)  # refused when nothing was written
        else:
            RUN(solfec, tight(), 1.0)
        heights.append(DISPLACEMENT(ball, ball.center)[2])
        del solfec, bulk, ball
    return [Answer("results read back: height of a falling ball, m", heights[0], heights[1], 0.0)]


SCENES = (projectile, incline, bounce, collision, pendulum, stack, motor, elastic_bar,
          shaken_ground, read_back)
