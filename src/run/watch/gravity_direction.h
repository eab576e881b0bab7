#pragma once

#include <string>

#include "domain/domain.h"

namespace solfec {

/// Warning about gravity of the wrong sign, "" when there is no reason for one.
///
/// Bodies with inertia and without a joint are loose; obstacles and bodies with joints are
/// supports. The box of each loose body is swept along gravity, forwards and backwards, through the
/// boxes of the pieces of all supports. The sign is suspicious when no loose body meets a support
/// forwards and at least one meets a support backwards: then bodies that stand on a floor rise from
/// it. The directions of the axes do not matter, and walls beside a body are no supports of it.
///
/// There is no warning where bodies may hang: with a cohesive surface material. Nor is there one
/// where a body starts against gravity, or a force acts against it or comes from a function, unless
/// gravity points mainly along +z, which hardly any model has as its downward direction. A
/// component of gravity that is a TIME_SERIES with both signs (a tremor) counts as zero, another
/// series as its largest value. Models that need more than 1e7 comparisons of boxes are left out.
///
/// @pre The domain is whole.
std::string gravity_direction_warning(const Domain& domain);

}  // namespace solfec
