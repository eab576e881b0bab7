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

/// Returns a drawing (SVG 1.1, W3C 2011) of patches, one below the other: both faces, the polygon
/// that one leaves of the other, its corners with their numbers, as dots where they are points of
/// the patch and as crosses where a rule has left them out.
std::string patch_drawing(const std::vector<DrawnPatch>& patches);

}  // namespace solfec
