#pragma once

#include <string>
#include <vector>

#include "local_dynamics/stored/scalar_matrix.h"
#include "local_dynamics/stored/stored_problem.h"

namespace solfec {

/// A one-step contact problem with the velocities v of the bodies as unknowns:
///
///   M v = H r + G λ + f,   u = Hᵀ v + w,   0 = Gᵀ v + b,
///
/// with the laws of StoredProblem between u and r. Three columns of H per contact, (N, T1, T2).
struct GlobalProblem {
  ScalarMatrix M;                        // n x n, kg; both triangles or one of them
  ScalarMatrix H;                        // n x 3 nc
  ScalarMatrix G;                        // n x p; no columns without equalities
  std::vector<double> f;                 // n, N s
  std::vector<double> w;                 // 3 nc, m/s
  std::vector<double> b;                 // p, m/s
  std::vector<double> mu;                // nc
  std::vector<int> equality_components;  // 3 or 1, their sum is p
};

/// Returns the size of the memory of this machine, bytes.
double bytes_of_memory();

/// Condenses a global problem to the same problem in r and λ alone:
///
///   W = Hᵀ M⁻¹ H,  V = Hᵀ M⁻¹ G,  R = Gᵀ M⁻¹ G,  q = Hᵀ M⁻¹ f + w,  s = Gᵀ M⁻¹ f + b.
///
/// M is factorised by its connected parts, bodies as a rule, each by sparse LDLᵀ; M⁻¹ is never
/// formed. W has a block for every pair of rows that share a part and for every row with itself,
/// and equals its transpose to the bit.
///
/// @param name   Of the file, for messages.
/// @param bytes  Of memory that W with what a solver needs, or the factors of M, may take.
/// @throws ArchiveError naming file, row and value when M is not symmetric or not positive
/// definite, or when memory does not suffice, which is known before it is asked for.
/// @pre Sizes as above, all indices inside.
StoredProblem condensed(const GlobalProblem& problem, const std::string& name,
                        double bytes = bytes_of_memory());

}  // namespace solfec
