#pragma once

#include <string>
#include <vector>

#include "domain/domain.h"

namespace solfec {

/// One line for each body with pieces that overlap by more than a thousandth of its volume: mass
/// and inertia are sums over its pieces, so their overlap counts twice. Bodies to which BODY_CHARS
/// gave others are left out. Bodies are in the order of
/// the domain.
/// @param first  Bodies with smaller ids are not looked at.
std::vector<std::string> overlapping_pieces(const Domain& domain, BodyId first = {});

}  // namespace solfec
