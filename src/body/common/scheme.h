#pragma once

#include <cstdint>
#include <string_view>

namespace solfec {

/// Time integration scheme of a body (manual Table 4.6); the number is stored in files.
///
/// rigid bodies (integrator/rigid_step.h)   rig_pos explicit, rig_neg explicit with exact spatial
///                                          momentum, rig_imp implicit with the same
/// deformable ones (deformable_step.h)      def_exp explicit, def_lim and def_lim2 linearly
///                                          implicit about q½ and q_t, def_imp implicit mid-point
enum class Scheme : std::uint8_t {
  none,
  rig_pos,
  rig_neg,
  rig_imp,
  def_exp,
  def_lim,
  def_lim2,
  def_imp
};

/// As BODY.scheme spells it.
constexpr std::string_view name_of(Scheme item) {
  switch (item) {
    case Scheme::none:
      return "NONE";
    case Scheme::rig_pos:
      return "RIG_POS";
    case Scheme::rig_neg:
      return "RIG_NEG";
    case Scheme::rig_imp:
      return "RIG_IMP";
    case Scheme::def_exp:
      return "DEF_EXP";
    case Scheme::def_lim:
      return "DEF_LIM";
    case Scheme::def_lim2:
      return "DEF_LIM2";
    case Scheme::def_imp:
      return "DEF_IMP";
  }
  return {};
}

}  // namespace solfec
