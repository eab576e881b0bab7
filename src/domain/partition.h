#pragma once

#include <vector>

#include "base/ids.h"
#include "domain/domain.h"

namespace solfec {

/// Replaces a finite-element body by parts, each a body of its own, glued node to node by fixed
/// points between them: a node that k parts share has k - 1. Labels are those of the body followed
/// by "_PART1" and so on ('' stays ''); material, materials by volume id, form, element, scheme,
/// damping, self-contact, displacements and velocities are those of the body. Contacts between the
/// parts are as they were inside of the body: none without self-contact; with it all but those
/// between elements that share a node.
/// @param in_callback  Whether a function that RUN called asks for it.
/// @return Ids of the parts; at most `parts`.
/// @throws InputError when the body has no fitted mesh, is a part itself, has fewer elements than
///         parts wanted, or has loads, constraints or cohesive bonds.
std::vector<BodyId> partition_body(Domain& domain, BodyId id, int parts, bool in_callback);

}  // namespace solfec
