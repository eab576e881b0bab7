#include "geometry/shape/split.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/simple_shape.h"

namespace solfec {

namespace {

// A face of the half has the corners of the whole one on its side and the crossings of its edges
// with the plane; an edge is cut once for both of its faces (crossing), so the half is closed. The
// vertices on the plane are the rim of the new face (add_cap).

constexpr double kOnPlane = 1e-9;  // of the largest height

/// Heights of the vertices above the plane; exactly zero for those on it.
std::vector<double> heights(const Convex& convex, Vec3 point, Vec3 normal) {
  std::vector<double> height;
  double largest = 0.0;
  for (const Vec3 vertex : convex.vertices) {
    height.push_back(dot(normal, vertex - point));
    largest = std::max(largest, norm(vertex - convex.vertices[0]));
  }
  for (double& h : height) {
    if (std::fabs(h) <= kOnPlane * largest) h = 0.0;
  }
  return height;
}

/// Keeps the part of a polyhedron with sign * height >= 0.
class HalfCutter {
 public:
  HalfCutter(const Convex& convex, const std::vector<double>& height, double sign)
      : convex_(convex), height_(height), sign_(sign), new_index_(convex.vertices.size(), -1) {}

  Convex cut(Vec3 normal, SurfaceId cut_surface) {
    half_.volume = convex_.volume;
    half_.face_start.push_back(0);
    for (int f = 0; f < convex_.face_count(); ++f) cut_face(f);
    add_cap(sign_ < 0.0 ? normal : -normal, cut_surface);
    return std::move(half_);
  }

 private:
  void cut_face(int f) {
    const auto face = convex_.face(f);
    std::vector<int> loop;
    bool inside = false;
    for (std::size_t k = 0; k < face.size(); ++k) {
      const int a = face[k];
      const int b = face[(k + 1) % face.size()];
      if (side(a) >= 0.0) loop.push_back(copy_of(a));
      inside = inside || side(a) > 0.0;
      if (side(a) * side(b) < 0.0) loop.push_back(crossing(a, b));
    }
    if (inside) add_face(loop, convex_.surface[static_cast<std::size_t>(f)]);
  }

  [[nodiscard]] double side(int vertex) const {
    return sign_ * height_[static_cast<std::size_t>(vertex)];
  }

  int add_vertex(Vec3 x, bool on_plane) {
    half_.vertices.push_back(x);
    if (on_plane) rim_.push_back(count(half_.vertices) - 1);
    return count(half_.vertices) - 1;
  }

  int copy_of(int vertex) {
    int& index = new_index_[static_cast<std::size_t>(vertex)];
    if (index < 0) {
      index = add_vertex(convex_.vertices[static_cast<std::size_t>(vertex)], side(vertex) == 0.0);
    }
    return index;
  }

  int crossing(int a, int b) {
    const auto edge = std::minmax(a, b);
    const auto found = crossings_.find(edge);
    if (found != crossings_.end()) return found->second;
    const auto from = static_cast<std::size_t>(edge.first);
    const auto to = static_cast<std::size_t>(edge.second);
    const double part = height_[from] / (height_[from] - height_[to]);
    const Vec3 x = (1.0 - part) * convex_.vertices[from] + part * convex_.vertices[to];
    return crossings_[edge] = add_vertex(x, true);
  }

  void add_face(const std::vector<int>& loop, SurfaceId surface) {
    half_.face_vertex.insert(half_.face_vertex.end(), loop.begin(), loop.end());
    half_.face_start.push_back(count(half_.face_vertex));
    half_.surface.push_back(surface);
  }

  /// The new face: the vertices on the plane in the order of their angles about their middle.
  void add_cap(Vec3 outward, SurfaceId surface) {
    Vec3 middle;
    for (const int v : rim_) middle += half_.vertices[static_cast<std::size_t>(v)];
    middle = middle / static_cast<double>(rim_.size());
    const auto arm = [&](int v) { return half_.vertices[static_cast<std::size_t>(v)] - middle; };
    const Vec3 x = normalized(arm(rim_.front()));
    const Vec3 y = cross(outward, x);
    std::sort(rim_.begin(), rim_.end(), [&](int a, int b) {
      return std::atan2(dot(arm(a), y), dot(arm(a), x)) <
             std::atan2(dot(arm(b), y), dot(arm(b), x));
    });
    add_face(rim_, surface);
  }

  const Convex& convex_;
  const std::vector<double>& height_;
  double sign_;
  std::vector<int> new_index_;
  std::map<std::pair<int, int>, int> crossings_;
  std::vector<int> rim_;  // vertices of the half on the plane
  Convex half_;
};

}  // namespace

std::optional<Convex> part_below(const Convex& convex, Vec3 point, Vec3 normal,
                                 SurfaceId cut_surface) {
  const std::vector<double> height = heights(convex, point, normal);
  const auto [least, most] = std::minmax_element(height.begin(), height.end());
  if (*least >= 0.0) return std::nullopt;
  if (*most <= 0.0) return convex;
  return HalfCutter(convex, height, -1.0).cut(normal, cut_surface);
}

namespace {

/// Only meshes know what hangs together.
void check_meshes_only(const Shape& shape) {
  bool others = !shape.convices.empty();
  for_each_simple(shape, [&](const auto&) { others = true; });
  if (others) {
    throw InputError(
        "'topoadj' must be 'OFF' for shapes other than MESH, which are no elements "
        "that share nodes");
  }
}

void split_mesh_of(const Mesh& mesh, const MeshCutPlane& plane, const MeshCutOptions& options,
                   SplitShape& sides) {
  CutMesh cut = cut_mesh(mesh, plane, options);
  for (std::size_t k = 0; k < cut.part.size(); ++k) {
    (cut.above[k] ? sides.above : sides.below).meshes.push_back(std::move(cut.part[k].mesh));
  }
  sides.thinning = std::min(sides.thinning, cut.thinning);
  if (!cut.part.empty()) return;
  Shape alone;
  alone.meshes.push_back(mesh);
  const bool above = dot(plane.normal, mass_properties(alone).center - plane.point) >= 0.0;
  (above ? sides.above : sides.below).meshes.push_back(mesh);
}

}  // namespace

SplitShape split(const Shape& shape, Vec3 point, Vec3 normal, const MeshCutOptions& options) {
  const Vec3 direction = scaled_direction(normal);
  const double length = norm(direction);
  if (!(length > 0.0) || !std::isfinite(length)) {
    throw InputError(cat("the normal of the plane must not be zero, got length ", length));
  }
  const Vec3 unit = direction / length;
  SplitShape parts;
  if (options.adjacent_only) check_meshes_only(shape);
  for (const Mesh& mesh : shape.meshes) split_mesh_of(mesh, {point, unit}, options, parts);
  for (const Convex& convex : shape.convices) {
    const std::vector<double> height = heights(convex, point, unit);
    const auto [least, most] = std::minmax_element(height.begin(), height.end());
    if (*least >= 0.0) {
      parts.above.convices.push_back(convex);
    } else if (*most <= 0.0) {
      parts.below.convices.push_back(convex);
    } else {
      parts.below.convices.push_back(
          HalfCutter(convex, height, -1.0).cut(unit, options.surface[0]));
      parts.above.convices.push_back(HalfCutter(convex, height, 1.0).cut(unit, options.surface[1]));
    }
  }
  for_each_simple(shape, [&](const auto& part) {
    const bool above = dot(unit, part.center - point) >= 0.0;
    simple_list<std::decay_t<decltype(part)>>(above ? parts.above : parts.below).push_back(part);
  });
  return parts;
}

}  // namespace solfec
