#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "geometry/collision/patch_polygon.h"
#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// Normal of a face of one of two polyhedra a and b, as an axis out of a into b.
struct TracedAxis {
  Vec3 normal;
  double apart{};  // distance along the axis, m, negative when they overlap
  int face{};
  bool of_b{};
  std::string_view fate;  // reason for or against the axis, '' when another axis is better
};

/// Corner of the clipped polygon of a patch.
struct TracedCorner {
  PatchPoint point;       // without its share
  std::string_view fate;  // rule that has removed the corner, '' for a point of the patch
};

/// Record of how `convex_patch` has found a patch, or of the reason why there is none. Texts are
/// literals.
struct PatchTrace {
  std::string_view when;         // placement of the polyhedra
  std::string_view outcome;      // rule that has decided
  std::vector<TracedAxis> axes;  // all normals of faces, farthest apart first
  int face_a = -1;               // faces that were laid over each other, -1: none
  int face_b = -1;
  std::vector<Vec3> loop_a;  // corners of the two faces, m
  std::vector<Vec3> loop_b;
  std::vector<TracedCorner> corners;  // of one face clipped by the other
};

/// Writes traces into a list, or nowhere: a tracer without a list costs a comparison.
class PatchTracer {
 public:
  PatchTracer() = default;
  explicit PatchTracer(std::vector<PatchTrace>& list) : list_(&list) {}

  /// Sets the placement of the next patches.
  void at(std::string_view when) { when_ = when; }
  /// Begins a trace with all axes.
  void begin(const PolyhedronView& a, const PolyhedronView& b) const;
  /// Records the reason for or against an axis.
  void axis(bool of_b, int face, std::string_view fate) const;
  /// Records a reason for all axes without one whose distance is at least `least`, m.
  void axes_beyond(double least, std::string_view fate) const;
  /// Records two faces that were clipped, and the corners that are left.
  void clipped(const PolyhedronView& a, int face_a, const PolyhedronView& b, int face_b,
               std::span<const PatchPoint> corners) const;
  /// Records the rule that has removed the corners which are not among the points.
  void left(std::span<const PatchPoint> points, std::string_view rule) const;
  void outcome(std::string_view rule) const;

 private:
  std::vector<PatchTrace>* list_ = nullptr;
  std::string_view when_ = "now";
};

}  // namespace solfec
