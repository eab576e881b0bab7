#include "body/finite_element/projected_strain.h"

#include <array>

#include "base/check.h"
#include "base/count.h"
#include "geometry/element/element_quadrature.h"
#include "geometry/element/shape_functions.h"
#include "math/small_cholesky.h"

namespace solfec {
namespace {

// Bending: with weights w of the points, which contain j, the signs s_k of ξ_k and factors g j₀
// taken into b_k and c_k, w Ẽ = w E + Σ_k (s_k sym(g_k ⊗ b_k) + s_l s_m c_k 1) with k, l, m in
// turn. The energy in b_k and c_k has the matrix
//
//     A_kl = Σ_points s_k s_l / w [λ g_k g_lᵀ + μ (g_k·g_l 1 + g_l g_kᵀ)]    of b_k and b_l,
//     Σ_points s_k (s_m s_n)_l / w (3 λ + 2 μ) g_k                           of b_k and c_l,
//     Σ_points (s_m s_n)_k (s_m s_n)_l / w 3 (3 λ + 2 μ)                     of c_k and c_l
//
// and the vector β_k = (Σ_points s_k D : E) g_k of b_k, (3 λ + 2 μ) Σ_points s_m s_n tr E of c_k,
// so (b, c) = -A⁻¹ β = -L⁻ᵀ L⁻¹ β.

constexpr auto kModes = static_cast<std::size_t>(kBendingModes);
using ModeMatrix = std::array<double, kModes * kModes>;  // column after column

/// Place of a number of an element in `projection`.
std::size_t place_of(int slot, int numbers, int number) {
  return at(((slot / kElementLanes) * numbers + number) * kElementLanes + slot % kElementLanes);
}

/// Sign of the local coordinate k at a point of the rule.
double sign_of(int point, int k) {
  return body_quadrature(8)[at(point)].local[k] > 0.0 ? 1.0 : -1.0;
}

/// Sign of the product of the other two local coordinates at a point.
double other_signs(int point, int k) {
  return sign_of(point, (k + 1) % 3) * sign_of(point, (k + 2) % 3);
}

double weight_of(const ElementGroup& group, int slot, int point) {
  const int first = group.point_start[at(slot / kElementLanes)];
  return group.weight[at((first + point) * kElementLanes + slot % kElementLanes)];
}

/// g_k = J₀⁻ᵀ e_k: the gradients of the local coordinates at the centre.
std::array<Vec3, 3> center_gradients(const Mesh& mesh, const MeshElement& element) {
  std::array<Vec3, 8> vertex;
  for (std::size_t a = 0; a < vertex.size(); ++a) vertex[a] = mesh.nodes[at(element.node[a])];
  const Mat3 J = element_jacobian(vertex, shape_functions(8, reference_center(8)));
  const Mat3 rows = inverse(J);
  std::array<Vec3, 3> g;
  for (int k = 0; k < 3; ++k) g[at(k)] = {rows(k, 0), rows(k, 1), rows(k, 2)};
  return g;
}

/// Rows and columns of c_k in A.
void add_dilatations(const ElementGroup& group, int slot, const std::array<Vec3, 3>& g,
                     ModeMatrix& A) {
  const double modulus = 3.0 * group.lambda[at(slot)] + 2.0 * group.mu[at(slot)];
  const auto entry = [&](int row, int column) -> double& {
    return A[at(row + column * kBendingModes)];
  };
  for (int p = 0; p < count(body_quadrature(8)); ++p) {
    const double share = modulus / weight_of(group, slot, p);
    for (int l = 0; l < 3; ++l) {
      const double own = share * other_signs(p, l);
      for (int n = 0; n < kVectorModes; ++n) {
        const double mixed = own * sign_of(p, n / 3) * g[at(n / 3)][n % 3];
        entry(n, kVectorModes + l) += mixed;
        entry(kVectorModes + l, n) += mixed;
      }
      for (int k = 0; k < 3; ++k) {
        entry(kVectorModes + k, kVectorModes + l) += 3.0 * own * other_signs(p, k);
      }
    }
  }
}

/// A by blocks of 3 x 3, and the dilatations.
ModeMatrix mode_matrix(const ElementGroup& group, int slot, const std::array<Vec3, 3>& g) {
  const double lambda = group.lambda[at(slot)];
  const double mu = group.mu[at(slot)];
  ModeMatrix A{};
  for (int k = 0; k < 3; ++k) {
    for (int l = 0; l < 3; ++l) {
      double share = 0.0;
      for (int p = 0; p < count(body_quadrature(8)); ++p) {
        share += sign_of(p, k) * sign_of(p, l) / weight_of(group, slot, p);
      }
      const Vec3 a = g[at(k)];
      const Vec3 b = g[at(l)];
      const Mat3 block =
          share * (lambda * outer(a, b) + mu * (dot(a, b) * identity() + outer(b, a)));
      for (int n = 0; n < 9; ++n) {
        A[at(3 * k + n % 3 + (3 * l + n / 3) * kBendingModes)] = block(n % 3, n / 3);
      }
    }
  }
  add_dilatations(group, slot, g, A);
  return A;
}

/// L⁻¹ of the factor of A by rows.
void store_inverse_factor(ModeMatrix factor, int slot, std::vector<double>& projection) {
  const bool definite = factor_cholesky(kBendingModes, factor.data());
  SOLFEC_ASSERT(definite);
  if (!definite) return;  // no modes: the element is linear
  ModeMatrix inverse_factor{};
  for (int c = 0; c < kBendingModes; ++c) {
    for (int i = c; i < kBendingModes; ++i) {
      double sum = i == c ? 1.0 : 0.0;
      for (int j = c; j < i; ++j) {
        sum -= factor[at(i + j * kBendingModes)] * inverse_factor[at(j + c * kBendingModes)];
      }
      inverse_factor[at(i + c * kBendingModes)] = sum / factor[at(i + i * kBendingModes)];
    }
  }
  int number = 9;
  for (int i = 0; i < kBendingModes; ++i) {
    for (int c = 0; c <= i; ++c) {
      projection[place_of(slot, kBendingNumbers, number++)] =
          inverse_factor[at(i + c * kBendingModes)];
    }
  }
}

void set_bending(const Mesh& mesh, ElementGroup& group) {
  group.projection.assign(at(group.pack_count() * kElementLanes * kBendingNumbers), 0.0);
  for (int slot = 0; slot < group.element_count(); ++slot) {
    const std::array<Vec3, 3> g =
        center_gradients(mesh, mesh.elements[at(group.element[at(slot)])]);
    for (int n = 0; n < 9; ++n) {
      group.projection[place_of(slot, kBendingNumbers, n)] = g[at(n / 3)][n % 3];
    }
    store_inverse_factor(mode_matrix(group, slot, g), slot, group.projection);
  }
}

void set_mixed(ElementGroup& group) {
  group.projection.assign(at(group.pack_count() * kElementLanes * kMixedNumbers), 0.0);
  for (int slot = 0; slot < group.element_count(); ++slot) {
    double volume = 0.0;
    for (int p = 0; p < count(body_quadrature(group.node_count)); ++p) {
      volume += weight_of(group, slot, p);
    }
    group.projection[place_of(slot, kMixedNumbers, 0)] = 1.0 / volume;
  }
}

Mat3 hooke(const Mat3& E, double lambda, double mu) {
  return lambda * trace(E) * identity() + 2.0 * mu * E;
}

/// b_k, then c_k, of given strains.
std::array<double, kModes> mode_amplitudes(const ElementGroup& group, int slot,
                                           const std::array<Vec3, 3>& g,
                                           std::span<const Mat3> strain) {
  std::array<double, kModes> beta{};
  for (int k = 0; k < 3; ++k) {
    Mat3 sum;
    for (int p = 0; p < count(strain); ++p) sum += sign_of(p, k) * strain[at(p)];
    const Vec3 force = hooke(sum, group.lambda[at(slot)], group.mu[at(slot)]) * g[at(k)];
    for (int i = 0; i < 3; ++i) beta[at(3 * k + i)] = force[i];
    double dilatation = 0.0;
    for (int p = 0; p < count(strain); ++p) {
      dilatation += other_signs(p, k) * trace(strain[at(p)]);
    }
    beta[at(kVectorModes + k)] =
        (3.0 * group.lambda[at(slot)] + 2.0 * group.mu[at(slot)]) * dilatation;
  }
  std::array<double, kModes> b{};
  for (int i = 0; i < kBendingModes; ++i) {
    const auto entry = [&](int c) {
      return group.projection[place_of(slot, kBendingNumbers, 9 + i * (i + 1) / 2 + c)];
    };
    double turned = 0.0;
    for (int c = 0; c <= i; ++c) turned += entry(c) * beta[at(c)];
    for (int c = 0; c <= i; ++c) b[at(c)] -= entry(c) * turned;
  }
  return b;
}

void add_modes(const ElementGroup& group, int slot, std::span<Mat3> strain) {
  std::array<Vec3, 3> g;
  for (int n = 0; n < 9; ++n) {
    g[at(n / 3)][n % 3] = group.projection[place_of(slot, kBendingNumbers, n)];
  }
  const std::array<double, kModes> b = mode_amplitudes(group, slot, g, strain);
  for (int p = 0; p < count(strain); ++p) {
    for (int k = 0; k < 3; ++k) {
      const Mat3 mode = outer(g[at(k)], Vec3{b[at(3 * k)], b[at(3 * k + 1)], b[at(3 * k + 2)]});
      const double scale = 1.0 / weight_of(group, slot, p);
      strain[at(p)] += 0.5 * scale * sign_of(p, k) * (mode + transpose(mode)) +
                       scale * other_signs(p, k) * b[at(kVectorModes + k)] * identity();
    }
  }
}

void take_mean_dilatation(const ElementGroup& group, int slot, std::span<Mat3> strain) {
  double mean = 0.0;
  for (int p = 0; p < count(strain); ++p) {
    mean += weight_of(group, slot, p) * trace(strain[at(p)]);
  }
  mean *= group.projection[place_of(slot, kMixedNumbers, 0)];
  for (Mat3& E : strain) E += (mean - trace(E)) / 3.0 * identity();
}

}  // namespace

void set_formulation(const Mesh& mesh, ElementFormulation wanted, FiniteElementMesh& body) {
  for (ElementGroup& group : body.group) {
    group.formulation = formulation_of(wanted, group.node_count);
    group.projection.clear();
    if (group.formulation == ElementFormulation::bending) set_bending(mesh, group);
    if (group.formulation == ElementFormulation::mixed) set_mixed(group);
  }
}

void project_strains(const ElementGroup& group, int slot, std::span<Mat3> strain) {
  if (group.formulation == ElementFormulation::bending) add_modes(group, slot, strain);
  if (group.formulation == ElementFormulation::mixed) take_mean_dilatation(group, slot, strain);
}

}  // namespace solfec
