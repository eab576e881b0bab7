#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/enum_names.h"

namespace solfec {

/// Energies of a body, J; the first five in the order of ENERGY.
///
/// In a dynamic analysis kinetic + internal + plastic + damping - external - numerical keeps its
/// value to rounding, for every scheme; the test of six mixed scenes adds the work of loads,
/// contacts and joints of the whole system (docs/time-step.md, "Energy balance").
struct Energies {
  double kinetic{};
  double internal{};   // strain energy of the current deformation
  double external{};   // work of loads and of all reactions since t = 0
  double contact{};    // work of normal contact reactions, half of each contact's
  double friction{};   // work of tangential contact reactions, half of each contact's
  double damping{};    // dissipated by stiffness-proportional damping since t = 0
  double numerical{};  // added (or, when negative, removed) by the scheme itself since t = 0
  double plastic{};    // work of plastic strain, ∫ σ_y dα, since t = 0
};

/// The parts, in the order of files and of HISTORY.
enum class EnergyKind : std::uint8_t {
  kinetic,
  internal,
  external,
  contact,
  friction,
  damping,
  numerical,
  plastic
};

/// As HISTORY spells it.
constexpr std::string_view name_of(EnergyKind item) {
  switch (item) {
    case EnergyKind::kinetic:
      return "KINETIC";
    case EnergyKind::internal:
      return "INTERNAL";
    case EnergyKind::external:
      return "EXTERNAL";
    case EnergyKind::contact:
      return "CONTACT";
    case EnergyKind::friction:
      return "FRICTION";
    case EnergyKind::damping:
      return "DAMPING";
    case EnergyKind::numerical:
      return "NUMERICAL";
    case EnergyKind::plastic:
      return "PLASTIC";
  }
  return {};
}

/// The parts by EnergyKind.
inline constexpr std::array<double Energies::*, item_count<EnergyKind>()> kEnergyFields = {
    &Energies::kinetic,  &Energies::internal, &Energies::external,  &Energies::contact,
    &Energies::friction, &Energies::damping,  &Energies::numerical, &Energies::plastic};

}  // namespace solfec
