#pragma once

#include <string>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// One-step contact problem u = W r + q read from a text file; rows are Signorini-Coulomb contacts,
/// r is an impulse there, so the step is one.
struct StoredProblem {
  LocalDynamics dynamics;  // body_space empty
  BlockCsrOperator W;
};

/// Components of a vector stored as (N, T1, T2) in the order (T1, T2, N) of this program.
Vec3 from_normal_first(const double* stored);
/// The same for a 3 x 3 block stored by columns.
Mat3 block_from_normal_first(const double* stored);

/// Path of a stored problem, or "" when the folder SOLFEC_PROBLEM_DIR lacks it. The environment
/// variable of that name wins over the folder given at build time.
std::string stored_problem_path(const std::string& name);

/// Reads a sparse block problem (tokens: 3, contacts, 1, rows, columns, blocks, block rows, block
/// columns, cumulative sizes, row pointers, column indices, blocks, q, mu).
/// Throws InputError when the text is no such problem.
StoredProblem read_stored_problem(const std::string& path);

}  // namespace solfec
