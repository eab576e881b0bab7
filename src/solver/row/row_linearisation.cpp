#include "solver/row/row_linearisation.h"

#include "solver/law/law.h"
#include "solver/row/row_reaction.h"

namespace solfec {

RowLinearisation linearise_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const auto at = static_cast<std::size_t>(i);
  if (stays_at_rest(problem.law[at], problem.W_diagonal[at])) return {};
  return law_of(problem, i).newton_row(problem, i, R, U);
}

}  // namespace solfec
