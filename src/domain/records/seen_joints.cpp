#include "domain/records/seen_joints.h"

#include <algorithm>

#include "base/count.h"
#include "domain/records/joint_values.h"

namespace solfec {

namespace {

constexpr auto kPoint = ConstraintKind::fixed_point;
constexpr auto kGuide = ConstraintKind::fixed_direction;
constexpr auto kDrive = ConstraintKind::drive;

/// Rows of a kind of joint in their order.
struct Pattern {
  JointKind kind;
  int rows;
  std::array<ConstraintKind, 6> kinds;
};

constexpr std::array<Pattern, 6> kPatterns{
    {{JointKind::universal, 4, {kPoint, kGuide, kDrive, kDrive}},
     {JointKind::hinge, 4, {kPoint, kGuide, kGuide, kDrive}},
     {JointKind::weld, 4, {kPoint, kGuide, kGuide, kGuide}},
     {JointKind::cylindrical, 6, {kGuide, kGuide, kGuide, kGuide, kDrive, kDrive}},
     {JointKind::slider, 6, {kGuide, kGuide, kGuide, kGuide, kGuide, kDrive}},
     {JointKind::ball, 1, {kPoint}}}};

using Rows = std::span<const ConstraintRecord* const>;

/// Whether the row at a place goes on with what the first one begins.
bool goes_on(Rows rows, int place, ConstraintKind kind) {
  if (place >= count(rows)) return false;
  const ConstraintRecord& first = *rows.front();
  const ConstraintRecord& row = *rows[at(place)];
  return row.kind == kind && row.id == first.id + place && row.master == first.master &&
         row.slave == first.slave;
}

/// A drive behind the last row is of the joint, which has another kind then.
bool is_at_start(Rows rows, const Pattern& pattern) {
  for (int i = 0; i < pattern.rows; ++i) {
    if (!goes_on(rows, i, pattern.kinds[at(i)])) return false;
  }
  return !goes_on(rows, pattern.rows, kDrive);
}

/// Axes of a universal joint: the lever of its guide is along that of the master, the normal of the
/// guide that of the slave. The first is zero where rows of a damaged file have no lever.
std::array<Vec3, 2> universal_axes(const ConstraintRecord& point, const ConstraintRecord& guide) {
  const Vec3 lever = guide.point - point.point;
  const double length = norm(lever);
  return {length > 0.0 ? lever / length : Vec3{}, guide.frame.column(2)};
}

std::array<Vec3, 2> axes_of(JointKind kind, Rows rows) {
  if (kind == JointKind::universal) return universal_axes(*rows[0], *rows[1]);
  Joint joint;
  joint.id = rows.front()->id;
  joint.kind = kind;
  const auto row = [rows](ConstraintId id) {
    return rows[static_cast<std::size_t>(id - rows.front()->id)];
  };
  return {joint_axis(joint, row), {}};
}

}  // namespace

std::vector<SeenJoint> seen_joints(std::span<const ConstraintRecord> rows) {
  std::vector<const ConstraintRecord*> sorted;
  for (const ConstraintRecord& row : rows) {
    if (!is_contact(row.kind)) sorted.push_back(&row);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* a, const auto* b) { return a->id < b->id; });
  std::vector<SeenJoint> joints;
  Rows left(sorted);
  while (!left.empty()) {
    const auto* const found =
        std::find_if(kPatterns.begin(), kPatterns.end(),
                     [&](const Pattern& one) { return is_at_start(left, one); });
    if (found == kPatterns.end()) {
      left = left.subspan(1);
      continue;
    }
    const ConstraintRecord& first = *left.front();
    joints.push_back({first.id, found->kind, found->rows, first.master, first.slave, first.point,
                      axes_of(found->kind, left)});
    left = left.subspan(at(found->rows));
  }
  return joints;
}

}  // namespace solfec
