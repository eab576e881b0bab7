#include "solver/mixed_problem.h"

#include <random>
#include <utility>

#include <Eigen/Dense>

#include "solver/row/row_reaction.h"

namespace solfec {
namespace {

constexpr double kStep = 0.01;

class Builder {
 public:
  Builder(const Mixture& mixture, unsigned seed) : mixture_(mixture), rng_(seed) {
    problem_.step = kStep;
  }

  LocalDynamics build() {
    for (int s = 0; s < mixture_.bodies; ++s) add_slot(mixture_.soft ? s % 3 : 0);
    for (int k = 0; k < mixture_.pairs; ++k) add_manifold();
    if (mixture_.obstacles) add_row(ConstraintKind::contact, -1, -1);
    for (int i = 0; i < problem_.size(); ++i) {
      problem_.W_diagonal.push_back(problem_.body_space.diagonal(i));
    }
    return std::move(problem_);
  }

 private:
  double number() { return unit_(rng_); }
  Vec3 vector() { return {number(), number(), number()}; }
  bool once_in(unsigned n) { return rng_() % n == 0; }

  void add_slot(int kind) {
    const double inverse_mass = kStep * (1.5 + number());
    BodyOperator& W = problem_.body_space;
    if (kind == 2) {
      using Matrix9 = Eigen::Matrix<double, 9, 9>;
      const Matrix9 root = Matrix9::NullaryExpr([this] { return number(); });
      DenseInverse inverse;
      Eigen::Map<Matrix9>(inverse.data()) = root * root.transpose() + Matrix9::Identity();
      W.add_dense_slot(inverse, kStep, inverse_mass);
      return;
    }
    Mat3 root;
    for (double& entry : root.m) entry = number();
    const Mat3 inverse = kStep * (root * transpose(root) + identity());
    W.add_slot(kind == 0 ? SlotKind::rigid : SlotKind::affine, inverse, inverse_mass);
  }

  void add_manifold() {
    std::uniform_int_distribution<int> any(-1, mixture_.bodies - 1);
    const int a = any(rng_);
    const int b = any(rng_);
    if (a == b) return;
    for (int rows = 1 + static_cast<int>(rng_() % 4); rows > 0; --rows) {
      const bool turned = once_in(4);
      add_row(random_kind(), turned ? b : a, turned ? a : b);
    }
  }

  ConstraintKind random_kind() {
    constexpr ConstraintKind kJoints[] = {
        ConstraintKind::fixed_point, ConstraintKind::fixed_direction,
        ConstraintKind::velocity_direction, ConstraintKind::rigid_link};
    const unsigned choice = static_cast<unsigned>(rng_() % 10);
    if (choice == 0 && mixture_.joints) return kJoints[rng_() % 4];
    if (choice == 1 && mixture_.springs) return ConstraintKind::spring_dashpot;
    return ConstraintKind::contact;
  }

  void add_row(ConstraintKind kind, int master, int slave) {
    const Vec3 n = normalized(vector());
    const Vec3 t = normalized(cross(n, vector()));
    problem_.body_space.add_row(
        {from_columns(t, cross(n, t), n), vector(), vector(), master, slave});
    constexpr double kFriction[] = {0.0, 0.3, 0.8, 3.0};
    RowLaw law;
    law.kind = kind;
    if (is_contact(kind)) {
      law.friction = kFriction[rng_() % 4];
      law.open = once_in(8);
    }
    if (kind == ConstraintKind::contact) {
      if (once_in(3)) law.velocity_shift = 0.3 * number();
      law.bonded = once_in(5);
      if (law.bonded) law.cohesion = 2.0 + number();
    }
    law.spring = 2e3;
    law.dashpot = 10.0;
    law.gap = 0.01 * number();
    law.target = kind == ConstraintKind::rigid_link ? 1.0 + 1e-3 * number() : number();
    law.link = {0.0, 0.0, 1.0};
    problem_.law.push_back(law);
    problem_.V.push_back(vector());
    problem_.B.push_back(vector());
  }

  Mixture mixture_;
  std::mt19937 rng_;
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
  LocalDynamics problem_;
};

}  // namespace

LocalDynamics mixed_problem(const Mixture& mixture, unsigned seed) {
  return Builder(mixture, seed).build();
}

std::vector<Vec3> random_reactions(const LocalDynamics& problem, double force, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> unit(-force, force);
  std::vector<Vec3> R(problem.law.size());
  for (std::size_t i = 0; i < R.size(); ++i) {
    const Vec3 any{unit(rng), unit(rng), unit(rng)};
    if (!stays_at_rest(problem.law[i], problem.W_diagonal[i])) R[i] = any;
  }
  return R;
}

std::vector<Vec3> velocities_by_blocks(const LocalDynamics& problem, const std::vector<Vec3>& R) {
  std::vector<Vec3> U = problem.B;
  for (int i = 0; i < problem.size(); ++i) {
    for (int j = 0; j < problem.size(); ++j) {
      U[static_cast<std::size_t>(i)] +=
          problem.body_space.block(i, j) * R[static_cast<std::size_t>(j)];
    }
  }
  return U;
}

}  // namespace solfec
