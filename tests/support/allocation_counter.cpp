#include "support/allocation_counter.h"

#include <atomic>
#include <cstdlib>
#include <new>

// The thread sanitizer of clang brings its own functions and does not let them be replaced.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SOLFEC_NO_ALLOCATION_COUNT
#endif
#endif

#if defined(SOLFEC_NO_ALLOCATION_COUNT)

namespace solfec {

bool counts_allocations() { return false; }
std::int64_t allocation_count() { return 0; }

}  // namespace solfec

#else

namespace solfec {
namespace {

std::atomic<std::int64_t> allocations{0};

void* counted(void* memory) {
  ++allocations;
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// Size as std::aligned_alloc wants it, a multiple of the alignment.
std::size_t rounded(std::size_t size, std::size_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

}  // namespace

bool counts_allocations() { return true; }
std::int64_t allocation_count() { return allocations.load(); }

}  // namespace solfec

// The replaceable allocation functions; the array forms call these by default. The nothrow form
// stands here too, as a sanitizer would bring its own, which does not go with our delete.
void* operator new(std::size_t size) { return solfec::counted(std::malloc(size > 0 ? size : 1)); }

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++solfec::allocations;
  return std::malloc(size > 0 ? size : 1);
}

void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto align = static_cast<std::size_t>(alignment);
  return solfec::counted(std::aligned_alloc(align, solfec::rounded(size > 0 ? size : 1, align)));
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

#endif
