#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "parallel/rank_colouring.h"

namespace solfec::test {

/// Random graphs, told by one side or by both: all ranks know the same colours, adjacent ones
/// differ, and each has the least that those before it leave (so there are at most degree + 1).
inline void check_colouring(Comm& comm) {
  const int ranks = comm.size();
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 rng(seed);
    std::vector<std::vector<bool>> edge(at(ranks), std::vector<bool>(at(ranks), false));
    std::vector<int> mine;
    for (int i = 0; i < ranks; ++i) {
      for (int j = 0; j < ranks; ++j) {
        if (i == j || rng() % 10 >= seed % 7) continue;
        edge[at(i)][at(j)] = edge[at(j)][at(i)] = true;
        if (i == comm.rank()) mine.push_back(j);
      }
    }
    std::shuffle(mine.begin(), mine.end(), rng);
    const RankColouring colouring(comm, mine);
    int most = 0;
    for (int i = 0; i < ranks; ++i) {
      most = std::max(most, colouring.colour_of(i));
      for (int colour = 1; colour <= colouring.colour_of(i); ++colour) {
        bool is_taken = false;
        for (int j = 0; j < i; ++j) {
          is_taken = is_taken || (edge[at(i)][at(j)] && colouring.colour_of(j) == colour);
        }
        EXPECT_EQ(is_taken, colour < colouring.colour_of(i));
      }
    }
    EXPECT_EQ(colouring.colours(), most);
    EXPECT_EQ(colouring.colour(), colouring.colour_of(comm.rank()));
    EXPECT_EQ(comm.all_gather(colouring.colour())[at(ranks - 1)], colouring.colour_of(ranks - 1));
    std::vector<int> lower;
    std::vector<int> higher;
    std::vector<int> all;
    for (int j = 0; j < ranks; ++j) {
      if (!edge[at(comm.rank())][at(j)]) continue;
      all.push_back(j);
      EXPECT_NE(colouring.colour_of(j), colouring.colour());
      (colouring.colour_of(j) < colouring.colour() ? lower : higher).push_back(j);
    }
    EXPECT_EQ(colouring.neighbours(), all);
    EXPECT_EQ(colouring.lower(), lower);
    EXPECT_EQ(colouring.higher(), higher);
  }
}

}  // namespace solfec::test
