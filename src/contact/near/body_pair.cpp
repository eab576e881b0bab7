#include "contact/near/body_pair.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace solfec {

namespace {

// The first body sees a point x of the second, from its pivot, at y = s + A x with the relative
// rotation A and shift s. Since the reference (A0, s0) it has moved by s - s0 + (A - A0) x, at most
// |s - s0| + |A - A0| r for |x| <= r (Frobenius norm): relative_motion, of the smaller body.

Vec3 relative_shift(const PieceSet& pieces, const BodyPair& pair) {
  return transposed_times(pieces.body_rotation[pair.first],
                          pieces.body_pivot[pair.second] - pieces.body_pivot[pair.first]);
}

Mat3 relative_rotation(const PieceSet& pieces, const BodyPair& pair) {
  return transpose(pieces.body_rotation[pair.first]) * pieces.body_rotation[pair.second];
}

}  // namespace

void set_reference(const PieceSet& pieces, BodyPair& pair) {
  pair.referenced = true;
  pair.reference.rotation = relative_rotation(pieces, pair);
  pair.reference.shift = relative_shift(pieces, pair);
}

double relative_motion(const PieceSet& pieces, const BodyPair& pair) {
  const Mat3 rotation = relative_rotation(pieces, pair);
  const Vec3 shift = relative_shift(pieces, pair);
  const Mat3 change = rotation - pair.reference.rotation;
  const double turn = std::sqrt(double_dot(change, change));
  const double first_radius = pieces.body_radius[pair.first];
  const double second_radius = pieces.body_radius[pair.second];
  if (second_radius <= first_radius) {
    // |Δs + ΔA Y| for |Y| <= r of the second
    return norm(shift - pair.reference.shift) + turn * second_radius;
  }
  // The point of the second that was at p in the first: Y = A0ᵀ (p - s0), |p| <= r of the first.
  const Vec3 arm = transposed_times(pair.reference.rotation, pair.reference.shift);
  return norm(shift - rotation * arm) + turn * first_radius;
}

Vec3 second_point(const Mat3& rotation, Vec3 shift, Vec3 first_point) {
  return transposed_times(rotation, first_point - shift);
}

ContactReference contact_reference(const PieceSet& pieces, const BodyPair& pair, double gap,
                                   const ContactPoint& point) {
  ContactReference reference;
  reference.first_point = transposed_times(pieces.body_rotation[pair.first],
                                           point.point - pieces.body_pivot[pair.first]);
  reference.second_point =
      second_point(pair.reference.rotation, pair.reference.shift, reference.first_point);
  reference.normal = transposed_times(pieces.body_rotation[point.slave], point.frame.column(2));
  reference.gap = gap;
  return reference;
}

void carry_on(const PieceSet& pieces, const ContactParams& params,
              const ContactReference& reference, ContactPoint& point) {
  const bool first_is_slave = point.state.first_is_slave;
  const int first = first_is_slave ? point.slave : point.master;
  const int second = first_is_slave ? point.master : point.slave;
  const Vec3 on_first =
      pieces.body_pivot[first] + pieces.body_rotation[first] * reference.first_point;
  const Vec3 on_second =
      pieces.body_pivot[second] + pieces.body_rotation[second] * reference.second_point;
  const Vec3 normal = pieces.body_rotation[point.slave] * reference.normal;
  const Vec3 opening = first_is_slave ? on_second - on_first : on_first - on_second;
  const double gap = reference.gap + dot(normal, opening);
  point.point = 0.5 * (on_first + on_second);
  point.frame = contact_frame(normal);
  point.gap_law = point.key.feature != 0;  // not stored
  const bool open = point.area == 0.0;
  if (point.gap_law) {
    point.gap = gap;
  } else if (open) {
    point.gap = std::max(gap, std::numeric_limits<double>::min());
  } else {
    point.gap = params.prediction > 0.0 || gap < 0.0 ? gap : 0.0;
  }
  ++point.state.age;
}

}  // namespace solfec
