#include "domain/ranks/mechanisms.h"

#include <algorithm>
#include <mutex>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/cat.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "domain/domain_fixture.h"
#include "domain/ranks/random_cells.h"
#include "parallel/mailbox_comm.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr Box kSpace{{-1, -1, -1}, {12, 3, 1}};

BodyId add_ball(Domain& domain, BodyKind kind, Vec3 center) {
  BodyDefinition definition;
  definition.kind = kind;
  definition.shape = ball_shape(center, 0.3);
  return domain.add_body(std::move(definition));
}

BodyId add_mesh(Domain& domain) {
  BodyDefinition definition;
  definition.kind = BodyKind::finite_element;
  definition.shape.meshes.push_back(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
  return domain.add_body(std::move(definition));
}

/// Joints of all kinds between bodies of all kinds, some of this rank and some of others.
class MechanismsTest : public ::testing::Test {
 protected:
  MechanismsTest() {
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e6, 0.2, 1000.0});
    for (int k = 0; k < 8; ++k) {
      const BodyKind kind = k % 2 == 0 ? BodyKind::rigid : BodyKind::pseudo_rigid;
      add_ball(domain_, kind, {1.0 * k, 0, 0});
    }
    obstacle_ = add_ball(domain_, BodyKind::obstacle, {0, 2, 0});
    mesh_ = add_mesh(domain_);
  }
  void join(BodyId one, BodyId other, bool here) {
    add(make_rigid_link(one, other, {0, 0, 0}, {1, 0, 0}, 1e-4), here);
  }
  void add(UserConstraint constraint, bool here) {
    constraint.id = ++last_;
    (here ? own_ : others_).push_back(constraint);
  }
  Mechanisms find(bool projection) {
    Mechanisms mechanisms;
    mechanisms.find({domain_.bulk_materials(), domain_.contact_params, domain_.bodies, absent_,
                     own_, others_, contacts_},
                    projection);
    return mechanisms;
  }
  /// Leads of all bodies of mechanisms, and how many bodies theirs have.
  static std::vector<std::vector<BodyId>> table(const Mechanisms& mechanisms) {
    std::vector<std::vector<BodyId>> rows;
    for (int k = 0; k < count(mechanisms.bodies()); ++k) {
      rows.push_back({mechanisms.bodies()[at(k)], mechanisms.lead(k), mechanisms.size(k)});
    }
    return rows;
  }

  Domain domain_{Analysis::dynamic, 1e-4};
  AbsentBodies absent_;
  ContactSet contacts_;
  std::vector<UserConstraint> own_;
  std::vector<UserConstraint> others_;
  ConstraintId last_ = 0;
  BodyId obstacle_{};
  BodyId mesh_{};
};

TEST_F(MechanismsTest, BodiesThatJointsOfAnyRankConnectAreOne) {
  join(5, 2, true);
  join(7, 8, false);
  join(2, 7, false);
  join(3, 4, true);
  add(make_fixed_point(6, {}), true);
  using Table = std::vector<std::vector<BodyId>>;
  EXPECT_EQ(table(find(false)),
            (Table{{2, 2, 4}, {3, 3, 2}, {4, 3, 2}, {5, 2, 4}, {6, 6, 1}, {7, 2, 4}, {8, 2, 4}}));
  std::vector<ConstraintId> order;
  const Mechanisms mechanisms = find(false);
  for (const Mechanisms::Joint& joint : mechanisms.joints()) order.push_back(joint.definition->id);
  EXPECT_EQ(order, (std::vector<ConstraintId>{1, 2, 3, 4, 5}));
  EXPECT_EQ(mechanisms.joints()[0].master, 3);
  EXPECT_EQ(mechanisms.joints()[0].slave, 0);
  EXPECT_EQ(mechanisms.joints()[4].slave, -1);
}

TEST_F(MechanismsTest, ObstaclesAndSpringsConnectNothing) {
  join(1, obstacle_, true);
  join(obstacle_, 2, false);
  add(make_spring(2, 3, {}, {1, 0, 0}, make_linear_spring(1e3), {}), true);
  using Table = std::vector<std::vector<BodyId>>;
  EXPECT_EQ(table(find(false)), (Table{{1, 1, 1}, {2, 2, 1}}));
}

TEST_F(MechanismsTest, MeshesBelongToThemForTheProjectionAlone) {
  join(4, mesh_, true);
  join(mesh_, 6, false);
  EXPECT_TRUE(find(false).bodies().empty());
  using Table = std::vector<std::vector<BodyId>>;
  EXPECT_EQ(table(find(true)), (Table{{4, 4, 3}, {6, 4, 3}, {mesh_, 4, 3}}));
}

/// Chains of eight and of two balls along x, and single ones.
void chains(Domain& domain) {
  domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e6, 0.2, 1000.0});
  for (int k = 0; k < 12; ++k) add_ball(domain, BodyKind::rigid, {1.0 * k, 0, 0});
  const auto join = [&](BodyId one, BodyId other) {
    const double x = static_cast<double>(one) - 0.5;
    domain.add_constraint(make_rigid_link(one, other, {x, 0, 0}, {x, 0, 0}, 1e-4));
  };
  for (BodyId k = 1; k < 8; ++k) join(k + 1, k);
  join(9, 10);
}

/// Owners of the twelve balls after a step, and of the rank where the first ball is.
std::vector<int> owners(int ranks, unsigned seed, int whole) {
  std::vector<int> owner(12, -1);
  std::mutex guard;
  test::on_ranks(ranks, [&](test::MailboxComm& comm) {
    test::NoBisection bisection;
    Domain domain(Analysis::dynamic, 1e-4, comm, &bisection);
    chains(domain);
    std::mt19937 random(seed);
    test::scatter(domain, kSpace, random, whole);
    GaussSeidelSolver solver(GaussSeidelParams{});
    (void)domain.step(solver, 1e-3);
    (void)domain.step(solver, 1e-3);
    const std::lock_guard lock(guard);
    for (const BodyId id : domain.bodies.ids()) {
      if (domain.bodies.is_ghost(id)) continue;
      EXPECT_EQ(owner[at(static_cast<int>(id) - 1)], -1) << id;
      owner[at(static_cast<int>(id) - 1)] = comm.rank();
    }
  });
  return owner;
}

TEST(WholeMechanisms, GoWhereTheirFirstBodyIsUnlessTheyAreTooLarge) {
  set_thread_count(1);
  int parted = 0;
  int parted_pairs = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    const int ranks = 2 + static_cast<int>(seed % 3);
    SCOPED_TRACE(cat("ranks ", ranks, ", seed ", seed));
    const std::vector<int> alone = owners(ranks, seed, 1);
    for (const int whole : {2, 7, 8}) {
      std::vector<int> expected = alone;
      expected[9] = alone[8];
      if (whole == 8) std::fill_n(expected.begin(), 8, alone[0]);
      EXPECT_EQ(owners(ranks, seed, whole), expected) << whole;
    }
    parted += std::set<int>(alone.begin(), alone.begin() + 8).size() > 1 ? 1 : 0;
    parted_pairs += alone[8] != alone[9] ? 1 : 0;
  }
  EXPECT_GT(parted, 3);
  EXPECT_GT(parted_pairs, 0);
}

}  // namespace
}  // namespace solfec
