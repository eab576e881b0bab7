#include "assembly/outline_radius.h"

#include <cmath>
#include <limits>

#include "base/count.h"
#include "body/point_velocity.h"

namespace solfec {

ContactSide contact_side(const Bodies& bodies, int index, int piece) {
  return {bodies.refs()[at(index)], bodies.table().row(index).record.contact_pieces.get(), piece};
}

double outline_radius(const Bodies& bodies, const ContactSide& side, Vec3 place,
                      const OutlineDirections& directions) {
  constexpr double kAngle = 1e-3;  // of the second difference; exact to 1e-7 of the radius
  // Over the length of the piece along it; a face has the length of its way over kAngle.
  constexpr double kFlat = 200.0;
  const PieceView piece = piece_view(*side.pieces, side.piece);
  const Vec3 origin = bodies.reference_point(side.body, place);
  const auto along = [&](Vec3 way) {
    return bodies.reference_point(side.body, place + way) - origin;
  };
  const auto extent = [&](double angle) {
    const Vec3 direction =
        along(std::cos(angle) * directions.outwards + std::sin(angle) * directions.around);
    return extent_along(piece, direction).high - dot(direction, origin);
  };
  const double there = extent(0.0);
  const double turned = extent(kAngle) + extent(-kAngle);
  const double radius =
      std::fmax(there + (turned - 2.0 * there) / (2.0 - 2.0 * std::cos(kAngle)), 0.0);
  const Extent length = extent_along(piece, along(directions.around));
  const bool is_flat = radius > kFlat * (length.high - length.low);
  return is_flat ? std::numeric_limits<double>::infinity() : radius;
}

}  // namespace solfec
