#pragma once

#include "language/force_function.h"

namespace solfec {

/// True when the force of a spring's function (PUT_SPRING), which acts along the growing stroke, is
/// larger at the stroke `way` than at its negative, both without velocity: the function drives the
/// points away from where they are. A function that raises, or has no finite force there, is taken
/// for one that restores, since it may wait for names that the script gives later.
///
/// @param way  m, > 0.
/// @throws InputError when the function returns something else than a number.
[[nodiscard]] bool grows_along_stroke(const ForceFunction& function, double way);

}  // namespace solfec
