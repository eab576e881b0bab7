#pragma once

#include <map>
#include <string>
#include <vector>

#include "domain/domain.h"
#include "run/watch/watched_body.h"

namespace solfec {

// What ranks tell each other of the bodies that an EnergyWatch looks at; all collective. Lists are
// sorted by ids.

/// Gives all ranks the watched bodies of all.
void share_watched(Comm& comm, std::vector<WatchedBody>& watched);

/// Gives each rank those of its own bodies and takes others away. @pre The domain is not whole.
/// @param everywhere  All ranks have the same list.
void hand_on_watched(const Domain& domain, bool everywhere, std::vector<WatchedBody>& watched);

/// Sends what rows of this rank do to bodies of others to their owners. @return What those of
/// others do to its own bodies, by rank.
std::vector<RowsOfBody> return_row_sums(const Domain& domain,
                                        const std::map<BodyId, RowSums>& ghosts);

/// The text of the rank that has one, '' elsewhere.
std::string text_of_ranks(Comm& comm, const std::string& own);

}  // namespace solfec
