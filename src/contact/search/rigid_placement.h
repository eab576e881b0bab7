#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/pair/pair_query.h"
#include "contact/piece/piece_set.h"
#include "contact/search/body_pair_list.h"
#include "contact/search/sphere_pair_list.h"

namespace solfec {

/// Places the rigid bodies that are examined in a step. Vertices, planes and boxes of other bodies
/// are not needed; in a large pile it costs more to compute them than to find out which are needed.
class RigidPlacement {
 public:
  /// Marks the bodies with spheres, which are placed in every step. Must be called when the pairs
  /// of spheres have changed.
  void set_spheres(const PieceSet& pieces, const SpherePairList& spheres);
  /// Places the bodies of this step. @param margin  By which boxes are enlarged, m.
  /// @return Number of queries to examine: neither apart nor of bodies at rest.
  int place(PieceSet& pieces, double margin, std::span<const PairQuery> queries,
            const BodyPairList& bodies);

 private:
  std::vector<std::uint8_t> has_spheres_;  // per body: takes part in pairs of spheres
  std::vector<std::uint8_t> needed_;       // per body: has to be placed in this step
  bool any_spheres_ = false;
};

}  // namespace solfec
