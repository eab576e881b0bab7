#include "body/finite_element/reduced_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "body/finite_element/rotation_projector.h"
#include "math/dense_panel.h"

namespace solfec {
namespace {

constexpr double kRigid = 1e-6;      // of a vector's mass norm: what is left of a rigid motion
constexpr double kDependent = 1e-6;  // of the rest of a vector: what others leave of it
constexpr int kLanes = 8;
constexpr std::array<Vec3, 3> kAxes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/// Sum of products with eight partial sums, of which compilers make vectors.
double product(const double* a, const double* b, std::size_t size) {
  std::array<double, kLanes> sums{};
  std::size_t i = 0;
  for (; i + kLanes <= size; i += kLanes) {
    for (std::size_t k = 0; k < kLanes; ++k) sums[k] += a[i + k] * b[i + k];
  }
  double sum = 0.0;
  for (; i < size; ++i) sum += a[i] * b[i];
  for (const double one : sums) sum += one;
  return sum;
}

const double* numbers(std::span<const Vec3> v) { return &v[0].x; }

double mass_product(const FiniteElementMesh& mesh, std::span<const Vec3> a,
                    std::span<const Vec3> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += mesh.mass[i] * dot(a[i], b[i]);
  return sum;
}

/// A base on its way to a model.
class Builder {
 public:
  Builder(const ReducedBase& base, const FiniteElementMesh& mesh, const SurfaceIntegrals& surface,
          const BlockCsr& K)
      : base_(base), mesh_(mesh), surface_(surface), K_(K), nodes_(at(mesh.node_count())) {}

  ReducedModel build() {
    check_size();
    set_arms();
    for (int k = 0; k < base_.count(); ++k) add_vector(k);
    model_.modes = count(kept_);
    for (const std::vector<Vec3>& one : kept_) {
      model_.shape.insert(model_.shape.end(), numbers(one), numbers(one) + 3 * one.size());
    }
    set_square_matrices();
    return std::move(model_);
  }

 private:
  [[nodiscard]] std::string name() const {
    return base_.label.empty() ? std::string("'base'") : cat("base '", base_.label, "'");
  }

  void check_size() const {
    const std::size_t wanted = 3 * nodes_ * at(base_.count());
    if (base_.vector.size() == wanted) return;
    throw InputError(cat("Modal analysis data size and mesh size do not match: ", name(), " has ",
                         base_.vector.size(), " numbers in ", base_.count(), " vectors, ",
                         3 * nodes_, " each are wanted (three for each of the ", nodes_,
                         " nodes of the mesh)"));
  }

  void set_arms() {
    Vec3 sum;
    for (std::size_t a = 0; a < nodes_; ++a) {
      model_.mass += mesh_.mass[a];
      sum += mesh_.mass[a] * mesh_.node[a];
    }
    const Vec3 center = sum / model_.mass;
    model_.arm.resize(nodes_);
    for (std::size_t a = 0; a < nodes_; ++a) model_.arm[a] = mesh_.node[a] - center;
  }

  /// Scales a vector to the mass norm 1; its K norm is then ω².
  std::vector<Vec3> scaled_vector(int k) const {
    std::vector<Vec3> v(nodes_);
    const double* from = base_.vector.data() + 3 * nodes_ * at(k);
    for (Vec3& one : v) {
      one = {from[0], from[1], from[2]};
      from += 3;
    }
    const double norm = std::sqrt(mass_product(mesh_, v, v));
    if (!(norm > 0.0) || !std::isfinite(norm)) {
      throw InputError(cat(name(), " must have vectors that are not zero, vector ", k, " is"));
    }
    for (Vec3& one : v) one = one / norm;
    return v;
  }

  /// Takes the rigid motion away that the frame of form 'BC' and the mass centre follow.
  void take_rigid_motion(std::vector<Vec3>& v) const {
    const std::vector<Vec3> rest(nodes_);
    const Vec3 turn = RotationProjector(mesh_, surface_, identity(), rest).spin(v);
    for (std::size_t a = 0; a < nodes_; ++a) v[a] -= cross(turn, model_.arm[a]);
    Vec3 mean;
    for (std::size_t a = 0; a < nodes_; ++a) mean += mesh_.mass[a] * v[a];
    mean = mean / model_.mass;
    for (Vec3& one : v) one -= mean;
  }

  void add_vector(int k) {
    std::vector<Vec3> v = scaled_vector(k);
    std::vector<Vec3> force(nodes_);
    multiply(K_, v, force);
    const double frequency =
        std::sqrt(std::fmax(0.0, product(numbers(v), numbers(force), 3 * nodes_)));
    take_rigid_motion(v);
    const double left = std::sqrt(mass_product(mesh_, v, v));
    if (left < kRigid) return;
    check_independent(k, v, left);
    kept_.push_back(std::move(v));
    if (!base_.ratio.empty()) {
      model_.ratio_damping.push_back(2.0 * base_.ratio[at(k)] * frequency);
    }
  }

  /// Gram-Schmidt, twice, on a copy.
  void check_independent(int k, std::vector<Vec3> v, double norm) {
    for (int pass = 0; pass < 2; ++pass) {
      for (const std::vector<Vec3>& other : orthonormal_) {
        const double share = mass_product(mesh_, v, other);
        for (std::size_t a = 0; a < nodes_; ++a) v[a] -= share * other[a];
      }
    }
    const double left = std::sqrt(mass_product(mesh_, v, v));
    if (!(left > kDependent * norm)) {
      throw InputError(cat(name(), " must have independent vectors, vector ", k,
                           " is a combination of earlier ones and rigid motions"));
    }
    for (Vec3& one : v) one = one / left;
    orthonormal_.push_back(std::move(v));
  }

  using Vectors = std::vector<std::vector<Vec3>>;

  /// aᵢᵀ bⱼ at m j + i.
  [[nodiscard]] std::vector<double> products(const Vectors& a, const Vectors& b) const {
    std::vector<double> all;
    all.reserve(a.size() * b.size());
    for (const std::vector<Vec3>& right : b) {
      for (const std::vector<Vec3>& left : a) {
        all.push_back(product(numbers(left), numbers(right), 3 * nodes_));
      }
    }
    return all;
  }

  static Vec3 cross_product(std::span<const Vec3> a, std::span<const Vec3> b) {
    Vec3 sum;
    for (std::size_t i = 0; i < a.size(); ++i) sum += cross(a[i], b[i]);
    return sum;
  }

  [[nodiscard]] Vectors times_stiffness(const Vectors& all) const {
    Vectors forces(all.size(), std::vector<Vec3>(nodes_));
    for (std::size_t k = 0; k < all.size(); ++k) multiply(K_, all[k], forces[k]);
    return forces;
  }

  void set_square_matrices() {
    Vectors momentum = kept_;
    for (std::vector<Vec3>& one : momentum) {
      for (std::size_t a = 0; a < nodes_; ++a) one[a] *= mesh_.mass[a];
    }
    model_.mass_matrix = products(kept_, momentum);
    [[maybe_unused]] const bool definite =
        model_.mass_factor.factor(model_.mass_matrix, model_.modes);
    SOLFEC_ASSERT(definite);
    for (const std::vector<Vec3>& right : momentum) {
      model_.arm_coupling.push_back(cross_product(model_.arm, right));
      for (const std::vector<Vec3>& left : kept_) {
        model_.vector_coupling.push_back(cross_product(left, right));
      }
    }
    model_.stiffness = products(kept_, times_stiffness(kept_));
    std::array<Vectors, 3> turned;
    for (std::size_t k = 0; k < 3; ++k) {
      turned[k] = kept_;
      for (std::vector<Vec3>& one : turned[k]) {
        for (Vec3& node : one) node = cross(kAxes[k], node);
      }
    }
    for (std::size_t l = 0; l < 3; ++l) {
      const Vectors forces = times_stiffness(turned[l]);
      model_.turned[l] = products(kept_, forces);
      for (std::size_t k = 0; k < 3; ++k) {
        model_.turned_twice[3 * k + l] = products(turned[k], forces);
      }
    }
  }

  const ReducedBase& base_;
  const FiniteElementMesh& mesh_;
  const SurfaceIntegrals& surface_;
  const BlockCsr& K_;
  std::size_t nodes_;
  ReducedModel model_;
  Vectors kept_;
  Vectors orthonormal_;
};

}  // namespace

bool DenseFactor::factor(std::vector<double> matrix, int size) {
  SOLFEC_ASSERT(matrix.size() == at(size) * at(size));
  L_ = std::move(matrix);
  size_ = size;
  return size == 0 || cholesky({L_.data(), size, size, size});
}

void DenseFactor::forward(std::span<double> x) const {
  SOLFEC_ASSERT(count(x) == size_);
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double* column = L_.data() + x.size() * j;
    const double value = x[j] /= column[j];
    for (std::size_t i = j + 1; i < x.size(); ++i) x[i] -= value * column[i];
  }
}

void DenseFactor::backward(std::span<double> x) const {
  SOLFEC_ASSERT(count(x) == size_);
  for (std::size_t j = x.size(); j-- > 0;) {
    const double* column = L_.data() + x.size() * j;
    const std::size_t below = j + 1;
    x[j] = (x[j] - product(column + below, x.data() + below, x.size() - below)) / column[j];
  }
}

std::shared_ptr<const ReducedModel> make_reduced_model(const ReducedBase& base,
                                                       const FiniteElementMesh& mesh,
                                                       const SurfaceIntegrals& surface,
                                                       const BlockCsr& K) {
  return std::make_shared<const ReducedModel>(Builder(base, mesh, surface, K).build());
}

void combine(const ReducedModel& model, std::span<const double> z, std::span<Vec3> v) {
  SOLFEC_ASSERT(count(z) == model.modes && v.size() == model.arm.size());
  const std::size_t size = 3 * v.size();
  std::fill(v.begin(), v.end(), Vec3{});
  double* const to = &v[0].x;
  const double* column = model.shape.data();
  std::size_t j = 0;
  for (; j + 2 <= z.size(); j += 2, column += 2 * size) {  // half as many reads
    const double a = z[j];
    const double b = z[j + 1];
    for (std::size_t i = 0; i < size; ++i) to[i] += a * column[i] + b * column[size + i];
  }
  if (j == z.size()) return;
  for (std::size_t i = 0; i < size; ++i) to[i] += z[j] * column[i];
}

void project(const ReducedModel& model, std::span<const Vec3> f, std::span<double> g) {
  SOLFEC_ASSERT(count(g) == model.modes && f.size() == model.arm.size());
  const std::size_t size = 3 * f.size();
  for (std::size_t j = 0; j < g.size(); ++j) {
    g[j] = product(model.shape.data() + size * j, numbers(f), size);
  }
}

void multiply_square(const std::vector<double>& S, std::span<const double> x, std::span<double> y) {
  std::fill(y.begin(), y.end(), 0.0);
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double* column = S.data() + x.size() * j;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += x[j] * column[i];
  }
}

}  // namespace solfec
