#pragma once

#include "geometry/element/element_locator.h"
#include "math/vec3.h"

namespace solfec {

/// A material point of a body in its current placement, as a push at it sees it.
struct BodyPoint {
  Vec3 current;    // x(X), m
  Vec3 arm;        // of homogeneous bodies, as HomogeneousSet::arm
  MeshPoint mesh;  // of bodies with a mesh
};

}  // namespace solfec
