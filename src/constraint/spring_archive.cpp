#include "constraint/spring_archive.h"

#include <cmath>
#include <utility>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "constraint/user_constraint.h"

namespace solfec {
namespace {

/// Whether the direction of a stored spring is one.
bool is_directed(const UserConstraint& constraint) {
  constexpr double kTolerance = 1e-6;
  const Spring& spring = constraint.spring;
  if (spring.direction == SpringDirection::between_points) return true;
  const bool carried = spring.direction != SpringDirection::fixed;
  return std::fabs(norm(constraint.direction) - 1.0) < kTolerance &&
         (!carried || norm(spring.carried) > 0.0) &&
         (spring.direction != SpringDirection::with_slave || constraint.slave != 0);
}

}  // namespace

void set_stored_law(Spring& spring, StoredFunction&& value) {
  const double stiffness = value.constant;
  std::shared_ptr<const TimeSeries> table = value.take_series();
  spring.row = (table ? make_table_spring(std::move(table)) : make_linear_spring(stiffness)).row;
}

void check_stored(const Spring& spring) {
  const SpringRow& row = spring.row;
  if (row.lower <= 0.0 && row.upper >= 0.0 && row.stiffness >= 0.0) return;
  throw ArchiveError("the stops or the stiffness of a spring are not possible");
}

void check_spring_direction(const UserConstraint& constraint) {
  if (is_directed(constraint)) return;
  throw ArchiveError(cat("the direction of constraint ", constraint.id, " is none"));
}

}  // namespace solfec
