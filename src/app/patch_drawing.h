#pragma once

#include <string>
#include <vector>

#include "geometry/collision/patch_trace.h"
#include "math/vec3.h"

namespace solfec {

/// A patch as seen along its normal.
struct DrawnPatch {
  std::string title;
  std::string first;  // names of the bodies a and b of the trace
  std::string second;
  Vec3 normal;
  const PatchTrace* trace{};
};

/// Returns a drawing (SVG 1.1, W3C 2011) of patches, one below the other. Each shows both faces,
/// the polygon in which they overlap, and its numbered corners: dots are points of the patch,
/// crosses are corners that a rule has left out.
std::string patch_drawing(const std::vector<DrawnPatch>& patches);

}  // namespace solfec
