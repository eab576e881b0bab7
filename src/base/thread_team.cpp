#include "base/thread_team.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <thread>

#include "base/check.h"

namespace solfec {
namespace {

constexpr int kTurns = 100;    // of the waiting loop, some microseconds, before the core is offered
constexpr int kOffers = 4000;  // some milliseconds, before the thread sleeps
constexpr auto kTaken = std::chrono::microseconds(100);  // an offer that lasts longer was taken
constexpr int kFewestWaits = 1000;                       // without offers after one was taken
constexpr int kMostWaits = 1 << 20;
constexpr int kThreadBits = 16;  // of a ticket
constexpr std::size_t kCacheLine = 64;

void turn() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/// How a thread offers its core. Another program that takes it keeps it for milliseconds, so a
/// thread on a busy machine sleeps at once, for those who sleep are served first when they wake; it
/// tries again after ever more waits.
class Offers {
 public:
  /// Offers the core until done(). @return done().
  template <typename Done>
  bool wait(const Done& done) {
    if (silent_ > 0) {
      --silent_;
      return done();
    }
    for (int k = 0; k < kOffers; ++k) {
      if (done()) {
        if (k > 0) next_silence_ = kFewestWaits;
        return true;
      }
      const auto before = std::chrono::steady_clock::now();
      sched_yield();
      if (std::chrono::steady_clock::now() - before < kTaken) continue;
      silent_ = next_silence_;
      next_silence_ = std::min(2 * next_silence_, kMostWaits);
      break;
    }
    return done();
  }

 private:
  int silent_ = 0;
  int next_silence_ = kFewestWaits;
};

thread_local Offers t_offers;

/// Waits until done() holds, but not for long. @return done().
template <typename Done>
bool wait_briefly(const Done& done) {
  for (int k = 0; k < kTurns; ++k) {
    if (done()) return true;
    turn();
  }
  return t_offers.wait(done);
}

/// Threads of a process. A ticket is the number of a call and how many threads make it; a thread
/// that a ticket does not name never reads the call.
class Team {
 public:
  void run(TeamCall call, const void* context, int threads) {
    while (workers_ < threads - 1) start_worker();
    call_ = call;
    context_ = context;
    pending_.store(threads - 1, std::memory_order_relaxed);
    const std::uint64_t number = (ticket_.load(std::memory_order_relaxed) >> kThreadBits) + 1;
    ticket_.store(number << kThreadBits | static_cast<std::uint64_t>(threads));
    wake_sleepers();
    call(context, 0, threads);
    wait_until([&] { return pending_.load() == 0; });
  }

  void wait(int threads) {
    const std::uint32_t phase = phase_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads) {
      arrived_.store(0, std::memory_order_relaxed);
      phase_.store(phase + 1);
      wake_sleepers();
      return;
    }
    wait_until([&] { return phase_.load() != phase; });
  }

 private:
  template <typename Done>
  void wait_until(const Done& done) {
    if (wait_briefly(done)) return;
    std::unique_lock lock(mutex_);
    ++sleepers_;
    wake_.wait(lock, done);
    --sleepers_;
  }

  /// Called after what somebody may wait for: either he sees it in his last look before he sleeps,
  /// or is counted here, since all of these are sequentially consistent.
  void wake_sleepers() {
    if (sleepers_.load() == 0) return;
    { const std::scoped_lock lock(mutex_); }  // nobody between his last look and his sleep
    wake_.notify_all();
  }

  void start_worker() {
    const int thread = ++workers_;
    std::thread([this, thread, seen = ticket_.load()] { work(thread, seen); }).detach();
  }

  void work(int thread, std::uint64_t seen) {
    for (;;) {
      wait_until([&] { return ticket_.load() != seen; });
      seen = ticket_.load();
      const int threads = static_cast<int>(seen & ((1u << kThreadBits) - 1));
      if (thread >= threads) continue;
      call_(context_, thread, threads);
      if (pending_.fetch_sub(1) == 1) wake_sleepers();
    }
  }

  alignas(kCacheLine) std::atomic<int> pending_ = 0;  // workers that have not returned
  int workers_ = 0;
  TeamCall call_ = nullptr;
  const void* context_ = nullptr;
  std::mutex mutex_;
  alignas(kCacheLine) std::atomic<int> arrived_ = 0;  // at the barrier
  std::condition_variable wake_;
  alignas(kCacheLine) std::atomic<std::uint32_t> phase_ = 0;
  alignas(kCacheLine) std::atomic<int> sleepers_ = 0;
  alignas(kCacheLine) std::atomic<std::uint64_t> ticket_ = 0;
};

int g_threads = 1;
std::atomic<bool> g_busy = false;
Team* g_team = nullptr;  // its threads use it to the end of the process

/// A child of fork has none of the threads, and of the team only what was true at the fork.
void forget_team() {
  g_team = nullptr;
  g_busy = false;
}

Team& team() {
  if (g_team == nullptr) {
    [[maybe_unused]] static const int failure = pthread_atfork(nullptr, nullptr, forget_team);
    SOLFEC_ASSERT(failure == 0);
    g_team = new Team;
  }
  return *g_team;
}

}  // namespace

void set_thread_count(int threads) {
  SOLFEC_ASSERT(threads >= 1 && threads < 1 << kThreadBits);
  g_threads = threads;
}

int thread_count() { return g_threads; }

void run_on_team(TeamCall call, const void* context) {
  if (g_threads == 1 || g_busy.exchange(true, std::memory_order_acquire)) {
    call(context, 0, 1);
    return;
  }
  team().run(call, context, g_threads);
  g_busy.store(false, std::memory_order_release);
}

void wait_for_team(int threads) {
  if (threads > 1) g_team->wait(threads);
}

}  // namespace solfec
