#pragma once

namespace solfec {

/// Seconds since the program started.
double wall_time();

/// True when --max-walltime is used up.
bool wall_time_is_over();

}  // namespace solfec
