#pragma once

#include <string_view>

#include "language/arguments/force_function.h"
#include "math/time_series.h"

namespace solfec {

/// True when the force of a spring's function (PUT_SPRING), which acts along the growing stroke, is
/// larger at the stroke `way` than at its negative, both without velocity: the function drives the
/// points away from where they are. A function that raises, or has no finite force there, is taken
/// for one that restores, since it may wait for names that the script gives later.
///
/// @param way  m, > 0.
/// @throws InputError when the function returns something else than a number.
[[nodiscard]] bool grows_along_stroke(const ForceFunction& function, double way);

/// True when the force is larger with a velocity along the growing stroke than against it, at the
/// stroke 0: the function adds energy to any motion. False for one that cannot tell yet.
///
/// @param speed  m/s, > 0.
[[nodiscard]] bool grows_along_velocity(const ForceFunction& function, double speed);

/// Warning for such a table.
constexpr std::string_view kTableDrivesApart =
    "the force of the TIME_SERIES falls along the stroke at 0 and drives apart: a table restores "
    "where its force is positive over a positive stroke";

/// True when the table of a spring, whose positive force pulls the points together, falls along the
/// stroke at 0: it drives the points away from where they are.
[[nodiscard]] bool drives_apart(const TimeSeries& table);

}  // namespace solfec
