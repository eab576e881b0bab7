#pragma once

namespace solfec {

/// Seconds since the program started, which is a constant of the process.
double wall_time();

/// True when a limit (s, 0: none) is used up.
bool wall_time_is_over(double limit);

}  // namespace solfec
