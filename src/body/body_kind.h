#pragma once

#include <cstdint>
#include <string_view>

namespace solfec {

enum class BodyKind : std::uint8_t { obstacle, rigid, pseudo_rigid, finite_element };

/// How strain is measured: from the reference for the whole deformation ('TL', total_lagrangian.h),
/// or linearly in a frame that turns with the body ('BC', corotation.h).
enum class FiniteElementForm : std::uint8_t { total_lagrangian, corotational };

/// As BODY spells it.
constexpr std::string_view name_of(BodyKind item) {
  switch (item) {
    case BodyKind::obstacle:
      return "OBSTACLE";
    case BodyKind::rigid:
      return "RIGID";
    case BodyKind::pseudo_rigid:
      return "PSEUDO_RIGID";
    case BodyKind::finite_element:
      return "FINITE_ELEMENT";
  }
  return {};
}

/// As BODY spells it.
constexpr std::string_view name_of(FiniteElementForm item) {
  switch (item) {
    case FiniteElementForm::total_lagrangian:
      return "TL";
    case FiniteElementForm::corotational:
      return "BC";
  }
  return {};
}

/// Place of a body in the sets: kind and slot of its set.
struct BodyRef {
  BodyKind kind{};
  int slot{};
};

}  // namespace solfec
