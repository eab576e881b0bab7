#include "solver/interior_point/krylov.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"

namespace solfec {

namespace {

using detail::add_multiple;
using detail::inner;

double length(std::span<const Vec3> x) { return std::sqrt(inner(x, x)); }

/// The k-th vector of the workspace, of n entries.
std::span<Vec3> vector_of(KrylovWorkspace& work, std::size_t k, std::size_t n) {
  if (work.vectors.size() <= k) work.vectors.resize(k + 1);
  work.vectors[k].resize(n);
  return work.vectors[k];
}

/// Hestenes and Stiefel (1952), J. Res. Natl. Bur. Stand. 49, 409-436.
KrylovResult conjugate_gradient(PreconditionedSystem& system, const KrylovParams& params,
                                std::span<const Vec3> b, std::span<Vec3> x, KrylovWorkspace& work) {
  for (std::size_t k = 0; k < 4; ++k) (void)vector_of(work, k, b.size());
  const auto r = vector_of(work, 0, b.size());
  const auto z = vector_of(work, 1, b.size());
  const auto p = vector_of(work, 2, b.size());
  const auto Ap = vector_of(work, 3, b.size());
  std::copy(b.begin(), b.end(), r.begin());
  const double wanted = std::max(params.reduction * length(b), params.residual);
  KrylovResult result;
  result.residual = length(b);
  double rz = 0.0;
  while (result.residual > wanted && result.products < params.most_products) {
    system.precondition(r, z);
    const double before = std::exchange(rz, inner(r, z));
    const double beta = result.iterations > 0 ? rz / before : 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) p[i] = z[i] + beta * p[i];
    system.multiply(p, Ap);
    ++result.products;
    const double curvature = inner(p, Ap);
    if (!(curvature > 0.0) || !std::isfinite(curvature)) return result;  // not positive definite
    const double alpha = rz / curvature;
    add_multiple(alpha, p, x);
    add_multiple(-alpha, Ap, r);
    ++result.iterations;
    result.residual = length(r);
  }
  result.converged = result.residual <= wanted;
  return result;
}

KrylovResult bicgstab(PreconditionedSystem& system, const KrylovParams& params,
                      std::span<const Vec3> b, std::span<Vec3> x, KrylovWorkspace& work) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < 7; ++k) (void)vector_of(work, k, n);
  const auto r = vector_of(work, 0, n);
  const auto shadow = vector_of(work, 1, n);
  const auto p = vector_of(work, 2, n);
  const auto v = vector_of(work, 3, n);
  const auto s = vector_of(work, 4, n);  // P p, then P r
  const auto t = vector_of(work, 5, n);
  std::copy(b.begin(), b.end(), r.begin());
  std::copy(b.begin(), b.end(), shadow.begin());
  std::fill(p.begin(), p.end(), Vec3{});
  std::fill(v.begin(), v.end(), Vec3{});
  const double wanted = std::max(params.reduction * length(b), params.residual);
  KrylovResult result;
  result.residual = length(b);
  double rho = 1.0;
  double alpha = 1.0;
  double omega = 1.0;
  while (result.residual > wanted && result.products < params.most_products) {
    const double before = std::exchange(rho, inner(shadow, r));
    const double beta = result.iterations > 0 ? rho / before * (alpha / omega) : 0.0;
    for (std::size_t i = 0; i < n; ++i) p[i] = r[i] + beta * (p[i] - omega * v[i]);
    system.precondition(p, s);
    system.multiply(s, v);
    alpha = rho / inner(shadow, v);
    if (!std::isfinite(alpha)) return result;  // breakdown
    add_multiple(alpha, s, x);
    add_multiple(-alpha, v, r);
    system.precondition(r, s);
    system.multiply(s, t);
    result.products += 2;
    omega = inner(t, r) / inner(t, t);
    ++result.iterations;
    if (std::isfinite(omega)) {
      add_multiple(omega, s, x);
      add_multiple(-omega, t, r);
    }
    result.residual = length(r);
    if (!std::isfinite(omega) || omega == 0.0) break;  // breakdown
  }
  result.converged = result.residual <= wanted;
  return result;
}

KrylovResult restarted_gmres(PreconditionedSystem& system, const KrylovParams& params,
                             std::span<const Vec3> b, std::span<Vec3> x, KrylovWorkspace& work) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < 4; ++k) (void)vector_of(work, k, n);
  const auto r = vector_of(work, 0, n);
  const auto y = vector_of(work, 1, n);
  const auto z = vector_of(work, 2, n);
  const auto Az = vector_of(work, 3, n);
  std::copy(b.begin(), b.end(), r.begin());
  const double wanted = std::max(params.reduction * length(b), params.residual);
  KrylovResult result;
  result.residual = length(b);
  while (result.residual > wanted && result.products < params.most_products) {
    GmresParams inner_params;
    inner_params.max_iterations = params.restart;
    inner_params.reduction = wanted / result.residual;
    const GmresResult found = solve_gmres(inner_params, r, y, work.gmres,
                                          [&](std::span<const Vec3> in, std::span<Vec3> out) {
                                            system.precondition(in, z);
                                            system.multiply(z, out);
                                          });
    if (found.iterations == 0) break;
    system.precondition(y, z);
    system.multiply(z, Az);
    add_multiple(1.0, z, x);
    add_multiple(-1.0, Az, r);
    result.iterations += found.iterations;
    result.products += found.iterations + 1;
    const double before = std::exchange(result.residual, length(r));
    if (!(result.residual < before)) break;  // the space between restarts is too small
  }
  result.converged = result.residual <= wanted;
  return result;
}

}  // namespace

KrylovResult solve_krylov(PreconditionedSystem& system, const KrylovParams& params,
                          std::span<const Vec3> b, std::span<Vec3> x, KrylovWorkspace& work) {
  SOLFEC_ASSERT(b.size() == x.size());
  std::fill(x.begin(), x.end(), Vec3{});
  switch (params.method) {
    case KrylovMethod::conjugate_gradient:
      return conjugate_gradient(system, params, b, x, work);
    case KrylovMethod::bicgstab:
      return bicgstab(system, params, b, x, work);
    case KrylovMethod::gmres:
      return restarted_gmres(system, params, b, x, work);
  }
  return {};
}

}  // namespace solfec
