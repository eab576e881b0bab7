#include "geometry/collision/penetration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/check.h"
#include "geometry/collision/farthest_point.h"

namespace solfec {
namespace {

// Growth of the polytope: the face nearest to the origin (by signed distance) is asked for the
// point of the difference that is farthest along its normal. When that lies on the face, the face
// is one of the difference and its distance the depth; else the faces that see the point go, and
// the edges of the hole (the horizon) make new faces with it. A step costs one pass over the points
// of both hulls and one over the faces of the polytope.

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaxVertices = 96;
constexpr int kMaxFaces = 2 * kMaxVertices;  // Euler: a closed surface of V vertices has 2 V - 4
constexpr int kMaxEdges = 3 * kMaxFaces;
constexpr double kRelativeTolerance = 1e-6;  // of the depth
constexpr double kRounding = 1e-13;          // of the size
constexpr double kLimitSlack = 1e-9;         // of the size, of a depth that is proved

Vec3 support(std::span<const Vec3> points, Vec3 direction) {
  return points[static_cast<std::size_t>(farthest_point(points, direction))];
}

/// Triangle of the polytope; plane normal . x = offset, outward.
struct Face {
  std::array<int, 3> vertex{};
  Vec3 normal;
};

struct Edge {
  int from{};
  int to{};
};

/// Room for the largest polytope, one per thread: to clear it anew would cost more than to grow a
/// small one.
struct PolytopeBuffers {
  std::array<Vec3, kMaxVertices> vertex{};
  std::array<Face, kMaxFaces> face{};
  std::array<double, kMaxFaces> offset{};  // of the planes of the faces
  std::array<Edge, kMaxEdges> edge{};
};

/// Polytope of fixed capacity inside the Minkowski difference.
class Polytope {
 public:
  Polytope(std::span<const Vec3> a, std::span<const Vec3> b, PolytopeBuffers& buffers)
      : a_(a),
        b_(b),
        vertex_(buffers.vertex),
        face_(buffers.face),
        offset_(buffers.offset),
        edge_(buffers.edge) {}

  /// First tetrahedron; false when the difference has no volume.
  bool start() {
    add_vertex(difference({1, 0, 0}));
    add_vertex(difference({-1, 0, 0}));
    const Vec3 axis = vertex_[1] - vertex_[0];
    if (!(norm(axis) > 0.0)) return false;
    const Vec3 side = std::fabs(axis.y) < std::fabs(axis.z) ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    const Vec3 across = cross(axis, side);
    const Vec3 upward = cross(axis, across);
    add_farthest({across, -across, upward, -upward},
                 [&](Vec3 p) { return norm(cross(axis, p - vertex_[0])); });
    const Vec3 normal = cross(axis, vertex_[2] - vertex_[0]);
    add_farthest({normal, -normal, normal, -normal},
                 [&](Vec3 p) { return std::fabs(dot(normal, p - vertex_[0])); });
    const double volume = dot(normal, vertex_[3] - vertex_[0]);
    if (volume == 0.0) return false;
    size_ = std::max(norm(axis), norm(vertex_[3] - vertex_[0]));
    if (volume > 0.0) std::swap(vertex_[1], vertex_[2]);
    add_face(0, 1, 2);
    add_face(0, 3, 1);
    add_face(1, 3, 2);
    add_face(2, 3, 0);
    return true;
  }

  /// Grows at the nearest face; false when that face cannot be improved.
  bool grow() {
    if (faces_ == 0) return false;
    const auto nearest = std::min_element(offset_.begin(), offset_.begin() + faces_);
    nearest_offset_ = *nearest;
    nearest_normal_ = face_[static_cast<std::size_t>(nearest - offset_.begin())].normal;
    const Vec3 next = difference(nearest_normal_);
    const double beyond = dot(nearest_normal_, next) - nearest_offset_;
    if (beyond <= kRelativeTolerance * std::fabs(nearest_offset_) + kRounding * size_) return false;
    if (vertices_ == kMaxVertices || faces_ == kMaxFaces) return false;
    remove_visible(next);
    const int apex = add_vertex(next);
    for (int k = 0; k < edges_; ++k) add_face(edge(k).from, edge(k).to, apex);
    return true;
  }

  /// Normal of the nearest face of the last step.
  [[nodiscard]] Vec3 nearest_normal() const { return nearest_normal_; }
  /// Its distance from the origin: the depth is no less. m
  [[nodiscard]] double nearest_offset() const { return nearest_offset_; }
  /// Covers the rounding of that distance, m.
  [[nodiscard]] double slack() const { return kLimitSlack * size_; }

 private:
  [[nodiscard]] Vec3 difference(Vec3 direction) const {
    return support(a_, direction) - support(b_, -direction);
  }
  [[nodiscard]] const Edge& edge(int k) const { return edge_[static_cast<std::size_t>(k)]; }
  [[nodiscard]] Vec3 vertex(int k) const { return vertex_[static_cast<std::size_t>(k)]; }

  int add_vertex(Vec3 p) {
    vertex_[static_cast<std::size_t>(vertices_)] = p;
    return vertices_++;
  }

  template <typename Measure>
  void add_farthest(const std::array<Vec3, 4>& directions, const Measure& measure) {
    Vec3 best;
    double largest = -1.0;
    for (const Vec3& direction : directions) {
      const Vec3 p = difference(direction);
      if (measure(p) > largest) {
        largest = measure(p);
        best = p;
      }
    }
    add_vertex(best);
  }

  void add_face(int i, int j, int k) {
    if (faces_ == kMaxFaces) return;  // growth ends at the next step
    Face face;
    double offset = kInfinity;  // of triangles without area: never the nearest
    face.vertex = {i, j, k};
    const Vec3 normal = cross(vertex(j) - vertex(i), vertex(k) - vertex(i));
    const double length = norm(normal);
    if (length > kRounding * kRounding * size_ * size_) {
      face.normal = normal / length;
      offset = dot(face.normal, vertex(i));
    }
    offset_[static_cast<std::size_t>(faces_)] = offset;
    face_[static_cast<std::size_t>(faces_++)] = face;
  }

  /// Keeps an edge of a visible face unless its reverse is there: then both faces are visible.
  void toggle_edge(int from, int to) {
    for (int k = 0; k < edges_; ++k) {
      if (edge(k).from == to && edge(k).to == from) {
        edge_[static_cast<std::size_t>(k)] = edge(--edges_);
        return;
      }
    }
    edge_[static_cast<std::size_t>(edges_++)] = {from, to};
  }

  /// Removes the faces that see the point; their border becomes the edges of the horizon.
  void remove_visible(Vec3 point) {
    edges_ = 0;
    int kept = 0;
    for (int f = 0; f < faces_; ++f) {
      const Face& face = face_[static_cast<std::size_t>(f)];
      const double offset = offset_[static_cast<std::size_t>(f)];
      if (offset < kInfinity && dot(face.normal, point) > offset) {
        toggle_edge(face.vertex[0], face.vertex[1]);
        toggle_edge(face.vertex[1], face.vertex[2]);
        toggle_edge(face.vertex[2], face.vertex[0]);
      } else {
        offset_[static_cast<std::size_t>(kept)] = offset;
        face_[static_cast<std::size_t>(kept++)] = face;
      }
    }
    faces_ = kept;
  }

  std::span<const Vec3> a_;
  std::span<const Vec3> b_;
  Vec3 nearest_normal_;
  double nearest_offset_ = -kInfinity;
  double size_ = 0.0;
  int vertices_ = 0;
  int faces_ = 0;
  int edges_ = 0;
  std::array<Vec3, kMaxVertices>& vertex_;
  std::array<Face, kMaxFaces>& face_;
  std::array<double, kMaxFaces>& offset_;
  std::array<Edge, kMaxEdges>& edge_;
};

}  // namespace

double depth_along(std::span<const Vec3> a, std::span<const Vec3> b, Vec3 direction) {
  return dot(direction, support(a, direction)) - dot(direction, support(b, -direction));
}

Penetration penetration_depth(std::span<const Vec3> a, std::span<const Vec3> b, double limit) {
  SOLFEC_ASSERT(a.size() >= 4 && b.size() >= 4);
  static thread_local PolytopeBuffers buffers;
  Polytope polytope(a, b, buffers);
  if (!polytope.start()) return {0.0, {}};
  const double enough = std::max(limit, 0.0) + polytope.slack();
  while (polytope.grow()) {
    if (polytope.nearest_offset() > enough) {
      return {polytope.nearest_offset(), polytope.nearest_normal()};
    }
  }
  const Vec3 normal = polytope.nearest_normal();
  return {depth_along(a, b, normal), normal};
}

}  // namespace solfec
