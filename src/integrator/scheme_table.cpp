#include "integrator/scheme_table.h"

#include <array>

#include "integrator/rigid_step.h"

namespace solfec {

std::span<const SchemeRow> scheme_table() {
  static constexpr std::array<SchemeRow, 4> kTable = {{
      {Scheme::rig_pos, "RIG_POS", rigid_first_half, rigid_free_velocity, finish_rig_pos},
      {Scheme::rig_neg, "RIG_NEG", rigid_first_half, rigid_free_velocity, finish_rig_neg},
      {Scheme::rig_imp, "RIG_IMP", rigid_first_half, rigid_free_velocity, finish_rig_imp},
      {Scheme::def_exp, "DEF_EXP", first_half_def_exp, free_velocity_def_exp, finish_def_exp},
  }};
  return kTable;
}

}  // namespace solfec
