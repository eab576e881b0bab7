#include "geometry/collision/penetration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/check.h"
#include "geometry/collision/farthest_point.h"
#include "geometry/collision/lattice.h"

namespace solfec {
namespace {

// Growth of the polytope: the face nearest to the origin (by signed distance) is asked for the
// point of the difference that is farthest along its normal. When that lies on the face, the face
// is one of the difference and its distance the depth; else the faces that see the point go, and
// the edges of the hole (the horizon) make new faces with it. A step costs one pass over the points
// of both hulls and one over the faces of the polytope.
//
// Hulls that fit each other have a difference with many nearly coplanar points, whose triangles may
// be thinner than rounding. Signs of distances from their planes, computed in doubles, contradict
// each other: the faces that see a point then are no single patch, the polytope folds, and its
// nearest face proves nothing. Where rounding might decide, a lattice does (`Lattice`): the
// vertices, rounded to the lattice, always are those of a convex polytope with these faces.

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaxVertices = 96;
constexpr int kMaxFaces = 2 * kMaxVertices;  // Euler: a closed surface of V vertices has 2 V - 4
constexpr int kMaxEdges = 3 * kMaxFaces;
constexpr double kRelativeTolerance = 1e-6;  // of the depth
constexpr double kRounding = 1e-13;          // of the size
constexpr double kLimitSlack = 1e-9;         // of the size, of a depth that is proved
// twice the areas of triangles by the square of the size
constexpr double kThin = 1e-5;   // up to here doubles do not know the normal well enough
constexpr double kLarge = 0.02;  // most triangles
// distances from planes by the size
constexpr double kDoubt = 64.0 * Lattice::kStep;      // of a triangle as large as the size
constexpr double kExactDoubt = 8.0 * Lattice::kStep;  // of a plane on the lattice

Vec3 support(std::span<const Vec3> points, Vec3 direction) {
  return points[static_cast<std::size_t>(farthest_point(points, direction))];
}

/// Largest extent of the difference of two hulls along an axis of coordinates, m.
double extent_of_difference(std::span<const Vec3> a, std::span<const Vec3> b) {
  Vec3 sum;
  for (const std::span<const Vec3> points : {a, b}) {
    Vec3 low = points[0];
    Vec3 high = points[0];
    for (const Vec3& p : points) {
      low = minimum(low, p);
      high = maximum(high, p);
    }
    sum += high - low;
  }
  return norm_inf(sum);
}

/// Triangle of the polytope; plane normal . x = offset, outward.
struct Face {
  std::array<std::int16_t, 3> vertex{};
  bool exact{};  // the normal is that of the triangle on the lattice
  Vec3 normal;
  double doubt{};  // m; at such a distance from the plane the side on the lattice may be another
};

struct Edge {
  int from{};
  int to{};
};

/// Room for the largest polytope, one per thread: to clear it anew would cost more than to grow a
/// small one.
struct PolytopeBuffers {
  std::array<Vec3, kMaxVertices> vertex{};
  std::array<LatticePoint, kMaxVertices> place{};  // of the vertices
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
        place_(buffers.place),
        face_(buffers.face),
        offset_(buffers.offset),
        edge_(buffers.edge) {}

  /// First tetrahedron; false when the difference has no volume.
  bool start() {
    size_ = extent_of_difference(a_, b_);
    if (!(size_ > 0.0 && size_ < kInfinity)) return false;
    const Vec3 first = difference({1, 0, 0});
    lattice_ = Lattice(first, size_);
    add_vertex(first);
    add_vertex(difference({-1, 0, 0}));
    const Vec3 axis = vertex_[1] - vertex_[0];
    if (!(norm(axis) > 0.0)) return false;
    const Vec3 beside = std::fabs(axis.y) < std::fabs(axis.z) ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    const Vec3 across = cross(axis, beside);
    const Vec3 upward = cross(axis, across);
    add_farthest({across, -across, upward, -upward},
                 [&](Vec3 p) { return norm(cross(axis, p - vertex_[0])); });
    const Vec3 normal = cross(axis, vertex_[2] - vertex_[0]);
    add_farthest({normal, -normal, normal, -normal},
                 [&](Vec3 p) { return std::fabs(dot(normal, p - vertex_[0])); });
    const int side = lattice_side(place_[0], place_[1], place_[2], place_[3]);
    if (side == 0) return false;
    if (side > 0) swap_vertices(1, 2);
    add_face(0, 1, 2);
    add_face(0, 3, 1);
    add_face(1, 3, 2);
    add_face(2, 3, 0);
    return true;
  }

  /// Grows at the nearest face; false when that face cannot be improved.
  bool grow() {
    const auto nearest = static_cast<std::size_t>(
        std::min_element(offset_.begin(), offset_.begin() + faces_) - offset_.begin());
    nearest_offset_ = offset_[nearest];
    nearest_normal_ = face_[nearest].normal;
    const Vec3 next = difference(nearest_normal_);
    const double depth = dot(nearest_normal_, next);
    if (depth < least_depth_) {
      least_depth_ = depth;
      least_normal_ = nearest_normal_;
    }
    const double beyond = depth - nearest_offset_;
    if (beyond <= kRelativeTolerance * std::fabs(nearest_offset_) + kRounding * size_) return false;
    if (vertices_ == kMaxVertices) return false;
    const int apex = add_vertex(next);
    remove_visible(apex);
    if (faces_ + edges_ > kMaxFaces) return false;  // no closed surface: coordinates are NaN
    for (int k = 0; k < edges_; ++k) add_face(edge(k).from, edge(k).to, apex);
    if (edges_ > 0) return true;
    --vertices_;  // no face sees it: on the lattice it is a point of the polytope
    return make_exact(nearest);
  }

  /// Direction of the least depth among those that were tried.
  [[nodiscard]] Vec3 least_normal() const { return least_normal_; }
  /// Normal of the nearest face of the last step.
  [[nodiscard]] Vec3 nearest_normal() const { return nearest_normal_; }
  /// Its distance from the origin: the depth is no less. m
  [[nodiscard]] double nearest_offset() const { return nearest_offset_; }
  /// Covers the rounding of that distance, m.
  [[nodiscard]] double slack() const { return kLimitSlack * size_; }

 private:
  [[nodiscard]] Vec3 difference(Vec3 direction) const {
    return farthest(a_, direction) - farthest(b_, -direction);
  }
  [[nodiscard]] Vec3 farthest(std::span<const Vec3> points, Vec3 direction) const {
    const int n = kernel_(points.data(), static_cast<int>(points.size()), direction);
    return points[static_cast<std::size_t>(n)];
  }
  [[nodiscard]] const Edge& edge(int k) const { return edge_[static_cast<std::size_t>(k)]; }
  [[nodiscard]] Vec3 vertex(int k) const { return vertex_[static_cast<std::size_t>(k)]; }
  [[nodiscard]] const LatticePoint& place(int k) const {
    return place_[static_cast<std::size_t>(k)];
  }

  int add_vertex(Vec3 p) {
    vertex_[static_cast<std::size_t>(vertices_)] = p;
    place_[static_cast<std::size_t>(vertices_)] = lattice_.at(p);
    return vertices_++;
  }

  void swap_vertices(std::size_t i, std::size_t j) {
    std::swap(vertex_[i], vertex_[j]);
    std::swap(place_[i], place_[j]);
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
    const auto f = static_cast<std::size_t>(faces_++);
    Face& face = face_[f];
    face.vertex = {static_cast<std::int16_t>(i), static_cast<std::int16_t>(j),
                   static_cast<std::int16_t>(k)};
    face.exact = false;
    const Vec3 normal = cross(vertex(j) - vertex(i), vertex(k) - vertex(i));
    const double length = norm(normal);
    const double square = size_ * size_;
    if (length > kThin * square) {
      face.normal = normal / length;
      face.doubt = length > kLarge * square ? kDoubt / kLarge * size_  // spares a division
                                            : kDoubt * square * size_ / length;
      offset_[f] = dot(face.normal, vertex(i));
    } else {
      make_exact(f);
    }
  }

  /// Gives a face the plane of its triangle on the lattice; false when it has that already.
  bool make_exact(std::size_t f) {
    Face& face = face_[f];
    if (face.exact) return false;
    const auto [i, j, k] = face.vertex;
    face.exact = true;
    face.normal = normalized(lattice_normal(place(i), place(j), place(k)));
    face.doubt = kExactDoubt * size_;
    offset_[f] = dot(face.normal, vertex(i));
    return true;
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

  /// Whether a vertex lies outside of a face on the lattice.
  [[nodiscard]] bool sees(const Face& face, double offset, int point) const {
    const double above = dot(face.normal, vertex(point)) - offset;
    if (std::fabs(above) > face.doubt) [[likely]] {
      return above > 0.0;
    }
    const auto [i, j, k] = face.vertex;
    return lattice_side(place(i), place(j), place(k), place(point)) > 0;
  }

  /// Removes the faces that see a vertex; their border becomes the edges of the horizon.
  void remove_visible(int point) {
    edges_ = 0;
    int kept = 0;
    for (int f = 0; f < faces_; ++f) {
      const Face& face = face_[static_cast<std::size_t>(f)];
      const double offset = offset_[static_cast<std::size_t>(f)];
      if (sees(face, offset, point)) {
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

  FarthestPoint kernel_ = farthest_point_kernel();
  std::span<const Vec3> a_;
  std::span<const Vec3> b_;
  Lattice lattice_;
  Vec3 nearest_normal_;
  Vec3 least_normal_;
  double nearest_offset_ = -kInfinity;
  double least_depth_ = kInfinity;
  double size_ = 0.0;
  int vertices_ = 0;
  int faces_ = 0;
  int edges_ = 0;
  std::array<Vec3, kMaxVertices>& vertex_;
  std::array<LatticePoint, kMaxVertices>& place_;
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
  const Vec3 normal = polytope.least_normal();
  return {depth_along(a, b, normal), normal};
}

}  // namespace solfec
