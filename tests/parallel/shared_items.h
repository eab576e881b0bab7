#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "base/count.h"
#include "parallel/index_map.h"

namespace solfec::test {

inline constexpr int kColumns = 3;

/// Items of some ranks, known to the test as a whole: who owns each, and who has ghosts of it.
struct Model {
  int ranks{};
  std::vector<std::vector<GlobalIndex>> owned;   // by rank, in local order
  std::vector<std::vector<GlobalIndex>> ghosts;  // by rank, in local order
  std::vector<int> owner;                        // by item
  std::vector<std::int64_t> key;                 // by item
};

/// Partitions by chance; some ranks own nothing, some have no ghosts.
inline Model random_model(int ranks, int items, unsigned seed) {
  std::mt19937 rng(seed);
  Model model{ranks, {}, {}, {}, {}};
  model.owned.resize(at(ranks));
  model.ghosts.resize(at(ranks));
  for (int i = 0; i < items; ++i) model.owner.push_back(static_cast<int>(rng() % at(ranks)));
  for (int& owner : model.owner) {
    if (ranks > 2 && owner == 1) owner = 0;  // rank 1 owns nothing
  }
  std::sort(model.owner.begin(), model.owner.end());  // items of a rank are consecutive
  for (int i = 0; i < items; ++i) {
    model.owned[at(model.owner[at(i)])].push_back(i);
    model.key.push_back(1000 + (i * 7919) % 100003);  // different and in no order
  }
  for (int rank = 0; rank + 1 < ranks || rank == 0; ++rank) {
    for (int i = 0; i < items; ++i) {
      if (model.owner[at(i)] != rank && rng() % 3 == 0) model.ghosts[at(rank)].push_back(i);
    }
    std::shuffle(model.ghosts[at(rank)].begin(), model.ghosts[at(rank)].end(), rng);
  }
  return model;
}

inline std::vector<int> owners_of(const Model& model, const std::vector<GlobalIndex>& items) {
  std::vector<int> owners;
  for (const GlobalIndex item : items)
    owners.push_back(model.owner[static_cast<std::size_t>(item)]);
  return owners;
}

/// A number that tells of what item, column and rank it is; sums of them are rounded.
inline double number(GlobalIndex item, int column, int rank) {
  return std::sin(1.0 + static_cast<double>(item) + 100.0 * column + 1e4 * rank);
}

}  // namespace solfec::test
