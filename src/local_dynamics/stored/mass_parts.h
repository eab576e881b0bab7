#pragma once

#include <string>
#include <vector>

#include "local_dynamics/stored/scalar_matrix.h"
#include "math/sparse_lu.h"

namespace solfec {

/// Unknowns that a symmetric matrix couples to no others: a body, as a rule.
struct MassPart {
  std::vector<int> unknown;   // rows of M, ascending
  SparsePattern pattern;      // between them, both triangles
  std::vector<double> value;  // in its order
};

/// The connected parts of M, ordered by their first unknowns. Where only one triangle is stored,
/// the other one is its mirror image; else M must equal its transpose up to 1e-6 of
/// sqrt(M_ii M_jj), the rounding of printed numbers, and the mean of both counts.
/// @param name  Of the file, for messages.
/// @throws ArchiveError naming file, row and value when M is not symmetric or an entry of its
/// diagonal is not positive.
std::vector<MassPart> connected_parts(const ScalarMatrix& M, const std::string& name);

}  // namespace solfec
