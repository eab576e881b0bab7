#pragma once

#include <cmath>
#include <string_view>
#include <utility>

#include "archive/fields.h"
#include "archive/stored_function.h"
#include "base/cat.h"
#include "constraint/joint_row_archive.h"
#include "constraint/spring_archive.h"
#include "constraint/user_constraint.h"

namespace solfec {

/// Fields of what a user constraint is (archive/fields.h); its state is that of the rows of a frame
/// (domain/records/constraint_record_archive.h).

constexpr std::string_view type_name(const ConstraintKind*) { return "ConstraintKind"; }
constexpr std::string_view type_name(const MotionKind*) { return "MotionKind"; }
constexpr std::string_view type_name(const PrescribedMotion*) { return "Motion"; }
constexpr std::string_view type_name(const UserConstraint*) { return "ConstraintDefinition"; }

template <typename Fields>
void list_fields(Fields& fields, const PrescribedMotion*) {
  using M = PrescribedMotion;
  fields("kind", "", &M::kind);
  fields.through(
      "value", "m, m/s or m/s²",
      [](const M& motion) { return StoredFunction(motion.constant, motion.series.get()); },
      [](M& motion, StoredFunction&& value) {
        motion.constant = value.constant;
        motion.series = value.take_series();
        if (motion.series == nullptr && motion.kind != MotionKind::velocity) {
          throw ArchiveError("the motion of a constraint has no time series");
        }
      });
  fields.finite("start", "time when it began, s", &M::start);
}

/// Lists the fields that say what a constraint joins and how, without its motion; the hash of the
/// definition of a constraint is made of the same fields.
template <typename Fields>
void list_placement(Fields& fields) {
  using C = UserConstraint;
  fields("id", "", &C::id);
  fields("kind", "", &C::kind);
  fields("master", "", &C::master);
  fields("slave", "0: none", &C::slave);
  fields.finite("master_reference", "m", &C::master_reference);
  fields.finite("slave_reference", "m", &C::slave_reference);
  fields.through(
      "direction", "unit; of FIXPNT and RIGLNK their strength, N, and two zeros; 0: none",
      [](const C& one) {
        return may_break(one.kind) ? Vec3{one.strength, 0, 0} : one.direction;
      },
      [](C& one, Vec3 value) {
        if (may_break(one.kind)) {
          one.strength = value.x;
        } else {
          one.direction = value;
        }
      });
  fields.check([](const C& one) {
    if (is_finite(one.direction) && std::isfinite(one.strength) && one.strength >= 0.0) return;
    throw ArchiveError(cat("the direction or the strength of constraint ", one.id, " is wrong"));
  });
  fields.finite("length", "of a link, m", &C::length);
  fields.when(is("kind", &C::kind, ConstraintKind::spring), [](auto& f) {
    f("spring", "", &C::spring);
    f.check([](const C& constraint) { check_spring_direction(constraint); });
  });
  fields("joint", "", &C::joint);
  fields.when(is("kind", &C::kind, ConstraintKind::drive), [](auto& f) {
    f("drive", "springs and stops of a joint, in m and N of the row", &C::spring);
    f.through(
        "damping", "N s/m", [](const C& one) { return one.spring.row.damping; },
        [](C& one, double value) { one.spring.row.damping = value; });
    f.through(
        "friction", "bound, N", [](const C& one) { return one.spring.row.friction; },
        [](C& one, double value) { one.spring.row.friction = value; });
    f.check([](const C& constraint) { check_drive(constraint); });
  });
  fields.check([](const C& constraint) { check_joint_row(constraint); });
}

template <typename Fields>
void list_fields(Fields& fields, const UserConstraint*) {
  using C = UserConstraint;
  list_placement(fields);
  fields.check([](const C& constraint) {
    if (!is_contact(constraint.kind)) return;
    throw ArchiveError(cat("constraint ", constraint.id, " is a contact"));
  });
  fields("motion", "matters for the kind VELODIR only", &C::motion);
  fields.finite("start_point", "where the motion began, m", &C::start_point);
  fields.derive([](C& constraint) { constraint.in_callback = !is_of_script(constraint.id); });
}

}  // namespace solfec
