#include "body/point_load.h"

#include "base/check.h"
#include "base/count.h"

namespace solfec {

void add_gravity(Bodies& bodies, Vec3 acceleration) {
  RigidSet& rigid = bodies.rigid;
  for (std::size_t i = 0; i < rigid.id.size(); ++i) rigid.force[i] += rigid.mass[i] * acceleration;
  PseudoRigidSet& soft = bodies.pseudo_rigid;
  for (std::size_t i = 0; i < soft.id.size(); ++i) soft.force[i] += soft.mass[i] * acceleration;
  for (FiniteElementBody& body : bodies.finite_element.body) {
    for (std::size_t a = 0; a < body.load.size(); ++a) {
      body.load[a] += body.elements.mass[a] * acceleration;
    }
  }
}

void add_point_force(Bodies& bodies, BodyRef body, Vec3 reference_point, Vec3 force) {
  const auto slot = static_cast<std::size_t>(body.slot);
  if (body.kind == BodyKind::rigid) {
    RigidSet& rigid = bodies.rigid;
    const Vec3 arm = reference_point - rigid.reference_center[slot];
    rigid.force[slot] += force;
    rigid.torque[slot] += cross(arm, transposed_times(rigid.rotation[slot], force));
  } else if (body.kind == BodyKind::pseudo_rigid) {
    PseudoRigidSet& soft = bodies.pseudo_rigid;
    soft.force[slot] += force;
    soft.couple[slot] += outer(force, reference_point - soft.reference_center[slot]);
  } else if (body.kind == BodyKind::finite_element) {
    FiniteElementBody& mesh = bodies.finite_element[body.slot];
    const MeshPoint point = mesh.find(reference_point);
    for (std::size_t a = 0; a < at(point.count); ++a) {
      mesh.load[at(point.node[a])] += point.weight[a] * force;
    }
  }
}

Vec3 convected_direction(const Bodies& bodies, BodyRef body, Vec3 reference_point, Vec3 direction) {
  const auto slot = static_cast<std::size_t>(body.slot);
  if (body.kind == BodyKind::rigid) return bodies.rigid.rotation[slot] * direction;
  if (body.kind == BodyKind::pseudo_rigid) return bodies.pseudo_rigid.gradient[slot] * direction;
  if (body.kind == BodyKind::finite_element) {
    const FiniteElementBody& mesh = bodies.finite_element[body.slot];
    const MeshPoint point = mesh.find(reference_point);
    return deformation_gradient(mesh.elements, mesh.displacement, point.element, point.local) *
           direction;
  }
  return bodies.obstacles.rotation[slot] * direction;
}

void add_spatial_torque(Bodies& bodies, BodyRef body, Vec3 torque) {
  SOLFEC_ASSERT(body.kind == BodyKind::rigid);
  const auto slot = static_cast<std::size_t>(body.slot);
  bodies.rigid.torque[slot] += transposed_times(bodies.rigid.rotation[slot], torque);
}

void add_referential_torque(Bodies& bodies, BodyRef body, Vec3 torque) {
  SOLFEC_ASSERT(body.kind == BodyKind::rigid);
  bodies.rigid.torque[static_cast<std::size_t>(body.slot)] += torque;
}

int generalized_load_size(const Bodies& bodies, BodyRef body) {
  if (body.kind == BodyKind::rigid) return 9;
  if (body.kind == BodyKind::finite_element)
    return 3 * bodies.finite_element[body.slot].node_count();
  return body.kind == BodyKind::pseudo_rigid ? 12 : 0;
}

void add_generalized_load(Bodies& bodies, BodyRef body, std::span<const double> load) {
  SOLFEC_ASSERT(static_cast<int>(load.size()) == generalized_load_size(bodies, body));
  const auto slot = static_cast<std::size_t>(body.slot);
  const auto triple = [&](std::size_t k) { return Vec3{load[k], load[k + 1], load[k + 2]}; };
  if (body.kind == BodyKind::rigid) {
    bodies.rigid.force[slot] += triple(0);
    add_spatial_torque(bodies, body, triple(3));
    add_referential_torque(bodies, body, triple(6));
  } else if (body.kind == BodyKind::pseudo_rigid) {
    bodies.pseudo_rigid.couple[slot] += from_columns(triple(0), triple(3), triple(6));
    bodies.pseudo_rigid.force[slot] += triple(9);
  } else if (body.kind == BodyKind::finite_element) {
    std::vector<Vec3>& nodal = bodies.finite_element[body.slot].load;
    for (std::size_t a = 0; a < nodal.size(); ++a) nodal[a] += triple(3 * a);
  }
}

}  // namespace solfec
