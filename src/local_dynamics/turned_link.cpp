#include "local_dynamics/turned_link.h"

#include <algorithm>

namespace solfec {
namespace {

/// |x| - x_z without cancellation.
double excess(Vec3 x, double length) {
  if (!(x.z > 0.0)) return length - x.z;
  return (x.x * x.x + x.y * x.y) / (length + x.z);
}

}  // namespace

TurnedLink turn_link(double length, double step, Vec3 V, Vec3 U) {
  constexpr double kLeastShare = 0.25;  // of L: a chord that turned over has no direction
  const Vec3 link{0.0, 0.0, length};
  const Vec3 start = link - 0.5 * step * V;
  const Vec3 end = link + 0.5 * step * U;
  const double before = norm(start);
  const double after = norm(end);
  TurnedLink turned;
  turned.start_excess = excess(start, before);
  turned.end_excess = excess(end, after);
  turned.slope = std::max(0.5 * (start.z + end.z), kLeastShare * length);
  turned.share = std::min(1.0, 2.0 * turned.slope / (before + after));
  if (after > 0.0) turned.end_direction = end / after;
  return turned;
}

}  // namespace solfec
