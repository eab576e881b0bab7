#include "solver/settings/solver_settings.h"

namespace solfec {

const SolverSettings kDefaultSettings{};

}  // namespace solfec
