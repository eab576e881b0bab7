#include "domain/placement_copy.h"

#include "base/check.h"

namespace solfec {

void PlacementCopy::store(const Bodies& bodies) {
  obstacles_.gradient = bodies.obstacles.rotation;
  obstacles_.center = bodies.obstacles.center;
  obstacle_angular_ = bodies.obstacles.angular;
  obstacle_linear_ = bodies.obstacles.linear;
  rigid_.gradient = bodies.rigid.rotation;
  rigid_.center = bodies.rigid.center;
  pseudo_rigid_.gradient = bodies.pseudo_rigid.gradient;
  pseudo_rigid_.center = bodies.pseudo_rigid.center;
  mesh_.resize(bodies.finite_element.body.size());
  for (std::size_t i = 0; i < mesh_.size(); ++i) {
    mesh_[i].rotation = bodies.finite_element.body[i].rotation;
    mesh_[i].displacement = bodies.finite_element.body[i].displacement;
  }
}

void PlacementCopy::restore(Bodies& bodies) const {
  SOLFEC_ASSERT(bodies.obstacles.center.size() == obstacles_.center.size());
  SOLFEC_ASSERT(bodies.rigid.center.size() == rigid_.center.size());
  SOLFEC_ASSERT(bodies.pseudo_rigid.center.size() == pseudo_rigid_.center.size());
  bodies.obstacles.rotation = obstacles_.gradient;
  bodies.obstacles.center = obstacles_.center;
  bodies.obstacles.angular = obstacle_angular_;
  bodies.obstacles.linear = obstacle_linear_;
  bodies.rigid.rotation = rigid_.gradient;
  bodies.rigid.center = rigid_.center;
  bodies.pseudo_rigid.gradient = pseudo_rigid_.gradient;
  bodies.pseudo_rigid.center = pseudo_rigid_.center;
  SOLFEC_ASSERT(bodies.finite_element.body.size() == mesh_.size());
  for (std::size_t i = 0; i < mesh_.size(); ++i) {
    bodies.finite_element.body[i].rotation = mesh_[i].rotation;
    bodies.finite_element.body[i].displacement = mesh_[i].displacement;
  }
}

}  // namespace solfec
