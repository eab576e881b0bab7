#pragma once

namespace solfec {

/// True when this machine runs kernels compiled for x86-64-v3 (AVX2); found once.
inline bool has_wide_vectors() {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  return wide;
#else
  return false;
#endif
}

}  // namespace solfec
