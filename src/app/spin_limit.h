#pragma once

namespace solfec {

/// Starts the program anew with a limit on how long an idle thread of OpenMP turns in a loop before
/// it sleeps, unless the environment sets one (GOMP_SPINCOUNT, OMP_WAIT_POLICY). The run-time
/// library reads it before main, and its default lets two runs that share cores wait for each other
/// at every barrier: 22 s instead of 3 s for 60 steps of a shaken wall. Returns when nothing is to
/// be done or the system cannot.
void limit_spinning(char** argv);

}  // namespace solfec
