#include "domain/records/constraint_record.h"

#include <utility>

namespace solfec {

ConstraintRecord record_of(const UserConstraint& constraint) {
  ConstraintRecord record;
  record.id = constraint.id;
  record.kind = constraint.kind;
  record.master = constraint.master;
  record.slave = constraint.slave;
  record.R = constraint.R;
  record.U = constraint.U;
  record.V = constraint.V;
  record.point = constraint.point;
  record.slave_point = constraint.slave_point;
  record.frame = constraint.frame;
  record.coordinate = constraint.joint.coordinate;
  record.rate = constraint.joint.rate;
  record.motor_force = constraint.joint.motor_force;
  record.power = constraint.joint.power;
  return record;
}

ConstraintRecord record_of(const ContactPoint& contact, const ContactMemories& memories,
                           const SurfaceMaterialTable& materials) {
  const bool first_is_slave = contact.state.first_is_slave;
  ConstraintRecord record;
  record.id = contact.state.id;
  record.kind = ConstraintKind::contact;
  record.master = first_is_slave ? contact.key.second_body : contact.key.first_body;
  record.slave = first_is_slave ? contact.key.first_body : contact.key.second_body;
  record.R = contact.state.R;
  record.U = contact.state.U;
  record.V = contact.state.V;
  record.point = contact.point;
  record.slave_point = contact.point;
  record.frame = contact.frame;
  record.gap = contact.gap;
  record.area = contact.area;
  record.master_surface = contact.master_surface;
  record.slave_surface = contact.slave_surface;
  record.material = materials.find(contact.master_surface, contact.slave_surface);
  record.bonded = contact.state.bonded;
  const bool is_zone = materials[record.material].model == SurfaceModel::cohesive_zone;
  record.softens = record.bonded && is_zone;
  record.damage = is_zone && !record.bonded ? 1.0 : 0.0;
  record.master_piece = contact.master_piece;
  record.slave_piece = contact.slave_piece;
  record.part = contact.part;
  record.feature = contact.key.feature;
  record.age = contact.state.age;
  record.referenced = contact.state.referenced;
  if (contact.state.memory >= 0) {
    record.anchor = memories[contact.state.memory].anchor;
    if (record.softens) record.damage = record.anchor.damage;
    record.reference = memories[contact.state.memory].reference;
  }
  return record;
}

ContactPoint contact_of(const ConstraintRecord& row) {
  ContactPoint point;
  const std::pair master(row.master, row.master_piece);
  const std::pair slave(row.slave, row.slave_piece);
  const bool first_is_slave = slave < master;
  const auto& [first_body, first_piece] = first_is_slave ? slave : master;
  const auto& [second_body, second_piece] = first_is_slave ? master : slave;
  point.key = {first_body, first_piece, second_body, second_piece, row.feature};
  point.state.id = row.id;
  point.state.first_is_slave = first_is_slave;
  point.state.age = row.age;
  point.state.bonded = row.bonded;
  point.state.R = row.R;
  point.state.U = row.U;
  point.state.V = row.V;
  point.master_piece = row.master_piece;
  point.slave_piece = row.slave_piece;
  point.point = row.point;
  point.frame = row.frame;
  point.gap = row.gap;
  point.area = row.area;
  point.part = row.part;
  point.master_surface = row.master_surface;
  point.slave_surface = row.slave_surface;
  return point;
}

void set_state(const ConstraintRecord& row, UserConstraint& constraint) {
  constraint.R = row.R;
  constraint.U = row.U;
  constraint.V = row.V;
  constraint.merit = row.merit;
  constraint.point = row.point;
  constraint.slave_point = row.slave_point;
  constraint.frame = row.frame;
  constraint.joint.coordinate = row.coordinate;
  constraint.joint.rate = row.rate;
  constraint.joint.motor_force = row.motor_force;
  constraint.joint.power = row.power;
}

}  // namespace solfec
