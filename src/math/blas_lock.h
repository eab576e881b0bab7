#pragma once

#include <mutex>

namespace solfec {

/// Held by who calls BLAS or LAPACK with more than kAloneAbove rows. The serial OpenBLAS of Debian
/// 12 (0.3.21) is not safe for several threads: two that factor matrices of 33 rows at once, each
/// its own, get errors of 1e-3 now and then, while up to 32 rows, where nothing is packed into
/// buffers, all is well.
using BlasLock = std::lock_guard<std::recursive_mutex>;
inline constexpr int kAloneAbove = 32;

inline std::recursive_mutex& blas_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

}  // namespace solfec
