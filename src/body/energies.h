#pragma once

namespace solfec {

/// Energies of a body, J, in the order of ENERGY.
struct Energies {
  double kinetic{};
  double internal{};
  double external{};  // work of loads and of all reactions since t = 0
  double contact{};   // work of normal contact reactions, half of each contact's
  double friction{};  // work of tangential contact reactions, half of each contact's
};

}  // namespace solfec
