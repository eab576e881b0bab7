#include "integrator/scheme_table.h"

#include <array>

#include "integrator/deformable_step.h"
#include "integrator/rigid_step.h"

namespace solfec {

std::span<const SchemeRow> scheme_table() {
  static constexpr std::array<SchemeRow, 7> kTable = {{
      {Scheme::rig_pos, rigid_first_half, rigid_free_velocity, finish_rig_pos},
      {Scheme::rig_neg, rigid_first_half, rigid_free_velocity, finish_rig_neg},
      {Scheme::rig_imp, rigid_first_half, rigid_free_velocity, finish_rig_imp},
      {Scheme::def_exp, deformable_first_half, free_velocity_def_exp, finish_def_exp},
      {Scheme::def_lim, deformable_first_half, free_velocity_def_lim, finish_def_lim},
      {Scheme::def_lim2, deformable_first_half, free_velocity_def_lim2, finish_def_lim2},
      {Scheme::def_imp, deformable_first_half, free_velocity_def_imp, finish_def_imp},
  }};
  return kTable;
}

}  // namespace solfec
