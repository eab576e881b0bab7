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
  double apart{};  // m along it, negative where they overlap
  int face{};
  bool of_b{};
  std::string_view fate;  // what became of it, '' when others lead farther
};

/// Corner of the clipped polygon of a patch.
struct TracedCorner {
  PatchPoint point;       // its share is not set
  std::string_view fate;  // the rule that has left it out, '' when it is a point of the patch
};

/// Record of how `convex_patch` has found a patch, or why there is none. Texts are literals.
struct PatchTrace {
  std::string_view when;         // the placement that was looked at
  std::string_view outcome;      // which rule has decided
  std::vector<TracedAxis> axes;  // all normals of faces, farthest apart first
  int face_a = -1;               // faces that were laid over each other, -1: none
  int face_b = -1;
  std::vector<Vec3> loop_a;  // their corners, m
  std::vector<Vec3> loop_b;
  std::vector<TracedCorner> corners;  // of what is left of one when the other clips it
};

/// Writes traces into a list, or nowhere: a tracer without a list costs a comparison.
class PatchTracer {
 public:
  PatchTracer() = default;
  explicit PatchTracer(std::vector<PatchTrace>& list) : list_(&list) {}

  /// The next patches are sought at this placement.
  void at(std::string_view when) { when_ = when; }
  /// Begins a trace with all axes.
  void begin(const PolyhedronView& a, const PolyhedronView& b) const;
  /// Notes the fate of an axis.
  void axis(bool of_b, int face, std::string_view fate) const;
  /// Notes the fate of the axes that have none and lead at least that far, m.
  void axes_beyond(double least, std::string_view fate) const;
  /// Faces were laid over each other, which has left these corners.
  void clipped(const PolyhedronView& a, int face_a, const PolyhedronView& b, int face_b,
               std::span<const PatchPoint> corners) const;
  /// Corners that are no longer among the points were left out by a rule.
  void left(std::span<const PatchPoint> points, std::string_view rule) const;
  void outcome(std::string_view rule) const;

 private:
  std::vector<PatchTrace>* list_ = nullptr;
  std::string_view when_ = "now";
};

}  // namespace solfec
