#include "base/thread_team.h"

#include <atomic>
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
constexpr int kOffers = 4000;  // some milliseconds, before a thread without work sleeps
constexpr int kThreadBits = 16;  // of a ticket
constexpr std::size_t kCacheLine = 64;

void turn() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/// Waits until done() holds, at most `offers` offers of the core. @return done().
template <typename Done>
bool wait_briefly(const Done& done, int offers) {
  for (int k = 0; k < kTurns; ++k) {
    if (done()) return true;
    turn();
  }
  for (int k = 0; k < offers; ++k) {
    if (done()) return true;
    sched_yield();
  }
  return done();
}

template <typename Done>
void wait_until(const Done& done) {
  while (!wait_briefly(done, kOffers)) {
  }
}

/// Threads of a process. A ticket is the number of a call and how many threads make it; a thread
/// that a ticket does not name never looks at the call.
class Team {
 public:
  void run(TeamCall call, const void* context, int threads) {
    while (workers_ < threads - 1) start_worker();
    call_ = call;
    context_ = context;
    pending_.store(threads - 1, std::memory_order_relaxed);
    const std::uint64_t number = (ticket_.load(std::memory_order_relaxed) >> kThreadBits) + 1;
    ticket_.store(number << kThreadBits | static_cast<std::uint64_t>(threads));
    if (sleepers_.load() > 0) {
      { const std::scoped_lock lock(mutex_); }  // nobody between its last look and its sleep
      wake_.notify_all();
    }
    call(context, 0, threads);
    wait_until([&] { return pending_.load(std::memory_order_acquire) == 0; });
  }

  void wait(int threads) {
    const std::uint32_t phase = phase_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads) {
      arrived_.store(0, std::memory_order_relaxed);
      phase_.store(phase + 1, std::memory_order_release);
      return;
    }
    wait_until([&] { return phase_.load(std::memory_order_acquire) != phase; });
  }

 private:
  void start_worker() {
    const int thread = ++workers_;
    std::thread([this, thread, seen = ticket_.load()] { work(thread, seen); }).detach();
  }

  void work(int thread, std::uint64_t seen) {
    for (;;) {
      const auto called = [&] { return ticket_.load(std::memory_order_acquire) != seen; };
      if (!wait_briefly(called, kOffers)) {
        std::unique_lock lock(mutex_);
        sleepers_.fetch_add(1);
        wake_.wait(lock, [&] { return ticket_.load() != seen; });
        sleepers_.fetch_sub(1);
      }
      seen = ticket_.load(std::memory_order_acquire);
      const int threads = static_cast<int>(seen & ((1u << kThreadBits) - 1));
      if (thread >= threads) continue;
      call_(context_, thread, threads);
      pending_.fetch_sub(1, std::memory_order_acq_rel);
    }
  }

  alignas(kCacheLine) std::atomic<std::uint64_t> ticket_ = 0;
  TeamCall call_ = nullptr;
  const void* context_ = nullptr;
  alignas(kCacheLine) std::atomic<int> pending_ = 0;  // workers that have not returned
  alignas(kCacheLine) std::atomic<int> arrived_ = 0;  // at the barrier
  alignas(kCacheLine) std::atomic<std::uint32_t> phase_ = 0;
  alignas(kCacheLine) std::atomic<int> sleepers_ = 0;
  std::mutex mutex_;
  std::condition_variable wake_;
  int workers_ = 0;
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
