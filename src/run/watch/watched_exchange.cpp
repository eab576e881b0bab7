#include "run/watch/watched_exchange.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "parallel/deliver_lists.h"
#include "parallel/gather_lists.h"

namespace solfec {

namespace {

/// Adds bodies that the list does not have yet.
void merge(std::span<const WatchedBody> others, std::vector<WatchedBody>& watched) {
  watched.insert(watched.end(), others.begin(), others.end());
  std::stable_sort(watched.begin(), watched.end(),
                   [](const WatchedBody& a, const WatchedBody& b) { return a.id < b.id; });
  const auto same = [](const WatchedBody& a, const WatchedBody& b) { return a.id == b.id; };
  watched.erase(std::unique(watched.begin(), watched.end(), same), watched.end());
}

int owner_of(const Domain& domain, BodyId id) {
  return domain.is_absent(id) ? domain.ranks()->absent().owner(id)
                              : domain.bodies.table().find(id)->owner;
}

}  // namespace

void share_watched(Comm& comm, std::vector<WatchedBody>& watched) {
  const auto all = gather_lists(comm, std::span<const WatchedBody>(watched));
  watched.clear();
  for (const auto& list : all) merge(list, watched);
}

void hand_on_watched(const Domain& domain, bool everywhere, std::vector<WatchedBody>& watched) {
  Comm& comm = domain.comm();
  std::map<int, std::vector<WatchedBody>> sent;
  std::vector<WatchedBody> kept;
  for (const WatchedBody& one : watched) {
    if (domain.find_record(one.id) == nullptr) continue;  // it has been deleted
    const int owner = owner_of(domain, one.id);
    if (owner == comm.rank()) {
      kept.push_back(one);
    } else if (!everywhere) {
      sent[owner].push_back(one);
    }
  }
  watched = std::move(kept);
  if (everywhere) return;
  for (const auto& [rank, list] : deliver_lists(comm, sent)) merge(list, watched);
}

std::vector<RowsOfBody> return_row_sums(const Domain& domain,
                                        const std::map<BodyId, RowSums>& ghosts) {
  std::map<int, std::vector<RowsOfBody>> sent;
  for (const auto& [id, sums] : ghosts) sent[owner_of(domain, id)].push_back({id, sums});
  std::vector<RowsOfBody> received;
  for (const auto& [rank, list] : deliver_lists(domain.comm(), sent)) {
    received.insert(received.end(), list.begin(), list.end());
  }
  return received;
}

std::string text_of_ranks(Comm& comm, const std::string& own) {
  const int from = comm.all_reduce(Reduction::largest, own.empty() ? -1 : comm.rank());
  if (from < 0) return {};
  std::vector<std::byte> bytes(own.size());
  if (!own.empty()) std::memcpy(bytes.data(), own.data(), own.size());
  comm.broadcast(from, bytes);
  std::string text(bytes.size(), '\0');
  std::memcpy(text.data(), bytes.data(), bytes.size());
  return text;
}

}  // namespace solfec
