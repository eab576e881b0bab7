#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// A face becomes covered within this many tolerances of the face opposite to it, and stays covered
/// up to kStaysCovered times that distance.
inline constexpr double kCoverDistance = 1.0;
inline constexpr double kStaysCovered = 2.0;
/// Overlap of two faces, in tolerances, that is needed for one to become covered: faces that only
/// touch along an edge do not cover strips of each other.
inline constexpr double kCoverOverlap = 0.5;
/// Tolerances up to which a face that has sunk into the other piece still counts as covered.
inline constexpr double kCoverDepth = 10.0;
/// Faces count as opposite up to this |n1 + n2| of their unit normals. A wedge within the tolerance
/// is then at least ten tolerances wide. Covered faces stay opposite up to kStaysCovered times
/// that.
inline constexpr double kOpposite = 0.1;
/// Distance from a piece, in tolerances, beyond which it covers nothing. The corners of a cover
/// region are sqrt(5) tolerances from the face, beside it, and up to kCoverDepth below it.
inline constexpr double kCoverReach = 11.0;

/// Extent of a cover region, m.
struct CoverExtent {
  double tolerance{};
  double height{};  // above the face
  double beside{};  // beyond its edges; negative: inside of them
};
/// Region in which a covered pair of faces covers places.
inline CoverExtent stays_covered(double tolerance) {
  return {tolerance, kStaysCovered * kCoverDistance * tolerance, tolerance};
}
/// Region in which a pair must meet to become covered; faces side by side do not meet there.
inline CoverExtent gets_covered(double tolerance) {
  return {tolerance, kCoverDistance * tolerance, -kCoverOverlap * tolerance};
}

/// Calls take(normal, offset) for the half-spaces normal . x <= offset (unit normal, m) whose
/// intersection is the cover region of face `face` of a piece:
///   - not higher above the face than extent.height, nor deeper below it than kCoverDepth
///     tolerances,
///   - not farther beyond an edge than extent.beside, nor beyond a corner of less than 60 degrees
///     than twice that,
///   - below the face not outside the piece by more than the tolerance.
/// @return False as soon as `take` returns false.
template <typename Take>
bool for_each_bound(const PolyhedronView& piece, int face, const CoverExtent& extent,
                    const Take& take) {
  const auto f = static_cast<std::size_t>(face);
  const Vec3 up = piece.normal[f];
  if (!take(up, piece.offset[f] + extent.height)) return false;
  if (!take(-up, kCoverDepth * extent.tolerance - piece.offset[f])) return false;

  constexpr double kSharp = -0.5;  // cosine of the turn from edge to edge at a corner of 60 degrees
  const std::span<const int> loop = piece.face(face);
  const auto corner = [&](std::size_t k) {
    return piece.vertex[static_cast<std::size_t>(loop[k < loop.size() ? k : k - loop.size()])];
  };
  const auto outward = [&](std::size_t k) {  // of the edge from corner k
    const Vec3 across = cross(corner(k + 1) - corner(k), up);
    const double length = norm(across);
    return length > 0.0 ? across / length : Vec3{};
  };
  Vec3 before = outward(loop.size() - 1);
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Vec3 start = corner(k);
    const Vec3 across = outward(k);
    if (across == Vec3{}) continue;
    if (!take(across, dot(across, start) + extent.beside)) return false;
    const Vec3 between = before + across;
    if (dot(before, across) < kSharp && between != Vec3{}) {
      const Vec3 bevel = normalized(between);
      if (!take(bevel, dot(bevel, start) + 2.0 * extent.beside)) return false;
    }
    before = across;
  }

  for (std::size_t k = 0; k < piece.normal.size(); ++k) {
    if (!(dot(piece.normal[k], up) < 0.0)) continue;  // bounds nothing below that the edges do not
    if (!take(piece.normal[k], piece.offset[k] + extent.tolerance)) return false;
  }
  return true;
}

/// True when a point lies in the cover region of a face.
bool covers_point(const PolyhedronView& piece, int face, const CoverExtent& extent, Vec3 point);

/// Face that may be covered, in the frame of the piece that may cover it.
struct SeenFace {
  std::span<const Vec3> corner;  // m
  Vec3 normal;                   // unit
};

/// Parameters of the question whether a face is covered.
struct CoverQuestion {
  double tolerance{};           // m
  bool was_covered = false;     // at the last step
  double turn_radius{};         // m: a motion by m turns the pieces by m / turn_radius at most
  bool wants_allowance = true;  // false: the allowance of the answer may be 0
  double enough = std::numeric_limits<double>::infinity();  // m: no larger allowance is needed
};

/// Answer whether a face is covered, and the motion up to which the answer stays valid.
struct CoverAnswer {
  bool covered = false;
  double allowance{};  // m: the answer holds for any motion up to this
};

/// Work space, one per thread.
struct CoverScratch {
  std::vector<Plane> bound;    // half-spaces of the region
  std::vector<Vec3> polygon;   // part of the face inside those so far, m
  std::vector<Vec3> cut;       // the same while it is being cut
  std::vector<double> height;  // of its corners over a bound, m
};

/// Largest |n1 + n2| of two faces that a motion of `enough` (m) may make opposite. With an infinite
/// turn radius a motion turns nothing.
/// @param was_covered  True when one face may have been covered by the other at the last step.
inline double could_cover_up_to(bool was_covered, double turn_radius, double enough) {
  return (was_covered ? kStaysCovered : 1.0) * kOpposite + enough / turn_radius;
}
/// Quick test before ask_cover: false when |n1 + n2| is above `up_to`, the result of
/// could_cover_up_to.
inline bool could_cover(Vec3 covered_normal, Vec3 normal, double up_to) {
  const Vec3 sum = covered_normal + normal;
  return !(dot(sum, sum) > up_to * up_to);
}

/// Quick test before ask_cover, when no allowance is wanted: false when the heights of the corners
/// of a face over another face show that it lies outside of the cover region of that, whether it
/// was covered or not.
/// @param loop, vertex  Corners of the first face, in the frame of the second.
bool heights_meet(std::span<const int> loop, std::span<const Vec3> vertex, const Plane& plane,
                  double tolerance);

/// Ball around a piece in the frame of its body, and its warp: the largest distance of a vertex
/// beyond the plane of another face, or from the plane of its own face, m.
struct PieceBall {
  Vec3 centre;  // m, inside the piece
  double radius{};
  double warp{};
};
/// Returns the ball about the mean of the vertices. The warp of an exact polyhedron is zero.
PieceBall ball_around(const PolyhedronView& piece);

/// Height of the middle of another piece over a face of a piece (m) down to which one of the two
/// faces of a pair may cover the other now or after a motion of `enough` (m). Opposite faces that
/// meet part the pieces: beyond the face g lie, from the place x where they meet,
///   n_f . (c - x) >= -n_g . (c - x) - |n_f + n_g| |c - x|,
/// for the middle c of the piece of g; x is on the piece of f and within the reach of that of g.
/// @param up_to  could_cover_up_to.
double least_facing_height(const PieceBall& own, const PieceBall& other, double tolerance,
                           double up_to, double enough);

/// Finds out whether a face of another piece covers a face at some place: the faces must be
/// opposite, and a point of the face must lie in the cover region of the other one. This region is
/// that of gets_covered or, for a face that was covered, that of stays_covered.
///
/// Allowance. All bounds of the region are half-spaces, so a motion of the face relative to the
/// piece by at most m moves no point across a bound that is farther away than m. The answer stays
/// the same for an uncovered face all of whose corners are m outside of one bound, for a covered
/// face with a point that is m inside of all bounds, and for an uncovered face when the region
/// lies, in the plane of the face, beyond one of its edges by more than m. In all other cases of
/// opposite faces the allowance is zero.
CoverAnswer ask_cover(const SeenFace& seen, const PolyhedronView& piece, int face,
                      const CoverQuestion& question, CoverScratch& scratch);

}  // namespace solfec
