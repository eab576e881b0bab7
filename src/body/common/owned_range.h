#pragma once

#include "base/check.h"

namespace solfec {

/// Who owns the slots of a set: those in [0, owned()) are bodies of this rank, those in [owned(),
/// size()) are ghosts, copies of bodies of other ranks (docs/bodies.md). Integrators, loads and
/// sums go over owned ones, placing and detection over all.
///
/// `Set` can append, swap two slots and drop the last one. Every change moves at most two other
/// bodies, so it takes the same time in sets of all sizes; the order of slots means nothing.
template <typename Set>
class OwnedRange {
 public:
  [[nodiscard]] int ghosts() const { return ghosts_; }
  [[nodiscard]] int owned() const { return self().size() - ghosts_; }

  /// Puts a body among the ghosts, or among those of this rank, and returns its new slot; the slot
  /// that it leaves gets the body that was there.
  int set_ghost(int slot, bool ghost) {
    if (ghost == (slot >= owned())) return slot;
    const int other = ghost ? owned() - 1 : owned();
    self().swap_slots(slot, other);
    ghosts_ += ghost ? 1 : -1;
    return other;
  }
  /// Removes a slot. The last owned body takes its place, and the last ghost the place of that one;
  /// of a ghost, the last ghost its own. Other bodies stay: who moves is found at `slot` and at
  /// owned().
  void erase(int slot) {
    SOLFEC_ASSERT(0 <= slot && slot < self().size());
    const int ghost = set_ghost(slot, true);
    self().swap_slots(ghost, self().size() - 1);
    self().drop_last();
    --ghosts_;
  }

 protected:
  OwnedRange() = default;
  /// Puts the body that was appended last among those of this rank and returns its slot; the ghost
  /// that was there becomes the last one.
  int settle_last() {
    const int slot = owned() - 1;
    self().swap_slots(slot, self().size() - 1);
    return slot;
  }

 private:
  [[nodiscard]] Set& self() { return static_cast<Set&>(*this); }
  [[nodiscard]] const Set& self() const { return static_cast<const Set&>(*this); }

  int ghosts_ = 0;
};

}  // namespace solfec
