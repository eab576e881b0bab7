#pragma once

#include <utility>
#include <vector>

#include "contact/piece/contact_point.h"

namespace solfec {

/// Pairs that have no contact.
struct ContactExclusions {
  std::vector<std::pair<BodyId, BodyId>> bodies;  // sorted, smaller id first
  std::vector<ContactKey> pieces;                 // sorted; feature 0
};

/// True when the bodies or the pieces of the key may have no contact, whatever its feature.
bool is_excluded(const ContactExclusions& exclusions, const ContactKey& key);

}  // namespace solfec
