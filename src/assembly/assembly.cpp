#include "assembly/assembly.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"
#include "body/point_velocity.h"

namespace solfec {

namespace {

/// Rigid slots come first, then pseudo-rigid ones, each in the order of its set.
int slot_of(const Bodies& bodies, BodyRef body) {
  if (body.kind == BodyKind::obstacle) return -1;
  return body.kind == BodyKind::rigid ? body.slot : bodies.rigid.size() + body.slot;
}

void add_slots(const Bodies& bodies, double step, BodyOperator& body_space) {
  const RigidSet& rigid = bodies.rigid;
  for (std::size_t i = 0; i < rigid.id.size(); ++i) {
    const Mat3& rotation = rigid.rotation[i];
    const Mat3 world = rotation * rigid.inverse_inertia[i] * transpose(rotation);
    body_space.add_slot(SlotKind::rigid, step * world, step / rigid.mass[i]);
  }
  const PseudoRigidSet& soft = bodies.pseudo_rigid;
  for (std::size_t i = 0; i < soft.id.size(); ++i) {
    const double inverse_mass = step / soft.mass[i];
    if (soft.implicit[i] != 0) {
      body_space.add_dense_slot(soft.effective_inverse[i], step, inverse_mass);
    } else {
      body_space.add_slot(SlotKind::affine, step * soft.inverse_euler[i], inverse_mass);
    }
  }
}

/// One end of a row: a point of a body, or of space when there is no body.
struct RowEnd {
  BodyRef body;
  bool in_space = false;
  Vec3 point;  // spatial, m
};

/// Appends Jacobian, V, B and W_ii of a row.
void add_row(const AssemblyInput& input, const RowEnd& master, const RowEnd& slave,
             const Mat3& frame, LocalDynamics& problem) {
  RowJacobian row;
  row.frame = frame;
  Vec3 start;
  Vec3 free;
  const auto add_end = [&](const RowEnd& end, double sign, Vec3& arm, int& slot) {
    if (end.in_space) return;
    arm = point_arm(input.bodies, end.body, end.point);
    slot = slot_of(input.bodies, end.body);
    start += sign * start_velocity(input.bodies, end.body, arm);
    free += sign * free_velocity(input.bodies, end.body, arm);
  };
  add_end(master, 1.0, row.master_arm, row.master);
  add_end(slave, -1.0, row.slave_arm, row.slave);
  problem.V.push_back(transposed_times(frame, start));
  problem.B.push_back(transposed_times(frame, free));
  problem.body_space.add_row(row);
  problem.W_diagonal.push_back(problem.body_space.diagonal(problem.body_space.row_count() - 1));
}

RowLaw constraint_law(const UserConstraint& constraint) {
  RowLaw law;
  switch (constraint.kind) {
    case ConstraintKind::fixed_direction:
      law.kind = RowKind::fixed_direction;
      break;
    case ConstraintKind::velocity_direction:
      law.kind = RowKind::velocity_direction;
      law.target = constraint.target;
      break;
    case ConstraintKind::rigid_link:
      law.kind = RowKind::rigid_link;
      law.target = constraint.length;
      law.link = transposed_times(constraint.frame, constraint.point - constraint.slave_point);
      break;
    default:
      law.kind = RowKind::fixed_point;
  }
  return law;
}

void add_constraint_row(const AssemblyInput& input, const UserConstraint& constraint,
                        LocalDynamics& problem) {
  const auto end = [&](BodyId body, Vec3 point) {
    if (body == 0) return RowEnd{{}, true, point};
    const int index = input.bodies.find(body);
    return RowEnd{input.bodies.refs()[static_cast<std::size_t>(index)], false, point};
  };
  add_row(input, end(constraint.master, constraint.point),
          end(constraint.slave, constraint.slave_point), constraint.frame, problem);
  problem.law.push_back(constraint_law(constraint));
}

/// What a dynamic contact adds to U_N, m/s: Newton's restitution, or the way to the surface. A pair
/// that would meet within the step bounces off at once when it has restitution, since the velocity
/// of the impact would be gone a step later.
double dynamic_shift(const AssemblyInput& input, const RowLaw& law, double gap, double restitution,
                     double start) {
  const double bounce = restitution * std::min(0.0, start);
  if (law.open || !(gap > 0.0)) return bounce;
  const double way = gap / input.step;
  return restitution > 0.0 && start < -way ? bounce : way;
}

RowLaw contact_law(const AssemblyInput& input, const ContactPoint& contact, Vec3 start) {
  const SurfaceMaterial& material =
      input.materials[input.materials.find(contact.master_surface, contact.slave_surface)];
  RowLaw law;
  law.kind =
      material.model == SurfaceModel::spring_dashpot ? RowKind::spring_dashpot : RowKind::contact;
  const double reach = law.kind == RowKind::contact ? input.prediction : 0.0;
  law.open = !input.quasi_static && contact.gap > reach;
  law.bonded = contact.state.bonded;
  law.friction = material.friction;
  law.velocity_shift = input.quasi_static
                           ? std::max(contact.gap, 0.0) / input.step
                           : dynamic_shift(input, law, contact.gap, material.restitution, start.z);
  law.cohesion = law.bonded ? material.cohesion * contact.area : 0.0;
  law.gap = contact.gap;
  law.spring = material.spring;
  law.dashpot = material.dashpot;
  return law;
}

/// Pieces of one rigid or pseudo-rigid body: the same point of the same motion on both sides never
/// moves relatively, so the row is empty and its reaction zero.
void add_self_contact_row(const AssemblyInput& input, const ContactPoint& contact,
                          LocalDynamics& problem) {
  const RowEnd nowhere{{}, true, contact.point};
  add_row(input, nowhere, nowhere, contact.frame, problem);
  problem.law.push_back(contact_law(input, contact, {}));
}

void add_contact_row(const AssemblyInput& input, const ContactPoint& contact,
                     LocalDynamics& problem) {
  const auto refs = input.bodies.refs();
  if (contact.master == contact.slave) {
    add_self_contact_row(input, contact, problem);
    return;
  }
  const RowEnd master{refs[static_cast<std::size_t>(contact.master)], false, contact.point};
  const RowEnd slave{refs[static_cast<std::size_t>(contact.slave)], false, contact.point};
  add_row(input, master, slave, contact.frame, problem);
  problem.law.push_back(contact_law(input, contact, problem.V.back()));
}

}  // namespace

void assemble(const AssemblyInput& input, LocalDynamics& problem, std::vector<Vec3>& R) {
  problem.clear();
  problem.step = input.step;
  problem.quasi_static = input.quasi_static;
  add_slots(input.bodies, input.step, problem.body_space);
  R.clear();
  for (const UserConstraint& constraint : input.constraints) {
    add_constraint_row(input, constraint, problem);
    R.push_back(constraint.R);
  }
  for (const ContactPoint& contact : input.contacts) {
    add_contact_row(input, contact, problem);
    R.push_back(contact.state.R);
  }
}

void write_velocity_changes(const BodyOperator& body_space, Bodies& bodies) {
  SOLFEC_ASSERT(body_space.slot_count() == bodies.rigid.size() + bodies.pseudo_rigid.size());
  RigidSet& rigid = bodies.rigid;
  for (int i = 0; i < rigid.size(); ++i) {
    const auto v = body_space.slot_velocity(i);
    const auto k = static_cast<std::size_t>(i);
    rigid.angular_change[k] = transposed_times(rigid.rotation[k], {v[0], v[1], v[2]});
    rigid.linear_change[k] = {v[3], v[4], v[5]};
  }
  PseudoRigidSet& soft = bodies.pseudo_rigid;
  for (int i = 0; i < soft.size(); ++i) {
    const auto v = body_space.slot_velocity(rigid.size() + i);
    const auto k = static_cast<std::size_t>(i);
    std::copy_n(v.begin(), 9, soft.rate_change[k].m);
    soft.linear_change[k] = {v[9], v[10], v[11]};
  }
}

}  // namespace solfec
