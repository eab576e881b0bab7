#include "contact/interface/dual_projection.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/count.h"
#include "geometry/collision/face_weights.h"
#include "math/small_cholesky.h"

namespace solfec {

namespace {

// Face by face: `add` integrates N_k N_l, N_k and N_k M_j over the triangles of the parts that lie
// over one own face; close_face then knows the functions ψ_k = ∫ N_k Σ_l (m⁻¹)_kl N_l of that face,
// with m_kl = ∫ N_k N_l, and adds ∫ ψ_k M_j to the terms of its nodes. A face that is covered to
// less than 99 % has no such functions: its nodes have no weights.

constexpr double kCovered = 0.99;    // of the area of a face
constexpr double kNoWeight = 1e-10;  // smaller ones are those of rounding

double loop_area(const PolyhedronView& piece, int face) {
  const auto loop = piece.face(face);
  const auto corner = [&](std::size_t k) { return piece.vertex[at(loop[k])]; };
  Vec3 sum;
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
    sum += cross(corner(k) - corner(0), corner(k + 1) - corner(0));
  }
  return 0.5 * norm(sum);
}

}  // namespace

void DualProjection::start(int unknowns) {
  first_ = nullptr;
  face_ = -1;
  corners_ = 0;
  sum_.assign(at(unknowns), 0.0);
  partial_.assign(at(unknowns), 0);
  terms_.clear();
}

void DualProjection::open_face(const Face& own) {
  first_ = own.piece.vertex.data();
  face_ = own.face;
  corners_ = count(own.number);
  area_ = loop_area(own.piece, own.face);
  covered_ = 0.0;
  mass_.fill(0.0);
  integral_.fill(0.0);
  other_.clear();
  if (corners_ <= kMostCorners) std::copy_n(own.number.begin(), corners_, unknown_.begin());
}

void DualProjection::close_face() {
  if (corners_ == 0) return;
  const int n = corners_;
  corners_ = 0;
  Matrix inverse{};
  const bool whole = n <= kMostCorners && covered_ >= kCovered * area_ &&
                     std::all_of(unknown_.begin(), unknown_.begin() + n,
                                 [](int unknown) { return unknown >= 0; }) &&
                     factor_cholesky(n, mass_.data());
  if (!whole) {
    for (int k = 0; k < std::min(n, kMostCorners); ++k) {
      if (unknown_[at(k)] >= 0) partial_[at(unknown_[at(k)])] = 1;
    }
    return;
  }
  invert_from_cholesky(n, mass_.data(), inverse.data());
  for (int k = 0; k < n; ++k) {
    sum_[at(unknown_[at(k)])] += integral_[at(k)];
    for (const Integrals& other : other_) {
      double value = 0.0;
      for (int l = 0; l < n; ++l) value += inverse[at(k + l * n)] * other.value[at(l)];
      terms_.push_back({unknown_[at(k)], other.node, integral_[at(k)] * value});
    }
  }
}

void DualProjection::add_triangle(const Face& own, const Face& other,
                                  const std::array<Vec3, 3>& corner) {
  const double area = 0.5 * norm(cross(corner[1] - corner[0], corner[2] - corner[0]));
  covered_ += area;
  std::array<double, kMostCorners> N{};
  std::array<double, kMostCorners> M{};
  const auto n = own.number.size();
  const auto m = other.number.size();
  for (std::size_t q = 0; q < 3; ++q) {  // exact for polynomials of degree two
    const Vec3 place = (corner[0] + corner[1] + corner[2] + 3.0 * corner[q]) / 6.0;
    face_weights(own.piece, own.face, place, std::span(N).first(n));
    face_weights(other.piece, other.face, place, std::span(M).first(m));
    const double weight = area / 3.0;
    for (std::size_t k = 0; k < n; ++k) {
      integral_[k] += weight * N[k];
      for (std::size_t l = 0; l < n; ++l) mass_[k + l * n] += weight * N[k] * N[l];
    }
    for (std::size_t j = 0; j < m; ++j) {
      auto found = std::find_if(other_.begin(), other_.end(), [&](const Integrals& integrals) {
        return integrals.node == other.number[j];
      });
      if (found == other_.end()) found = other_.insert(other_.end(), {other.number[j], {}});
      for (std::size_t k = 0; k < n; ++k) found->value[k] += weight * N[k] * M[j];
    }
  }
}

void DualProjection::add(const Face& own, const Face& other, std::span<const Vec3> polygon) {
  if (own.piece.vertex.data() != first_ || own.face != face_) {
    close_face();
    open_face(own);
  }
  if (count(own.number) > kMostCorners || count(other.number) > kMostCorners) return;
  Vec3 middle;
  for (const Vec3 p : polygon) middle += p;
  middle = middle / static_cast<double>(polygon.size());
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const std::size_t next = k + 1 < polygon.size() ? k + 1 : 0;
    add_triangle(own, other, {middle, polygon[k], polygon[next]});
  }
}

void DualProjection::finish() {
  close_face();
  std::stable_sort(terms_.begin(), terms_.end(), [](const Term& a, const Term& b) {
    return std::tie(a.unknown, a.node) < std::tie(b.unknown, b.node);
  });
}

bool DualProjection::weights(int unknown, NodeSpread& spread) const {
  if (partial_[at(unknown)] != 0 || !(sum_[at(unknown)] > 0.0)) return false;
  auto next = std::lower_bound(terms_.begin(), terms_.end(), unknown,
                               [](const Term& term, int value) { return term.unknown < value; });
  spread.count = 0;
  double total = 0.0;
  while (next != terms_.end() && next->unknown == unknown) {
    const int node = next->node;
    double weight = 0.0;
    for (; next != terms_.end() && next->unknown == unknown && next->node == node; ++next) {
      weight += next->value / sum_[at(unknown)];
    }
    if (std::abs(weight) < kNoWeight) continue;
    if (spread.count == NodeSpread::kMostNodes) return false;
    spread.node[at(spread.count)] = node;
    spread.weight[at(spread.count++)] = weight;
    total += weight;
  }
  for (int a = 0; a < spread.count; ++a) spread.weight[at(a)] /= total;
  return spread.count > 0;
}

}  // namespace solfec
