#pragma once

#include "geometry/element/mesh.h"
#include "math/vec3.h"

namespace solfec {

/// Axis and angle of a bend.
struct Bend {
  Vec3 point;      // of the axis, m
  Vec3 direction;  // of the axis, not zero, normalised here
  double angle{};  // degrees, > 0
};

/// Bends a mesh about an axis, in place.
///
/// Bending starts at the section through the axis and the node q nearest to it, at the distance
/// r0, and goes along t = d x (q - proj q) / r0. Let s be the distance of a node from that section
/// along t, r that from the axis in the section and φ the angle. Nodes with s <= 0 stay; those with
/// s <= r0 φ turn about the axis by s / r0 at their r, so lengths at r0 are kept; those beyond
/// follow straight along the turned t.
///
/// @throws InputError (value) "Bending axis is stabbing the mesh" when a node that moves has r <=
///         0, also for a zero direction or an angle that is not positive and finite.
void bend(Mesh& mesh, const Bend& bend);

}  // namespace solfec
