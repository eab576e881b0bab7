#include "local_dynamics/body_velocities.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // relative to numbers of size one

Eigen::Map<const Eigen::Matrix3d> as_matrix(const Mat3& a) {
  return Eigen::Map<const Eigen::Matrix3d>(a.m);
}
Eigen::Vector3d as_vector(Vec3 a) { return {a.x, a.y, a.z}; }
// First component of the i-th triple.
Eigen::Index first_of(int i) { return Eigen::Index{3} * i; }

/// Random bodies of all kinds and random rows among them, with H and M⁻¹ written out densely.
class BodySpaceProperty : public ::testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    rng_.seed(GetParam());
    for (int s = 0; s < kSlots; ++s) {
      if (s == 1 || s == 6) {
        add_nodal_slot(9 + s);
      } else if (s % 3 == 2) {
        add_dense_slot();
      } else {
        add_slot(s % 3 == 0 ? SlotKind::rigid : SlotKind::affine);
      }
    }
    inverse_mass_ = Eigen::MatrixXd::Zero(size_, size_);
    for (int s = 0; s < kSlots; ++s) fill_inverse_mass(s);
    H_ = Eigen::MatrixXd::Zero(Eigen::Index{3} * kRows, size_);
    for (int i = 0; i < kRows; ++i) add_row(i);
    W_ = H_ * inverse_mass_ * H_.transpose();
    v_.start(op_);
  }

  static constexpr int kSlots = 7;
  static constexpr int kRows = 20;

  double number() { return unit_(rng_); }
  Vec3 vector() { return {number(), number(), number()}; }

  std::vector<Vec3> reactions() {
    std::vector<Vec3> R(kRows);
    for (Vec3& reaction : R) reaction = vector();
    return R;
  }

  void add_slot(SlotKind kind) {
    Eigen::Matrix3d root = Eigen::Matrix3d::NullaryExpr([this] { return number(); });
    const Eigen::Matrix3d A = root * root.transpose() + Eigen::Matrix3d::Identity();
    Mat3 a;
    Eigen::Map<Eigen::Matrix3d>(a.m) = A;
    const double inverse_mass = 1.5 + number();
    EXPECT_EQ(op_.add_slot(kind, a, inverse_mass), static_cast<int>(A_.size()));
    A_.push_back(A);
    a_.push_back(inverse_mass);
    start_.push_back(size_);
    size_ += kind == SlotKind::rigid ? 6 : 12;
  }

  void add_dense_slot() {
    using Matrix9 = Eigen::Matrix<double, 9, 9>;
    const Matrix9 root = Matrix9::NullaryExpr([this] { return number(); });
    const Matrix9 inverse = root * root.transpose() + Matrix9::Identity();
    DenseInverse entries;
    Eigen::Map<Matrix9>(entries.data()) = inverse;
    const double inverse_mass = 1.5 + number();
    constexpr double kStep = 0.25;
    EXPECT_EQ(op_.add_dense_slot(entries, kStep, inverse_mass), static_cast<int>(A_.size()));
    A_.push_back(kStep * inverse);
    a_.push_back(inverse_mass);
    start_.push_back(size_);
    size_ += 12;
  }

  void add_nodal_slot(int nodes) {
    constexpr double kStep = 0.5;
    Eigen::VectorXd inverse(nodes);
    EXPECT_EQ(op_.add_nodal_slot(), static_cast<int>(A_.size()));
    for (int k = 0; k < nodes; ++k) {
      inverse[k] = kStep / (1.5 + number());
      EXPECT_EQ(op_.add_node(static_cast<int>(A_.size()), inverse[k]), k);
    }
    A_.emplace_back(inverse);
    a_.push_back(0.0);
    start_.push_back(size_);
    size_ += 3 * nodes;
  }

  /// Some different nodes with weights of any sign.
  NodalPoint random_point(int slot) {
    NodalPoint point;
    if (slot < 0 || op_.slot_kind(slot) != SlotKind::nodal) return point;
    std::vector<int> nodes(static_cast<std::size_t>(A_[std::size_t(slot)].rows()));
    std::iota(nodes.begin(), nodes.end(), 0);
    std::shuffle(nodes.begin(), nodes.end(), rng_);
    const int most = std::min(NodalPoint::kMostNodes, count(nodes));
    point.count = std::uniform_int_distribution<int>(1, most)(rng_);
    for (int k = 0; k < point.count; ++k) {
      point.node[k] = nodes[std::size_t(k)];
      point.weight[k] = number();
    }
    return point;
  }

  std::vector<double> slot_velocity(int s) const {
    if (op_.slot_kind(s) != SlotKind::nodal) {
      const auto v = v_.slot_velocity(s);
      return {v.begin(), v.end()};
    }
    std::vector<double> v;
    for (const NodeSlot& node : v_.node_velocities(s)) v.insert(v.end(), node.v, node.v + 3);
    return v;
  }

  // M⁻¹ by definition: nodal h / m; rigid (A, a 1); affine: A acts on the rows of Ḟ, which is
  // stored by columns; dense: A acts on all nine entries of Ḟ.
  void fill_inverse_mass(int s) {
    const int at = start_[std::size_t(s)];
    if (op_.slot_kind(s) == SlotKind::nodal) {
      const Eigen::MatrixXd& inverse = A_[std::size_t(s)];
      for (Eigen::Index k = 0; k < 3 * inverse.rows(); ++k) {
        inverse_mass_(at + k, at + k) = inverse(k / 3, 0);
      }
      return;
    }
    if (op_.slot_kind(s) == SlotKind::rigid) {
      inverse_mass_.block<3, 3>(at, at) = A_[std::size_t(s)];
      inverse_mass_.block<3, 3>(at + 3, at + 3).setIdentity();
      inverse_mass_.block<3, 3>(at + 3, at + 3) *= a_[std::size_t(s)];
      return;
    }
    inverse_mass_.block<3, 3>(at + 9, at + 9) = a_[std::size_t(s)] * Eigen::Matrix3d::Identity();
    if (op_.slot_kind(s) == SlotKind::dense) {
      inverse_mass_.block<9, 9>(at, at) = A_[std::size_t(s)];
      return;
    }
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) {
        inverse_mass_.block<3, 3>(at + 3 * j, at + 3 * k) =
            A_[std::size_t(s)](j, k) * Eigen::Matrix3d::Identity();
      }
    }
  }

  // Point velocity per slot velocity: rigid ω x r + v; affine Σ_j Ḟ(:, j) X_j + v.
  // Nodal Σ w v.
  void add_side(int i, int slot, Vec3 arm, const Mat3& frame, double sign) {
    if (slot < 0) return;
    if (op_.slot_kind(slot) == SlotKind::nodal) {
      const NodalPoint& point = points_[std::size_t(i)][sign > 0.0 ? 0 : 1];
      for (int k = 0; k < point.count; ++k) {
        H_.block<3, 3>(first_of(i), start_[std::size_t(slot)] + first_of(point.node[k])) +=
            sign * point.weight[k] * as_matrix(frame).transpose();
      }
      return;
    }
    const bool rigid = op_.slot_kind(slot) == SlotKind::rigid;
    Eigen::MatrixXd N = Eigen::MatrixXd::Zero(3, rigid ? 6 : 12);
    if (rigid) {
      for (int j = 0; j < 3; ++j) {
        N.col(j) = Eigen::Vector3d::Unit(j).cross(as_vector(arm));
      }
    } else {
      for (int j = 0; j < 3; ++j) N.block<3, 3>(0, first_of(j)).diagonal().setConstant(arm[j]);
    }
    N.rightCols<3>().setIdentity();
    H_.block(first_of(i), start_[std::size_t(slot)], 3, N.cols()) +=
        sign * as_matrix(frame).transpose() * N;
  }

  void add_row(int i) {
    std::uniform_int_distribution<int> any(-1, kSlots - 1);
    RowJacobian row;
    const Vec3 n = normalized(vector());
    const Vec3 t = normalized(cross(n, vector()));
    row.frame = from_columns(t, cross(n, t), n);
    row.master = any(rng_);
    row.slave = i == 0 ? row.master : any(rng_);  // the first row joins a body with itself
    row.master_arm = vector();
    row.slave_arm = vector();
    op_.add_row(row);
    points_.push_back({random_point(row.master), random_point(row.slave)});
    op_.set_points(i, points_.back()[0], points_.back()[1]);
    add_side(i, row.master, row.master_arm, row.frame, 1.0);
    add_side(i, row.slave, row.slave_arm, row.frame, -1.0);
  }

  BodyOperator op_;
  BodyVelocities v_;
  std::vector<double> a_;
  Eigen::MatrixXd inverse_mass_;
  Eigen::MatrixXd H_;
  Eigen::MatrixXd W_;

 private:
  std::mt19937 rng_;
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
  std::vector<Eigen::MatrixXd> A_;
  std::vector<std::array<NodalPoint, 2>> points_;
  std::vector<int> start_;
  int size_ = 0;
};

TEST_P(BodySpaceProperty, BlocksMatchTheDenseProduct) {
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kRows; ++j) {
      const Mat3 block = op_.block(i, j);
      const auto difference = as_matrix(block) - W_.block<3, 3>(first_of(i), first_of(j));
      EXPECT_LE(difference.cwiseAbs().maxCoeff(), kTol) << i << " " << j;
    }
    const Mat3 difference = op_.diagonal(i) - op_.block(i, i);
    EXPECT_LE(as_matrix(difference).cwiseAbs().maxCoeff(), kTol) << i;
  }
}

TEST_P(BodySpaceProperty, GatherAfterResetMatchesTheDenseProduct) {
  const std::vector<Vec3> R = reactions();
  v_.reset(R);
  const Eigen::Map<const Eigen::VectorXd> flat(&R[0].x, first_of(kRows));
  const Eigen::VectorXd u = W_ * flat;
  for (int i = 0; i < kRows; ++i) {
    EXPECT_LE((as_vector(v_.gather(i)) - u.segment<3>(first_of(i))).norm(), 10 * kTol);
  }
  v_.reset(R);  // twice the same is the same, not the double
  EXPECT_LE((as_vector(v_.gather(1)) - u.segment<3>(3)).norm(), 10 * kTol);
}

TEST_P(BodySpaceProperty, SlotVelocityIsInverseMassTimesTransposedJacobian) {
  const std::vector<Vec3> R = reactions();
  v_.reset(R);
  const Eigen::Map<const Eigen::VectorXd> flat(&R[0].x, first_of(kRows));
  const Eigen::VectorXd v = inverse_mass_ * H_.transpose() * flat;
  int at = 0;
  for (int s = 0; s < kSlots; ++s) {
    for (const double component : slot_velocity(s)) {
      EXPECT_NEAR(component, v[at], 10 * kTol);
      ++at;
    }
  }
  EXPECT_EQ(at, v.size());
}

TEST_P(BodySpaceProperty, ScatteredChangesEqualAReset) {
  const std::vector<Vec3> before = reactions();
  std::vector<Vec3> after = before;
  v_.reset(before);
  for (int i = 0; i < kRows; ++i) {
    const Vec3 change = vector();
    after[std::size_t(i)] += change;
    v_.scatter(i, change);
  }
  std::vector<Vec3> scattered(kRows);
  for (int i = 0; i < kRows; ++i) scattered[std::size_t(i)] = v_.gather(i);
  v_.reset(after);
  for (int i = 0; i < kRows; ++i) {
    EXPECT_LE(norm(v_.gather(i) - scattered[std::size_t(i)]), 10 * kTol);
  }
}

// v of the slots in the order of the storage: rigid ones, then affine and dense ones, then nodes.
TEST_P(BodySpaceProperty, CopiedVelocitiesAreThoseOfTheSlotsByStorage) {
  v_.reset(reactions());
  std::vector<double> copied;
  v_.copy_velocities(copied);
  ASSERT_EQ(copied.size(), v_.velocity_count());
  std::vector<double> expected;
  const auto storage = [&](int s) {
    if (op_.slot_kind(s) == SlotKind::rigid) return 0;
    return op_.slot_kind(s) == SlotKind::nodal ? 2 : 1;
  };
  for (const int part : {0, 1, 2}) {
    for (int s = 0; s < kSlots; ++s) {
      if (storage(s) != part) continue;
      const std::vector<double> v = slot_velocity(s);
      expected.insert(expected.end(), v.begin(), v.end());
    }
  }
  EXPECT_EQ(copied, expected);
  v_.stop();
  for (int s = 0; s < kSlots; ++s) {
    for (const double component : slot_velocity(s)) EXPECT_EQ(component, 0.0);
  }
}

// v is linear in R, so extrapolated velocities belong to equally extrapolated reactions.
TEST_P(BodySpaceProperty, ExtrapolationOfVelocitiesIsThatOfReactions) {
  constexpr double kBeta = 0.7;
  std::vector<Vec3> x = reactions();
  std::vector<Vec3> direction = reactions();
  const std::vector<Vec3> next = reactions();
  const auto velocities = [&](const std::vector<Vec3>& R) {
    std::vector<double> v;
    v_.reset(R);
    v_.copy_velocities(v);
    return v;
  };
  std::vector<double> start = velocities(x);
  std::vector<double> slot_direction = velocities(direction);
  v_.reset(next);
  v_.extrapolate(kBeta, 1.0, start, slot_direction);
  std::vector<double> found;
  v_.copy_velocities(found);
  EXPECT_EQ(start, found);  // those before the next sweep

  std::vector<Vec3> expected(kRows);
  for (std::size_t i = 0; i < kRows; ++i) {
    expected[i] = next[i] + kBeta * direction[i];
    direction[i] = kBeta * direction[i] - (x[i] - next[i]);
  }
  const std::vector<double> expected_velocity = velocities(expected);
  const std::vector<double> expected_direction = velocities(direction);
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_NEAR(found[k], expected_velocity[k], 10 * kTol);
    EXPECT_NEAR(slot_direction[k], expected_direction[k], 10 * kTol);
  }
}

TEST_P(BodySpaceProperty, PlacesLeadToTheInversesOfTheSlots) {
  for (int s = 0; s < kSlots; ++s) {
    if (op_.slot_kind(s) == SlotKind::nodal) continue;
    const auto place = static_cast<std::size_t>(op_.slot_place(s));
    const bool rigid = op_.slot_kind(s) == SlotKind::rigid;
    const double a = rigid ? op_.rigid_slots()[place].scaled_inverse_mass
                           : op_.affine_slots()[place].scaled_inverse_mass;
    EXPECT_EQ(a, a_[std::size_t(s)]);
    const bool dense = op_.slot_kind(s) == SlotKind::dense;
    EXPECT_EQ(!rigid && op_.affine_slots()[place].dense >= 0, dense);
  }
}

TEST_P(BodySpaceProperty, TheOperatorStaysAtRestAndAStartIsAtRest) {
  v_.reset(reactions());
  const BodyVelocities other(op_);
  for (int i = 0; i < kRows; ++i) EXPECT_EQ(other.gather(i), Vec3{});
  for (const RigidSlot& slot : op_.rigid_slots()) {
    for (const double v : slot.v) EXPECT_EQ(v, 0.0);
  }
  v_.start(op_);
  for (int i = 0; i < kRows; ++i) EXPECT_EQ(v_.gather(i), Vec3{});
}

INSTANTIATE_TEST_SUITE_P(Seeds, BodySpaceProperty, ::testing::Values(1U, 2U, 3U, 4U, 5U));

TEST(BodyVelocities, MasterMovesAlongTheNormalAndSlaveAgainstIt) {
  BodyOperator op;
  op.add_slot(SlotKind::rigid, identity(), 0.5);
  op.add_slot(SlotKind::rigid, identity(), 0.25);
  RowJacobian row;
  row.frame = identity();
  row.master = 0;
  row.slave = 1;
  op.add_row(row);
  const Vec3 R[] = {{0, 0, 4}};
  BodyVelocities v(op);
  v.reset(R);
  EXPECT_EQ(v.slot_velocity(0)[5], 2.0);
  EXPECT_EQ(v.slot_velocity(1)[5], -1.0);
  EXPECT_EQ(v.gather(0), (Vec3{0, 0, 3}));
}

TEST(BodyOperator, ClearForgetsSlotsAndRows) {
  BodyOperator op;
  op.add_slot(SlotKind::affine, identity(), 1.0);
  op.add_row({});
  EXPECT_EQ(BodyVelocities(op).gather(0), (Vec3{}));  // both sides fixed in space
  op.clear();
  EXPECT_EQ(op.row_count(), 0);
  EXPECT_EQ(op.slot_count(), 0);
}

}  // namespace
}  // namespace solfec
