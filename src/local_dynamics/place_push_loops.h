#pragma once

// The loop of place_push.h as a template over a tag of the instruction set, so that versions
// compiled with different options never share a function. Nothing here may call an inline function
// of another header.

#include "local_dynamics/place_push.h"

namespace solfec {

/// Four places at a time, which the compiler splits where the instruction set has shorter vectors,
/// all three components of a place together: nine streams of G.
template <typename Isa>
struct PlacePushLoops {
  using Four = double __attribute__((vector_size(32)));  // generic vector of the compiler

  static Four load(const double* from) {
    Four value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
  }
  static void store(double* to, Four value) { __builtin_memcpy(to, &value, sizeof value); }

  static void push(const double* G, long places, const double (&p)[3], double* v) {
    long t = 0;
    for (; t + 4 <= places; t += 4) {
      for (int i = 0; i < 3; ++i) {
        const double* g = G + 3 * places * i + t;
        double* to = v + places * i + t;
        store(to,
              load(to) + (load(g) * p[0] + load(g + places) * p[1] + load(g + 2 * places) * p[2]));
      }
    }
    for (; t < places; ++t) {
      for (int i = 0; i < 3; ++i) {
        const double* g = G + 3 * places * i + t;
        v[places * i + t] += g[0] * p[0] + g[places] * p[1] + g[2 * places] * p[2];
      }
    }
  }

  static constexpr PlacePush kTable{push};
};

}  // namespace solfec
