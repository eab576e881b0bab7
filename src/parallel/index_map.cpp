#include "parallel/index_map.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <tuple>

#include "base/check.h"
#include "base/count.h"
#include "base/id_index.h"

namespace solfec {

namespace {

// The plan: each rank sorts its ghosts by owner and tells the owners which of their items it wants,
// by `deliver`, since an owner does not know who asks. What comes back is the list of own items by
// the rank that has ghosts of them. forward and reverse_add are then one `exchange` each, with both
// lists in the roles of sender and receiver.

template <typename Item>
std::vector<std::byte> bytes_of(std::span<const Item> items) {
  const auto bytes = std::as_bytes(items);
  return {bytes.begin(), bytes.end()};
}

template <typename Item>
std::vector<Item> items_of(std::span<const std::byte> bytes) {
  SOLFEC_ASSERT(bytes.size() % sizeof(Item) == 0);
  std::vector<Item> items(bytes.size() / sizeof(Item));
  if (!items.empty()) std::memcpy(items.data(), bytes.data(), bytes.size());
  return items;
}

/// Items [0, n) sorted by their ranks, those of one rank in their order.
std::vector<int> by_rank(std::span<const int> ranks) {
  std::vector<int> items(ranks.size());
  std::iota(items.begin(), items.end(), 0);
  std::stable_sort(items.begin(), items.end(),
                   [&](int a, int b) { return ranks[at(a)] < ranks[at(b)]; });
  return items;
}

/// Items before this rank, and those of all ranks.
std::pair<GlobalIndex, GlobalIndex> offset_and_sum(Comm& comm, int owned) {
  const std::vector<GlobalIndex> sizes = comm.all_gather(GlobalIndex{owned});
  const auto own = sizes.begin() + comm.rank();
  const GlobalIndex offset = std::accumulate(sizes.begin(), own, GlobalIndex{0});
  return {offset, std::accumulate(own, sizes.end(), offset)};
}

}  // namespace

IndexMap::IndexMap(Comm& comm, int owned, std::span<const GlobalIndex> ghosts,
                   std::span<const int> owners)
    : owned_(owned), ghosts_(ghosts.begin(), ghosts.end()) {
  SOLFEC_ASSERT(ghosts.size() == owners.size());
  std::tie(offset_, global_size_) = offset_and_sum(comm, owned);
  ghost_ranks_.item = by_rank(owners);
  std::vector<Message> wanted;
  std::vector<GlobalIndex> of_rank;
  for (std::size_t i = 0; i < ghosts.size();) {
    const int rank = owners[at(ghost_ranks_.item[i])];
    SOLFEC_ASSERT(rank != comm.rank() && rank >= 0 && rank < comm.size());
    of_rank.clear();
    for (; i < ghosts.size() && owners[at(ghost_ranks_.item[i])] == rank; ++i) {
      of_rank.push_back(ghosts[at(ghost_ranks_.item[i])]);
    }
    ghost_ranks_.rank.push_back(rank);
    ghost_ranks_.start.push_back(static_cast<int>(i));
    wanted.push_back({rank, bytes_of<GlobalIndex>(of_rank)});
  }
  for (const Message& message : comm.deliver(std::move(wanted))) {
    shared_ranks_.rank.push_back(message.rank);
    for (const GlobalIndex index : items_of<GlobalIndex>(message.bytes)) {
      SOLFEC_ASSERT(offset_ <= index && index < offset_ + owned_);
      shared_ranks_.item.push_back(static_cast<int>(index - offset_));
    }
    shared_ranks_.start.push_back(count(shared_ranks_.item));
  }
}

GlobalIndex IndexMap::global(int local) const {
  SOLFEC_ASSERT(0 <= local && local < size());
  return local < owned_ ? offset_ + local : ghosts_[at(local - owned_)];
}

std::vector<Message> IndexMap::buffers(const ByRank& plan, const Range& range) {
  std::vector<Message> messages(plan.rank.size());
  for (std::size_t k = 0; k < messages.size(); ++k) {
    std::size_t numbers = 0;
    for (int i = plan.start[k]; i < plan.start[k + 1]; ++i) {
      const auto [begin, end] = range(plan.item[at(i)]);
      numbers += at(end - begin);
    }
    messages[k].rank = plan.rank[k];
    messages[k].bytes.resize(numbers * sizeof(double));
  }
  return messages;
}

std::vector<Message> IndexMap::pack(const ByRank& plan, std::span<const double> from,
                                    const Range& range) {
  std::vector<Message> messages = buffers(plan, range);
  for (std::size_t k = 0; k < messages.size(); ++k) {
    std::byte* to = messages[k].bytes.data();
    for (int i = plan.start[k]; i < plan.start[k + 1]; ++i) {
      const auto [begin, end] = range(plan.item[at(i)]);
      const std::size_t size = at(end - begin) * sizeof(double);
      if (size == 0) continue;
      std::memcpy(to, from.data() + begin, size);
      to += size;
    }
  }
  return messages;
}

void IndexMap::unpack(const ByRank& plan, std::span<const Message> received, const Range& range,
                      std::span<double> to, bool add) {
  for (std::size_t k = 0; k < received.size(); ++k) {
    const std::byte* from = received[k].bytes.data();
    for (int i = plan.start[k]; i < plan.start[k + 1]; ++i) {
      const auto [begin, end] = range(plan.item[at(i)]);
      for (int n = begin; n < end; ++n) {
        double number{};
        std::memcpy(&number, from, sizeof number);
        from += sizeof number;
        to[at(n)] = add ? to[at(n)] + number : number;
      }
    }
  }
}

void IndexMap::send(Comm& comm, const Side& from, std::span<const double> values, const Side& to,
                    std::span<double> result, bool add) {
  const std::vector<Message> sent = pack(from.plan, values, from.range);
  std::vector<Message> received = buffers(to.plan, to.range);
  comm.exchange(sent, received);
  unpack(to.plan, received, to.range, result, add);
}

void IndexMap::forward(Comm& comm, int columns, std::span<const double> owned,
                       std::span<double> ghosts) const {
  SOLFEC_ASSERT(owned.size() == at(columns) * at(owned_) &&
                ghosts.size() == at(columns) * ghosts_.size());
  const Range range = [columns](int i) { return std::pair(columns * i, columns * (i + 1)); };
  send(comm, {shared_ranks_, range}, owned, {ghost_ranks_, range}, ghosts, false);
}

void IndexMap::forward(Comm& comm, std::span<const int> owned_start, std::span<const double> owned,
                       std::span<const int> ghost_start, std::span<double> ghosts) const {
  SOLFEC_ASSERT(count(owned_start) == owned_ + 1 && ghost_start.size() == ghosts_.size() + 1);
  const auto range_of = [](std::span<const int> start) {
    return [start](int i) { return std::pair(start[at(i)], start[at(i) + 1]); };
  };
  send(comm, {shared_ranks_, range_of(owned_start)}, owned, {ghost_ranks_, range_of(ghost_start)},
       ghosts, false);
}

void IndexMap::reverse_add(Comm& comm, int columns, std::span<double> owned,
                           std::span<const double> ghosts) const {
  SOLFEC_ASSERT(owned.size() == at(columns) * at(owned_) &&
                ghosts.size() == at(columns) * ghosts_.size());
  const Range range = [columns](int i) { return std::pair(columns * i, columns * (i + 1)); };
  send(comm, {ghost_ranks_, range}, ghosts, {shared_ranks_, range}, owned, true);
}

std::vector<GlobalIndex> find_global(Comm& comm, std::span<const std::int64_t> keys,
                                     std::span<const std::int64_t> ghost_keys,
                                     std::span<const int> owners) {
  SOLFEC_ASSERT(ghost_keys.size() == owners.size());
  const GlobalIndex offset = offset_and_sum(comm, count(keys)).first;
  const std::vector<int> order = by_rank(owners);
  std::vector<Message> questions;
  for (const int ghost : order) {
    const int rank = owners[at(ghost)];
    if (questions.empty() || questions.back().rank != rank) questions.push_back({rank, {}});
    const auto bytes = std::as_bytes(ghost_keys.subspan(at(ghost), 1));
    questions.back().bytes.insert(questions.back().bytes.end(), bytes.begin(), bytes.end());
  }
  IdIndex own;
  for (std::size_t i = 0; i < keys.size(); ++i) own.set(keys[i], static_cast<int>(i));
  std::vector<Message> answers;
  for (const Message& question : comm.deliver(std::move(questions))) {
    std::vector<GlobalIndex> found;
    for (const std::int64_t key : items_of<std::int64_t>(question.bytes)) {
      const int local = own.find(key);
      found.push_back(local < 0 ? -1 : offset + local);
    }
    answers.push_back({question.rank, bytes_of<GlobalIndex>(found)});
  }
  std::vector<GlobalIndex> global(ghost_keys.size(), -1);
  auto next = order.begin();
  for (const Message& answer : comm.deliver(std::move(answers))) {
    for (const GlobalIndex index : items_of<GlobalIndex>(answer.bytes)) {
      global[at(*next++)] = index;
    }
  }
  return global;
}

}  // namespace solfec
