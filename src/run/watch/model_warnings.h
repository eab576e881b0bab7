#pragma once

#include <string>
#include <utility>
#include <vector>

#include "domain/domain.h"

namespace solfec {

/// Review of what is suspicious about a model before its first step, one line each, naming bodies
/// and script lines: pairs of bodies that coincide, and pairs that overlap by more than a tenth of
/// the thinner one's least extent, at most ten lines of each kind, then their number; no body at
/// all, contacts without any surface material, surface materials of surfaces that no body has,
/// labels that several bodies have, quasi-static bodies that nothing holds, units that cannot be
/// meant and gravity that pulls bodies off their obstacles, one line of each kind.
///
/// Of several ranks the first one looks at the bodies, as long as it has all of them.
class ModelReview {
 public:
  /// @pre The domain is whole.
  explicit ModelReview(const Domain& domain);
  /// @pre The contacts of the placement are detected. On ranks collective, for the first one.
  [[nodiscard]] std::vector<std::string> lines(const Domain& domain) const;

 private:
  std::vector<std::pair<BodyId, BodyId>> same_;  // bodies that coincide, smaller id first
  std::vector<std::string> pieces_;              // bodies with pieces that overlap
  std::vector<std::string> materials_;
  std::vector<std::string> units_;
};

/// The pairs of bodies that overlap so deeply, smaller id first. On ranks collective, for all.
std::vector<std::pair<BodyId, BodyId>> deeply_overlapping_pairs(const Domain& domain);

}  // namespace solfec
