#pragma once

#include <vector>

#include "math/vec3.h"
#include "output/snapshot.h"

namespace solfec {

/// Force or torque of a load on a body, in space: a FORCE at its point, a PRESSURE on each of its
/// faces, a TORQUE at the centre of the body.
struct LoadForce {
  int load{};  // index into Snapshot::loads
  LoadKind kind{};
  BodyId body{};
  Vec3 point{};         // m; for a torque the centre of the body
  Vec3 force{};         // N
  Vec3 torque{};        // N m
  SurfaceId surface{};  // pressure: of the face
  double pressure{};    // Pa, positive pulls
};

/// Computes forces and torques of the loads of a snapshot in the placement of its bodies, in the
/// order of the loads and of the faces of shapes. The force of a pressure acts at the mean of the
/// vertices of its face. Loads of bodies that the snapshot does not hold are left out.
std::vector<LoadForce> load_forces(const Snapshot& snapshot);

}  // namespace solfec
