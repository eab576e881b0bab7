"""Resultants of contact reactions on the joints between bodies: N, V, M, and where N acts.

A joint is all contacts of two bodies whose normals differ by at most 10 degrees from that of the
first; the table resultants.csv of `--export csv` has equal numbers.
"""

import math
from dataclasses import dataclass

from solfec_results.columns import numpy

SAME_JOINT = math.cos(math.radians(10.0))


@dataclass(frozen=True)
class Resultant:
    """Reactions on one joint. Vectors are tuples in space; forces and moments act on `master`."""

    master: int  # body ids
    slave: int
    contacts: int  # that the joint has, open ones too
    center: tuple  # mean of the contact points, weighted by their areas, m
    normal: tuple  # along it the joint presses on the master
    force: tuple  # N
    normal_force: float  # N, N; positive presses
    shear: float  # V, N; length of the force across the normal
    moment: float  # M, N m; bending moment about the center
    torsion: float  # moment about the normal through the center, N m
    pressure_point: tuple  # where N acts: without a bending moment; the center where nothing presses, m

    @property
    def eccentricity(self):
        """Distance from the center to the point where N acts, m."""
        return math.dist(self.center, self.pressure_point)


def resultants_of(rows):
    """Loaded joints of the constraints of a frame (`arrays(i).constraints`), pairs increasing."""
    np = numpy()
    pairs = {}
    for row in np.flatnonzero(rows.is_contact).tolist():
        pairs.setdefault((int(rows.master[row]), int(rows.slave[row])), []).append(row)
    normals = rows.frame[:, :, 2]
    found = []
    for pair in sorted(pairs):
        joints = []
        for row in pairs[pair]:
            same = next((joint for joint in joints
                         if normals[joint[0]] @ normals[row] >= SAME_JOINT), None)
            if same is None:
                joints.append([row])
            else:
                same.append(row)
        found += [_resultant(rows, pair, joint) for joint in joints if rows.R[joint].any()]
    return found


def _resultant(rows, pair, joint):
    np = numpy()
    weights = rows.area[joint]
    if not (weights > 0.0).all():
        weights = np.ones(len(joint))
    points, forces = rows.point[joint], rows.force[joint]
    center = weights @ points / weights.sum()
    normal = weights @ rows.frame[joint][:, :, 2]
    normal /= np.linalg.norm(normal)
    force = forces.sum(axis=0)
    moment = np.cross(points - center, forces).sum(axis=0)
    pressing, torsion = float(force @ normal), float(moment @ normal)
    place = center + np.cross(normal, moment) / pressing if pressing > 0.0 else center
    return Resultant(*pair, len(joint), tuple(center.tolist()), tuple(normal.tolist()),
                     tuple(force.tolist()), pressing,
                     float(np.linalg.norm(force - pressing * normal)),
                     float(np.linalg.norm(moment - torsion * normal)), torsion, tuple(place.tolist()))
