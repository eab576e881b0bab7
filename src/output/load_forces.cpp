#include "output/load_forces.h"

#include "base/count.h"
#include "body/common/pressed_surface.h"
#include "body/point_load.h"

namespace solfec {

namespace {

/// Vector of a force or a torque in space.
Vec3 in_space(const ActingLoad& load, const Snapshot& snapshot, const SnapshotBody& body) {
  if (load.frame == LoadFrame::spatial) return load.vector;
  return convected_direction(snapshot.bodies, body.place, load.point, load.vector);
}

/// Adds the force on each face where it is now: half the cross product of the diagonals of four
/// vertices is the area vector of the bilinear patch.
/// @param one  The load, without its place and force.
void add_faces(const LoadForce& one, const Snapshot& snapshot, const SnapshotBody& body,
               std::vector<LoadForce>& forces) {
  std::vector<Vec3> x;
  for (const std::vector<Vec3>& face : faces_with(*body.shape, one.surface)) {
    x.clear();
    LoadForce& on_face = forces.emplace_back(one);
    for (const Vec3 X : face) {
      x.push_back(snapshot.bodies.current_point(body.place, X));
      on_face.point += (1.0 / static_cast<double>(face.size())) * x.back();
    }
    const Vec3 area =
        0.5 * (x.size() == 3 ? cross(x[1] - x[0], x[2] - x[0]) : cross(x[2] - x[0], x[3] - x[1]));
    on_face.force = one.pressure * area;
  }
}

}  // namespace

std::vector<LoadForce> load_forces(const Snapshot& snapshot) {
  std::vector<LoadForce> forces;
  for (int i = 0; i < count(snapshot.loads); ++i) {
    const ActingLoad& load = snapshot.loads[at(i)];
    const SnapshotBody* const body = snapshot.find(load.body);
    if (body == nullptr) continue;
    LoadForce one{.load = i,
                  .kind = load.kind,
                  .body = load.body,
                  .surface = load.surface,
                  .pressure = load.pressure};
    if (load.kind == LoadKind::pressure) {
      add_faces(one, snapshot, *body, forces);
      continue;
    }
    const bool is_force = load.kind == LoadKind::force;
    one.point = is_force ? snapshot.bodies.current_point(body->place, load.point)
                         : snapshot.bodies.motion(body->place).center;
    (is_force ? one.force : one.torque) = in_space(load, snapshot, *body);
    forces.push_back(one);
  }
  return forces;
}

}  // namespace solfec
