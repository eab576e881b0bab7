#pragma once

#include "output/export/export_request.h"
#include "output/snapshot.h"
#include "output/vtk/vtk_data.h"

namespace solfec {

/// Makes points of the loads of bodies, with force and torque: a FORCE where it acts, a TORQUE at
/// the centre of its body, a PRESSURE at the middle of each of its faces.
VtkData load_points(const Snapshot& snapshot, const ExportRequest& request);

}  // namespace solfec
