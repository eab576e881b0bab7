#pragma once

namespace solfec {

/// Number of threads of all parallel loops, at least 1; set once at start (option -t).
void set_thread_count(int threads);
/// Number of threads that was set, 1 before.
int thread_count();

/// One call on each thread of a team: call(context, thread, threads).
using TeamCall = void (*)(const void* context, int thread, int threads);

/// Makes the call on `thread` = 0 (the caller) to threads - 1, threads = thread_count(), and
/// returns when all have returned. The call is made once with threads = 1 when the team is at work
/// already: from within a call, or from a second thread of the process.
///
/// The other threads live to the end of the process and sleep when nothing is to be done. Waiting
/// means to turn in a loop for some microseconds, then to offer the core to others again and again
/// while nobody takes it for long, then to sleep. So barriers cost little on an idle machine, and
/// runs that share cores, with each other or with other programs, do not starve. A forked child
/// starts threads of its own.
void run_on_team(TeamCall call, const void* context);

/// Within a call of run_on_team: returns when every thread of it has come here as often as the
/// caller; what one of them wrote before, all can read after.
void wait_for_team(int threads);

}  // namespace solfec
