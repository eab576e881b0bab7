#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// A face is covered within this many tolerances of the face opposite to it, and, once it is,
/// until the distance is that times kStaysCovered.
inline constexpr double kCoverDistance = 1.0;
inline constexpr double kStaysCovered = 2.0;
/// Tolerances by which faces must lie over each other for one to become covered: those that merely
/// touch along an edge do not cover strips of each other.
inline constexpr double kCoverOverlap = 0.5;
/// Tolerances up to which a face that has sunk into the other piece still counts as covered.
inline constexpr double kCoverDepth = 10.0;
/// Distance of the unit normals from being opposite, |n1 + n2|, up to which faces are opposite; a
/// wedge that is within the tolerance is at least ten tolerances wide then. Once covered: times
/// kStaysCovered.
inline constexpr double kOpposite = 0.1;
/// Tolerances from a piece beyond which it covers nothing: of the corners of a cover region, which
/// are sqrt(5) tolerances from the face beside it and up to kCoverDepth below it.
inline constexpr double kCoverReach = 11.0;

/// Extent of a cover region, m.
struct CoverExtent {
  double tolerance{};
  double height{};  // above the face
  double beside{};  // beyond its edges; negative: inside of them
};
/// Where a pair of faces that is covered covers places.
inline CoverExtent stays_covered(double tolerance) {
  return {tolerance, kStaysCovered * kCoverDistance * tolerance, tolerance};
}
/// Where a pair that is not covered must meet to become so: faces side by side do not.
inline CoverExtent gets_covered(double tolerance) {
  return {tolerance, kCoverDistance * tolerance, -kCoverOverlap * tolerance};
}

/// Calls take(normal, offset) for the half-spaces normal . x <= offset (unit normal, m) whose
/// intersection is what face `face` of a piece covers:
///   - not higher above the face than extent.height, nor deeper below it than kCoverDepth
///     tolerances,
///   - not farther beyond an edge than extent.beside, nor beyond a corner of less than 60 degrees
///     than twice that,
///   - below the face not outside the piece by more than the tolerance.
/// @return false when `take` did so, after which no more are asked.
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

/// Whether a point lies in the region.
bool covers_point(const PolyhedronView& piece, int face, const CoverExtent& extent, Vec3 point);

/// Face that may be covered, seen from the piece that may cover it.
struct SeenFace {
  std::span<const Vec3> corner;  // m
  Vec3 normal;                   // unit
};

/// Who may cover, how near, and since when.
struct CoverQuestion {
  double tolerance{};           // m
  bool was_covered = false;     // at the last step
  double turn_radius{};         // m: a motion by m turns one piece against the other by m / this
  bool wants_allowance = true;  // false: the allowance of the answer may be 0
  double enough = std::numeric_limits<double>::infinity();  // m: more allowance is of no use
};

/// Whether a face is covered, and how long that will hold.
struct CoverAnswer {
  bool covered = false;
  double allowance{};  // m: lower bound of the motion that the answer bears
};

/// Work space, one per thread.
struct CoverScratch {
  std::vector<Plane> bound;    // half-spaces of the region
  std::vector<Vec3> polygon;   // part of the face inside those so far, m
  std::vector<Vec3> cut;       // the same while it is being cut
  std::vector<double> height;  // of its corners over a bound, m
};

/// Distance of unit normals from being opposite up to which a motion of `enough` (m) may make them
/// so; with a turn radius of infinity, no motion does.
/// @param was_covered  One of the faces may have been covered by the other at the last step.
inline double could_cover_up_to(bool was_covered, double turn_radius, double enough) {
  return (was_covered ? kStaysCovered : 1.0) * kOpposite + enough / turn_radius;
}
/// False when two faces are farther than that from being opposite: a quick test before the
/// question.
inline bool could_cover(Vec3 covered_normal, Vec3 normal, double up_to) {
  const Vec3 sum = covered_normal + normal;
  return !(dot(sum, sum) > up_to * up_to);
}

/// False when the heights of the corners of a face over another one part it from the region of
/// that, whether it was covered or not: a quick test before the question where no allowance is
/// wanted.
/// @param loop, vertex  Corners of the first face, in the frame of the second.
bool heights_meet(std::span<const int> loop, std::span<const Vec3> vertex, const Plane& plane,
                  double tolerance);

/// Ball around a piece in the frame of its body, and how far its vertices lie from planes of faces:
/// beyond those of others, or on either side of their own, m.
struct PieceBall {
  Vec3 centre;  // m, inside the piece
  double radius{};
  double warp{};
};
/// Ball about the mean of the vertices; the warp is zero of an exact polyhedron.
PieceBall ball_around(const PolyhedronView& piece);

/// Height of the middle of another piece over a face of a piece (m) down to which one of the two
/// faces of a pair may cover the other now or after a motion of `enough` (m). Opposite faces that
/// meet part the pieces: beyond the face g lie, from the place x where they meet,
///   n_f . (c - x) >= -n_g . (c - x) - |n_f + n_g| |c - x|,
/// for the middle c of the piece of g; x is on the piece of f and within the reach of that of g.
/// @param up_to  could_cover_up_to.
double least_facing_height(const PieceBall& own, const PieceBall& other, double tolerance,
                           double up_to, double enough);

/// Whether a face is covered somewhere by a face of another piece: whether they are opposite and it
/// has a point in the cover region of the other, that of gets_covered or, when it was covered, of
/// stays_covered.
///
/// The allowance: all bounds are half-spaces, so a motion by at most m of the points of the face as
/// the piece sees them takes no point over a bound that is farther than m. An uncovered face whose
/// corners are all m beyond one bound, or a covered one with a point that is m inside all of them,
/// stay so; and so does an uncovered one beyond an edge of which, in its own plane, the region lies
/// by more than m. Opposite faces that none of these part have no allowance.
CoverAnswer ask_cover(const SeenFace& seen, const PolyhedronView& piece, int face,
                      const CoverQuestion& question, CoverScratch& scratch);

}  // namespace solfec
