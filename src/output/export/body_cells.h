#pragma once

#include <vector>

#include "base/ids.h"
#include "body/bodies.h"
#include "body/surface_points.h"
#include "geometry/shape/shape.h"
#include "output/vtk/vtk_data.h"

namespace solfec {

/// Points and cells of one body in the reference, with their own numbers from 0; found once.
struct BodyCells {
  VtkGridCells grid;
  std::vector<VolumeId> volume;    // of each cell
  std::vector<SurfaceId> surface;  // of the triangles of round parts; else empty
  SurfacePoints points;
  SurfacePoints centers;  // means of the vertices of the cells; of bodies with a mesh, else empty
};

/// Which cells of a shape: polyhedra of convices and elements of meshes; triangles of spheres and
/// ellipsoids.
enum class CellKind { solids, rounds };

/// Error of the triangles of round parts against the radius: 320 triangles for each.
inline constexpr double kExportChordError = 0.02;

/// Whether a shape has such cells.
bool has_cells(const Shape& shape, CellKind kind);

/// The cells of a body in the order of the shape. Elements have the node order of VTK, whose wedges
/// start with the other side than ours. @pre the body has this shape.
BodyCells make_body_cells(const Bodies& bodies, BodyRef body, const Shape& shape, CellKind kind);

/// Appends cells whose points are numbered from `first` on.
void append_cells(const VtkGridCells& cells, std::int64_t first, VtkGridCells& all);

}  // namespace solfec
