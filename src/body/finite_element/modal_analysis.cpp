#include "body/finite_element/modal_analysis.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "archive/content_hash.h"
#include "base/check.h"
#include "base/count.h"
#include "body/finite_element/total_lagrangian.h"
#include "math/sparse_factor.h"

namespace solfec {

namespace {

constexpr int kRigid = 6;            // motions of a free body
constexpr int kDense = 400;          // unknowns up to which all eigenvalues are found
constexpr double kShift = 1e-9;      // of the largest eigenvalue: below that of slender beams
constexpr double kRounding = 1e-13;  // of the largest eigenvalue: no vibration

/// √m of each unknown.
std::vector<double> mass_roots(const FiniteElementMesh& mesh) {
  std::vector<double> roots;
  for (const double mass : mesh.mass) roots.insert(roots.end(), 3, std::sqrt(mass));
  return roots;
}

double product(const double* a, const double* b, std::size_t size) {
  double sum = 0.0;
  for (std::size_t k = 0; k < size; ++k) sum += a[k] * b[k];
  return sum;
}

/// M^½ times the rigid motions, orthonormal.
std::vector<double> rigid_motions(const FiniteElementMesh& mesh, const std::vector<double>& roots) {
  const std::size_t size = roots.size();
  double mass = 0.0;
  Vec3 center;
  for (std::size_t a = 0; a < mesh.mass.size(); ++a) {
    mass += mesh.mass[a];
    center += mesh.mass[a] * mesh.node[a];
  }
  center = center / mass;
  constexpr Vec3 kAxes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::vector<double> all;
  for (int motion = 0; motion < kRigid; ++motion) {
    for (std::size_t a = 0; a < mesh.mass.size(); ++a) {
      const Vec3 axis = kAxes[motion % 3];
      const Vec3 v = motion < 3 ? axis : cross(axis, mesh.node[a] - center);
      for (const double component : {v.x, v.y, v.z}) all.push_back(roots[3 * a] * component);
    }
    double* const own = all.data() + all.size() - size;
    for (int pass = 0; pass < 2; ++pass) {
      for (double* other = all.data(); other != own; other += size) {
        const double share = product(other, own, size);
        for (std::size_t k = 0; k < size; ++k) own[k] -= share * other[k];
      }
      const double length = std::sqrt(product(own, own, size));
      for (std::size_t k = 0; k < size; ++k) own[k] /= length;
    }
  }
  return all;
}

/// M^-½ K M^-½ with the rigid motions moved to the eigenvalue `largest`.
std::vector<double> dense_matrix(const BlockCsr& K, const std::vector<double>& roots,
                                 const std::vector<double>& rigid, double largest) {
  const std::size_t size = roots.size();
  std::vector<double> A(size * size, 0.0);
  for (int a = 0; a < K.row_count(); ++a) {
    for (int e = K.row_start[at(a)]; e < K.row_start[at(a) + 1]; ++e) {
      const std::size_t column = 3 * at(K.column[at(e)]);
      for (std::size_t k = 0; k < 9; ++k) {
        const std::size_t i = 3 * at(a) + k % 3;
        const std::size_t j = column + k / 3;
        A[size * j + i] = K.block[at(e)].m[k] / (roots[i] * roots[j]);
      }
    }
  }
  for (int motion = 0; motion < kRigid; ++motion) {
    const double* const r = rigid.data() + size * at(motion);
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t i = 0; i < size; ++i) A[size * j + i] += largest * r[i] * r[j];
    }
  }
  return A;
}

/// M^½ (K + s M)⁻¹ M^½, whose eigenvalues are 1 / (ω² + s).
class InverseOperator {
 public:
  InverseOperator(const FiniteElementMesh& mesh, const std::vector<double>& roots, double shift)
      : roots_(roots), b_(mesh.mass.size()), x_(mesh.mass.size()) {
    const BlockCsr K = reference_stiffness(mesh);
    std::vector<double> diagonal = mesh.mass;
    for (double& one : diagonal) one *= shift;
    factor_.analyse(K);
    [[maybe_unused]] const bool is_definite = factor_.factor(diagonal, 1.0, K);
    SOLFEC_ASSERT(is_definite);  // of K + s M with s > 0
  }

  void apply(std::span<const double> x, std::span<double> y) {
    for (std::size_t a = 0; a < b_.size(); ++a) {
      b_[a] = roots_[3 * a] * Vec3{x[3 * a], x[3 * a + 1], x[3 * a + 2]};
    }
    factor_.solve(b_, x_);
    for (std::size_t a = 0; a < b_.size(); ++a) {
      const Vec3 v = roots_[3 * a] * x_[a];
      y[3 * a] = v.x;
      y[3 * a + 1] = v.y;
      y[3 * a + 2] = v.z;
    }
  }

 private:
  const std::vector<double>& roots_;
  SparseFactor factor_;
  std::vector<Vec3> b_;
  std::vector<Vec3> x_;
};

/// The largest component of a vector, the first of nearly equal ones, becomes positive.
void fix_sign(double* vector, std::size_t size) {
  constexpr double kEqual = 1.0 - 1e-6;
  double largest = 0.0;
  for (std::size_t k = 0; k < size; ++k) largest = std::max(largest, std::abs(vector[k]));
  const double* const first = std::find_if(
      vector, vector + size, [&](double one) { return std::abs(one) >= kEqual * largest; });
  if (first == vector + size || *first > 0.0) return;
  for (std::size_t k = 0; k < size; ++k) vector[k] = -vector[k];
}

/// Eigenvalues ω² of vibrations, ascending, with M^½ φ.
EigenPairs vibrations(const FiniteElementMesh& mesh, const std::vector<double>& roots,
                      const std::vector<double>& rigid, int count, double largest,
                      EigenAccuracy accuracy) {
  const std::size_t size = roots.size();
  EigenPairs pairs;
  if (size <= at(kDense) || at(count) + at(kRigid) + 1 >= size) {
    const double beyond = 2.0 * largest;
    const BlockCsr K = reference_stiffness(mesh);
    pairs = all_eigenvalues(static_cast<int>(size), dense_matrix(K, roots, rigid, beyond));
    pairs.value.resize(at(count));
    pairs.vector.resize(at(count) * size);
    return pairs;
  }
  const double shift = kShift * largest;
  InverseOperator inverse(mesh, roots, shift);
  const SymmetricOperator A{static_cast<int>(size), [&](auto x, auto y) { inverse.apply(x, y); }};
  pairs = largest_eigenvalues(A, rigid, count, accuracy);
  for (double& value : pairs.value) value = 1.0 / value - shift;
  return pairs;
}

bool has_other_law(const FiniteElementMesh& mesh) {
  return std::any_of(mesh.group.begin(), mesh.group.end(),
                     [](const ElementGroup& group) { return group.model != BulkModel::kirchhoff; });
}

}  // namespace

/// Without strain and state all laws have the stiffness of Hooke's law.
BlockCsr reference_stiffness(const FiniteElementMesh& mesh) {
  if (has_other_law(mesh)) {
    FiniteElementMesh elastic = mesh;
    for (ElementGroup& group : elastic.group) group.model = BulkModel::kirchhoff;
    return reference_stiffness(elastic);
  }
  BlockCsr K;
  const StiffnessPlan plan = plan_stiffness(mesh, K);
  const std::vector<Vec3> rest(at(mesh.node_count()));
  assemble_stiffness(mesh, plan, rest, K);
  return K;
}

std::uint64_t mesh_hash(const FiniteElementMesh& mesh) {
  const BlockCsr K = reference_stiffness(mesh);
  const std::uint64_t parts[] = {content_hash(std::as_bytes(std::span(mesh.node))),
                                 content_hash(std::as_bytes(std::span(mesh.mass))),
                                 content_hash(std::as_bytes(std::span(K.column))),
                                 content_hash(std::as_bytes(std::span(K.block)))};
  return content_hash(std::as_bytes(std::span(parts)));
}

Modes lowest_modes(const FiniteElementMesh& mesh, int count, double largest,
                   EigenAccuracy accuracy) {
  const std::vector<double> roots = mass_roots(mesh);
  const std::size_t size = roots.size();
  SOLFEC_ASSERT(count >= 1 && at(count) <= size);
  const std::vector<double> rigid = rigid_motions(mesh, roots);
  const int rigid_count = std::min(count, kRigid);
  Modes modes;
  modes.eigenvalue.assign(at(rigid_count), 0.0);
  modes.vector.assign(rigid.begin(),
                      rigid.begin() + static_cast<std::ptrdiff_t>(at(rigid_count) * size));
  if (count > kRigid) {
    const EigenPairs pairs = vibrations(mesh, roots, rigid, count - kRigid, largest, accuracy);
    for (const double value : pairs.value) {
      modes.eigenvalue.push_back(value < kRounding * largest ? 0.0 : value);
    }
    modes.vector.insert(modes.vector.end(), pairs.vector.begin(), pairs.vector.end());
  }
  for (std::size_t k = 0; k < modes.vector.size(); ++k) modes.vector[k] /= roots[k % size];
  for (int k = 0; k < modes.count(); ++k) fix_sign(modes.vector.data() + at(k) * size, size);
  return modes;
}

}  // namespace solfec
