#include "geometry/collision/face_distances.h"

#include <cstddef>

#include "geometry/collision/farthest_point.h"

namespace solfec {

namespace {

/// Rounds monotonically, so the least product of several vertices gives the least height.
double height(Vec3 normal, double offset, Vec3 vertex) { return dot(normal, vertex) - offset; }

}  // namespace

void FaceDistances::start(const PolyhedronView& own, const PolyhedronView& other, Vec3 toward) {
  normal_ = own.normal;
  offset_ = own.offset;
  vertex_ = other.vertex;
  const Vec3 near = vertex_[static_cast<std::size_t>(farthest_point(vertex_, -toward))];
  distance_.resize(normal_.size());
  for (std::size_t f = 0; f < normal_.size(); ++f) {
    distance_[f] = {height(normal_[f], offset_[f], near), false};
  }
}

double FaceDistances::at_least(int face, double least) {
  const auto f = static_cast<std::size_t>(face);
  Distance& distance = distance_[f];
  if (distance.exact || distance.bound < least) return distance.bound;
  const int lowest = farthest_point(vertex_, -normal_[f]);
  distance = {height(normal_[f], offset_[f], vertex_[static_cast<std::size_t>(lowest)]), true};
  return distance.bound;
}

}  // namespace solfec
