#pragma once

#include "output/export/export_request.h"
#include "output/result_reader.h"
#include "output/snapshot.h"
#include "output/vtk/vtk_data.h"

namespace solfec {

/// Number of spheres and ellipsoids of all selected bodies.
int count_spheres(const ResultReader& reader, const ExportRequest& request);

/// Spheres and ellipsoids as points, from which ParaView makes glyphs: their centres with radius
/// (of an ellipsoid the largest), half axes (columns of a tensor; the ends of conjugate diameters
/// when the body is strained), rotation of the body as a quaternion (w, x, y, z), and the
/// quantities of `surface_fields` there.
VtkData sphere_points(const ResultReader& reader, const Snapshot& snapshot,
                      const ExportRequest& request);

}  // namespace solfec
