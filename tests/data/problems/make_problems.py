#!/usr/bin/env python3
"""Makes the stored contact problems of this folder, which stand for the larger public ones.

usage: make_problems.py [FOLDER]     writes NAME.dat as docs/stored-problems.md describes it

caged-body   one body in six contacts of high friction, on which plain sweeps cycle
brick-wall   two courses of bricks with four contacts per pair, so that W has a low rank
ball-heap    balls that fall on the ground and on each other, W of full rank

dominoes.dat is not made here: 38 contacts of a step of inp/motion/dominoes.py (friction 0.2,
t = 0.4232 s), stored by EXPORT_CONTACT_PROBLEM; reactions of all others are part of q. Sweeps lead
away from its solution, and so does the fixed point on the slip by a factor of 1.2.
"""

import math
import os
import random
import sys


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def unit(a):
    length = math.sqrt(dot(a, a))
    return [x / length for x in a]


def frame(normal):
    """Normal and two tangents."""
    normal = unit(normal)
    tangent = unit(cross(normal, [1, 0, 0] if abs(normal[0]) < 0.6 else [0, 1, 0]))
    return normal, tangent, cross(normal, tangent)


class Problem:
    """Rigid bodies with principal axes along the axes of space and contacts between them."""

    def __init__(self):
        self.bodies = []  # inverse masses of the six velocities, centre, velocities
        self.contacts = []  # rows of H by body, friction

    def body(self, mass, inertia, center, velocity, spin=(0, 0, 0)):
        self.bodies.append(([1 / mass] * 3 + [1 / x for x in inertia], center,
                            [*velocity, *spin]))
        return len(self.bodies) - 1

    def contact(self, master, slave, point, normal, friction):
        """The normal points to the master; slave None is the ground."""
        rows = {}
        for body, sign in ((master, 1), (slave, -1)):
            if body is None:
                continue
            arm = [p - c for p, c in zip(point, self.bodies[body][1])]
            rows[body] = [[sign * x for x in [*axis, *cross(arm, axis)]] for axis in frame(normal)]
        self.contacts.append((rows, friction))

    def block(self, i, j):
        """W_ij by columns, None where the contacts have no body in common."""
        first, second = self.contacts[i][0], self.contacts[j][0]
        common = [body for body in first if body in second]
        if not common:
            return None
        return [sum(sum(x * m * y for x, m, y in zip(first[b][r], self.bodies[b][0], second[b][c]))
                    for b in common) for c in range(3) for r in range(3)]

    def free_velocity(self, i):
        rows = self.contacts[i][0]
        return [sum(dot(rows[b][r], self.bodies[b][2]) for b in rows) for r in range(3)]

    def text(self):
        count = len(self.contacts)
        start, columns, blocks = [0], [], []
        for i in range(count):
            for j in range(count):
                block = self.block(i, j)
                if block is not None:
                    columns.append(j)
                    blocks.append(block)
            start.append(len(columns))
        sizes = [3 * (i + 1) for i in range(count)]
        lines = [[3], [count], [1], [3 * count, 3 * count], [len(blocks)], [count, count], sizes,
                 sizes, [count + 1, len(blocks)], start, columns]
        lines += [[k, *block] for k, block in enumerate(blocks)]
        lines.append([x for i in range(count) for x in self.free_velocity(i)])
        lines.append([friction for _, friction in self.contacts])
        return "".join(" ".join(f"{x + 0.0:.15g}" for x in line) + "\n" for line in lines)


def caged_body():
    dice = random.Random(4)
    problem = Problem()
    velocity = [dice.uniform(-1, 1) for _ in range(3)]
    spin = [dice.uniform(-3, 3) for _ in range(3)]
    body = problem.body(1.0, (0.1, 0.12, 0.15), (0, 0, 0), velocity, spin)
    for _ in range(6):
        normal = [dice.gauss(0, 1) for _ in range(3)]
        problem.contact(body, None, [dice.uniform(-0.5, 0.5) for _ in range(3)], normal, 2.0)
    return problem


def brick_wall():
    problem = Problem()
    lower = [problem.body(2.0, (0.5, 0.5, 0.5), (2 * i, 0, 0.5), (0.1, 0, -0.2)) for i in range(3)]
    upper = [problem.body(2.0, (0.5, 0.5, 0.5), (2 * i + 1, 0, 1.5), (0.1, 0.05, -0.2))
             for i in range(2)]
    for i, brick in enumerate(lower):
        for x in (-1, 1):
            for y in (-0.5, 0.5):
                problem.contact(brick, None, (2 * i + x, y, 0), (0, 0, 1), 0.6)
    for i, brick in enumerate(upper):
        for part in (0, 1):
            for x in (0, 1):
                for y in (-0.5, 0.5):
                    problem.contact(brick, lower[i + part], (2 * i + part + x, y, 1), (0, 0, 1), 0.6)
    return problem


def ball_heap():
    dice = random.Random(1)
    problem = Problem()
    centers = [(0, 0, 1), (2, 0, 1), (1, math.sqrt(3), 1),
               (1, math.sqrt(3) / 3, 1 + math.sqrt(8 / 3))]
    balls = [problem.body(1.0, (0.4, 0.4, 0.4), c, [dice.uniform(-0.3, 0.3) for _ in range(2)]
                          + [-0.5]) for c in centers]
    for ball in balls[:3]:
        center = centers[ball]
        problem.contact(ball, None, (center[0], center[1], 0), (0, 0, 1), 0.4)
        between = [a - b for a, b in zip(centers[3], center)]
        point = [c + 0.5 * x for c, x in zip(center, between)]
        problem.contact(balls[3], ball, point, between, 0.4)
    return problem


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    for name, make in (("caged-body", caged_body), ("brick-wall", brick_wall),
                       ("ball-heap", ball_heap)):
        with open(os.path.join(folder, name + ".dat"), "w", encoding="ascii") as file:
            file.write(make().text())
