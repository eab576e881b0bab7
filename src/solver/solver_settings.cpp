#include "solver/solver_settings.h"

namespace solfec {

const SolverSettings kDefaultSettings{};

}  // namespace solfec
