#pragma once

#include <array>
#include <span>
#include <vector>

#include "constraint/joint.h"
#include "domain/records/constraint_record.h"

namespace solfec {

/// A joint as its rows in a frame tell it, with the place where they stand.
struct SeenJoint {
  ConstraintId id{};  // of its first row
  JointKind kind{};
  int rows{};  // ids id .. id + rows - 1
  BodyId master{};
  BodyId slave{};            // 0: space
  Vec3 point;                // m
  std::array<Vec3, 2> axes;  // unit; zero where the kind has none, the second of a universal joint
};

/// Finds the joints among the rows of constraints: frames hold no joints, but the rows of one have
/// ids that follow each other, join the same bodies and come in the order of its kind
/// (constraint/joint.h). A point that is held alone is a ball joint, also that of FIX_POINT.
/// @param rows  In any order; contacts are passed over. @return By increasing id.
std::vector<SeenJoint> seen_joints(std::span<const ConstraintRecord> rows);

}  // namespace solfec
