#pragma once

#include <cstdint>

#include "base/ids.h"

namespace solfec {

/// Key that tells a row apart from all others and stays the same from step to step: the id of a
/// user constraint, or the parts of two bodies that meet at a contact. Nothing numerical depends on
/// it.
struct RowKey {
  ConstraintId constraint{};  // that the user put; 0: a contact
  BodyId first_body{};        // of a contact
  BodyId second_body{};
  int first_piece{};  // of the shape of the body
  int second_piece{};
  std::uint64_t feature{};  // what meets there; 0: the only point of the two pieces

  friend bool operator==(const RowKey&, const RowKey&) = default;
};

}  // namespace solfec
