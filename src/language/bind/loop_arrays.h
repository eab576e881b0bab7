#pragma once

#include <span>
#include <vector>

#include "language/arguments/loop_object.h"
#include "language/arguments/value.h"
#include "math/vec3.h"

namespace solfec {

/// A new array of numpy, for the script to keep. @throws InputError where there is no numpy.
py::object number_array(std::span<const double> numbers);

// Arrays of numpy that a TIME_LOOP and its rows hand out. They are copies that cannot be written,
// so none changes, or goes, behind the script's back.

/// Configurations, or velocities, of all bodies by increasing id, one after the other, as
/// BODY.conf and BODY.velo give those of one body.
py::object all_configurations(const Domain& domain);
py::object all_velocities(const Domain& domain);
/// Gives all bodies their velocities, as INITIAL_VELOCITY does; bodies whose numbers are those that
/// they have are passed over.
/// @throws InputError when there are not as many numbers as all_velocities has, when one is not
///         finite, or for a body that cannot take its numbers.
void set_all_velocities(const Value& value, Domain& domain);
/// Ids of all bodies, and the number of each before which its velocities stand in all_velocities
/// (likewise configurations), with the number of all at the end.
py::object all_ids(const Domain& domain);
py::object velocity_starts(const Domain& domain);
py::object configuration_starts(const Domain& domain);

/// n x 2 ids of masters and slaves, 0 for space.
py::object row_bodies(const Domain& domain);
/// n x 3 points in space, m, and n x 3 x 3 frames with the columns t1, t2, n.
py::object row_points(const Domain& domain);
py::object row_frames(const Domain& domain);
/// n x 3.
py::object vectors(std::span<const Vec3> values);
/// One number of each row.
py::object row_numbers(const LocalDynamics& problem, double RowLaw::*number);
/// Which rows are those of open contacts.
py::object open_rows(const LocalDynamics& problem);
/// W as (blocks, columns, starts of block rows), n x 3 x 3, as scipy.sparse.bsr_matrix takes it.
py::object row_matrix(const LocalDynamics& problem);

/// Reads n x 3 reactions.
/// @throws InputError for another number of them, or one that is not finite.
/// @param what  Of the message, e.g. "'reactions'".
void read_reactions(py::handle object, std::span<Vec3> R, const std::string& what);

}  // namespace solfec
