#include "domain/ranks/row_sharing.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/count.h"
#include "parallel/deliver_lists.h"
#include "parallel/rank_colouring.h"

namespace solfec {

void RowSharing::plan(Comm& comm, std::span<const BodyId> seen, const Bodies& bodies) {
  std::vector<BodyId> ids(seen.begin(), seen.end());
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  // to the owners: what this rank acts on
  std::map<int, std::vector<std::int64_t>> told;
  for (const BodyId id : ids) {
    if (bodies.is_ghost(id)) told[bodies.table().find(id)->owner].push_back(id);
  }
  std::map<BodyId, std::vector<int>> sharers;  // of own bodies, increasing ranks
  for (const auto& [rank, list] : deliver_lists(comm, told)) {
    for (const BodyId id : list) sharers[id].push_back(rank);
  }
  // from the owners to all that share a body: who else does; (body, number of ranks, ranks)
  told.clear();
  for (auto& [id, ranks] : sharers) {
    ranks.insert(std::lower_bound(ranks.begin(), ranks.end(), comm.rank()), comm.rank());
    for (const int rank : ranks) {
      std::vector<std::int64_t>& list = told[rank];
      list.push_back(id);
      list.push_back(count(ranks));
      list.insert(list.end(), ranks.begin(), ranks.end());
    }
  }
  shared_.clear();
  std::map<int, std::vector<BodyId>> with;
  for (const auto& [sender, list] : deliver_lists(comm, told)) {
    for (std::size_t k = 0; k < list.size();) {
      const BodyId id = list[k];
      const auto ranks = static_cast<std::size_t>(list[k + 1]);
      shared_.push_back(id);
      for (std::size_t r = k + 2; r < k + 2 + ranks; ++r) {
        if (list[r] != comm.rank()) with[static_cast<int>(list[r])].push_back(id);
      }
      k += 2 + ranks;
    }
  }
  std::sort(shared_.begin(), shared_.end());
  neighbours_.clear();
  std::vector<int> adjacent;
  for (auto& [rank, common] : with) {
    std::sort(common.begin(), common.end());
    neighbours_.push_back({rank, 0, std::move(common)});
    adjacent.push_back(rank);
  }
  const RankColouring colouring(comm, adjacent);
  colours_ = colouring.colours();
  colour_ = colouring.colour() - 1;
  for (Neighbour& one : neighbours_) one.colour = colouring.colour_of(one.rank) - 1;
}

std::vector<SharedMeshes::Sharer> RowSharing::mesh_sharers(const solfec::Bodies& bodies) const {
  std::vector<SharedMeshes::Sharer> sharers;
  for (const Neighbour& neighbour : neighbours_) {
    for (const BodyId id : neighbour.bodies) {
      if (has_mesh(bodies.ref(id).kind)) sharers.push_back({id, neighbour.rank});
    }
  }
  return sharers;
}

void RowSharing::write(Comm& comm, const BodySlots& slots, int slot_count, const Bodies& bodies,
                       std::span<const UserConstraint> others, SharedSlots& shared) const {
  shared.comm = &comm;
  shared.colour = colour_;
  shared.colours = colours_;
  shared.is_shared.assign(at(slot_count), 0);
  shared.body.assign(at(slot_count), 0);
  for (int i = 0; i < bodies.count(); ++i) {
    const BodyRef body = bodies.refs()[at(i)];
    if (slots[body] >= 0) shared.body[at(slots[body])] = bodies.ids()[at(i)];
  }
  shared.neighbours.resize(neighbours_.size());
  for (std::size_t k = 0; k < neighbours_.size(); ++k) {
    SharedSlots::Neighbour& neighbour = shared.neighbours[k];
    neighbour.rank = neighbours_[k].rank;
    neighbour.colour = neighbours_[k].colour;
    neighbour.slot.clear();
    for (const BodyId id : neighbours_[k].bodies) {
      const int slot = slots[bodies.ref(id)];
      SOLFEC_ASSERT(slot >= 0);
      neighbour.slot.push_back(slot);
      shared.is_shared[at(slot)] = 1;
    }
  }
  shared.has_joint_elsewhere.assign(at(slot_count), 0);
  for (const UserConstraint& one : others) {
    if (!is_of_joint(one.kind)) continue;
    for (const BodyId id : {one.master, one.slave}) {
      const int index = id == 0 ? -1 : bodies.find(id);
      const int slot = index < 0 ? -1 : slots[bodies.refs()[at(index)]];
      if (slot >= 0) shared.has_joint_elsewhere[at(slot)] = 1;
    }
  }
}

}  // namespace solfec
