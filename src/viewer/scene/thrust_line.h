#pragma once

#include <span>

#include "output/snapshot.h"
#include "viewer/scene/scene.h"

namespace solfec {

/// Adds the line of thrust of drawn bodies to a scene: a ball at each joint that presses, where its
/// normal force acts (joint_resultants.h), and in each body that moves a line between the two
/// joints that it has; with one joint, or more than two, lines from its centre to each. Points that
/// planes cut away are left out.
void add_thrust_line(const Snapshot& snapshot, std::span<const BodyId> drawn, Scene& scene);

}  // namespace solfec
