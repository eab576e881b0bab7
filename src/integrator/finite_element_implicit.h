#pragma once

#include "body/finite_element/finite_element_set.h"

namespace solfec {

/// Implicit schemes of finite-element bodies; def_lim.cpp, def_imp.cpp and quasi_static.h have
/// their equations. A body whose matrix is singular in a step takes the explicit step and is
/// reported.

void nodal_free_velocity_lim(FiniteElementSet& set, double step);
void nodal_finish_lim(FiniteElementSet& set, double step);

void nodal_free_velocity_lim2(FiniteElementSet& set, double step);
void nodal_finish_lim2(FiniteElementSet& set, double step);

void nodal_free_velocity_imp(FiniteElementSet& set, double step);
/// As linearise_again of integrator.h, of the bodies with DEF_IMP.
double nodal_miss_imp(FiniteElementSet& set, double step);
void nodal_relinearise_imp(FiniteElementSet& set, double step);
void nodal_finish_imp(FiniteElementSet& set, double step);

/// Lowest id of a body with a scheme whose equation was not solved in this step, 0 if none.
BodyId failed_mesh(const FiniteElementSet& set, Scheme scheme);

void begin_static_meshes(FiniteElementSet& set);
void static_free_velocity_meshes(FiniteElementSet& set, double step);
void finish_static_meshes(FiniteElementSet& set, double step);

}  // namespace solfec
