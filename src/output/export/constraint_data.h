#pragma once

#include "output/export/export_request.h"
#include "output/result_reader.h"
#include "output/snapshot.h"
#include "output/vtk/vtk_data.h"

namespace solfec {

/// Contacts as points with R and U in space, normal part and size of the tangential part of R, gap,
/// status, normal, area, friction and who touches whom.
VtkData contact_points(const ResultReader& reader, const Snapshot& snapshot,
                       const ExportRequest& request);

/// Contacts with a reaction as lines from the centre of the master over the contact point to the
/// centre of the slave; obstacles have no centre, their lines start at the contact point.
VtkData force_lines(const ResultReader& reader, const Snapshot& snapshot,
                    const ExportRequest& request);

/// Constraints of users: points where a point is held, lines where two points are joined.
VtkData joint_lines(const Snapshot& snapshot, const ExportRequest& request);

}  // namespace solfec
