#pragma once

#include <string>

#include "local_dynamics/stored/stored_problem.h"

namespace solfec {

/// Refuses what is no contact problem although it can be read. In this order:
///
/// - there is no row, or W is zero;
/// - the normal entry W_NN of a contact is not positive;
/// - W is far from its transpose: |W - Wᵀ| > 0.1 |W| (Frobenius), or two blocks that should mirror
///   each other differ by more than 0.3 of sqrt(|W_ii| |W_jj|), or only one triangle is stored and
///   |W - Wᵀ| > 0.01 |W|;
/// - a diagonal block of (W + Wᵀ) / 2 with an eigenvalue below -t of its trace;
/// - (W + Wᵀ) / 2, every row scaled to a trace of 1, has an eigenvalue below -t. Lanczos' iteration
///   looks for it: a value that it finds proves W indefinite. It is exact up to 200 unknowns; of n
///   unknowns with k = min(200, 1.2e7 / n) steps it finds -e when e > λ_max (ln n / 4 k)², 1e-4 of
///   λ_max for 1000 contacts.
///
/// t = 1e-5, the rounding of printed numbers, plus the largest relative difference of two mirrored
/// blocks. So semidefinite W of redundant contacts and W of unsymmetric projections pass.
/// Rows are numbered from 0.
///
/// @param name  Of the file, for messages.
/// @throws ArchiveError naming file, row, rule and value.
void require_solvable(const StoredProblem& problem, const std::string& name);

}  // namespace solfec
