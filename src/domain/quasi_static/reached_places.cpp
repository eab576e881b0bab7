#include "domain/quasi_static/reached_places.h"

#include <utility>

#include "base/count.h"
#include "integrator/move_obstacles.h"
#include "integrator/quasi_static.h"

namespace solfec {

void ReachedPlaces::take_velocities(Bodies& bodies) {
  RigidSet& rigid = bodies.rigid;
  rigid.get_placement(rigid_);
  angular_ = rigid.angular;
  linear_ = rigid.linear;
  bodies.obstacles.get_placement(obstacles_);
  for (int i = 0; i < rigid.size(); ++i) add_static_change(rigid, i);
}

void ReachedPlaces::move(Bodies& bodies, double step) {
  for (int i = 0; i < bodies.rigid.size(); ++i) move_static_rigid(bodies.rigid, i, step);
  for (int i = 0; i < bodies.obstacles.size(); ++i) move_obstacle(bodies.obstacles, i, step);
}

void ReachedPlaces::restore(Bodies& bodies) {
  bodies.rigid.set_placement(rigid_);
  std::swap(bodies.rigid.angular, angular_);
  std::swap(bodies.rigid.linear, linear_);
  bodies.obstacles.set_placement(obstacles_);
}

Mat3 ReachedPlaces::turn(const Bodies& bodies, BodyRef body) const {
  const auto i = at(body.slot);
  if (body.kind == BodyKind::rigid) {
    return bodies.rigid.rotation[i] * transpose(std::get<0>(rigid_)[i]);
  }
  if (body.kind != BodyKind::obstacle) return identity();
  return bodies.obstacles.rotation[i] * transpose(std::get<0>(obstacles_)[i]);
}

Vec3 ReachedPlaces::start_center(BodyRef body) const {
  const auto& centers =
      body.kind == BodyKind::rigid ? std::get<1>(rigid_) : std::get<1>(obstacles_);
  return centers[at(body.slot)];
}

const Mat3& ReachedPlaces::start_rotation(BodyRef body) const {
  const auto& rotations =
      body.kind == BodyKind::rigid ? std::get<0>(rigid_) : std::get<0>(obstacles_);
  return rotations[at(body.slot)];
}

}  // namespace solfec
