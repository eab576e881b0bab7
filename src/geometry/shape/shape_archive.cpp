#include "geometry/shape/shape_archive.h"

#include <utility>

#include "archive/archive_error.h"
#include "archive/content_hash.h"
#include "base/cat.h"
#include "base/count.h"
#include "geometry/element/element_tables.h"

namespace solfec {

namespace {

void check_element(const MeshElement& element, int nodes) {
  const int count = element.node_count;
  if (count != 4 && count != 5 && count != 6 && count != 8) {
    throw ArchiveError(cat("an element has ", count, " nodes, not 4, 5, 6 or 8"));
  }
  for (int i = 0; i < count; ++i) {
    const int node = element.node[static_cast<std::size_t>(i)];
    if (node < 0 || node >= nodes) throw ArchiveError(cat("a mesh has no node ", node));
  }
}

}  // namespace

void check_stored(const Convex& convex) {
  const int vertices = count(convex.vertices);
  if (convex.face_start.empty() || convex.face_start.size() != convex.surface.size() + 1 ||
      convex.face_start.front() != 0 || convex.face_start.back() != count(convex.face_vertex)) {
    throw ArchiveError("the faces of a polyhedron do not fit together");
  }
  for (std::size_t f = 0; f < convex.surface.size(); ++f) {
    if (std::int64_t{convex.face_start[f + 1]} < std::int64_t{convex.face_start[f]} + 3) {
      throw ArchiveError(cat("face ", f, " of a polyhedron has fewer than 3 vertices"));
    }
  }
  for (const int vertex : convex.face_vertex) {
    if (vertex < 0 || vertex >= vertices) {
      throw ArchiveError(cat("a polyhedron has no vertex ", vertex));
    }
  }
}

void check_stored(const Mesh& mesh) {
  for (const MeshElement& element : mesh.elements) check_element(element, count(mesh.nodes));
  std::pair<int, int> previous{-1, 0};
  for (const MeshFace& face : mesh.faces) {
    if (face.element < 0 || face.element >= count(mesh.elements)) {
      throw ArchiveError(cat("a mesh has no element ", face.element));
    }
    const MeshElement& element = mesh.elements[static_cast<std::size_t>(face.element)];
    if (face.side < 0 || face.side >= element_faces(element.node_count).face_count) {
      throw ArchiveError(cat("an element has no side ", face.side));
    }
    const std::pair<int, int> key{face.element, face.side};
    if (key <= previous) throw ArchiveError("the faces of a mesh are not in order");
    previous = key;
  }
}

std::uint64_t geometry_hash(const Shape& shape) {
  XdrWriter stored;
  save(shape, stored);
  if (!shape.background.empty()) save(shape.background, stored);
  return content_hash(stored.bytes());
}

}  // namespace solfec
