#include "domain/ranks/joint_groups.h"

#include <algorithm>
#include <cmath>
#include <map>
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

namespace solfec {
namespace {

constexpr double kStep = 2e-3;
constexpr double kTolerance = 1e-12;  // m, of coordinates of some m
constexpr int kSteps = 60;
constexpr Box kSpace{{-1, -1, -6}, {9, 5, 1}};

struct Joint {
  BodyId first{};
  BodyId second{};  // 0: space
  Vec3 first_point;
  Vec3 second_point;
  double length{};
};

BodyId add_cube(Domain& domain, BodyKind kind, Vec3 center, double half_length = 0.15) {
  const Vec3 half{half_length, 0.1, 0.1};
  BodyDefinition definition;
  definition.kind = kind;
  definition.shape = box_shape(center - half, center + half);
  return domain.add_body(std::move(definition));
}

/// A motion of several bodies about the axis y through a point.
void turn(Domain& domain, const std::vector<BodyId>& bodies, Vec3 about, double rate) {
  const Vec3 spin{0, rate, 0};
  for (const BodyId id : bodies) {
    const Vec3 center = domain.bodies.motion(domain.body_ref(id)).center;
    domain.set_rigid_velocity(id, cross(spin, center - about), spin);
  }
}

Joint join(Domain& domain, BodyId first, BodyId second, Vec3 first_point, Vec3 second_point) {
  domain.add_constraint(second == 0
                            ? make_fixed_point(first, first_point)
                            : make_rigid_link(first, second, first_point, second_point, 1e-4));
  return {first, second, first_point, second_point, norm(first_point - second_point)};
}

/// A chain of six bars that swings; a ring of four, a pair and a star that turn as they fall; a
/// double pendulum on a nail.
std::vector<Joint> swings(Domain& domain) {
  domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e6, 0.2, 1000.0});
  domain.loads.gravity[2].constant = -9.81;
  domain.projection = true;
  std::vector<Joint> joints;
  BodyId last = 0;
  for (int k = 0; k < 6; ++k) {
    const Vec3 center{1.2 * k, 0, 0};
    const BodyKind kind = k == 3 ? BodyKind::pseudo_rigid : BodyKind::rigid;
    const BodyId body = add_cube(domain, kind, center, 0.5);
    const Vec3 end = center - Vec3{0.6, 0, 0};
    joints.push_back(join(domain, body, last, end, end));
    last = body;
  }
  std::vector<BodyId> ring;
  const Vec3 corner[] = {{2, 2, 0}, {4, 2, 0}, {4, 2, -2}, {2, 2, -2}};
  for (const Vec3 c : corner) ring.push_back(add_cube(domain, BodyKind::rigid, c));
  for (int k = 0; k < 4; ++k) {
    const int next = (k + 1) % 4;
    joints.push_back(join(domain, ring[at(k)], ring[at(next)], corner[k], corner[next]));
  }
  turn(domain, ring, {3, 2, -1}, 5.0);
  const std::vector<BodyId> pair = {add_cube(domain, BodyKind::rigid, {0, 4, 0}),
                                    add_cube(domain, BodyKind::rigid, {1, 4, 0})};
  joints.push_back(join(domain, pair[0], pair[1], {0.1, 4, 0}, {0.9, 4, 0}));
  turn(domain, pair, {0.5, 4, 3}, 8.0);
  std::vector<BodyId> star = {add_cube(domain, BodyKind::rigid, {4, 3, -3})};
  for (const Vec3 arm : {Vec3{2, 0, 0}, Vec3{-1, 0, 1.5}, Vec3{-1, 0, -1.5}}) {
    star.push_back(add_cube(domain, BodyKind::rigid, Vec3{4, 3, -3} + arm));
    joints.push_back(join(domain, star[0], star.back(), {4, 3, -3}, Vec3{4, 3, -3} + arm));
  }
  turn(domain, star, {4, 3, -3}, 6.0);
  const BodyId lower = add_cube(domain, BodyKind::rigid, {4, 4, 0});
  const BodyId upper = add_cube(domain, BodyKind::rigid, {6, 4, 0});
  const BodyId nail = add_cube(domain, BodyKind::obstacle, {8, 4, 0});
  joints.push_back(join(domain, lower, upper, {4, 4, 0}, {6, 4, 0}));
  joints.push_back(join(domain, upper, nail, {6, 4, 0}, {8, 4, 0}));
  return joints;
}

struct Ended {
  double drift{};  // largest of a joint, m
  std::map<BodyId, Vec3> center;
  std::map<BodyId, double> external;  // work, J
  int ranks_of_chain{};
};

void look(const Domain& domain, const std::vector<Joint>& joints, Ended& ended) {
  const auto place = [&](BodyId id, Vec3 reference) {
    return id == 0 ? reference : domain.bodies.current_point(domain.body_ref(id), reference);
  };
  for (const Joint& joint : joints) {
    const double length =
        norm(place(joint.first, joint.first_point) - place(joint.second, joint.second_point));
    ended.drift = std::max(ended.drift, std::fabs(length - joint.length));
    EXPECT_TRUE(std::isfinite(length));
  }
  for (const BodyId id : domain.bodies.ids()) {
    ended.center[id] = domain.bodies.motion(domain.body_ref(id)).center;
    ended.external[id] = domain.bodies.energies(domain.body_ref(id)).external;
  }
}

Ended run_mechanisms(int ranks, unsigned seed) {
  set_thread_count(1);
  Ended ended;
  std::mutex guard;
  std::set<int> owners;
  test::on_ranks(ranks, [&](test::MailboxComm& comm) {
    test::NoBisection bisection;
    Domain domain(Analysis::dynamic, 1e-4, comm, &bisection);
    const std::vector<Joint> joints = swings(domain);
    std::mt19937 random(seed);
    test::scatter(domain, kSpace, random);
    GaussSeidelParams params;
    params.relative_tolerance = 1e-12;
    params.merit_tolerance = 1e-20;
    params.max_sweeps = 3000;
    GaussSeidelSolver solver(params);
    for (int step = 0; step < kSteps; ++step) (void)domain.step(solver, kStep);
    for (BodyId id = 1; id <= 6; ++id) {
      if (domain.find_body(id) == nullptr || domain.bodies.is_ghost(id)) continue;
      const std::lock_guard lock(guard);
      owners.insert(comm.rank());
    }
    domain.make_whole();
    if (comm.rank() == 0) look(domain, joints, ended);
  });
  ended.ranks_of_chain = static_cast<int>(owners.size());
  return ended;
}

TEST(JointGroups, JointsOfAllRanksKeepTheirLengthsAndBodiesMoveAsOnOne) {
  const Ended one = run_mechanisms(1, 0);
  EXPECT_LE(one.drift, kTolerance);
  int parted = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    const int ranks = 2 + static_cast<int>(seed % 3);
    SCOPED_TRACE(cat("ranks ", ranks, ", seed ", seed));
    const Ended several = run_mechanisms(ranks, seed);
    EXPECT_LE(several.drift, kTolerance);
    ASSERT_EQ(several.center.size(), one.center.size());
    for (const auto& [id, center] : one.center) {
      EXPECT_LE(norm(several.center.at(id) - center), 1e-8) << id;
      const double work = one.external.at(id);
      EXPECT_NEAR(several.external.at(id), work, 1e-6 * (1.0 + std::fabs(work))) << id;
    }
    parted += several.ranks_of_chain > 1 ? 1 : 0;
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(parted, 3);  // chains whose bodies are of several ranks
}

}  // namespace
}  // namespace solfec
