#pragma once

#include <string>
#include <vector>

#include "math/block_csr.h"

namespace solfec {

/// Impulses and velocities of all rows of a stored problem, N s and m/s.
struct StoredSolution {
  std::vector<Vec3> r;
  std::vector<Vec3> u;
};

/// A one-step contact problem as plain numbers: find u = W r + q with
///
///   K*(mu) ∋ u + mu |u_T| n  ⊥  r ∈ K(mu)   for the first mu.size() rows, the contacts, and
///   u = 0                                    for the equalities, all rows after them.
///
/// r is an impulse (N s) and W = H M⁻¹ Hᵀ has no factor h (1/kg), unlike R and W of LocalDynamics;
/// for a step of one second both agree. Components are in the order (T1, T2, N) of this program.
/// An equality has three components, or one, the normal component: then the tangential entries of
/// its blocks are zero and its r_T = 0.
struct StoredProblem {
  BlockCsr W;                            // all rows
  std::vector<Vec3> q;                   // m/s, all rows; restitution and cohesion included
  std::vector<double> mu;                // contacts
  std::vector<int> equality_components;  // equalities: 3 or 1

  StoredSolution solution;              // empty when not known
  std::vector<StoredSolution> guesses;  // start values
  std::string title;
  std::string description;

  [[nodiscard]] int row_count() const { return W.row_count(); }
  [[nodiscard]] int contact_count() const { return static_cast<int>(mu.size()); }
};

/// Files order the components of a contact (N, T1, T2): place of the k-th of them in (T1, T2, N).
constexpr int from_normal_first(int k) { return (k + 2) % 3; }

}  // namespace solfec
