#include "parallel/rank_colouring.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

using Graph = std::vector<std::vector<int>>;  // neighbours by rank

/// Returns the graph of the ranks from what all ranks have said, both ways; neighbours increase.
Graph gather(Comm& comm, std::span<const int> adjacent) {
  const int most = comm.all_reduce(Reduction::largest, static_cast<int>(adjacent.size()));
  std::vector<int> mine(adjacent.begin(), adjacent.end());
  mine.resize(at(most), -1);
  std::vector<int> all(at(most) * at(comm.size()));
  comm.all_gather(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(all)));
  Graph graph(at(comm.size()));
  for (int i = 0; i < count(all); ++i) {
    const int rank = i / most;
    const int neighbour = all[at(i)];
    if (neighbour < 0) continue;
    SOLFEC_ASSERT(neighbour != rank && neighbour < comm.size());
    graph[at(rank)].push_back(neighbour);
    graph[at(neighbour)].push_back(rank);
  }
  for (std::vector<int>& neighbours : graph) {
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
  }
  return graph;
}

std::vector<int> greedy_colours(const Graph& graph) {
  std::vector<int> colour(graph.size(), 0);
  std::vector<int> last_user;  // by colour, the rank that has seen it last
  for (int rank = 0; rank < count(graph); ++rank) {
    last_user.resize(graph[at(rank)].size() + 2, -1);
    for (const int neighbour : graph[at(rank)]) {
      const int theirs = colour[at(neighbour)];
      if (theirs < count(last_user)) last_user[at(theirs)] = rank;
    }
    int own = 1;
    while (last_user[at(own)] == rank) ++own;
    colour[at(rank)] = own;
  }
  return colour;
}

}  // namespace

RankColouring::RankColouring(Comm& comm, std::span<const int> adjacent) : rank_(comm.rank()) {
  Graph graph = gather(comm, adjacent);
  colour_ = greedy_colours(graph);
  colours_ = *std::max_element(colour_.begin(), colour_.end());
  neighbours_ = std::move(graph[at(rank_)]);
  for (const int rank : neighbours_) {
    (colour_of(rank) < colour() ? lower_ : higher_).push_back(rank);
  }
}

}  // namespace solfec
