#pragma once

#include <string_view>

#include "archive/fields.h"
#include "constraint/joint_row.h"

namespace solfec {

struct UserConstraint;

/// Fields of what a row of a joint is (archive/fields.h); its coordinate is a state.

constexpr std::string_view type_name(const JointRowKind*) { return "JointRowKind"; }
constexpr std::string_view type_name(const MotorKind*) { return "MotorKind"; }
constexpr std::string_view type_name(const JointRow*) { return "JointRow"; }

/// Checks that the vectors of a row of a joint are directions. @throws ArchiveError
void check_stored(const JointRow& row);
/// Checks that the row of a joint has the kind of its constraint. @throws ArchiveError
void check_joint_row(const UserConstraint& constraint);
/// Checks that damping and friction of a drive are possible. @throws ArchiveError
void check_drive(const UserConstraint& constraint);

template <typename Fields>
void list_fields(Fields& fields, const JointRow*) {
  using J = JointRow;
  fields("joint", "id of the first row of the joint, 0: of no joint", &J::joint);
  fields("kind", "", &J::kind);
  fields.when(is_not("kind", &J::kind, JointRowKind::none), [](auto& f) {
    f("axis_of_master", "the axis turns with the master", &J::axis_of_master);
    f.finite("origin", "of the slave, m", &J::origin);
    f.finite("axis", "in the reference of its body", &J::axis);
    f.finite("master_mark", "where the angle ends, in the reference of the master",
             &J::master_mark);
    f.finite("slave_mark", "where it begins, in the reference of the slave", &J::slave_mark);
    f.finite("radius", "of the point about the axis, m", &J::radius);
    f("motor", "", &J::motor);
    f("motor_limit", "N", &J::motor_limit);
    f.finite("gain", "1/s", &J::gain);
    f.check([](const J& row) { check_stored(row); });
  });
}

}  // namespace solfec
