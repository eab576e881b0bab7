#pragma once

#include <vector>

#include "base/check.h"
#include "base/count.h"
#include "math/vec3.h"

namespace solfec {

/// Reference points at which a cohesive bond holds its two bodies. They are needed because an open
/// bonded pair has no overlap that would give its place.
struct BondAnchor {
  double area{};    // m^2, > 0 once the anchor is made; the cohesive force is its multiple
  double part{};    // share of its patch (ContactPoint::part), which detection does not keep
  Vec3 master;      // reference point of the master, m
  Vec3 slave;       // of the slave
  Vec3 normal;      // unit reference normal of the slave, towards the master
  double damage{};  // of a bond that softens while it breaks, in [0, 1]
};

/// Geometry of a contact when its two bodies were examined last. While they are at rest relative to
/// each other, place, normal and gap follow from it (contact/near/body_pair.h).
struct ContactReference {
  Vec3 first_point;   // in the frame of the first body about its pivot, m
  Vec3 second_point;  // the same place in the frame of the second body, m
  Vec3 normal;        // unit, out of the slave, in the frame of the slave
  double gap{};       // m, as measured; positive also of contacts that count as closed
};

/// Data that only few contacts need beside their state: those with a bond or at relative rest.
struct ContactMemory {
  BondAnchor anchor;           // of a living bond
  Vec3 separation;             // of a bond that softens: master's anchor minus slave's in space, m
  ContactReference reference;  // of a referenced contact
};

/// Memories of contacts, in an array of their own, so that a loop over all contacts does not load
/// them. A contact has the number of its memory, or -1; these numbers are no part of the state.
class ContactMemories {
 public:
  [[nodiscard]] const ContactMemory& operator[](int number) const {
    return items_[static_cast<std::size_t>(number)];
  }
  [[nodiscard]] ContactMemory& operator[](int number) {
    return items_[static_cast<std::size_t>(number)];
  }

  /// Returns the memory of a contact; makes an empty one when it has none.
  ContactMemory& of(int& number) {
    if (number < 0) {
      if (free_.empty()) {
        number = count(items_);
        items_.emplace_back();
        free_.reserve(items_.capacity());
      } else {
        number = free_.back();
        free_.pop_back();
        (*this)[number] = {};
      }
    }
    return (*this)[number];
  }
  /// Frees the memory of a contact that vanishes.
  void forget(int& number) {
    if (number >= 0) free_.push_back(number);
    number = -1;
  }
  /// Number of contacts that have a memory.
  [[nodiscard]] int size() const { return count(items_) - count(free_); }

 private:
  std::vector<ContactMemory> items_;
  std::vector<int> free_;  // numbers that no contact has
};

}  // namespace solfec
