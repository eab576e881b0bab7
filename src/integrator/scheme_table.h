#pragma once

#include <span>

#include "base/ids.h"
#include "body/bodies.h"
#include "body/common/scheme.h"

namespace solfec {

/// One time integration scheme: the three parts of a step. Every function works on all
/// bodies of the scheme; a new scheme is one file and one row of the table in scheme_table.cpp.
struct SchemeRow {
  Scheme scheme{};
  void (*first_half)(Bodies& bodies, Scheme scheme, double step){};
  void (*free_velocity)(Bodies& bodies, Scheme scheme, double step){};
  BodyId (*finish)(Bodies& bodies, double step){};  // lowest id that did not converge, or 0
};

/// A row for each scheme; Scheme::none has none.
std::span<const SchemeRow> scheme_table();

// Parts of the rows. rigid_step.h has those that the rigid schemes share, and each scheme's
// equation stands beside its functions in rig_pos.cpp, rig_neg.cpp, rig_imp.cpp.
BodyId finish_rig_pos(Bodies& bodies, double step);
BodyId finish_rig_neg(Bodies& bodies, double step);
BodyId finish_rig_imp(Bodies& bodies, double step);

// deformable_step.h has the parts that the schemes of pseudo-rigid bodies share; def_exp.cpp,
// def_lim.cpp and def_imp.cpp have their equations. Each takes the finite-element bodies of the
// scheme along.
void free_velocity_def_exp(Bodies& bodies, Scheme scheme, double step);
BodyId finish_def_exp(Bodies& bodies, double step);
void free_velocity_def_lim(Bodies& bodies, Scheme scheme, double step);
BodyId finish_def_lim(Bodies& bodies, double step);
void free_velocity_def_lim2(Bodies& bodies, Scheme scheme, double step);
BodyId finish_def_lim2(Bodies& bodies, double step);
void free_velocity_def_imp(Bodies& bodies, Scheme scheme, double step);
BodyId finish_def_imp(Bodies& bodies, double step);

}  // namespace solfec
