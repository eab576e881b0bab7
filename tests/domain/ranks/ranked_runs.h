#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "base/parallel_for.h"
#include "domain/domain_fixture.h"
#include "parallel/mailbox_comm.h"
#include "parallel/median_bisection.h"

// Runs of a model on ranks that are fibers, and what they are compared by.

namespace solfec::test {

inline constexpr double kStep = 1.0 / 512;

inline Shape cube(Vec3 corner, double size = 1.0) {
  return box_shape(corner, corner + Vec3{size, size, size});
}

inline void add(Domain& domain, BodyKind kind, Shape shape, Vec3 velocity = {},
                Scheme scheme = Scheme::none) {
  BodyDefinition definition;
  definition.kind = kind;
  definition.shape = std::move(shape);
  const BodyId id = domain.add_body(std::move(definition));
  domain.set_rigid_velocity(id, velocity, {});
  if (scheme != Scheme::none) domain.bodies.set_scheme(domain.body_ref(id), scheme);
}

inline void set_rules(Domain& domain, double friction = 0.4) {
  domain.define_bulk_material({"stone", BulkModel::kirchhoff, 2e7, 0.2, 1000.0});
  SurfaceMaterial rough;
  rough.label = "rough";
  rough.friction = friction;
  domain.surface_materials.define(rough);
  domain.loads.gravity[2].constant = -9.81;
  domain.set_contact_points(ContactPoints::patch);
  if (domain.ranks() == nullptr) return;
  BalanceParams params;
  params.whole_mechanism = 1;  // the cuts of these models part their mechanisms
  domain.ranks()->owners().balance().set_params(params);
}

inline GaussSeidelParams tight() {
  GaussSeidelParams params;
  params.relative_tolerance = 1e-9;
  params.merit_tolerance = 1e-14;
  params.max_sweeps = 1000;
  return params;
}

/// Results with which a run ends, as rank 0 finds them when all have all.
struct Ended {
  std::map<BodyId, std::vector<double>> state;
  std::map<BodyId, Energies> energies;
  std::vector<ContactKey> contacts;
  std::map<ConstraintId, Vec3> reactions;  // of user constraints
  int owned = 0;
  std::vector<int> bodies;                  // by rank, own ones at the end
  std::vector<int> shared;                  // by rank, most bodies that it has shared with others
  std::set<std::pair<BodyId, int>> owners;  // all that bodies have had
  bool all_solved = true;
  int whole_steps = 0;  // after which every rank had everything
};

inline void collect(const Domain& domain, Ended& ended) {
  for (const BodyId id : domain.bodies.ids()) {
    if (domain.bodies.is_ghost(id)) continue;
    ++ended.owned;
    std::vector<double>& state = ended.state[id];
    state.resize(at(domain.bodies.state_size(domain.body_ref(id))));
    domain.bodies.get_state(domain.body_ref(id), state);
    ended.energies[id] = domain.bodies.energies(domain.body_ref(id));
  }
  for (const ContactPoint& contact : domain.contact_points()) ended.contacts.push_back(contact.key);
  for (const UserConstraint& one : domain.user_constraints()) ended.reactions[one.id] = one.R;
}

using Model = std::function<void(Domain&)>;

inline Ended run(
    const Model& model, int ranks, int steps,
    const std::function<void(Domain&, int)>& each = [](Domain&, int) {},
    const GaussSeidelParams& params = tight()) {
  set_thread_count(1);
  Ended ended;
  ended.bodies.resize(at(ranks));
  ended.shared.resize(at(ranks));
  std::vector<Ended> parts(at(ranks));
  test::on_ranks(ranks, [&](test::MailboxComm& comm) {
    MedianBisection bisection;
    Domain domain(Analysis::dynamic, 1e-4, comm, &bisection);
    model(domain);
    GaussSeidelSolver solver(params);
    Ended& part = parts[at(comm.rank())];
    for (int step = 0; step < steps; ++step) {
      each(domain, step);
      const double h = domain.choose_step(kStep).step;
      (void)domain.step(solver, h);
      part.all_solved = part.all_solved && solver.report().status == SolveStatus::ok;
      if (!domain.ranks()) continue;
      if (domain.is_whole()) ++part.whole_steps;
      int& most = ended.shared[at(comm.rank())];
      most = std::max(most, count(domain.ranks()->shared_bodies()));
      if (domain.ranks()->absent().count() == 0) continue;  // all have all
      ended.bodies[at(comm.rank())] = 0;
      for (const BodyId id : domain.bodies.ids()) {
        if (domain.bodies.is_ghost(id)) continue;
        ++ended.bodies[at(comm.rank())];
        part.owners.insert({id, comm.rank()});
      }
    }
    domain.make_whole();
    if (comm.rank() == 0) collect(domain, part);
  });
  for (int rank = 0; rank < ranks; ++rank) {
    const Ended& part = parts[at(rank)];
    ended.state.insert(part.state.begin(), part.state.end());
    ended.energies.insert(part.energies.begin(), part.energies.end());
    ended.reactions.insert(part.reactions.begin(), part.reactions.end());
    ended.contacts.insert(ended.contacts.end(), part.contacts.begin(), part.contacts.end());
    ended.owners.insert(part.owners.begin(), part.owners.end());
    ended.owned += part.owned;
    ended.whole_steps += part.whole_steps;
    ended.all_solved = ended.all_solved && part.all_solved;
  }
  std::sort(ended.contacts.begin(), ended.contacts.end());
  return ended;
}

inline double largest_difference(const Ended& a, const Ended& b) {
  double most = 0.0;
  for (const auto& [id, state] : a.state) {
    const std::vector<double>& other = b.state.at(id);
    for (std::size_t i = 0; i < state.size(); ++i) {
      most = std::max(most, std::fabs(state[i] - other[i]));
    }
  }
  return most;
}

/// Every body has one owner, and bodies, contacts, energies and reactions are those of one rank.
inline void expect_same(const Ended& one, const Ended& several, double tolerance,
                        bool same_contacts = true) {
  EXPECT_EQ(several.owned, one.owned);
  EXPECT_EQ(several.state.size(), one.state.size());
  if (same_contacts) {
    EXPECT_TRUE(several.contacts == one.contacts)
        << several.contacts.size() << " contacts for " << one.contacts.size();
    EXPECT_TRUE(several.all_solved || !one.all_solved);
  }
  EXPECT_LE(largest_difference(one, several), tolerance);
  for (const auto& [id, energies] : one.energies) {
    for (const auto field : kEnergyFields) {
      const double own = energies.*field;
      EXPECT_NEAR(several.energies.at(id).*field, own, tolerance * (1e3 + std::fabs(own))) << id;
    }
  }
  for (const auto& [id, R] : one.reactions) {
    EXPECT_LE(norm(several.reactions.at(id) - R), tolerance * (1e4 + norm(R))) << id;
  }
}

}  // namespace solfec::test
