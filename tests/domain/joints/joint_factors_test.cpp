#include "domain/joints/joint_factors.h"

#include <cmath>

#include "domain/finite_element_fixture.h"
#include "domain/joints/joint_impulses.h"
#include "math/rotation.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

/// A row as iterate_impulses takes it, with the references of its points.
struct TestEnd {
  bool in_space = true;
  BodyRef body;
  Vec3 reference;
  BodyPoint point;
};
struct TestRow {
  TestEnd master;
  TestEnd slave;
  bool is_point{};
  Vec3 n;
  Mat3 inverse;
  Vec3 impulse;
  Vec3 residual;
};

/// Rows between bodies of all kinds, whose velocities are the products with A.
class JointFactorsTest : public FiniteElementFixture {
 protected:
  [[nodiscard]] TestEnd end_at(BodyId id, Vec3 place) const {
    if (id == 0) return {true, {}, place, {}};
    const BodyRef body = domain_.body_ref(id);
    return {false, body, place, domain_.bodies.point(body, place)};
  }
  Mat3 mobility(const TestEnd& end) const {
    return end.in_space ? Mat3{} : domain_.bodies.mobility(end.body, end.point);
  }
  void add_row(BodyId master, BodyId slave, Vec3 place, bool is_point, Vec3 n = {0, 0, 1}) {
    TestRow row{end_at(master, place), end_at(slave, place), is_point, n, {}, {}, {}};
    const Mat3 both = mobility(row.master) + mobility(row.slave);
    row.inverse = is_point ? inverse(both) : (1.0 / dot(n, both * n)) * outer(n, n);
    rows_.push_back(row);
  }
  void kick(const std::vector<Vec3>& p) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const TestRow& row = rows_[i];
      if (!row.master.in_space) domain_.bodies.kick(row.master.body, row.master.point, p[i]);
      if (!row.slave.in_space) domain_.bodies.kick(row.slave.body, row.slave.point, -p[i]);
    }
  }
  [[nodiscard]] Vec3 velocity(const TestRow& row) const {
    const auto of = [&](const TestEnd& end) {
      return end.in_space ? Vec3{} : domain_.bodies.velocity(end.body, end.reference);
    };
    const Vec3 relative = of(row.master) - of(row.slave);
    return row.is_point ? relative : dot(row.n, relative) * row.n;
  }
  /// Impulses of all directions of the rows, numbers of order one.
  std::vector<Vec3> some_impulses() {
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    std::vector<Vec3> p;
    for (const TestRow& row : rows_) {
      const Vec3 all{number(rng_), number(rng_), number(rng_)};
      p.push_back(row.is_point ? all : all.x * row.n);
    }
    return p;
  }
  /// ε diag(A) p of a row.
  [[nodiscard]] Vec3 compliance(const TestRow& row, Vec3 p) const {
    const Mat3 both = mobility(row.master) + mobility(row.slave);
    const double eps = JointFactors::kCompliance;
    if (!row.is_point) return (eps * dot(row.n, both * row.n)) * p;
    return {eps * both(0, 0) * p.x, eps * both(1, 1) * p.y, eps * both(2, 2) * p.z};
  }

  std::vector<TestRow> rows_;
  JointFactors factors_;
};

TEST_F(JointFactorsTest, TheyInvertWhatKicksOfTheBodiesDo) {
  const BodyId one = add(BodyKind::rigid, box_shape({0, 0, 0}, {1, 0.5, 0.2}));
  const BodyId two = add(BodyKind::rigid, box_shape({1, 0, 0}, {2, 0.5, 0.2}));
  const BodyId soft = add(BodyKind::pseudo_rigid, box_shape({2, 0, 0}, {3, 0.5, 0.2}));
  const BodyId mesh = add_mesh(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
  const BodyId wall = add(BodyKind::obstacle, box_shape({-1, 0, 0}, {0, 1, 1}));
  domain_.bodies.rigid.rotation[1] = exponential_map({0.1, 0.2, -0.3});
  add_row(one, wall, {0, 0.1, 0.1}, true);
  add_row(two, one, {1, 0.2, 0.1}, true);
  add_row(two, one, {1, 0.4, 0.1}, false, normalized(Vec3{1, 2, 3}));
  add_row(soft, two, {2, 0.2, 0.1}, true);
  add_row(soft, 0, {3, 0.2, 0.1}, false, {0, 1, 0});
  add_row(mesh, one, {0.9, 0.4, 0.15}, true);
  add_row(mesh, 0, {0.3, 0.7, 0.6}, true);
  ASSERT_TRUE(factors_.find(domain_.bodies, rows_of_factors(rows_)));
  const std::vector<Vec3> p = some_impulses();
  kick(p);
  std::vector<Vec3> residual;
  std::vector<Vec3> found(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    residual.push_back(velocity(rows_[i]) + compliance(rows_[i], p[i]));
  }
  factors_.apply(residual, found);
  for (std::size_t i = 0; i < rows_.size(); ++i) EXPECT_LT(norm(found[i] - p[i]), 1e-9) << i;
}

TEST_F(JointFactorsTest, ASingleRowNeedsNone) {
  const BodyId one = add(BodyKind::rigid, box_shape({0, 0, 0}, {1, 0.5, 0.2}));
  add_row(one, 0, {0, 0.1, 0.1}, true);
  EXPECT_FALSE(factors_.find(domain_.bodies, rows_of_factors(rows_)));
}

/// Loop of bars whose points hold one motion twice: A is singular.
TEST_F(JointFactorsTest, IterationsOfAChainAndOfRedundantRowsAreFew) {
  const auto solve = [&](bool guided) {
    int kicks = 0;
    const auto find_residuals = [&] {
      for (TestRow& row : rows_) row.residual = -velocity(row);
    };
    find_residuals();
    double largest = 0.0;
    for (const TestRow& row : rows_) largest = std::fmax(largest, norm(row.residual));
    iterate_impulses(domain_.bodies, factors_, rows_, 1e-12 * largest, guided,
                     [&](const auto& impulse) {
                       ++kicks;
                       std::vector<Vec3> p;
                       for (std::size_t i = 0; i < rows_.size(); ++i) p.push_back(impulse(i));
                       kick(p);
                       find_residuals();
                     });
    for (const TestRow& row : rows_) EXPECT_LT(norm(velocity(row)), 1e-12 * largest);
    return kicks;
  };
  constexpr int kLinks = 30;
  std::vector<BodyId> links;
  for (int i = 0; i < kLinks; ++i) {
    const double x = i;
    links.push_back(add(BodyKind::rigid, box_shape({x, 0, 0}, {x + 1, 0.1, 0.1})));
    add_row(links.back(), i > 0 ? links[at(i - 1)] : 0, {x, 0.05, 0.05}, true);
  }
  add_row(links.back(), 0, {kLinks, 0.05, 0.05}, true);
  add_row(links.back(), 0, {kLinks, 0.1, 0.05}, true);  // its turn about y is held twice
  add_row(links.back(), 0, {kLinks, 0.0, 0.05}, false, {0, 0, 1});
  for (const bool guided : {true, false}) {
    for (int i = 0; i < kLinks; ++i) {
      domain_.bodies.rigid.linear[at(i)] = {std::sin(i), std::cos(3.0 * i), std::sin(5.0 * i)};
      domain_.bodies.rigid.angular[at(i)] = {std::cos(7.0 * i), std::sin(2.0 * i), 0.1 * i};
    }
    EXPECT_LE(solve(guided), 12) << guided;
  }
}

TEST_F(JointFactorsTest, WhatContradictsItselfIsLeftAndAllElseGoes) {
  constexpr int kLinks = 40;
  std::vector<BodyId> links;
  for (int i = 0; i < kLinks; ++i) {
    const double x = i;
    links.push_back(add(BodyKind::rigid, box_shape({x, 0, 0}, {x + 1, 0.1, 0.1})));
    add_row(links.back(), i > 0 ? links[at(i - 1)] : 0, {x, 0.05, 0.05}, true);
  }
  for (int i = 0; i < 4; ++i) add_row(links[20], 0, {20.5, 0.05, 0.05}, false, {0, 1, 0});
  std::vector<Vec3> wanted(rows_.size());
  wanted[at(kLinks)].y = 1.0;
  wanted[at(kLinks + 1)].y = -1.0;
  wanted[at(kLinks + 2)].y = 0.5;
  const auto find_residuals = [&] {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      rows_[i].residual = wanted[i] - velocity(rows_[i]);
    }
  };
  for (int i = 0; i < kLinks; ++i) domain_.bodies.rigid.linear[at(i)] = {std::sin(i), 0.3 * i, 0};
  find_residuals();
  int kicks = 0;
  iterate_impulses(domain_.bodies, factors_, rows_, 1e-12, false, [&](const auto& impulse) {
    ++kicks;
    std::vector<Vec3> p;
    for (std::size_t i = 0; i < rows_.size(); ++i) p.push_back(impulse(i));
    kick(p);
    find_residuals();
  });
  EXPECT_LE(kicks, 60);
  const double mean = (1.0 - 1.0 + 0.5 + 0.0) / 4;  // the least squares of four equal rows
  for (int i = 0; i < kLinks; ++i) EXPECT_LT(norm(rows_[at(i)].residual), 1e-10) << i;
  for (std::size_t i = at(kLinks); i < rows_.size(); ++i) {
    EXPECT_NEAR(rows_[i].residual.y, wanted[i].y - mean, 1e-10) << i;
  }
}

}  // namespace
}  // namespace solfec
