#pragma once

#include <span>

#include "geometry/element/mesh.h"
#include "math/vec3.h"

namespace solfec {

/// Arguments of the input command PIPE.
struct PipeMeshParams {
  Vec3 point;          // centre of the bottom, m
  Vec3 axis;           // from there to the centre of the top, m
  double inner{};      // inner radius, m, positive
  double thickness{};  // of the wall, m, positive
  int along{};         // elements along the axis, >= 1
  int around{};        // elements around it, >= 3
  int through{};       // elements through the wall, >= 1
  VolumeId volume{};
  std::span<const int> surfaces;  // 4: bottom, top, inner, outer
};

/// Hexahedral mesh of a tube, whose nodes lie on circles.
///
/// The volume is n/2 sin(2 pi/n) (R^2 - r^2) |axis| with n = around. Nodes are numbered from the
/// inner to the outer radius first, then around the axis by the right-hand rule, then along it; the
/// first ones lie in the direction of `cross_section_axes` (geometry/shape/prism.h).
///
/// @throws InputError (value) naming the argument and its value.
Mesh make_pipe_mesh(const PipeMeshParams& params);

}  // namespace solfec
