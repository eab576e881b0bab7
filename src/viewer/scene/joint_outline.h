#pragma once

#include <span>
#include <vector>

#include "domain/records/constraint_record.h"

namespace solfec {

/// Returns the corners of the convex hull of contact points in the plane of their joint, that of
/// the first contact, around its normal; empty where the points lie on a line, or are fewer than
/// three.
std::vector<Vec3> joint_outline(std::span<const ConstraintRecord* const> contacts);

}  // namespace solfec
