#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <functional>
#include <memory>
#include <sys/mman.h>
#include <ucontext.h>
#include <vector>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SOLFEC_ADDRESS_CHECKED
#elif __has_feature(thread_sanitizer)
#define SOLFEC_THREADS_CHECKED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SOLFEC_ADDRESS_CHECKED
#elif defined(__SANITIZE_THREAD__)
#define SOLFEC_THREADS_CHECKED
#endif
#ifdef SOLFEC_ADDRESS_CHECKED
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef SOLFEC_THREADS_CHECKED
#include <sanitizer/tsan_interface.h>
#endif

namespace solfec::test {

/// Several calls of a function that take turns in one thread: each has a stack of its own and runs
/// until it waits for another. A turn costs a microsecond, where threads that wait for each other
/// cost ten and more.
class Fibers {
 public:
  /// Calls body(0) to body(count - 1) and returns when all have ended. body must not throw.
  Fibers(int count, std::function<void(Fibers&, int)> body) : body_(std::move(body)) {
    for (int k = 0; k <= count; ++k) fibers_.push_back(std::make_unique<Fiber>());
    main_ = static_cast<std::size_t>(count);
    current_ = main_;
    for (std::size_t k = 0; k < main_; ++k) start(*fibers_[k]);
    for (std::size_t next = next_alive(); next != main_; next = next_alive()) switch_to(next);
  }
  ~Fibers() = default;
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  /// Lets the others run until done() holds. @return Whether it does; false when all wait, so that
  /// it never will.
  template <typename Done>
  bool wait(const Done& done) {
    while (!done()) {
      if (++waiting_since_progress_ > main_) {
        waiting_since_progress_ = 0;
        return false;
      }
      switch_to(next_alive());
    }
    waiting_since_progress_ = 0;
    return true;
  }

 private:
  static constexpr std::size_t kStack = 8U << 20U;  // bytes, as many as a thread has

  /// Exceptions under way, which the run-time library keeps by thread (abi::__cxa_get_globals).
  struct Exceptions {
    void* caught = nullptr;
    unsigned uncaught = 0;
  };

  struct Fiber {
    Fiber() = default;
    ~Fiber() {
      if (stack == nullptr) return;
#ifdef SOLFEC_ADDRESS_CHECKED
      __asan_unpoison_memory_region(stack, kStack);  // the frames of a fiber that has ended
#endif
#ifdef SOLFEC_THREADS_CHECKED
      __tsan_destroy_fiber(seen_fiber);
#endif
      munmap(stack, kStack);
    }
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    ucontext_t context = {};
    void* stack = nullptr;
    bool alive = false;
    Exceptions exceptions;
    const void* seen_stack = nullptr;  // of the sanitizer, that of the thread as well
    std::size_t seen_size = 0;
    void* fake_stack = nullptr;
    void* seen_fiber = nullptr;
  };

  static void start(Fiber& fiber) {
    fiber.stack = mmap(nullptr, kStack, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (fiber.stack == MAP_FAILED) std::abort();
    read_context(fiber.context);
    fiber.seen_stack = fiber.stack;
    fiber.seen_size = kStack;
    fiber.context.uc_stack.ss_sp = fiber.stack;
    fiber.context.uc_stack.ss_size = kStack;
    fiber.context.uc_link = nullptr;
    makecontext(&fiber.context, &Fibers::enter, 0);
    // the address sanitizer would clear its marks of the whole stack at each turn
    fiber.context.uc_stack = {};
    fiber.alive = true;
#ifdef SOLFEC_THREADS_CHECKED
    fiber.seen_fiber = __tsan_create_fiber(0);
#endif
  }

  /// A function of its own: the compiler takes its call for one that may return twice.
  static void read_context(ucontext_t& context) {
    if (getcontext(&context) != 0) std::abort();
  }

  static void enter() {
    Fibers& self = *starting();
    self.arrived();
    self.body_(self, static_cast<int>(self.current_));
    self.fibers_[self.current_]->alive = false;
    self.waiting_since_progress_ = 0;
    self.switch_to(self.next_alive());
    std::abort();  // nobody comes back to a fiber that has ended
  }

  /// The next fiber after the current one that has not ended, the current one last; the thread
  /// where all have ended.
  [[nodiscard]] std::size_t next_alive() const {
    for (std::size_t k = 1; k <= main_ + 1; ++k) {
      const std::size_t next = (current_ + k) % (main_ + 1);
      if (fibers_[next]->alive) return next;
    }
    return main_;
  }

  static Exceptions& exceptions() {
    return *reinterpret_cast<Exceptions*>(abi::__cxa_get_globals());
  }
  /// The object whose fiber begins: a function of makecontext takes no pointer.
  static Fibers*& starting() {
    static Fibers* fibers = nullptr;
    return fibers;
  }

  void switch_to(std::size_t k) {
    if (k == current_) return;
    Fiber& from = *fibers_[current_];
    Fiber& to = *fibers_[k];
    from.exceptions = exceptions();
    exceptions() = to.exceptions;
    previous_ = current_;
    current_ = k;
    starting() = this;
#ifdef SOLFEC_ADDRESS_CHECKED
    const bool has_ended = previous_ != main_ && !from.alive;
    __sanitizer_start_switch_fiber(has_ended ? nullptr : &from.fake_stack, to.seen_stack,
                                   to.seen_size);
#endif
#ifdef SOLFEC_THREADS_CHECKED
    if (previous_ == main_) from.seen_fiber = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(to.seen_fiber, 0);
#endif
    if (swapcontext(&from.context, &to.context) != 0) std::abort();
    arrived();
  }

  /// The current fiber runs again, or begins.
  void arrived() {
#ifdef SOLFEC_ADDRESS_CHECKED
    Fiber& from = *fibers_[previous_];
    const bool of_thread = previous_ == main_;
    __sanitizer_finish_switch_fiber(fibers_[current_]->fake_stack,
                                    of_thread ? &from.seen_stack : nullptr,
                                    of_thread ? &from.seen_size : nullptr);
#endif
  }

  std::function<void(Fibers&, int)> body_;
  std::vector<std::unique_ptr<Fiber>> fibers_;  // the last is the thread that made them
  std::size_t main_ = 0;
  std::size_t current_ = 0;
  std::size_t previous_ = 0;
  std::size_t waiting_since_progress_ = 0;  // how often in sequence fibers have found nothing
};

}  // namespace solfec::test
