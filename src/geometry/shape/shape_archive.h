#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include "archive/fields.h"
#include "geometry/shape/shape.h"

namespace solfec {

/// Fields of shapes (archive/fields.h). Shapes that were read are safe to use: every index is
/// checked, every coordinate and radius is finite.

constexpr std::string_view type_name(const Convex*) { return "Polyhedron"; }
constexpr std::string_view type_name(const MeshElement*) { return "Element"; }
constexpr std::string_view type_name(const MeshFace*) { return "MeshFace"; }
constexpr std::string_view type_name(const Mesh*) { return "Mesh"; }
constexpr std::string_view type_name(const Shape*) { return "Shape"; }

/// Checks a polyhedron from a file. @throws ArchiveError with the reason.
void check_stored(const Convex& convex);
/// Checks a mesh from a file. @throws ArchiveError when an element has a node, or a face a side,
/// that does not exist.
void check_stored(const Mesh& mesh);

/// Hash of the bytes that `save` writes for the shape, and for its background mesh when it has one.
std::uint64_t geometry_hash(const Shape& shape);

template <typename Fields>
void list_fields(Fields& fields, const Convex*) {
  fields.finite("vertices", "m", &Convex::vertices);
  fields("face_start", "starts of the faces in face_vertex, one more than faces",
         &Convex::face_start);
  fields("face_vertex", "vertices of the faces", &Convex::face_vertex);
  fields("surface", "one per face", &Convex::surface);
  fields("volume", "", &Convex::volume);
  fields.check([](const Convex& convex) { check_stored(convex); });
}

template <typename Fields>
void list_fields(Fields& fields, const MeshElement*) {
  fields("node_count", "4, 5, 6 or 8", &MeshElement::node_count);
  fields("node", "zeros for the missing ones", &MeshElement::node);
  fields("volume", "", &MeshElement::volume);
}

template <typename Fields>
void list_fields(Fields& fields, const MeshFace*) {
  fields("element", "", &MeshFace::element);
  fields("side", "", &MeshFace::side);
  fields("surface", "", &MeshFace::surface);
}

template <typename Fields>
void list_fields(Fields& fields, const Mesh*) {
  fields.finite("nodes", "m", &Mesh::nodes);
  fields("elements", "", &Mesh::elements);
  fields("faces", "outer faces, by element then side", &Mesh::faces);
  fields.check([](const Mesh& mesh) { check_stored(mesh); });
}

/// Word for the parts of a list of simple shapes.
template <typename Part>
constexpr std::string_view plural_of(std::vector<Part> Shape::* /*list*/) {
  return Part::kPlural;
}

/// Fields of a shape without the background mesh, which only bodies of finite elements have.
template <typename Fields>
void list_fields(Fields& fields, const Shape*) {
  fields("polyhedra", "", &Shape::convices);
  fields("meshes", "", &Shape::meshes);
  std::apply([&](auto... list) { (fields(plural_of(list), "", list), ...); }, kSimpleLists);
}

}  // namespace solfec
