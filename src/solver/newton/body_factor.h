#pragma once

#include <cstdint>
#include <vector>

#include "math/block_lu.h"

namespace solfec {

/// Factors of a matrix over the bodies that rows link, kept while the links stay.
///
/// A node is six unknowns: a rigid slot has one, any other has two that follow each other.
struct BodyFactor {
  std::vector<std::uint64_t> links;   // pairs of slots that share a row, with their kinds; the key
  std::vector<std::uint64_t> wanted;  // links of the problem at hand
  std::vector<int> node_of_slot;      // first node in the order of elimination, -1: no row
  std::vector<int> slots;             // those with a row, in the order of elimination
  BlockLu lu;                         // empty when it would be too large
};

}  // namespace solfec
