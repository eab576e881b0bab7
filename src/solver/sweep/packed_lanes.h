#pragma once

#if defined(__AVX__)
#include <immintrin.h>
#endif

#include "solver/sweep/packed_rows.h"

namespace solfec::lanes {

// Generic vectors of the compiler; an element per lane.
using Value = double __attribute__((vector_size(8 * kLanes)));
using Mask = long long __attribute__((vector_size(8 * kLanes)));

/// Three components of kLanes vectors.
struct Triple {
  Value x, y, z;
};

/// Operations on a value per lane.
/// @tparam Isa  Tag of the instruction set, so that versions compiled with different options never
///              share a function.
template <typename Isa>
struct Lanes {
  static Value load(const double* from) {
    Value value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
  }
  static void store(double* to, Value value) { __builtin_memcpy(to, &value, sizeof value); }
  static Value all(double number) { return Value{number, number, number, number}; }

  static bool any(Mask mask) {
#if defined(__AVX__)
    return _mm256_movemask_pd(reinterpret_cast<__m256d>(mask)) != 0;
#else
    return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
#endif
  }
  static Value select(Mask mask, Value yes, Value no) {
    return reinterpret_cast<Value>((mask & reinterpret_cast<Mask>(yes)) |
                                   (~mask & reinterpret_cast<Mask>(no)));
  }
  static Value square_root(Value value) {
#if defined(__AVX__)
    return _mm256_sqrt_pd(value);
#else
    return Value{__builtin_sqrt(value[0]), __builtin_sqrt(value[1]), __builtin_sqrt(value[2]),
                 __builtin_sqrt(value[3])};
#endif
  }
  static Value absolute(Value value) { return select(value < 0.0, -value, value); }
  static double sum(Value value) { return (value[0] + value[1]) + (value[2] + value[3]); }

  static Triple load3(const double (&from)[3][kLanes]) {
    return {load(from[0]), load(from[1]), load(from[2])};
  }
  static void store3(double (&to)[3][kLanes], const Triple& v) {
    store(to[0], v.x);
    store(to[1], v.y);
    store(to[2], v.z);
  }
  static Value dot(const Triple& a, const Triple& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  static Triple cross(const Triple& a, const Triple& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
};

}  // namespace solfec::lanes
