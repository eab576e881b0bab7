#pragma once

namespace solfec {

/// Energies of a body, J; the first five in the order of ENERGY.
///
/// In a dynamic analysis kinetic + internal + damping - external - numerical keeps its value to
/// rounding, for every scheme; the test of six mixed scenes adds the work of loads, contacts and
/// joints of the whole system (docs/time-step.md, "Energy balance").
struct Energies {
  double kinetic{};
  double internal{};   // strain energy of the current deformation
  double external{};   // work of loads and of all reactions since t = 0
  double contact{};    // work of normal contact reactions, half of each contact's
  double friction{};   // work of tangential contact reactions, half of each contact's
  double damping{};    // dissipated by stiffness-proportional damping since t = 0
  double numerical{};  // added (or, when negative, removed) by the scheme itself since t = 0
};

}  // namespace solfec
