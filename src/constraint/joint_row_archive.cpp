#include "constraint/joint_row_archive.h"

#include <cmath>

#include "base/cat.h"
#include "constraint/user_constraint.h"

namespace solfec {
namespace {

bool is_unit(Vec3 v) {
  constexpr double kTolerance = 1e-6;  // of vectors that were normalised
  return std::fabs(norm(v) - 1.0) < kTolerance;
}

}  // namespace

void check_stored(const JointRow& row) {
  const bool marked = row.kind != JointRowKind::turn ||
                      (is_unit(row.master_mark) && is_unit(row.slave_mark) && row.radius > 0.0);
  if (is_unit(row.axis) && marked && row.motor_limit >= 0.0 && row.gain >= 0.0) return;
  throw ArchiveError("the axis, the marks or the motor of a joint are not possible");
}

void check_joint_row(const UserConstraint& constraint) {
  const JointRowKind kind = constraint.joint.kind;
  const bool drives = kind == JointRowKind::slide || kind == JointRowKind::turn;
  const bool guides = kind == JointRowKind::guide;
  const bool fits = drives == (constraint.kind == ConstraintKind::drive) &&
                    (!guides || constraint.kind == ConstraintKind::fixed_direction);
  if (fits) return;
  throw ArchiveError(cat("constraint ", constraint.id, " is no row of its joint"));
}

void check_drive(const UserConstraint& constraint) {
  const SpringRow& row = constraint.spring.row;
  if (row.damping >= 0.0 && row.friction >= 0.0 && std::isfinite(row.friction)) return;
  throw ArchiveError(cat("damping or friction of constraint ", constraint.id, " are not possible"));
}

}  // namespace solfec
