#include "output/export/body_cells.h"

#include <array>
#include <span>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "geometry/shape/simple_shape.h"
#include "geometry/surface/geodesic_sphere.h"

namespace solfec {

namespace {

/// Gathers the points and cells of one shape.
struct CellList {
  BodyCells cells;
  std::vector<Vec3> vertex;
  std::vector<int> node;  // of a mesh, -1: none
  std::vector<Vec3> center;

  std::int64_t next() const { return static_cast<std::int64_t>(vertex.size()); }

  /// Ends the cell whose points have been appended.
  void close(VtkCellType type, VolumeId volume) {
    VtkGridCells& grid = cells.grid;
    const std::size_t begin =
        grid.cells.offsets.empty() ? 0 : static_cast<std::size_t>(grid.cells.offsets.back());
    grid.cells.close();
    grid.types.push_back(static_cast<std::uint8_t>(type));
    grid.face_offsets.push_back(type == VtkCellType::polyhedron
                                    ? static_cast<std::int64_t>(grid.faces.size())
                                    : std::int64_t{-1});
    cells.volume.push_back(volume);
    Vec3 sum;
    for (std::size_t i = begin; i < grid.cells.connectivity.size(); ++i) {
      sum += vertex[static_cast<std::size_t>(grid.cells.connectivity[i])];
    }
    center.push_back(sum / static_cast<double>(grid.cells.connectivity.size() - begin));
  }
};

void add_convex(const Convex& convex, CellList& list) {
  VtkGridCells& grid = list.cells.grid;
  const std::int64_t first = list.next();
  for (std::size_t i = 0; i < convex.vertices.size(); ++i) {
    list.vertex.push_back(convex.vertices[i]);
    list.node.push_back(-1);
    grid.cells.connectivity.push_back(first + static_cast<std::int64_t>(i));
  }
  grid.faces.push_back(convex.face_count());
  for (int f = 0; f < convex.face_count(); ++f) {
    const std::span<const int> face = convex.face(f);
    grid.faces.push_back(count(face));
    for (const int vertex : face) grid.faces.push_back(first + vertex);
  }
  list.close(VtkCellType::polyhedron, convex.volume);
}

struct ElementType {
  VtkCellType type{};
  std::array<int, 8> node{};  // ours at the places of VTK's
};

const ElementType& element_type(int node_count) {
  static constexpr ElementType kTetrahedron{VtkCellType::tetrahedron, {0, 1, 2, 3}};
  static constexpr ElementType kPyramid{VtkCellType::pyramid, {0, 1, 2, 3, 4}};
  // the normal of VTK's first triangle points out of the wedge
  static constexpr ElementType kWedge{VtkCellType::wedge, {0, 2, 1, 3, 5, 4}};
  static constexpr ElementType kHexahedron{VtkCellType::hexahedron, {0, 1, 2, 3, 4, 5, 6, 7}};
  if (node_count == 4) return kTetrahedron;
  if (node_count == 5) return kPyramid;
  return node_count == 6 ? kWedge : kHexahedron;
}

/// @param has_nodes  The nodes are those of a mesh of the body, not of facets that stand for a
///                   round shape.
void add_mesh(const Mesh& mesh, bool has_nodes, CellList& list) {
  const std::int64_t first = list.next();
  for (int i = 0; i < count(mesh.nodes); ++i) {
    list.vertex.push_back(mesh.nodes[at(i)]);
    list.node.push_back(has_nodes ? i : -1);
  }
  for (const MeshElement& element : mesh.elements) {
    const ElementType& type = element_type(element.node_count);
    for (int a = 0; a < element.node_count; ++a) {
      list.cells.grid.cells.connectivity.push_back(first + element.node[at(type.node[at(a)])]);
    }
    list.close(type.type, element.volume);
  }
}

void add_round(const RoundImage& image, SurfaceId surface, VolumeId volume, CellList& list) {
  static const UnitSphere sphere = make_unit_sphere(kExportChordError);
  const std::int64_t first = list.next();
  for (const Vec3 u : sphere.vertex) {
    list.vertex.push_back(image.place(u));
    list.node.push_back(-1);
  }
  for (const auto& triangle : sphere.triangle) {
    for (const int corner : triangle) {
      list.cells.grid.cells.connectivity.push_back(first + corner);
    }
    list.close(VtkCellType::triangle, volume);
    list.cells.surface.push_back(surface);
  }
}

}  // namespace

bool has_cells(const Shape& shape, CellKind kind) {
  const std::size_t rounds = round_image_count(shape);
  if (kind == CellKind::rounds) return rounds > 0;
  return !shape.convices.empty() || !shape.meshes.empty() || simple_count(shape) > rounds;
}

BodyCells make_body_cells(const Bodies& bodies, BodyRef body, const Shape& shape, CellKind kind) {
  CellList list;
  if (kind == CellKind::solids) {
    for (const Convex& convex : shape.convices) add_convex(convex, list);
    for (const Mesh& mesh : shape.meshes) add_mesh(mesh, true, list);
    for_each_faceted(shape, [&](const auto& part) { add_mesh(facets_of(part), false, list); });
  } else {
    for_each_round_image(shape, [&](const auto& part) {
      add_round(round_image_of(part), part.surface, part.volume, list);
    });
  }
  BodyCells cells = std::move(list.cells);
  if (bodies.mesh(body) != nullptr) {
    const std::vector<int> none(list.center.size(), -1);
    cells.centers = points_of(bodies, body, std::move(list.center), none);
  }
  cells.points = points_of(bodies, body, std::move(list.vertex), list.node);
  return cells;
}

void append_cells(const VtkGridCells& cells, std::int64_t first, VtkGridCells& all) {
  const auto begin = static_cast<std::int64_t>(all.cells.connectivity.size());
  for (const std::int64_t point : cells.cells.connectivity) {
    all.cells.connectivity.push_back(first + point);
  }
  for (const std::int64_t end : cells.cells.offsets) all.cells.offsets.push_back(begin + end);
  all.types.insert(all.types.end(), cells.types.begin(), cells.types.end());
  const auto faces_begin = static_cast<std::int64_t>(all.faces.size());
  for (const std::int64_t end : cells.face_offsets) {
    all.face_offsets.push_back(end < 0 ? end : faces_begin + end);
  }
  // a row of polyhedra: number of faces, then each face as its size and its points
  std::size_t i = 0;
  while (i < cells.faces.size()) {
    const std::int64_t face_count = cells.faces[i++];
    all.faces.push_back(face_count);
    for (std::int64_t f = 0; f < face_count; ++f) {
      const std::int64_t size = cells.faces[i++];
      all.faces.push_back(size);
      for (std::int64_t k = 0; k < size; ++k) all.faces.push_back(first + cells.faces[i++]);
    }
  }
}

}  // namespace solfec
