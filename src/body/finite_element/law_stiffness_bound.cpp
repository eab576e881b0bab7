#include "body/finite_element/law_stiffness_bound.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "body/finite_element/element_frequency.h"
#include "body/finite_element/law_points.h"
#include "material/bulk_law.h"
#include "math/lapack.h"
#include "math/spectral3.h"

namespace solfec {
namespace {

constexpr int kNumbers = 7;       // of a slot in gradient_bound
constexpr int kParts = 32;        // fixed, so that nothing depends on the number of threads
constexpr int kSerialBelow = 64;  // packs
constexpr double kLoose = 1.2;    // a bound above this times an eigenvalue is not taken

using Nodes = std::array<Vec3, 8>;

/// ∇N_a / √m_a of all nodes at one point.
Nodes scaled_gradients(const LanePoints& of, int p, const std::array<double, 8>& root) {
  Nodes g{};
  for (int a = 1; a < of.nodes; ++a) {
    g[at(a)] = of.slope(p, a);
    g[0] -= g[at(a)];
  }
  for (int a = 0; a < of.nodes; ++a) g[at(a)] = (1.0 / root[at(a)]) * g[at(a)];
  return g;
}

/// Largest eigenvalue of Σ w g_a · X g_b.
double largest_of(const LanePoints& of, const std::array<double, 8>& root, const Mat3& X) {
  const int n = of.nodes;
  std::array<double, 64> sum{};
  for (int p = 0; p < of.count; ++p) {
    const Nodes g = scaled_gradients(of, p, root);
    for (int a = 0; a < n; ++a) {
      const Vec3 turned = of.weight(p) * (X * g[at(a)]);
      for (int b = 0; b < n; ++b) sum[at(a * n + b)] += dot(turned, g[at(b)]);
    }
  }
  std::array<double, 8> values{};
  symmetric_eigenvalues(n, {sum.data(), at(n * n)}, {values.data(), at(n)});
  return values[at(n - 1)];  // ascending
}

/// V Σ ḡ_a ḡ_aᵀ / m_a of an element.
Mat3 mean_square(const LanePoints& of, const std::array<double, 8>& root) {
  Nodes mean{};
  double volume = 0.0;
  for (int p = 0; p < of.count; ++p) {
    const Nodes g = scaled_gradients(of, p, root);
    for (int a = 0; a < of.nodes; ++a) mean[at(a)] += of.weight(p) * g[at(a)];
    volume += of.weight(p);
  }
  Mat3 sum;
  for (int a = 0; a < of.nodes; ++a) sum += outer((1.0 / volume) * mean[at(a)], mean[at(a)]);
  return sum;
}

/// Q of the element in one slot. The unit matrix takes the place of the mean square where that is
/// nearly singular, as of slivers of a background mesh.
Mat3 gradient_bound_of(const ElementGroup& group, const LanePoints& of) {
  std::array<double, 8> root{};
  for (int a = 0; a < of.nodes; ++a) {
    root[at(a)] = std::sqrt(group.mass[at(group.node_place(of.pack, a, of.lane))]);
  }
  constexpr double kSingular = 1e-6;  // least over largest eigenvalue
  Mat3 mean = mean_square(of, root);
  const Vec3 value = spectrum_of(mean).value;
  const double least = std::min({value.x, value.y, value.z});
  if (!(least > kSingular * std::max({value.x, value.y, value.z}))) mean = identity();
  return largest_of(of, root, inverse(mean)) * mean;
}

/// λ_e of the element in one lane; infinite where its law has no bound.
/// @param stretch  Output of ElementKernels::stretch for its pack.
double bound_of(const ElementGroup& group, const ElementPacks& packs, int pack, int lane,
                const std::array<double, kStretchSize>& stretch) {
  const auto value = [&](int k) { return stretch[at(k * kElementLanes + lane)]; };
  const StretchRange range{.least_volume = value(kLeastVolume),
                           .most_volume = value(kMostVolume),
                           .mean_volume = value(kVolume) / value(kReference),
                           .least_square = value(kLeastSquare),
                           .most_square = value(kMostSquare),
                           .deviator = std::sqrt(value(kDeviator)),
                           .elastic = value(kElastic),
                           .mixed = packs.mixed};
  const BulkParameters parameters = LanePoints::parameters_at(packs, pack * kElementLanes + lane);
  const ModulusBound bound = law_of(group.model).modulus_bound(range, parameters);
  const double largest =
      group.gradient_bound[(at(pack) * kNumbers + kNumbers - 1) * kElementLanes + at(lane)];
  return bound.dilation * value(kTraceOfB) + bound.gradient * value(kLargestOfB) +
         bound.reference * largest;
}

/// Largest bound of the elements of one pack; not finite where the law has none.
double bound_of_pack(const ElementGroup& group, int pack, std::span<const Vec3> q) {
  const ElementPacks packs = element_packs(group);
  std::array<double, kStretchSize> stretch;
  element_kernels().stretch(packs, pack, q.data(), stretch.data());
  const int lanes = std::min(kElementLanes, group.element_count() - pack * kElementLanes);
  double largest = 0.0;
  for (int lane = 0; lane < lanes; ++lane) {
    const double bound = bound_of(group, packs, pack, lane, stretch);
    if (!(bound <= largest)) largest = bound;
  }
  return largest;
}

/// A pack and its bound.
struct BoundedPack {
  double bound = 0.0;
  const ElementGroup* group = nullptr;
  int pack = -1;

  void raise(const BoundedPack& other) {
    if (!(other.bound <= bound)) *this = other;
  }
};

/// Calls f(group, begin, end) for parts of the packs of each group and returns what they give,
/// raised in their order.
template <typename Result, typename Function>
Result raised_by_parts(const FiniteElementMesh& mesh, const Function& f) {
  Result result;
  for (const ElementGroup& group : mesh.group) {
    const int n = group.pack_count();
    const int size = (n + kParts - 1) / kParts;
    std::array<Result, kParts> part{};
    parallel_for(kParts, n < kSerialBelow ? kParts + 1 : 1, [&](int p) {
      part[at(p)] = f(group, std::min(n, p * size), std::min(n, (p + 1) * size));
    });
    for (const Result& of_part : part) result.raise(of_part);
  }
  return result;
}

BoundedPack largest_bound(const FiniteElementMesh& mesh, std::span<const Vec3> q) {
  return raised_by_parts<BoundedPack>(mesh, [&](const ElementGroup& group, int begin, int end) {
    BoundedPack largest;
    for (int pack = begin; pack < end; ++pack) {
      largest.raise({bound_of_pack(group, pack, q), &group, pack});
    }
    return largest;
  });
}

/// Largest of some numbers.
struct Largest {
  double value = 0.0;
  void raise(const Largest& other) { value = std::max(value, other.value); }
};

/// Bound from the eigenvalues of all packs whose bound is above kLoose times the largest that is
/// known, at first `known`.
double checked_bound(const FiniteElementMesh& mesh, std::span<const Vec3> q, double known) {
  const auto of_part = [&](const ElementGroup& group, int begin, int end) {
    Largest result;
    double exact = known;
    for (int pack = begin; pack < end; ++pack) {
      double bound = bound_of_pack(group, pack, q);
      if (!(bound <= kLoose * exact)) {
        bound = largest_pack_eigenvalue(group, pack, q);
        exact = std::max(exact, bound);
      }
      result.raise({bound});
    }
    return result;
  };
  return std::max(known, raised_by_parts<Largest>(mesh, of_part).value);
}

void set_gradient_bounds(int node_count, ElementGroup& group) {
  const int slots = group.pack_count() * kElementLanes;
  group.gradient_bound.assign(at(slots * kNumbers), 0.0);
  const std::vector<Vec3> none(at(node_count));
  const ElementPacks packs = element_packs(group);
  for (int slot = 0; slot < group.element_count(); ++slot) {
    const int pack = slot / kElementLanes;
    const int lane = slot % kElementLanes;
    const Mat3 Q = gradient_bound_of(group, LanePoints(packs, pack, lane, none.data()));
    const Vec3 value = spectrum_of(Q).value;
    const double numbers[kNumbers] = {Q(0, 0),
                                      Q(1, 1),
                                      Q(2, 2),
                                      Q(0, 1),
                                      Q(0, 2),
                                      Q(1, 2),
                                      std::max({value.x, value.y, value.z})};
    for (int k = 0; k < kNumbers; ++k) {
      group.gradient_bound[at((pack * kNumbers + k) * kElementLanes + lane)] = numbers[k];
    }
  }
}

}  // namespace

void set_gradient_bounds(FiniteElementMesh& mesh) {
  for (ElementGroup& group : mesh.group) {
    if (law_of(group.model).modulus_bound != nullptr) set_gradient_bounds(mesh.node_count(), group);
  }
}

double law_eigenvalue_bound(const FiniteElementMesh& mesh, std::span<const Vec3> q) {
  SOLFEC_ASSERT(count(q) == mesh.node_count());
  const BoundedPack largest = largest_bound(mesh, q);
  if (largest.group == nullptr) return 0.0;
  const double exact = largest_pack_eigenvalue(*largest.group, largest.pack, q);
  if (largest.bound <= kLoose * exact) return largest.bound;
  return checked_bound(mesh, q, exact);
}

}  // namespace solfec
