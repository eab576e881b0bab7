#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/pair/pair_query.h"
#include "contact/piece/piece_set.h"
#include "contact/search/body_pair_list.h"
#include "contact/search/sphere_pair_list.h"

namespace solfec {

/// Places the rigid bodies that are looked at in a step: vertices, planes and boxes of the others
/// are not needed, and those of a large pile cost more than to see which are.
class RigidPlacement {
 public:
  /// Spheres are looked at in every step. To be told when the pairs of spheres are others.
  void set_spheres(const PieceSet& pieces, const SpherePairList& spheres);
  /// @param margin  By which boxes are enlarged, m.
  /// @return Number of queries that are looked at: neither apart nor of bodies at rest.
  int place(PieceSet& pieces, double margin, std::span<const PairQuery> queries,
            const BodyPairList& bodies);

 private:
  std::vector<std::uint8_t> has_spheres_;  // per body: takes part in pairs of spheres
  std::vector<std::uint8_t> needed_;       // per body: has to be placed in this step
  bool any_spheres_ = false;
};

}  // namespace solfec
