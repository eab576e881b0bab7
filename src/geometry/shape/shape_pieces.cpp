#include "geometry/shape/shape_pieces.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/count.h"
#include "geometry/element/bent_quadrilateral.h"
#include "geometry/element/element_tables.h"
#include "geometry/shape/adjacency.h"
#include "geometry/shape/convex_mesh.h"
#include "geometry/shape/face_groups.h"
#include "geometry/shape/face_sagitta.h"
#include "geometry/shape/simple_shape.h"

namespace solfec {
namespace {

// Pieces are appended one by one: open_piece writes what is one per piece, then come vertices and
// faces, and close_piece notes where they end. Neighbours and face groups are found at the end.

/// Role of one element side: outer faces carry a surface id.
struct SideRole {
  SurfaceId surface{};
  bool outer = false;
};

void open_piece(ShapePieces& pieces, PieceKind kind, int source, VolumeId volume) {
  pieces.kind.push_back(kind);
  pieces.source.push_back(source);
  pieces.volume.push_back(volume);
  pieces.radius.push_back(0.0);
  pieces.round_surface.push_back(0);
}

void close_piece(ShapePieces& pieces) {
  pieces.vertex_start.push_back(count(pieces.vertex));
  pieces.face_start.push_back(count(pieces.surface));
}

void add_face(ShapePieces& pieces, std::span<const int> loop, SideRole role) {
  pieces.loop.insert(pieces.loop.end(), loop.begin(), loop.end());
  pieces.loop_start.push_back(count(pieces.loop));
  pieces.surface.push_back(role.surface);
  pieces.outer.push_back(role.outer ? 1 : 0);
}

/// Gives the vertices that were added last, and have none yet, nodes of their own.
void add_own_nodes(ShapePieces& pieces, int& nodes) {
  while (pieces.node.size() < pieces.vertex.size()) pieces.node.push_back(nodes++);
}

void add_convex(ShapePieces& pieces, const Convex& convex, int source, int& nodes) {
  open_piece(pieces, PieceKind::polyhedron, source, convex.volume);
  pieces.vertex.insert(pieces.vertex.end(), convex.vertices.begin(), convex.vertices.end());
  add_own_nodes(pieces, nodes);
  for (int f = 0; f < convex.face_count(); ++f) {
    const SurfaceId surface = convex.surface[static_cast<std::size_t>(f)];
    const bool outer = surface != kInnerSurface;
    add_face(pieces, convex.face(f), {outer ? surface : SurfaceId{}, outer});
  }
  close_piece(pieces);
}

template <SimpleShape Part>
void add_simple(ShapePieces& pieces, const Part& part, int source, int& nodes) {
  open_piece(pieces, Part::kPiece, source, part.volume);
  pieces.radius.back() = radius_of(part);
  pieces.round_surface.back() = part.surface;
  for (const Vec3 point : points_of(part)) pieces.vertex.push_back(point);
  add_own_nodes(pieces, nodes);
  close_piece(pieces);
}

/// Adds a quadrilateral, or two triangles with an outward ridge when it is bent.
void add_quadrilateral(ShapePieces& pieces, std::span<const Vec3> vertex, std::span<const int> q,
                       SideRole role) {
  const auto corner = [&](std::size_t k) { return vertex[static_cast<std::size_t>(q[k])]; };
  const int bent = ridge_of_quadrilateral({corner(0), corner(1), corner(2), corner(3)});
  if (bent < 0) {
    add_face(pieces, q, role);
    return;
  }
  const auto ridge = static_cast<std::size_t>(bent);
  const std::array<int, 3> first{q[ridge], q[ridge + 1], q[ridge + 2]};
  const std::array<int, 3> second{q[ridge], q[ridge + 2], q[(ridge + 3) % 4]};
  add_face(pieces, first, role);
  add_face(pieces, second, role);
}

/// `nodes` is the number of nodes in earlier meshes.
void add_element(ShapePieces& pieces, const Mesh& mesh, const MeshElement& element, int nodes,
                 std::span<const SideRole> role) {
  const std::size_t first = pieces.vertex.size();
  for (int k = 0; k < element.node_count; ++k) {
    const int node = element.node[static_cast<std::size_t>(k)];
    pieces.vertex.push_back(mesh.nodes[static_cast<std::size_t>(node)]);
    pieces.node.push_back(nodes + node);
  }
  const auto vertex = std::span<const Vec3>(pieces.vertex).subspan(first);
  const ElementFaces& faces = element_faces(element.node_count);
  for (int side = 0; side < faces.face_count; ++side) {
    const std::span<const int> loop = faces.face(side);
    const SideRole side_role = role[static_cast<std::size_t>(side)];
    if (loop.size() == 4) {
      add_quadrilateral(pieces, vertex, loop, side_role);
    } else {
      add_face(pieces, loop, side_role);
    }
  }
}

/// Adds the elements that have an outer face; `first` is the number of elements in earlier meshes,
/// `nodes` that of nodes.
void add_mesh(ShapePieces& pieces, const Mesh& mesh, int first, int nodes) {
  auto face = mesh.faces.begin();  // sorted by element, then side
  for (int e = 0; e < count(mesh.elements); ++e) {
    std::array<SideRole, 6> role{};
    bool any = false;
    for (; face != mesh.faces.end() && face->element == e; ++face) {
      role[static_cast<std::size_t>(face->side)] = {face->surface, true};
      any = true;
    }
    if (!any) continue;
    const MeshElement& element = mesh.elements[static_cast<std::size_t>(e)];
    open_piece(pieces, PieceKind::polyhedron, first + e, element.volume);
    add_element(pieces, mesh, element, nodes, role);
    close_piece(pieces);
  }
  SOLFEC_ASSERT(face == mesh.faces.end());
}

/// Adds a mesh that is convex as one piece.
void add_whole_mesh(ShapePieces& pieces, const Mesh& mesh, const ConvexBoundary& boundary,
                    int first, int nodes) {
  open_piece(pieces, PieceKind::polyhedron, first, mesh.elements.front().volume);
  for (const int node : boundary.node) {
    pieces.vertex.push_back(mesh.nodes[static_cast<std::size_t>(node)]);
    pieces.node.push_back(nodes + node);
  }
  for (std::size_t f = 0; f < boundary.surface.size(); ++f) {
    const auto begin = static_cast<std::size_t>(boundary.face_start[f]);
    const auto size = static_cast<std::size_t>(boundary.face_start[f + 1]) - begin;
    add_face(pieces, std::span(boundary.face_vertex).subspan(begin, size),
             {boundary.surface[f], true});
  }
  close_piece(pieces);
}

/// Pieces of a shape; meshes that have a boundary are one each.
ShapePieces make_pieces(const Shape& shape,
                        std::span<const std::optional<ConvexBoundary>> boundaries,
                        double tolerance) {
  SOLFEC_ASSERT(tolerance >= 0.0 && boundaries.size() == shape.meshes.size());
  ShapePieces pieces;
  pieces.vertex_start.push_back(0);
  pieces.face_start.push_back(0);
  pieces.loop_start.push_back(0);
  int nodes = 0;
  for (int i = 0; i < count(shape.convices); ++i) {
    const Convex& convex = shape.convices[static_cast<std::size_t>(i)];
    if (has_outer_face(convex)) add_convex(pieces, convex, i, nodes);
  }
  int first = 0;
  for (std::size_t m = 0; m < shape.meshes.size(); ++m) {
    const Mesh& mesh = shape.meshes[m];
    if (boundaries[m]) {
      add_whole_mesh(pieces, mesh, *boundaries[m], first, nodes);
    } else {
      add_mesh(pieces, mesh, first, nodes);
    }
    first += count(mesh.elements);
    nodes += count(mesh.nodes);
  }
  int source = 0;
  for_each_simple(shape, [&](const auto& part) { add_simple(pieces, part, source++, nodes); });
  pieces.one_mesh = is_one_mesh(shape);
  find_adjacent_pieces(shape, tolerance, pieces);
  find_face_groups(pieces);
  find_face_sagittas(pieces);
  return pieces;
}

}  // namespace

ShapePieces make_shape_pieces(const Shape& shape, double tolerance) {
  const std::vector<std::optional<ConvexBoundary>> none(shape.meshes.size());
  return make_pieces(shape, none, tolerance);
}

std::optional<ShapePieces> make_whole_pieces(const Shape& shape, double tolerance) {
  std::vector<std::optional<ConvexBoundary>> boundaries;
  bool any = false;
  for (const Mesh& mesh : shape.meshes) {
    boundaries.push_back(convex_boundary(mesh));
    any = any || boundaries.back().has_value();
  }
  if (!any) return std::nullopt;
  return make_pieces(shape, boundaries, tolerance);
}

bool adjacent_pieces(const ShapePieces& pieces, int i, int j) {
  if (i == j) return true;
  const auto begin = pieces.adjacent.begin() + pieces.adjacent_start[static_cast<std::size_t>(i)];
  const auto end = pieces.adjacent.begin() + pieces.adjacent_start[static_cast<std::size_t>(i) + 1];
  return std::binary_search(begin, end, j);
}

}  // namespace solfec
