#pragma once

#include <span>

#include "contact/near/body_turns.h"
#include "contact/pair/pair_query.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// Tells which pairs of rigid bodies need not be examined, since they cannot have come near enough.
///
/// An examination that finds no contact leaves a lower bound of the distance of two pieces (m).
/// Since then no point of one piece has moved, as seen from the other, by more than the pivots of
/// their bodies have moved and turns may have moved the points about them: |Δ(p_b - p_a)| + t_a +
/// t_b, where t adds up radius |ΔΛ| of a body (m, Frobenius norm) over the steps. While the bound
/// less that motion is more than the distance of contact, the pair is apart.
class Clearances {
 public:
  /// Adds up how far the turns of this step move points, and sets `apart` of all queries.
  /// @param started_anew  Bodies are not those of the last call.
  void find_apart(const PieceSet& pieces, const ContactParams& params, bool started_anew,
                  std::span<PairQuery> queries);
  /// @pre the query has just been examined, and its clearance has the distance.
  void note(const PieceSet& pieces, PairQuery& query) const;

 private:
  void add_turns(const PieceSet& pieces, bool started_anew);

  BodyTurns turned_;
};

}  // namespace solfec
