#pragma once

#include <span>

#include "local_dynamics/local_dynamics.h"
#include "solver/newton_series/newton_workspace.h"
#include "solver/row/row_linearisation.h"
#include "solver/settings/newton_params.h"

namespace solfec {

/// W_ii of the linear systems is shifted by this share of its mean eigenvalue: redundant contacts
/// make W singular.
inline constexpr double kLinearShift = 1e-6;
/// Share of its mean eigenvalue by which W_ii is shifted where rows are solved for their reactions
/// one by one.
inline constexpr double kCondensedShift = 1e-5;

/// Sizes all arrays, marks the rows of work.sweep as active and sets their scale.
void prepare_newton(const LocalDynamics& problem, std::span<const Vec3> R, NewtonWorkspace& work);

/// Fills work.rows at R, U = B + W R. @param smoothing  Of variational rows, m/s.
void linearise_rows(const LocalDynamics& problem, NewtonVariant variant, double smoothing,
                    std::span<const Vec3> R, std::span<const Vec3> U, NewtonWorkspace& work);

/// Multiplies X, Y, C of work.rows by D⁻¹ with D = X (W_ii + shift) + Y.
void precondition_rows(const LocalDynamics& problem, NewtonWorkspace& work);

/// Solves the rows for the reactions, δR = -(k + E δU) with E = D⁻¹ X, k = D⁻¹ C, D = Y + shift X.
void condense_rows(const NewtonWorkspace& work, std::span<RowLinearisation> condensed);

/// Bounds friction of the fixed-point variant by the present normal reactions.
void freeze_friction(const LocalDynamics& problem, std::span<const Vec3> R, NewtonWorkspace& work);

/// Σ |C|² / ρ of work.rows, N m/s.
double linearised_residual(const NewtonWorkspace& work);

/// Root mean square of |C| / ρ of work.rows, m/s.
double residual_speed(const NewtonWorkspace& work);

/// Σ |C|² / ρ of the projection equation without smoothing, N m/s; zero is the solution.
double projection_residual(const LocalDynamics& problem, std::span<const Vec3> R,
                           std::span<const Vec3> U, const NewtonWorkspace& work);

/// work.R = P(R + length direction) with P the projection of contacts on their friction cone: the
/// nearest point for variational variants, else first along n and then in the tangents.
void project_step(const LocalDynamics& problem, NewtonVariant variant, double length,
                  std::span<const Vec3> R, NewtonWorkspace& work);

}  // namespace solfec
