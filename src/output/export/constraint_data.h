#pragma once

#include "output/export/export_request.h"
#include "output/result_reader.h"
#include "output/snapshot.h"
#include "output/vtk/vtk_data.h"

namespace solfec {

/// Makes points of the contacts, with R and U in space, the normal part and the size of the
/// tangential part of R, gap, status, normal, area, friction and the two bodies.
VtkData contact_points(const ResultReader& reader, const Snapshot& snapshot,
                       const ExportRequest& request);

/// Makes lines of the contacts with a reaction, from the centre of the master over the contact
/// point to the centre of the slave. At an obstacle the line ends at the contact point.
VtkData force_lines(const ResultReader& reader, const Snapshot& snapshot,
                    const ExportRequest& request);

/// Makes points and lines of the constraints of users: a point where a point is held, a line where
/// two points are joined.
VtkData joint_lines(const Snapshot& snapshot, const ExportRequest& request);

}  // namespace solfec
