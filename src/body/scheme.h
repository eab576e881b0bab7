#pragma once

#include <cstdint>
#include <string_view>

namespace solfec {

/// Time integration scheme of a body (manual Table 4.6).
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
