#include "assembly/rolling_rows.h"

#include <cmath>
#include <limits>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

/// Angular velocities of a side in world axes, rad/s.
struct Turning {
  Vec3 start;
  Vec3 free;  // without reactions
};

Turning turning_of(const Bodies& bodies, BodyRef body, std::span<const RigidMotion> rigid) {
  const std::size_t i = at(body.slot);
  if (body.kind == BodyKind::obstacle) {
    return {bodies.obstacles.start_angular[i], bodies.obstacles.angular[i]};
  }
  return {rigid[i].start_angular, rigid[i].angular};
}

void check_turns(const RollingInput& input, const ContactPoint& contact,
                 const SurfaceMaterial& material) {
  const auto refs = input.bodies.refs();
  for (const int index : {contact.master, contact.slave}) {
    const BodyRef body = refs[at(index)];
    if (body.kind == BodyKind::rigid || body.kind == BodyKind::obstacle) continue;
    throw InputError(cat("SURFACE_MATERIAL '", material.label,
                         "' is ROLLING_RESISTANCE, which is for contacts between rigid bodies and "
                         "obstacles, and body ",
                         input.bodies.ids()[at(index)],
                         ", which it touches, is deformable; use SIGNORINI_COULOMB"));
  }
}

/// Adds what the inverse inertia of one side gives to W and C.
/// @return Inverse mass of the side times the step, s/kg.
double add_side(const BodyOperator& space, int slot, Vec3 arm, const Mat3& frame, RollingRow& row) {
  if (slot < 0) return 0.0;
  const RigidSlot& body = space.rigid_slots()[at(space.slot_place(slot))];
  const Vec3 turn[2] = {symmetric_times(body.scaled_inverse, row.tangent[0]),
                        symmetric_times(body.scaled_inverse, row.tangent[1])};
  row.W[0] += dot(row.tangent[0], turn[0]);
  row.W[1] += dot(row.tangent[0], turn[1]);
  row.W[2] += dot(row.tangent[1], turn[1]);
  for (int k = 0; k < 2; ++k) {
    row.coupling[k] += transposed_times(frame, cross(turn[k], arm));
  }
  return body.scaled_inverse_mass;
}

/// @return False where no side turns.
bool fill_row(const RollingInput& input, const ContactPoint& contact, const LocalDynamics& problem,
              RollingRow& row) {
  constexpr double kRoundings = 4.0;
  constexpr double kLeast = 1e-130;  // m/s, as of contact rows
  const BodyOperator& space = problem.body_space;
  const RowJacobian& jacobian = space.rows()[at(row.row)];
  const Mat3& frame = contact.frame;
  row.tangent[0] = frame.column(0);
  row.tangent[1] = frame.column(1);
  row.master = jacobian.master;
  row.slave = jacobian.slave;
  const double inverse_mass = add_side(space, row.master, jacobian.master_arm, frame, row) +
                              add_side(space, row.slave, jacobian.slave_arm, frame, row);
  if (!(row.W[0] * row.W[2] - row.W[1] * row.W[1] > 0.0)) return false;
  row.length = std::sqrt(2.0 * inverse_mass / (row.W[0] + row.W[2]));
  const auto refs = input.bodies.refs();
  const Turning master = turning_of(input.bodies, refs[at(contact.master)], input.rigid);
  const Turning slave = turning_of(input.bodies, refs[at(contact.slave)], input.rigid);
  const Vec3 start = master.start - slave.start;
  const Vec3 free = master.free - slave.free;
  row.V = {dot(row.tangent[0], start), dot(row.tangent[1], start), 0.0};
  row.B = {dot(row.tangent[0], free), dot(row.tangent[1], free), 0.0};
  const double size = norm(master.start) + norm(master.free) + norm(slave.start) + norm(slave.free);
  row.rounding = kLeast + kRoundings * std::numeric_limits<double>::epsilon() * row.length * size;
  return true;
}

}  // namespace

void set_rolling_rows(const RollingInput& input, LocalDynamics& problem) {
  problem.rolling.clear();
  if (input.materials.first_of(SurfaceModel::rolling_resistance) < 0) return;
  for (int c = 0; c < count(input.contacts); ++c) {
    const ContactPoint& contact = input.contacts[at(c)];
    const SurfaceMaterial& material =
        input.materials[input.materials.find(contact.master_surface, contact.slave_surface)];
    if (material.model != SurfaceModel::rolling_resistance || !(material.rolling > 0.0)) continue;
    check_turns(input, contact, material);
    const RowLaw& law = problem.law[at(input.first + c)];
    if ((law.open && !law.bonded) || contact.master == contact.slave) continue;
    RollingRow row;
    row.row = input.first + c;
    row.arm = material.rolling;
    if (fill_row(input, contact, problem, row)) problem.rolling.push_back(row);
  }
}

}  // namespace solfec
