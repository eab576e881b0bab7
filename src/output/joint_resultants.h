#pragma once

#include <vector>

#include "math/vec3.h"
#include "output/snapshot.h"

namespace solfec {

/// Resultant of the contact reactions between two bodies on one joint: all contacts of the pair
/// whose normals differ by at most 10 degrees from that of the first.
struct JointResultant {
  BodyId master{};
  BodyId slave{};
  int contacts{};         // that the joint has, open ones too
  Vec3 center;            // of the joint: mean of its contact points, weighted by their areas, m
  Vec3 normal;            // mean one; along it the joint presses on the master
  Vec3 force;             // on the master, N
  double normal_force{};  // N, positive presses
  Vec3 shear_force;       // on the master, across the normal, N
  Vec3 moment;            // on the master about `center`, N m; its part along `normal` is torsion
  /// Where the normal force acts: the point of the plane of the joint about which the reactions
  /// have no bending moment; `center` where the joint does not press. Torsion, and a shear force in
  /// this plane, do not move it. m
  Vec3 pressure_point;
};

/// Returns the contacts of each joint of a snapshot, pairs of bodies increasing.
std::vector<std::vector<const ConstraintRecord*>> joint_contacts(const Snapshot& snapshot);

/// Computes the resultants of all joints of a snapshot, pairs of bodies increasing. Joints without
/// reactions are left out.
std::vector<JointResultant> joint_resultants(const Snapshot& snapshot);

}  // namespace solfec
