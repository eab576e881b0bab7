#pragma once

#include <string>
#include <utility>
#include <vector>

#include "domain/domain.h"

namespace solfec {

/// What is suspicious about a model before its first step, one line each, naming bodies and script
/// lines: pairs of bodies that coincide, and pairs that overlap by more than a tenth of the thinner
/// one's least extent, at most ten lines of each kind, then their number; contacts without any
/// surface material, labels that several bodies have, quasi-static bodies that nothing holds and
/// units that cannot be meant, one line of each kind.
/// @pre The contacts of the placement are detected.
std::vector<std::string> model_warnings(const Domain& domain);

/// The pairs of bodies that overlap so deeply, smaller id first.
std::vector<std::pair<BodyId, BodyId>> deeply_overlapping_pairs(const Domain& domain);

}  // namespace solfec
