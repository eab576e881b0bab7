#include "domain/impacts/bounce_groups.h"

#include <algorithm>
#include <cstring>

#include "base/count.h"
#include "parallel/gather_lists.h"

namespace solfec {

namespace {

/// Which contacts bounce on a rank; the largest of all ranks decides.
enum Bounces : int { none, of_own_bodies, of_shared_bodies };

/// Sorts labels and removes those that come twice.
void make_unique(std::vector<std::int64_t>& labels) {
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
}

}  // namespace

bool BounceGroups::find(const LocalDynamics& problem, std::span<const int> bounces) {
  const std::span<const RowJacobian> rows = problem.body_space.rows();
  int found = none;
  if (!bounces.empty()) {
    connect(problem);
    const bool shared = std::any_of(bounces.begin(), bounces.end(), [&](int row) {
      const int root = root_of_row(rows[at(row)]);
      return root >= 0 && is_shared_[at(root)] != 0;
    });
    found = shared ? of_shared_bodies : of_own_bodies;
  }
  const int found_here = found;
  found = problem.shared.largest(found);
  if (found == none) return false;
  if (found_here == none) connect(problem);
  group_of_root_.assign(at(problem.body_space.slot_count()), -1);
  count_ = shared_ = 0;
  if (found == of_shared_bodies) number_shared(problem, bounces);
  for (const int i : bounces) {
    const int root = root_of_row(rows[at(i)]);
    if (root >= 0 && group_of_root_[at(root)] < 0) group_of_root_[at(root)] = count_++;
  }
  group_.assign(rows.size(), -1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int root = root_of_row(rows[i]);
    if (root >= 0) group_[i] = group_of_root_[at(root)];
  }
  return true;
}

void BounceGroups::connect(const LocalDynamics& problem) {
  const int slots = problem.body_space.slot_count();
  connected_.start(slots);
  for (const RowJacobian& row : problem.body_space.rows()) {
    if (row.master >= 0 && row.slave >= 0) connected_.join(row.master, row.slave);
  }
  is_shared_.assign(at(slots), 0);
  if (problem.shared.one_rank()) return;
  label_ = problem.shared.body;
  for (int slot = 0; slot < slots; ++slot) {
    const int root = connected_.root(slot);
    label_[at(root)] = std::min(label_[at(root)], problem.shared.body[at(slot)]);
    if (problem.shared.shared(slot)) is_shared_[at(root)] = 1;
  }
}

/// Makes the labels of a set those of the least body that it has on any rank.
void BounceGroups::spread_labels(const SharedSlots& shared) {
  std::vector<Message> sent;
  for (const SharedSlots::Neighbour& neighbour : shared.neighbours) {
    const std::size_t bytes = neighbour.slot.size() * sizeof(std::int64_t);
    sent.push_back({neighbour.rank, std::vector<std::byte>(bytes)});
  }
  std::vector<Message> received = sent;
  std::vector<std::int64_t> labels;
  for (bool changes = true; changes;) {
    for (std::size_t k = 0; k < sent.size(); ++k) {
      labels.clear();
      for (const int slot : shared.neighbours[k].slot) {
        labels.push_back(label_[at(connected_.root(slot))]);
      }
      std::memcpy(sent[k].bytes.data(), labels.data(), sent[k].bytes.size());
    }
    shared.comm->exchange(sent, received);
    changes = false;
    for (std::size_t k = 0; k < received.size(); ++k) {
      const std::vector<int>& slots = shared.neighbours[k].slot;
      labels.resize(slots.size());
      std::memcpy(labels.data(), received[k].bytes.data(), received[k].bytes.size());
      for (std::size_t i = 0; i < slots.size(); ++i) {
        std::int64_t& own = label_[at(connected_.root(slots[i]))];
        changes = changes || labels[i] < own;
        own = std::min(own, labels[i]);
      }
    }
    changes = shared.largest(changes ? 1 : 0) != 0;
  }
}

/// Numbers the groups of shared bodies by their labels.
void BounceGroups::number_shared(const LocalDynamics& problem, std::span<const int> bounces) {
  spread_labels(problem.shared);
  std::vector<std::int64_t> own;
  for (const int i : bounces) {
    const int root = root_of_row(problem.body_space.rows()[at(i)]);
    if (root >= 0 && is_shared_[at(root)] != 0) own.push_back(label_[at(root)]);
  }
  make_unique(own);
  std::vector<std::int64_t> all;
  for (const std::vector<std::int64_t>& list :
       gather_lists<std::int64_t>(*problem.shared.comm, own)) {
    all.insert(all.end(), list.begin(), list.end());
  }
  make_unique(all);
  for (int slot = 0; slot < problem.body_space.slot_count(); ++slot) {
    if (connected_.root(slot) != slot || is_shared_[at(slot)] == 0) continue;
    const auto found = std::lower_bound(all.begin(), all.end(), label_[at(slot)]);
    if (found == all.end() || *found != label_[at(slot)]) continue;
    group_of_root_[at(slot)] = static_cast<int>(found - all.begin());
  }
  count_ = shared_ = solfec::count(all);
}

int BounceGroups::root_of_row(const RowJacobian& row) {
  const int slot = row.master >= 0 ? row.master : row.slave;
  return slot < 0 ? -1 : connected_.root(slot);
}

}  // namespace solfec
