#pragma once

#include <cstdint>

#include "body/body_kind.h"

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

/// Whether bodies of a kind can be advanced by a scheme; obstacles have the scheme none only.
bool has_scheme(BodyKind kind, Scheme scheme);
/// RIG_NEG for rigid, DEF_EXP for deformable bodies, none for obstacles.
Scheme default_scheme(BodyKind kind);

}  // namespace solfec
