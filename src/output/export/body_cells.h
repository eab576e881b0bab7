#pragma once

#include <vector>

#include "base/ids.h"
#include "body/bodies.h"
#include "body/surface_points.h"
#include "geometry/shape/shape.h"
#include "output/vtk/vtk_data.h"

namespace solfec {

/// Points and cells of one body in the reference placement, numbered from 0; made once.
struct BodyCells {
  VtkGridCells grid;
  std::vector<VolumeId> volume;    // of each cell
  std::vector<SurfaceId> surface;  // of the triangles of round parts; else empty
  SurfacePoints points;
  SurfacePoints centers;  // means of the vertices of the cells of a body with a mesh, else empty
};

/// Kind of cells of a shape. solids: polyhedra of convices and elements of meshes; rounds:
/// triangles of spheres and ellipsoids.
enum class CellKind { solids, rounds };

/// Error of the triangles of round parts against the radius: 320 triangles for each.
inline constexpr double kExportChordError = 0.02;

/// True when a shape has cells of a kind.
bool has_cells(const Shape& shape, CellKind kind);

/// Makes the cells of a body in the order of the shape. Elements have the node order of VTK, in
/// which wedges start with the other triangle than here. @pre the body has this shape.
BodyCells make_body_cells(const Bodies& bodies, BodyRef body, const Shape& shape, CellKind kind);

/// Appends cells whose points are numbered from `first` on.
void append_cells(const VtkGridCells& cells, std::int64_t first, VtkGridCells& all);

}  // namespace solfec
