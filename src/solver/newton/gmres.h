#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "base/check.h"
#include "math/vec3.h"

namespace solfec {

/// Memory of solve_gmres, kept from call to call.
struct GmresWorkspace {
  std::vector<Vec3> basis;         // (most iterations + 1) vectors of n
  std::vector<double> hessenberg;  // by columns of most iterations + 1, made triangular on the way
  std::vector<double> cosine;
  std::vector<double> sine;
  std::vector<double> rhs;  // rotated right-hand side; its last entry is the residual
};

struct GmresParams {
  int min_iterations = 1;
  int max_iterations = 30;
  double reduction = 0.1;  // stop when |b - A x| <= reduction |b|
};

struct GmresResult {
  int iterations{};
  double residual{};  // |b - A x|
};

namespace detail {

/// Σ a·b; four partial sums per component, so that additions need not wait for one another.
inline double inner(std::span<const Vec3> a, std::span<const Vec3> b) {
  constexpr std::size_t kWidth = 4;
  Vec3 part[kWidth];
  const std::size_t whole = a.size() - a.size() % kWidth;
  for (std::size_t i = 0; i < whole; i += kWidth) {
    for (std::size_t k = 0; k < kWidth; ++k) {
      part[k].x += a[i + k].x * b[i + k].x;
      part[k].y += a[i + k].y * b[i + k].y;
      part[k].z += a[i + k].z * b[i + k].z;
    }
  }
  double sum = 0.0;
  for (std::size_t i = whole; i < a.size(); ++i) sum += dot(a[i], b[i]);
  for (const Vec3& p : part) sum += p.x + p.y + p.z;
  return sum;
}

inline void add_multiple(double factor, std::span<const Vec3> x, std::span<Vec3> y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += factor * x[i];
}

inline void scale(double factor, std::span<Vec3> x) {
  for (Vec3& entry : x) entry *= factor;
}

/// Rotates column j of the Hessenberg matrix by the earlier rotations and a new one.
void rotate_column(GmresWorkspace& work, std::size_t column, std::size_t stride);
/// Minimising combination of the first `size` basis vectors.
void combine_basis(GmresWorkspace& work, std::size_t size, std::size_t stride, std::span<Vec3> x);
void reserve_gmres(GmresWorkspace& work, std::size_t n, std::size_t most);

}  // namespace detail

/// Least residual |b - A x| over a Krylov space from x = 0 (Saad and Schultz (1986), SIAM J. Sci.
/// Stat. Comput. 7, 856-869), with modified Gram-Schmidt orthogonalisation and without restarts.
///
/// @param apply  Called as apply(x, y): y = A x; x and y do not overlap.
/// @return Iterations done, at most max_iterations, and the residual; x is finite when b and A are.
template <typename Apply>
GmresResult solve_gmres(const GmresParams& params, std::span<const Vec3> b, std::span<Vec3> x,
                        GmresWorkspace& work, const Apply& apply) {
  SOLFEC_ASSERT(b.size() == x.size());
  const std::size_t n = b.size();
  const auto most = static_cast<std::size_t>(params.max_iterations);
  const std::size_t stride = most + 1;
  detail::reserve_gmres(work, n, most);
  const auto basis = [&](std::size_t k) { return std::span(work.basis).subspan(k * n, n); };
  for (Vec3& entry : x) entry = {};
  const double size = std::sqrt(detail::inner(b, b));
  GmresResult result{0, size};
  if (!(size > 0.0) || !std::isfinite(size)) return result;
  for (std::size_t i = 0; i < n; ++i) work.basis[i] = b[i] / size;
  work.rhs[0] = size;
  std::size_t k = 0;
  while (k < most) {
    double* column = &work.hessenberg[k * stride];
    const auto next = basis(k + 1);
    apply(std::span<const Vec3>(basis(k)), next);
    const double before = std::sqrt(detail::inner(next, next));
    for (std::size_t j = 0; j <= k; ++j) {
      column[j] = detail::inner(next, basis(j));
      detail::add_multiple(-column[j], basis(j), next);
    }
    column[k + 1] = std::sqrt(detail::inner(next, next));
    constexpr double kBreakdown = 1e-14;  // of |A v|: the space is invariant
    const bool invariant = !(column[k + 1] > kBreakdown * before);
    if (!std::isfinite(before)) break;
    if (!invariant) detail::scale(1.0 / column[k + 1], next);
    detail::rotate_column(work, k, stride);
    ++k;
    result = {static_cast<int>(k), std::fabs(work.rhs[k])};
    const bool enough =
        result.residual <= params.reduction * size && result.iterations >= params.min_iterations;
    if (invariant || enough || result.residual == 0.0) break;
  }
  detail::combine_basis(work, k, stride, x);
  return result;
}

}  // namespace solfec
