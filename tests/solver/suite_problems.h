#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// A problem that every solver must cope with.
struct SuiteProblem {
  std::string name;
  std::function<LocalDynamics()> make;  // with body_space, or
  std::string stored;                   // name of a stored problem (support/problem_folder.h)
  bool solvable = true;
  bool unique_motion = true;  // all solutions have the same U
  bool large = false;         // too slow for iterative one-contact solvers
  bool open = false;          // no solver is known that solves it
};

inline std::ostream& operator<<(std::ostream& out, const SuiteProblem& problem) {
  return out << problem.name;
}

/// A brick wall whose lowest course stands on springs and dashpots.
LocalDynamics wall_on_springs(int courses, int bricks);
/// A brick wall with four nodes of a mesh that fall on its last brick; the points between them.
LocalDynamics wall_under_a_mesh(int courses, int bricks);

/// All of them; a new one is one row.
const std::vector<SuiteProblem>& suite_problems();

/// The problem as solvers take it: W by blocks when it is stored, and always for `blocks`.
struct SuiteInstance {
  LocalDynamics dynamics;
  BlockCsrOperator W;
  bool by_blocks = false;
};

/// @pre The stored problem is here.
SuiteInstance make_instance(const SuiteProblem& problem, bool blocks);

}  // namespace solfec
