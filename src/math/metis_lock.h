#pragma once

#include <mutex>

namespace solfec {

/// Held by who calls Metis. Its random numbers have one state for the whole process: each call sets
/// the seed, and another call of another thread in between would change the order that it finds,
/// and with it the last bits of everything that is factorised in this order.
inline std::mutex& metis_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace solfec
