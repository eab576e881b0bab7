#include "solver/newton_series/newton_rows.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "solver/law/law.h"
#include "solver/law/signorini_contact.h"
#include "solver/newton/semismooth_row.h"
#include "solver/one_contact/friction_cone.h"
#include "solver/one_contact/variational_row.h"

namespace solfec {
namespace {

struct VariantRow {
  LinearRow (*linearise)(const ShiftedContact& contact){};
  NewtonVariant variant{};
  bool nearest_point{};  // how a step is projected
};

constexpr VariantRow kVariants[] = {
    {hsw_row, NewtonVariant::nonsmooth_hsw, false},
    {hybrid_row, NewtonVariant::nonsmooth_hybrid, false},
    {fixed_point_row, NewtonVariant::fixed_point, false},
    {variational_row, NewtonVariant::nonsmooth_variational, true},
    {variational_row, NewtonVariant::smoothed_variational, true},
    {variational_row, NewtonVariant::body_space, true},
};

const VariantRow& row_of(NewtonVariant variant) {
  const auto place = static_cast<std::size_t>(variant);
  SOLFEC_ASSERT(kVariants[place].variant == variant);
  return kVariants[place];
}

// Normal part first, then the tangents cut to what it allows.
Vec3 project_in_turn(Vec3 r, double mu) {
  r.z = std::max(r.z, 0.0);
  const double friction = std::sqrt(r.x * r.x + r.y * r.y);
  const double bound = mu * r.z;
  if (friction > bound) r.x *= bound / friction, r.y *= bound / friction;
  return r;
}

}  // namespace

void prepare_newton(const LocalDynamics& problem, std::span<const Vec3> R, NewtonWorkspace& work) {
  const std::size_t n = R.size();
  work.rows.resize(n);
  work.active.assign(n, 0);
  work.rho.assign(n, 1.0);
  work.root.assign(n, 1.0);
  work.frozen.assign(n, 0.0);
  for (auto* vectors : {&work.rhs, &work.direction, &work.product, &work.R, &work.U, &work.best}) {
    vectors->resize(n);
  }
  for (const SweepRow& row : work.sweep.rows) {
    const auto i = static_cast<std::size_t>(row.row);
    work.active[i] = 1;
    work.rho[i] = 1.0 / mean_inverse_mass(problem.W_diagonal[i]);
    work.root[i] = std::sqrt(work.rho[i]);
  }
}

void linearise_rows(const LocalDynamics& problem, NewtonVariant variant, double smoothing,
                    std::span<const Vec3> R, std::span<const Vec3> U, NewtonWorkspace& work) {
  const auto linearise_contact = row_of(variant).linearise;
  for (std::size_t i = 0; i < R.size(); ++i) {
    const RowLaw& law = problem.law[i];
    if (work.active[i] == 0) {
      work.rows[i] = resting_row(R[i]);
    } else if (is_signorini(law.kind)) {
      ShiftedContact state = shifted_contact(law, work.rho[i], R[i], U[i]);
      state.smoothing = smoothing;
      state.frozen_r_n = work.frozen[i];
      work.rows[i] = linearise_contact(state);
    } else {
      work.rows[i] =
          law_of(law.kind).linear_row(problem, static_cast<int>(i), work.rho[i], R[i], U[i]);
    }
  }
}

void precondition_rows(const LocalDynamics& problem, NewtonWorkspace& work) {
  for (std::size_t i = 0; i < work.rows.size(); ++i) {
    Mat3 W = problem.W_diagonal[i];
    for (int k = 0; k < 3; ++k) W(k, k) += kLinearShift / work.rho[i];
    LinearRow& row = work.rows[i];
    const Mat3 D = inverse(row.X * W + row.Y);
    if (is_finite(D)) row = {D * row.X, D * row.Y, D * row.C};
  }
}

void freeze_friction(const LocalDynamics& problem, std::span<const Vec3> R, NewtonWorkspace& work) {
  for (std::size_t i = 0; i < R.size(); ++i) work.frozen[i] = R[i].z + problem.law[i].cohesion;
}

void condense_rows(const NewtonWorkspace& work, std::span<RowLinearisation> condensed) {
  for (std::size_t i = 0; i < work.rows.size(); ++i) {
    condensed[i] = solfec::condensed(work.rows[i], kCondensedShift / work.rho[i]);
  }
}

double linearised_residual(const NewtonWorkspace& work) {
  double sum = 0.0;
  for (std::size_t i = 0; i < work.rows.size(); ++i) {
    sum += dot(work.rows[i].C, work.rows[i].C) / work.rho[i];
  }
  return sum;
}

double residual_speed(const NewtonWorkspace& work) {
  double sum = 0.0;
  for (std::size_t i = 0; i < work.rows.size(); ++i) {
    const Vec3 speed = work.rows[i].C / work.rho[i];
    sum += dot(speed, speed);
  }
  return std::sqrt(sum / std::max(1.0, static_cast<double>(work.rows.size())));
}

double projection_residual(const LocalDynamics& problem, std::span<const Vec3> R,
                           std::span<const Vec3> U, const NewtonWorkspace& work) {
  double sum = 0.0;
  for (std::size_t i = 0; i < R.size(); ++i) {
    if (work.active[i] == 0) continue;
    const RowLaw& law = problem.law[i];
    const Vec3 C =
        is_signorini(law.kind)
            ? variational_residual(shifted_contact(law, work.rho[i], R[i], U[i]))
            : law_of(law.kind).linear_row(problem, static_cast<int>(i), work.rho[i], R[i], U[i]).C;
    sum += dot(C, C) / work.rho[i];
  }
  return sum;
}

void project_step(const LocalDynamics& problem, NewtonVariant variant, double length,
                  std::span<const Vec3> R, NewtonWorkspace& work) {
  const bool nearest_point = row_of(variant).nearest_point;
  for (std::size_t i = 0; i < R.size(); ++i) {
    Vec3 next = R[i] + length * work.direction[i];
    const RowLaw& law = problem.law[i];
    if (work.active[i] == 0) {
      next = {};
    } else if (is_signorini(law.kind)) {
      next.z += law.cohesion;
      next = nearest_point ? project_on_friction_cone(next, law.friction)
                           : project_in_turn(next, law.friction);
      next.z -= law.cohesion;
    } else {
      next = law_of(law.kind).project(law, next);
    }
    work.R[i] = is_finite(next) ? next : R[i];
  }
}

}  // namespace solfec
