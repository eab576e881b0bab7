#include "geometry/shape/point_in_shape.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>

#include "base/count.h"
#include "geometry/collision/polyhedron_view.h"
#include "geometry/element/element_tables.h"
#include "geometry/shape/piece_kinds.h"
#include "geometry/shape/simple_shape.h"

namespace solfec {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double plane_height(std::span<const Vec3> vertex, std::span<const int> face, Vec3 point) {
  const Plane plane = face_plane(vertex, face);
  return dot(plane.normal, point) - plane.offset;
}

/// Height of a point above a face; a quadrilateral is two triangles with an outward ridge.
double face_height(std::span<const Vec3> vertex, std::span<const int> face, Vec3 point) {
  if (face.size() != 4) return plane_height(vertex, face, point);
  const auto at = [&](std::size_t k) { return vertex[static_cast<std::size_t>(face[k])]; };
  const Vec3 normal = cross(at(2) - at(0), at(3) - at(1));
  const std::size_t ridge = dot(normal, at(1) - at(0)) > 0.0 ? 1 : 0;
  const std::array<int, 3> first{face[ridge], face[ridge + 1], face[ridge + 2]};
  const std::array<int, 3> second{face[ridge], face[ridge + 2], face[(ridge + 3) % 4]};
  return std::max(plane_height(vertex, first, point), plane_height(vertex, second, point));
}

double height_above(const Convex& convex, Vec3 point) {
  double height = -kInfinity;
  for (int f = 0; f < convex.face_count(); ++f) {
    height = std::max(height, face_height(convex.vertices, convex.face(f), point));
  }
  return height;
}

double height_above(const Mesh& mesh, const MeshElement& element, Vec3 point) {
  double height = -kInfinity;
  const int sides = element_faces(element.node_count).face_count;
  for (int side = 0; side < sides; ++side) {
    const FaceNodes face = face_nodes(element, side);
    height = std::max(height, face_height(mesh.nodes, face.nodes(), point));
  }
  return height;
}

double height_above(const ShapePieces& pieces, int piece, Vec3 point) {
  const auto k = static_cast<std::size_t>(piece);
  if (is_round(pieces.kind[k])) return height_above(piece_view(pieces, piece), point);
  const std::span<const Vec3> vertex = piece_vertices(pieces, piece);
  double height = -kInfinity;
  const auto end = static_cast<std::size_t>(pieces.face_start[k + 1]);
  for (auto f = static_cast<std::size_t>(pieces.face_start[k]); f < end; ++f) {
    const auto begin = static_cast<std::size_t>(pieces.loop_start[f]);
    const auto size = static_cast<std::size_t>(pieces.loop_start[f + 1]) - begin;
    const auto face = std::span(pieces.loop).subspan(begin, size);
    height = std::max(height, face_height(vertex, face, point));
  }
  return height;
}

/// Remembers the part that contains the point deepest, up to the first that contains it exactly.
template <typename Part>
struct Deepest {
  Part part{};
  double height;  // on entry the tolerance: parts higher than that are left out
  bool found = false;

  void offer(Part candidate, double candidate_height) {
    if (done() || candidate_height > height) return;
    if (found && candidate_height == height) return;
    part = candidate;
    height = candidate_height;
    found = true;
  }
  [[nodiscard]] bool done() const { return found && height <= 0.0; }
};

}  // namespace

std::optional<ShapePart> part_containing(const Shape& shape, Vec3 point, double tolerance) {
  Deepest<ShapePart> deepest{{}, tolerance};
  for (int i = 0; i < count(shape.convices) && !deepest.done(); ++i) {
    const Convex& convex = shape.convices[static_cast<std::size_t>(i)];
    deepest.offer({ShapePartKind::convex, i}, height_above(convex, point));
  }
  int first = 0;
  for (const Mesh& mesh : shape.meshes) {
    for (int e = 0; e < count(mesh.elements) && !deepest.done(); ++e) {
      const MeshElement& element = mesh.elements[static_cast<std::size_t>(e)];
      deepest.offer({ShapePartKind::element, first + e}, height_above(mesh, element, point));
    }
    first += count(mesh.elements);
  }
  for_each_simple_list(shape, [&](const auto& list) {
    using Part = typename std::decay_t<decltype(list)>::value_type;
    for (int i = 0; i < count(list) && !deepest.done(); ++i) {
      deepest.offer({Part::kPart, i}, height_above(list[static_cast<std::size_t>(i)], point));
    }
  });
  if (!deepest.found) return std::nullopt;
  return deepest.part;
}

int piece_containing(const ShapePieces& pieces, Vec3 point, double tolerance) {
  Deepest<int> deepest{-1, tolerance};
  for (int i = 0; i < pieces.piece_count() && !deepest.done(); ++i) {
    deepest.offer(i, height_above(pieces, i, point));
  }
  return deepest.part;
}

}  // namespace solfec
