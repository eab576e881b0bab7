#include "solver/newton/gmres.h"

#include <algorithm>

namespace solfec::detail {

void reserve_gmres(GmresWorkspace& work, std::size_t n, std::size_t most) {
  const auto grow = [](auto& vector, std::size_t size) {
    if (vector.size() < size) vector.resize(size);
  };
  grow(work.basis, n * (most + 1));
  grow(work.hessenberg, (most + 1) * most);
  grow(work.cosine, most);
  grow(work.sine, most);
  grow(work.rhs, most + 1);
}

void rotate_column(GmresWorkspace& work, std::size_t column, std::size_t stride) {
  double* h = &work.hessenberg[column * stride];
  for (std::size_t j = 0; j < column; ++j) {
    const double upper = work.cosine[j] * h[j] + work.sine[j] * h[j + 1];
    h[j + 1] = work.cosine[j] * h[j + 1] - work.sine[j] * h[j];
    h[j] = upper;
  }
  const double length = std::hypot(h[column], h[column + 1]);
  const bool regular = length > 0.0;
  work.cosine[column] = regular ? h[column] / length : 1.0;
  work.sine[column] = regular ? h[column + 1] / length : 0.0;
  h[column] = length;
  h[column + 1] = 0.0;
  work.rhs[column + 1] = -work.sine[column] * work.rhs[column];
  work.rhs[column] *= work.cosine[column];
}

void combine_basis(GmresWorkspace& work, std::size_t size, std::size_t stride, std::span<Vec3> x) {
  constexpr double kSingular = 1e-14;  // of the largest diagonal entry: that direction is left out
  double largest = 0.0;
  for (std::size_t j = 0; j < size; ++j) {
    largest = std::max(largest, std::fabs(work.hessenberg[j * stride + j]));
  }
  for (std::size_t j = size; j-- > 0;) {
    const double pivot = work.hessenberg[j * stride + j];
    double& weight = work.rhs[j];
    weight = std::fabs(pivot) > kSingular * largest ? weight / pivot : 0.0;
    for (std::size_t i = 0; i < j; ++i) work.rhs[i] -= work.hessenberg[j * stride + i] * weight;
    add_multiple(weight, std::span(work.basis).subspan(j * x.size(), x.size()), x);
  }
}

}  // namespace solfec::detail
