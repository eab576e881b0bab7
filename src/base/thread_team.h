#pragma once

namespace solfec {

/// Number of threads of all parallel loops, at least 1; set once at start (option -t).
void set_thread_count(int threads);
/// Number of threads that was set; 1 when none was set.
int thread_count();

/// One call on each thread of a team: call(context, thread, threads).
using TeamCall = void (*)(const void* context, int thread, int threads);

/// Makes the call on thread 0 (the caller) to threads - 1, threads = thread_count(), and returns
/// when all threads have returned. When the team is busy already (inside another call, or in a
/// second thread of the process) the caller makes the call alone, with threads = 1.
///
/// The other threads live to the end of the process and sleep when they have no work. A thread that
/// waits first spins for some microseconds, then yields its core repeatedly as long as nobody keeps
/// it for long, then sleeps. So barriers cost little on an idle machine, and runs that share cores,
/// with each other or with other programs, do not starve. A forked child starts its own threads.
void run_on_team(TeamCall call, const void* context);

/// Barrier inside a call of run_on_team: returns when every thread of the team has reached it as
/// often as the caller. All threads then see what each of them wrote before the barrier.
void wait_for_team(int threads);

}  // namespace solfec
