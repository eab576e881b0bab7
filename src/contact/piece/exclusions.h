#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "contact/piece/contact_point.h"

namespace solfec {

/// Pairs that have no contact.
struct ContactExclusions {
  std::vector<std::pair<BodyId, BodyId>> bodies;            // sorted, smaller id first
  std::vector<ContactKey> pieces;                           // sorted; feature 0
  std::vector<std::pair<SurfaceId, SurfaceId>> surfaces{};  // sorted, smaller id first
};

/// True when the bodies or the pieces of the key may have no contact, whatever its feature.
bool is_excluded(const ContactExclusions& exclusions, const ContactKey& key);

/// True when faces with these two surface ids may have no contact.
inline bool is_excluded(const ContactExclusions& exclusions, SurfaceId a, SurfaceId b) {
  return std::binary_search(exclusions.surfaces.begin(), exclusions.surfaces.end(),
                            std::pair(std::min(a, b), std::max(a, b)));
}

}  // namespace solfec
