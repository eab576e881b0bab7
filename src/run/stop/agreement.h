#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "parallel/comm.h"
#include "run/stop/stop_decision.h"

namespace solfec {

/// Functions by which the ranks of one run agree; all are collective, and nothing happens on one
/// rank.

/// The text of the first rank that has one, '' when none has.
std::string first_text(Comm& comm, const std::string& own);
/// Returns what rank 0 says.
bool as_rank_0(Comm& comm, bool own);
/// Ids that some ranks have, of all of them, increasing.
std::vector<BodyId> all_of_ranks(Comm& comm, const std::vector<BodyId>& own);

/// Requests to stop, as ranks tell them to each other.
struct StopRequests {
  int signal = 0;
  bool stop_file = false;
  bool wall_time_is_over = false;
  bool callback_stops = false;
};
StopRequests requests_of(const StopValues& values);
/// Takes those that any rank has had.
void join_requests(std::span<const StopRequests> all, StopValues& values);

}  // namespace solfec
