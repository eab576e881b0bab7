#include <mutex>

// OpenBLAS packs matrices into work buffers that it hands out from one list. The serial library of
// Debian 12 (0.3.21) does so without a lock: two threads that factor matrices of their own at once
// may get the same buffer, and errors of 1e-3. Nothing else in it is shared. The linker is told
// (`--wrap`, CMakeLists.txt) to call these functions in place of its own, which do the same one
// thread at a time; a library that locks by itself would lose 20 ns per call.

// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier)
extern "C" {
void* __real_blas_memory_alloc(int process);
void __real_blas_memory_free(void* buffer);
void* __wrap_blas_memory_alloc(int process);
void __wrap_blas_memory_free(void* buffer);
}

namespace {

std::mutex& buffer_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

void* __wrap_blas_memory_alloc(int process) {
  const std::lock_guard lock(buffer_mutex());
  return __real_blas_memory_alloc(process);
}

void __wrap_blas_memory_free(void* buffer) {
  const std::lock_guard lock(buffer_mutex());
  __real_blas_memory_free(buffer);
}
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
