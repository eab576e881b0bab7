#include "geometry/collision/patch_trace.h"

#include <algorithm>
#include <limits>

namespace solfec {

namespace {

/// How far the vertices of another polyhedron lie beyond the plane of a face at least, m.
double distance_beyond(const PolyhedronView& own, int face, const PolyhedronView& other) {
  const auto f = static_cast<std::size_t>(face);
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& vertex : other.vertex) {
    least = std::min(least, dot(own.normal[f], vertex) - own.offset[f]);
  }
  return least;
}

void add_axes(const PolyhedronView& own, const PolyhedronView& other, bool of_b,
              std::vector<TracedAxis>& axes) {
  for (int f = 0; f < own.face_count(); ++f) {
    const Vec3 normal = own.normal[static_cast<std::size_t>(f)];
    if (normal == Vec3{}) continue;
    const bool is_inner = own.outer[static_cast<std::size_t>(f)] == 0;
    axes.push_back({of_b ? -normal : normal, distance_beyond(own, f, other), f, of_b,
                    is_inner ? "lies between two elements of a mesh" : ""});
  }
}

std::vector<Vec3> corners_of(const PolyhedronView& polyhedron, int face) {
  std::vector<Vec3> corners;
  if (face < 0) return corners;
  for (const int v : polyhedron.face(face)) {
    corners.push_back(polyhedron.vertex[static_cast<std::size_t>(v)]);
  }
  return corners;
}

}  // namespace

void PatchTracer::begin(const PolyhedronView& a, const PolyhedronView& b) const {
  if (list_ == nullptr) return;
  PatchTrace& trace = list_->emplace_back();
  trace.when = when_;
  add_axes(a, b, false, trace.axes);
  add_axes(b, a, true, trace.axes);
  std::stable_sort(trace.axes.begin(), trace.axes.end(),
                   [](const TracedAxis& p, const TracedAxis& q) { return p.apart > q.apart; });
}

void PatchTracer::axis(bool of_b, int face, std::string_view fate) const {
  if (list_ == nullptr) return;
  for (TracedAxis& one : list_->back().axes) {
    if (one.of_b == of_b && one.face == face) one.fate = fate;
  }
}

void PatchTracer::axes_beyond(double least, std::string_view fate) const {
  if (list_ == nullptr) return;
  for (TracedAxis& one : list_->back().axes) {
    if (one.fate.empty() && one.apart >= least) one.fate = fate;
  }
}

void PatchTracer::clipped(const PolyhedronView& a, int face_a, const PolyhedronView& b, int face_b,
                          std::span<const PatchPoint> corners) const {
  if (list_ == nullptr) return;
  PatchTrace& trace = list_->back();
  trace.face_a = face_a;
  trace.face_b = face_b;
  trace.loop_a = corners_of(a, face_a);
  trace.loop_b = corners_of(b, face_b);
  trace.corners.clear();
  for (const PatchPoint& corner : corners) trace.corners.push_back({corner, ""});
}

void PatchTracer::left(std::span<const PatchPoint> points, std::string_view rule) const {
  if (list_ == nullptr) return;
  for (TracedCorner& corner : list_->back().corners) {
    const bool stays = std::any_of(points.begin(), points.end(), [&](const PatchPoint& p) {
      return p.feature == corner.point.feature;
    });
    if (!stays && corner.fate.empty()) corner.fate = rule;
  }
}

void PatchTracer::outcome(std::string_view rule) const {
  if (list_ != nullptr && !list_->empty()) list_->back().outcome = rule;
}

}  // namespace solfec
