#pragma once

#include <cmath>
#include <deque>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "base/count.h"
#include "contact/contact_set.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/piece_set.h"
#include "geometry/element/element_tables.h"
#include "geometry/shape/shape.h"
#include "geometry/shape/shape_pieces.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec::test {

/// Numbers of elements along x, y, z.
struct Divisions {
  int x = 1;
  int y = 1;
  int z = 1;
};

inline std::vector<Vec3> hex_nodes(Vec3 lo, Vec3 hi, Divisions n) {
  std::vector<Vec3> nodes;
  for (int k = 0; k <= n.z; ++k) {
    for (int j = 0; j <= n.y; ++j) {
      for (int i = 0; i <= n.x; ++i) {
        nodes.push_back({lo.x + (hi.x - lo.x) * i / n.x, lo.y + (hi.y - lo.y) * j / n.y,
                         lo.z + (hi.z - lo.z) * k / n.z});
      }
    }
  }
  return nodes;
}

inline MeshElement hex_element(int i, int j, int k, Divisions n) {
  const int row = n.x + 1;
  const int layer = row * (n.y + 1);
  const int a = i + row * j + layer * k;
  const int b = a + layer;
  return {8, {a, a + 1, a + 1 + row, a + row, b, b + 1, b + 1 + row, b + row}, 1};
}

/// True when all nodes of a face lie on one side of the box [lo, hi].
inline bool on_border(const Mesh& mesh, const FaceNodes& face, Vec3 lo, Vec3 hi) {
  for (int axis = 0; axis < 3; ++axis) {
    bool low = true;
    bool high = true;
    for (const int v : face.nodes()) {
      low = low && mesh.nodes[v][axis] == lo[axis];
      high = high && mesh.nodes[v][axis] == hi[axis];
    }
    if (low || high) return true;
  }
  return false;
}

/// Mesh of hexahedra over the box [lo, hi]; all outer faces get `surface`.
inline Mesh hex_mesh(Vec3 lo, Vec3 hi, Divisions n = {}, SurfaceId surface = 1) {
  Mesh mesh;
  mesh.nodes = hex_nodes(lo, hi, n);
  for (int k = 0; k < n.z; ++k) {
    for (int j = 0; j < n.y; ++j) {
      for (int i = 0; i < n.x; ++i) mesh.elements.push_back(hex_element(i, j, k, n));
    }
  }
  for (int e = 0; e < count(mesh.elements); ++e) {
    for (int side = 0; side < 6; ++side) {
      if (on_border(mesh, face_nodes(mesh.elements[e], side), lo, hi)) {
        mesh.faces.push_back({e, side, surface});
      }
    }
  }
  return mesh;
}

inline Shape brick(Vec3 lo, Vec3 hi, Divisions n = {}, SurfaceId surface = 1) {
  Shape shape;
  shape.meshes.push_back(hex_mesh(lo, hi, n, surface));
  return shape;
}

inline Shape ball(Vec3 center, double radius, SurfaceId surface = 2) {
  Shape shape;
  shape.spheres.push_back({center, radius, surface, 1});
  return shape;
}

struct BodyOptions {
  bool obstacle = false;
  bool self_contact = false;
  bool rigid = false;  // placed by rotation and pivot, at rest relative to others when it is
  bool whole = false;  // one piece for each mesh that is convex
};

/// Bodies with ids 1, 2, ... that a test moves by hand.
class Scene {
 public:
  ContactParams params;
  PieceSet pieces;
  ContactSet contacts;
  ConstraintId next_id = 1;

  /// Returns the body index; the id is one more.
  int add(const Shape& shape, BodyOptions options = {}) {
    shapes_.push_back(options.whole ? make_whole_pieces(shape, params.tolerance).value()
                                    : make_shape_pieces(shape, params.tolerance));
    const int index = pieces.body_count();
    pieces.append(index + 1, options.obstacle, options.self_contact, shapes_.back());
    if (options.rigid) pieces.make_rigid();
    return index;
  }

  void translate(int body, Vec3 by) {
    if (pieces.body_is_rigid[body] != 0) {
      pieces.body_pivot[body] += by;
      return;
    }
    for (Vec3& v : vertices(body)) v += by;
  }

  void transform(int body, const Mat3& rotation, Vec3 about, Vec3 by = {}) {
    if (pieces.body_is_rigid[body] != 0) {
      Vec3& pivot = pieces.body_pivot[body];
      pivot = about + rotation * (pivot - about) + by;
      pieces.body_rotation[body] = rotation * pieces.body_rotation[body];
      return;
    }
    for (Vec3& v : vertices(body)) v = about + rotation * (v - about) + by;
  }

  std::span<Vec3> vertices(int body) {
    const int begin = pieces.body_vertex_start[body];
    const int end = pieces.body_vertex_start[body + 1];
    return std::span(pieces.vertex).subspan(begin, static_cast<std::size_t>(end - begin));
  }

  std::span<const ContactPoint> detect() {
    pieces.refresh(params.tolerance);
    contacts.detect(pieces, params, next_id);
    return std::as_const(contacts).points();
  }

 private:
  std::deque<ShapePieces> shapes_;  // addresses stay valid
};

/// Sparsification off.
inline ContactParams every_overlap() {
  return {.sparsify_threshold = 0.0, .minimal_area = 0.0, .minimal_distance = 0.0};
}

/// Random rotation from a random unit quaternion.
inline Mat3 random_rotation(std::mt19937& rng) {
  std::normal_distribution<double> normal;
  double w = normal(rng);
  Vec3 v{normal(rng), normal(rng), normal(rng)};
  const double length = std::sqrt(w * w + dot(v, v));
  w /= length;
  v = v / length;
  return (w * w - dot(v, v)) * identity() + 2.0 * outer(v, v) + 2.0 * w * skew(v);
}

/// A scene whose pairs of polyhedra have patches.
inline Scene patch_scene() {
  Scene scene;
  scene.params.points = ContactPoints::patch;
  return scene;
}

/// Sum of the areas of all contact points, m^2.
inline double area_of(const Scene& scene) {
  double area = 0.0;
  for (const ContactPoint& point : scene.contacts.points()) area += point.area;
  return area;
}

/// Sum of their parts: the number of patches.
inline double part_of(const Scene& scene) {
  double part = 0.0;
  for (const ContactPoint& point : scene.contacts.points()) part += point.part;
  return part;
}

}  // namespace solfec::test
