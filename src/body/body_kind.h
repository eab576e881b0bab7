#pragma once

#include <cstdint>
#include <string_view>

namespace solfec {

enum class BodyKind : std::uint8_t { obstacle, rigid, pseudo_rigid, finite_element };

/// How strain is measured: from the reference for the whole deformation ('TL', total_lagrangian.h),
/// or linearly in a frame that turns with the body ('BC', corotation.h).
enum class FiniteElementForm : std::uint8_t { total_lagrangian, corotational };

/// "OBSTACLE", "RIGID", "PSEUDO_RIGID" or "FINITE_ELEMENT".
std::string_view body_kind_name(BodyKind kind);

/// Place of a body in the sets: kind and slot of its set.
struct BodyRef {
  BodyKind kind{};
  int slot{};
};

}  // namespace solfec
