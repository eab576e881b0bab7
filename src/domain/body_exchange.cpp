#include "domain/body_exchange.h"

#include <span>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

/// Starts of the states of bodies one after the other.
void list_sizes(const Bodies& bodies, const std::vector<BodyId>& ids, std::vector<int>& start) {
  start.assign(1, 0);
  for (const BodyId id : ids) start.push_back(start.back() + bodies.state_size(bodies.ref(id)));
}

template <typename Numbers>
auto state_at(Numbers& numbers, const std::vector<int>& start, std::size_t i) {
  return std::span(numbers).subspan(at(start[i]), at(start[i + 1] - start[i]));
}

}  // namespace

void BodyExchange::plan(Comm& comm, const Bodies& bodies) {
  owned_.clear();
  ghosts_.clear();
  std::vector<int> owners;
  for (int index = 0; index < bodies.count(); ++index) {
    const BodyRow& row = bodies.table().row(index);
    if (row.owner == bodies.rank()) {
      owned_.push_back(row.record.id);
    } else {
      ghosts_.push_back(row.record.id);
      owners.push_back(row.owner);
    }
  }
  const std::vector<GlobalIndex> global = find_global(comm, owned_, ghosts_, owners);
  map_ = IndexMap(comm, count(owned_), global, owners);
  list_sizes(bodies, owned_, owned_start_);
  list_sizes(bodies, ghosts_, ghost_start_);
  revision_ = bodies.table().revision();
}

void BodyExchange::send_states(Comm& comm, Bodies& bodies) {
  if (comm.size() == 1) return;
  const int stale = bodies.table().revision() != revision_ ? 1 : 0;
  if (comm.all_reduce(Reduction::largest, stale) != 0) plan(comm, bodies);
  owned_states_.resize(at(owned_start_.back()));
  ghost_states_.resize(at(ghost_start_.back()));
  for (std::size_t i = 0; i < owned_.size(); ++i) {
    bodies.get_state(bodies.ref(owned_[i]), state_at(owned_states_, owned_start_, i));
  }
  map_.forward(comm, owned_start_, owned_states_, ghost_start_, ghost_states_);
  for (std::size_t i = 0; i < ghosts_.size(); ++i) {
    bodies.set_state(bodies.ref(ghosts_[i]), state_at(ghost_states_, ghost_start_, i));
  }
}

}  // namespace solfec
