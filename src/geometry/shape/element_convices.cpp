#include "geometry/shape/element_convices.h"

#include <array>
#include <span>

#include "base/check.h"
#include "base/count.h"
#include "geometry/element/bent_quadrilateral.h"
#include "geometry/element/element_tables.h"

namespace solfec {
namespace {

void add_face(Convex& convex, std::span<const int> loop, SurfaceId surface) {
  convex.face_vertex.insert(convex.face_vertex.end(), loop.begin(), loop.end());
  convex.face_start.push_back(count(convex.face_vertex));
  convex.surface.push_back(surface);
}

/// Adds a side of an element as one face, or as two triangles where it is bent.
void add_side(Convex& convex, std::span<const int> loop, SurfaceId surface) {
  const auto x = [&](std::size_t k) { return convex.vertices[at(loop[k])]; };
  const int bent = loop.size() == 4 ? ridge_of_quadrilateral({x(0), x(1), x(2), x(3)}) : -1;
  if (bent < 0) {
    add_face(convex, loop, surface);
    return;
  }
  const auto ridge = at(bent);
  const std::array<int, 3> first{loop[ridge], loop[ridge + 1], loop[ridge + 2]};
  const std::array<int, 3> second{loop[ridge], loop[ridge + 2], loop[(ridge + 3) % 4]};
  add_face(convex, first, surface);
  add_face(convex, second, surface);
}

}  // namespace

std::vector<Convex> element_convices(const Mesh& mesh) {
  std::vector<Convex> convices;
  auto outer = mesh.faces.begin();  // sorted by element, then side
  for (int e = 0; e < count(mesh.elements); ++e) {
    const MeshElement& element = mesh.elements[at(e)];
    Convex& convex = convices.emplace_back();
    convex.volume = element.volume;
    convex.face_start.push_back(0);
    for (int a = 0; a < element.node_count; ++a) {
      convex.vertices.push_back(mesh.nodes[at(element.node[at(a)])]);
    }
    const ElementFaces& faces = element_faces(element.node_count);
    for (int side = 0; side < faces.face_count; ++side) {
      const bool is_outer = outer != mesh.faces.end() && outer->element == e && outer->side == side;
      add_side(convex, faces.face(side), is_outer ? outer->surface : kInnerSurface);
      if (is_outer) ++outer;
    }
  }
  SOLFEC_ASSERT(outer == mesh.faces.end());
  return convices;
}

}  // namespace solfec
