#include "geometry/shape/transforms.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "geometry/element/element_tables.h"
#include "geometry/element/mesh_faces.h"
#include "geometry/shape/simple_shape.h"

namespace solfec {
namespace {

/// Applies f(piece) to every part of a shape.
template <typename Function>
void for_each_part(Shape& shape, const Function& f) {
  for (Convex& convex : shape.convices) f(convex);
  for (Mesh& mesh : shape.meshes) f(mesh);
  for_each_simple(shape, f);
}

Vec3 product(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
bool mirrors(Vec3 factors) { return (factors.x < 0.0) != ((factors.y < 0.0) != (factors.z < 0.0)); }

void turn_faces(Convex& convex) {
  for (int f = 0; f < convex.face_count(); ++f) {
    const auto begin = convex.face_vertex.begin();
    std::reverse(begin + convex.face_start[static_cast<std::size_t>(f)],
                 begin + convex.face_start[static_cast<std::size_t>(f) + 1]);
  }
}

/// Side of an element that has the nodes of `key`.
int side_with_nodes(const MeshElement& element, const FaceKey& key) {
  const int sides = element_faces(element.node_count).face_count;
  int side = 0;
  while (side < sides && face_key(face_nodes(element, side).nodes()) != key) ++side;
  SOLFEC_ASSERT(side < sides);
  return side;
}

/// Node order of the mirror image: the second and the last node of each layer change places.
MeshElement mirrored(const MeshElement& element) {
  MeshElement image = element;
  auto& n = image.node;
  if (element.node_count == 8) {
    std::swap(n[1], n[3]);
    std::swap(n[5], n[7]);
  } else if (element.node_count == 6) {
    std::swap(n[1], n[2]);
    std::swap(n[4], n[5]);
  } else if (element.node_count == 5) {
    std::swap(n[1], n[3]);
  } else {
    std::swap(n[1], n[2]);
  }
  return image;
}

void turn_elements(Mesh& mesh) {
  for (MeshFace& face : mesh.faces) {
    const MeshElement& element = mesh.elements[static_cast<std::size_t>(face.element)];
    const FaceKey key = face_key(face_nodes(element, face.side).nodes());
    face.side = side_with_nodes(mirrored(element), key);
  }
  for (MeshElement& element : mesh.elements) element = mirrored(element);
  std::sort(mesh.faces.begin(), mesh.faces.end(), [](const MeshFace& a, const MeshFace& b) {
    return std::pair{a.element, a.side} < std::pair{b.element, b.side};
  });
}

}  // namespace

void scale(Convex& convex, Vec3 factors) {
  check_factors(factors);
  for (Vec3& p : convex.vertices) p = product(p, factors);
  if (mirrors(factors)) turn_faces(convex);
}

void scale(Mesh& mesh, Vec3 factors) {
  check_factors(factors);
  for (Vec3& p : mesh.nodes) p = product(p, factors);
  if (mirrors(factors)) turn_elements(mesh);
}

void scale(Shape& shape, Vec3 factors) {
  check_factors(factors);
  const auto check = [&](const auto& part) { check_scale(part, factors); };
  for_each_simple(std::as_const(shape), check);  // before anything changes
  for_each_part(shape, [&](auto& part) { scale(part, factors); });
}

void translate(Convex& convex, Vec3 vector) {
  check_translation(vector);
  for (Vec3& p : convex.vertices) p += vector;
}

void translate(Mesh& mesh, Vec3 vector) {
  check_translation(vector);
  for (Vec3& p : mesh.nodes) p += vector;
}

void translate(Shape& shape, Vec3 vector) {
  for_each_part(shape, [&](auto& part) { translate(part, vector); });
}

void rotate(Convex& convex, const AxisRotation& rotation) {
  for (Vec3& p : convex.vertices) p = rotated(p, rotation);
}

void rotate(Mesh& mesh, const AxisRotation& rotation) {
  for (Vec3& p : mesh.nodes) p = rotated(p, rotation);
}

void rotate(Shape& shape, const AxisRotation& rotation) {
  for_each_part(shape, [&](auto& part) { rotate(part, rotation); });
}

namespace {

void check_finite_points(std::span<const Vec3> points) {
  for (const Vec3 p : points) {
    if (!is_finite(p)) {
      throw InputError(cat("coordinates of the new shape must be finite, got (", p.x, ", ", p.y,
                           ", ", p.z, ") m"));
    }
  }
}

}  // namespace

void check_finite(const Shape& shape) {
  for (const Convex& convex : shape.convices) check_finite_points(convex.vertices);
  for (const Mesh& mesh : shape.meshes) check_finite_points(mesh.nodes);
  for_each_simple(shape, [](const auto& part) {
    check_finite_points(points_of(part));
    if (std::isfinite(radius_of(part))) return;
    throw InputError(
        cat("the radius of the new shape must be finite, got ", radius_of(part), " m"));
  });
}

}  // namespace solfec
