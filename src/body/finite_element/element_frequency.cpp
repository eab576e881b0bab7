#include "body/finite_element/element_frequency.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "body/finite_element/law_kernels.h"
#include "math/lapack.h"
#include "math/small_cholesky.h"

namespace solfec {
namespace {

// Per pack of four elements: the stiffness kernel, then lane by lane the scaled matrix, a Cholesky
// factorisation that dismisses it, and all eigenvalues where it is not dismissed. Parts of a group
// begin without a bound of their own, so each solves at least one eigenvalue problem.

constexpr int kParts = 32;           // fixed, see the header
constexpr double kDismissal = 1e-9;  // an element may exceed the largest by this share unnoticed
constexpr int kSerialBelow = 64;     // packs

/// Storage of a matrix of any kind of element: as many numbers as the element needs, column after
/// column.
using Matrix = std::array<double, std::size_t{kMostEigenvalues} * kMostEigenvalues>;

/// M^-½ K M^-½ of one lane from the output of the stiffness kernel (blocks a <= b); the lower
/// triangle is what the solvers read.
void scaled_stiffness(const ElementGroup& group, int pack, int lane, const double* blocks,
                      Matrix& result) {
  const int n = group.node_count;
  std::array<double, 8> root{};
  for (int a = 0; a < n; ++a) {
    root[static_cast<std::size_t>(a)] = std::sqrt(group.mass[group.node_place(pack, a, lane)]);
  }
  for (int a = 0; a < n; ++a) {
    for (int b = a; b < n; ++b) {
      const double* from = blocks + (a * n + b) * 9L * kElementLanes + lane;
      const double scale =
          1.0 / (root[static_cast<std::size_t>(a)] * root[static_cast<std::size_t>(b)]);
      for (int k = 0; k < 9; ++k) {
        const int place = 3 * b + k / 3 + 3 * n * (3 * a + k % 3);
        result[at(place)] = scale * from[static_cast<long>(k) * kElementLanes];
      }
    }
  }
}

bool all_eigenvalues_below(int n, const Matrix& matrix, double bound) {
  Matrix rest;
  for (std::size_t k = 0; k < at(n * n); ++k) rest[k] = -matrix[k];
  for (int i = 0; i < n; ++i) rest[at(i + n * i)] += bound;
  return factor_cholesky(n, rest.data());
}

/// Elements of one pack, from its stiffness blocks; copies that fill it up are left out.
void visit_pack(const ElementGroup& group, int pack, const double* blocks,
                ElementFrequency& largest) {
  const int n = 3 * group.node_count;
  Matrix matrix{};
  std::array<double, kMostEigenvalues> values{};
  const int lanes = std::min(kElementLanes, group.element_count() - pack * kElementLanes);
  for (int lane = 0; lane < lanes; ++lane) {
    scaled_stiffness(group, pack, lane, blocks, matrix);
    if (all_eigenvalues_below(n, matrix, largest.eigenvalue * (1.0 + kDismissal))) continue;
    symmetric_eigenvalues(n, {matrix.data(), at(n * n)}, {values.data(), at(n)});
    const double eigenvalue = values[at(n - 1)];  // ascending
    if (eigenvalue <= largest.eigenvalue) continue;
    largest = {eigenvalue, group.element[std::size_t(pack) * kElementLanes + lane]};
  }
}

ElementFrequency largest_of(const ElementGroup& group, int begin, int end,
                            std::span<const Vec3> q) {
  ElementPacks packs = element_packs(group);
  packs.elastic = true;  // a body that yields may unload
  const ElementKernels& kernels =
      group.model == BulkModel::kirchhoff ? element_kernels() : kernels_of(group);
  std::array<double, kStiffnessSize> blocks;
  ElementFrequency largest;
  for (int pack = begin; pack < end; ++pack) {
    kernels.stiffness(packs, pack, q.data(), {}, blocks.data());
    visit_pack(group, pack, blocks.data(), largest);
  }
  return largest;
}

}  // namespace

ElementFrequency largest_element_eigenvalue(const FiniteElementMesh& mesh,
                                            std::span<const Vec3> q) {
  SOLFEC_ASSERT(count(q) == mesh.node_count());
  ElementFrequency result;
  for (const ElementGroup& group : mesh.group) {
    const int n = group.pack_count();
    const int part_size = (n + kParts - 1) / kParts;
    std::array<ElementFrequency, kParts> parts;
    parallel_for(kParts, n < kSerialBelow ? kParts + 1 : 1, [&](int part) {
      const int begin = std::min(n, part * part_size);
      parts[static_cast<std::size_t>(part)] =
          largest_of(group, begin, std::min(n, begin + part_size), q);
    });
    for (const ElementFrequency& part : parts) {
      if (part.eigenvalue > result.eigenvalue) result = part;
    }
  }
  return result;
}

double largest_pack_eigenvalue(const ElementGroup& group, int pack, std::span<const Vec3> q) {
  return largest_of(group, pack, pack + 1, q).eigenvalue;
}

double critical_step(const FiniteElementMesh& mesh, std::span<const Vec3> q) {
  const double eigenvalue = largest_element_eigenvalue(mesh, q).eigenvalue;
  if (eigenvalue <= 0.0) return std::numeric_limits<double>::infinity();
  return 2.0 / std::sqrt(eigenvalue);
}

}  // namespace solfec
