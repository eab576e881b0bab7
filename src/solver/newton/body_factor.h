#pragma once

#include <cstdint>
#include <vector>

#include "math/block6.h"
#include "math/block_lu.h"
#include "math/vec3.h"
#include "solver/one_contact/linear_row.h"

namespace solfec {

/// Block of M / h.
struct InertiaBlock {
  int place = 0;
  Block6 block;
};

/// A row that may have a reaction.
struct ActiveRow {
  static constexpr int kMostNodes = 4;
  int row = 0;
  int nodes = 0;                      // 0: part of a pair
  int place[kMostNodes][kMostNodes];  // of its blocks in the factors
};

/// Rows that follow each other between the same rigid slots, at one place of both each, the
/// master as the first if there is one. With K = [-r̂, 1] for the arms r of the first, the
/// velocity of a point is K (v1 - T v2) with T v2 the motion of the second body at the centre of
/// the first, so S = Σ Kᵀ E K of all rows gives the four blocks S, -S T, -Tᵀ S and Tᵀ S T.
struct RigidPair {
  int begin = 0;  // in the active rows
  int end = 0;
  double sign = 1.0;       // -1: the slave is the first
  int node[2] = {-1, -1};  // of the first and the second, -1: none
  int place[2][2] = {};    // of their blocks in the factors
  Vec3 shift;              // from the centre of the second to that of the first, m
};

/// Factors of a matrix over the bodies that rows link, kept while the links stay.
///
/// A node is six unknowns: a rigid slot has one, any other has two that follow each other.
struct BodyFactor {
  std::vector<std::uint64_t> links;   // pairs of slots that share a row, with their kinds; the key
  std::vector<std::uint64_t> wanted;  // links of the problem at hand
  std::vector<int> node_of_slot;      // first node in the order of elimination, -1: no row
  std::vector<int> slots;             // those with a row, in the order of elimination
  BlockLu lu;                         // empty when it would be too large

  // Memory of one step.
  std::vector<ActiveRow> active;
  std::vector<RigidPair> pairs;
  std::vector<InertiaBlock> inertia;
  std::vector<RowLinearisation> rows;
  std::vector<double> right;
};

}  // namespace solfec
