#pragma once

#include "body/finite_element_set.h"

namespace solfec {

/// Parts of a step of finite-element bodies; deformable_step.h tells the scheme, with q the
/// displacements of the nodes, u their velocities and the lumped masses as M.

/// q½, start velocities, cleared loads and changes of the bodies with a scheme.
void nodal_first_half(FiniteElementSet& set, Scheme scheme, double step);

/// DEF_EXP: u + h M⁻¹ (f - f_int(q½) - η K u).
void nodal_free_velocity_explicit(FiniteElementSet& set, double step);
/// u = u_free + Δu, second half step, energies.
void nodal_finish_explicit(FiniteElementSet& set, double step);

}  // namespace solfec
