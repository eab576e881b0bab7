#include "contact/piece/contact_point.h"

#include <cmath>

#include "base/check.h"

namespace solfec {

namespace {

constexpr double kParallel = 1e-4;  // sine below which n counts as parallel to e_x
[[maybe_unused]] constexpr double kUnitTolerance = 1e-9;  // only catches mistakes

}  // namespace

Mat3 contact_frame(Vec3 normal) {
  SOLFEC_ASSERT(std::fabs(norm(normal) - 1.0) < kUnitTolerance);

  Vec3 tangent = cross(Vec3{1.0, 0.0, 0.0}, normal);
  double length = norm(tangent);
  if (length < kParallel) {
    tangent = cross(Vec3{0.0, 1.0, 0.0}, normal);
    length = norm(tangent);
  }
  tangent = tangent / length;
  // t2 = n x t1, hence t1 x t2 = n: a right-handed frame.
  return from_columns(tangent, cross(normal, tangent), normal);
}

}  // namespace solfec
