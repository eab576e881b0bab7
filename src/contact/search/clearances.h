#pragma once

#include <span>

#include "contact/near/body_turns.h"
#include "contact/pair/pair_query.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// Finds the pairs of pieces of rigid bodies that cannot have come into contact and need no
/// examination.
///
/// An examination without a contact leaves a lower bound of the distance of two pieces (m). Since
/// then, no point of one piece has moved relative to the other by more than |Δ(p_b - p_a)| + t_a +
/// t_b: the motion of the pivots p, and that of turns about them, where t is the sum of radius |ΔΛ|
/// of a body (m, Frobenius norm) over the steps. While the bound less this motion is more than the
/// distance of contact, the pair is apart.
class Clearances {
 public:
  /// Adds the turns of this step to the sums t, and sets `apart` of all queries.
  /// @param started_anew  True when the bodies are not those of the last call.
  void find_apart(const PieceSet& pieces, const ContactParams& params, bool started_anew,
                  std::span<PairQuery> queries);
  /// Completes the clearance of a query by the present placement.
  /// @pre the query has just been examined, and its clearance has the distance.
  void note(const PieceSet& pieces, PairQuery& query) const;

 private:
  void add_turns(const PieceSet& pieces, bool started_anew);

  BodyTurns turned_;
};

}  // namespace solfec
