#pragma once

#include <atomic>

#include "base/ids.h"

namespace solfec {

/// Keeps the lowest id that was reported, in whatever order threads report.
class LowestId {
 public:
  void report(BodyId id) {
    BodyId known = id_.load();
    while ((known == 0 || id < known) && !id_.compare_exchange_weak(known, id)) {
    }
  }
  [[nodiscard]] BodyId get() const { return id_.load(); }

 private:
  std::atomic<BodyId> id_{0};
};

}  // namespace solfec
