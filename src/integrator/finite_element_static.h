#pragma once

#include <span>

#include "body/finite_element/finite_element_set.h"

namespace solfec {

/// The quasi-static step of finite-element bodies (quasi_static.h, static_repeat.h). A body whose
/// matrix is singular takes the lumped mass in its place.

/// A pass of a quasi-static step.
struct StaticPass {
  double step = 1.0;         // h, s
  double pseudo_time = 1.0;  // p, s
  bool tangent = false;      // A has K itself where that leaves it definite, else the positive part
};

void begin_static_meshes(FiniteElementSet& set);

/// Out-of-balance forces and loads at q_t + h u (static_balance.h), node by node and as resultants,
/// into the bodies, with f_int of that place and Σ HᵀR.
void find_mesh_balance(FiniteElementSet& set, double step, double push);

/// Free velocities of the equation linearised about q_t + h u, u + p²/h A⁻¹ (f - f_int), with
/// A = M + p² K there.
/// @param velocity  u of the nodes of a body, m/s.
void relinearise_static_mesh(FiniteElementBody& body, FiniteElementScratch& scratch,
                             std::span<const Vec3> velocity, const StaticPass& pass);

void finish_static_meshes(FiniteElementSet& set, double step, double push);

}  // namespace solfec
