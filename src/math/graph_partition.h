#pragma once

#include <span>
#include <vector>

namespace solfec {

/// Splits the nodes of a graph into parts of about equal number with few edges between them (Metis
/// with a fixed seed; Karypis and Kumar (1998), SIAM J. Sci. Comput. 20, 359-392).
/// @param start, neighbour  Node i has the neighbours neighbour[start[i]] to [start[i + 1]]; edges
///                          are given at both ends.
/// @return The part of each node, in [0, parts). @pre 1 <= parts.
std::vector<int> partition_graph(std::span<const int> start, std::span<const int> neighbour,
                                 int parts);

}  // namespace solfec
