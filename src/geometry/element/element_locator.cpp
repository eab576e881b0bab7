#include "geometry/element/element_locator.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/count.h"
#include "geometry/element/local_coordinates.h"
#include "geometry/element/shape_functions.h"

namespace solfec {
namespace {

constexpr double kMostCells = 4e6;
constexpr double kNearlyInside = 1e-9;  // in local coordinates

ElementCorners reference_corners(const Mesh& mesh, int element) {
  return corners_of(mesh.elements[at(element)], [&](int node) { return mesh.nodes[at(node)]; });
}

MeshPoint weights_at(const MeshElement& element, int number, Vec3 local) {
  const ShapeFunctions shape = shape_functions(element.node_count, local);
  MeshPoint point;
  point.element = number;
  point.local = local;
  point.count = element.node_count;
  for (std::size_t a = 0; a < at(element.node_count); ++a) {
    point.node[a] = element.node[a];
    point.weight[a] = shape.value[a];
  }
  return point;
}

/// Whether a point is so far outside of the box around an element that it lies outside of the
/// element by more than kNearlyInside in its local coordinates: those reach the box at least.
bool is_clearly_outside(const ElementCorners& corners, Vec3 point) {
  constexpr double kMargin = 1e-6;  // of the size of the box
  Box box;
  for (const Vec3 x : corners.all()) box.add(x);
  const Vec3 size = box.hi - box.lo;
  const double margin = kMargin * std::max({size.x, size.y, size.z});
  for (int c = 0; c < 3; ++c) {
    if (point[c] < box.lo[c] - margin || point[c] > box.hi[c] + margin) return true;
  }
  return false;
}

Vec3 mean_of(const ElementCorners& corners) {
  Vec3 sum;
  for (const Vec3 x : corners.all()) sum += x;
  return sum / corners.count;
}

}  // namespace

MeshPoint point_of_element(const MeshElement& element, int number, const ElementCorners& corners,
                           Vec3 x) {
  const LocalCoordinates found = local_coordinates(corners.all(), x);
  return weights_at(element, number,
                    found.found ? found.local : reference_center(element.node_count));
}

ElementLocator::ElementLocator(const Mesh& mesh) {
  double edges = 0.0;
  std::vector<Box> boxes;
  for (int e = 0; e < count(mesh.elements); ++e) {
    boxes.emplace_back();
    const ElementCorners corners = reference_corners(mesh, e);
    for (const Vec3 x : corners.all()) boxes.back().add(x);
    const Vec3 size = boxes.back().hi - boxes.back().lo;
    edges += std::max({size.x, size.y, size.z});
    box_.add(boxes.back());
  }
  if (boxes.empty()) return;
  cell_ = edges / count(boxes);
  const Vec3 size = box_.hi - box_.lo;
  const auto cells_along = [&](double length) { return 1.0 + std::floor(length / cell_); };
  while (cells_along(size.x) * cells_along(size.y) * cells_along(size.z) > kMostCells) cell_ *= 2.0;
  for (int c = 0; c < 3; ++c) cells_[at(c)] = static_cast<int>(cells_along(size[c]));

  // First counts, then places.
  start_.assign(at(cells_[0]) * at(cells_[1]) * at(cells_[2]) + 1, 0);
  const auto for_each_cell = [&](const Box& box, const auto& visit) {
    const std::array<int, 3> first = cell_of(box.lo);
    const std::array<int, 3> last = cell_of(box.hi);
    for (int k = first[2]; k <= last[2]; ++k) {
      for (int j = first[1]; j <= last[1]; ++j) {
        for (int i = first[0]; i <= last[0]; ++i) visit(at(i + cells_[0] * (j + cells_[1] * k)));
      }
    }
  };
  for (const Box& box : boxes) {
    for_each_cell(box, [&](std::size_t cell) { ++start_[cell + 1]; });
  }
  for (std::size_t cell = 1; cell < start_.size(); ++cell) start_[cell] += start_[cell - 1];
  elements_.resize(at(start_.back()));
  std::vector<int> next(start_.begin(), start_.end() - 1);
  for (int e = 0; e < count(boxes); ++e) {
    for_each_cell(boxes[at(e)], [&](std::size_t cell) { elements_[at(next[cell]++)] = e; });
  }
}

std::array<int, 3> ElementLocator::cell_of(Vec3 point) const {
  std::array<int, 3> cell{};
  for (int c = 0; c < 3; ++c) {
    const double place = std::floor((point[c] - box_.lo[c]) / cell_);
    cell[at(c)] = static_cast<int>(std::clamp(place, 0.0, cells_[at(c)] - 1.0));
  }
  return cell;
}

MeshPoint ElementLocator::find(const Mesh& mesh, Vec3 point, double* distance) const {
  SOLFEC_ASSERT(!mesh.elements.empty());
  double best = std::numeric_limits<double>::infinity();
  double nearest = best;
  int element = 0;
  Vec3 local;
  const auto look_at = [&](int e) {
    const ElementCorners corners = reference_corners(mesh, e);
    if (best < kNearlyInside && is_clearly_outside(corners, point)) return;  // cannot be nearer
    const LocalCoordinates found = local_coordinates(corners.all(), point);
    const double away = norm(point - mean_of(corners));
    if (!std::isfinite(best) && away < nearest) {  // no coordinates were found so far
      nearest = away;
      element = e;
      local = reference_center(corners.count);
    }
    if (!found.found || !(found.distance < best)) return;
    best = found.distance;
    element = e;
    local = found.local;
  };
  const std::array<int, 3> middle = cell_of(point);
  const auto look_into = [&](int i, int j, int k, int ring) {
    const bool seen = std::max({std::abs(i - middle[0]), std::abs(j - middle[1]),
                                std::abs(k - middle[2])}) < ring;
    if (seen || i < 0 || j < 0 || k < 0) return;
    if (i >= cells_[0] || j >= cells_[1] || k >= cells_[2]) return;
    const std::size_t cell = at(i + cells_[0] * (j + cells_[1] * k));
    for (int n = start_[cell]; n < start_[cell + 1]; ++n) look_at(elements_[at(n)]);
  };
  // Rings of cells around the point, until an element is found and one ring more is seen.
  int last = std::max({cells_[0], cells_[1], cells_[2]});
  for (int ring = 0; ring <= last && best > 0.0; ++ring) {
    for (int k = middle[2] - ring; k <= middle[2] + ring; ++k) {
      for (int j = middle[1] - ring; j <= middle[1] + ring; ++j) {
        for (int i = middle[0] - ring; i <= middle[0] + ring; ++i) look_into(i, j, k, ring);
      }
    }
    if (std::isfinite(best)) last = std::min(last, ring + 1);
  }
  if (distance != nullptr) *distance = best;
  return weights_at(mesh.elements[at(element)], element, local);
}

}  // namespace solfec
