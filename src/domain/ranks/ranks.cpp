#include "domain/ranks/ranks.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/count.h"
#include "parallel/deliver_lists.h"

namespace solfec {

bool Ranks::bring_ghosts(const RankedModel& model, double step, bool joints, bool projection) {
  const ContactParams& params = model.contact_params;
  joint_groups_.clear();
  if (joints || projection) joint_groups_.find(comm_, model, projection);
  const double reach = life_distance(params) + contact_distance(params);
  const bool changed = ghosts_.renew(
      comm_, model.materials, {step, reach, model.constraints, model.others, joint_groups_.lent()},
      model.bodies, model.absent);
  // what contacts of this rank do to ghosts is summed up from zero
  for (const BodyId id : model.bodies.ids()) {
    if (model.bodies.is_ghost(id)) model.bodies.set_energies(model.bodies.ref(id), {});
  }
  return changed;
}

void Ranks::share_rows(const RankedModel& model) {
  const Bodies& bodies = model.bodies;
  std::vector<BodyId> seen;
  const auto add = [&](BodyId id) {
    if (id != 0 && has_inertia(bodies.ref(id).kind)) seen.push_back(id);
  };
  for (const UserConstraint& constraint : model.constraints) {
    add(constraint.master);
    add(constraint.slave);
  }
  for (const ContactPoint& contact : std::as_const(model.contacts).points()) {
    if (contact.key.first_body == contact.key.second_body) continue;
    add(contact.key.first_body);
    add(contact.key.second_body);
  }
  sharing_.plan(comm_, seen, bodies);
  meshes_.plan(comm_, sharing_.mesh_sharers(bodies), bodies);
}

namespace {

/// Sum of this rank for a ghost.
template <typename Sum>
struct OfGhost {
  BodyId id{};
  Sum sum;
};

/// Sends sums of ghosts to their owners, which get add(body, sum). Collective.
template <typename Sum, typename Add>
void return_sums(Comm& comm, const Bodies& bodies, const std::vector<OfGhost<Sum>>& sums,
                 const Add& add) {
  std::map<int, std::vector<OfGhost<Sum>>> by_rank;
  for (const OfGhost<Sum>& one : sums) {
    by_rank[bodies.table().find(one.id)->owner].push_back(one);
  }
  for (const auto& [rank, list] : deliver_lists(comm, by_rank)) {
    for (const OfGhost<Sum>& one : list) add(bodies.ref(one.id), one.sum);
  }
}

}  // namespace

void Ranks::return_work(Bodies& bodies) {
  std::vector<OfGhost<Energies>> works;
  for (const BodyId id : bodies.ids()) {
    if (!bodies.is_ghost(id)) continue;
    const Energies energies = bodies.energies(bodies.ref(id));
    const bool any = std::any_of(kEnergyFields.begin(), kEnergyFields.end(),
                                 [&](const auto field) { return energies.*field != 0.0; });
    if (any) works.push_back({id, energies});
  }
  return_sums(comm_, bodies, works, [&](BodyRef body, const Energies& work) {
    Energies sum = bodies.energies(body);
    for (const auto field : kEnergyFields) sum.*field += work.*field;
    bodies.set_energies(body, sum);
  });
}

void Ranks::return_loads(const Bodies& bodies, std::span<ReachedLoad> loads) {
  std::vector<OfGhost<ReachedLoad>> of_ghosts;
  for (int slot = bodies.rigid.owned(); slot < bodies.rigid.size(); ++slot) {
    of_ghosts.push_back({bodies.rigid.id[at(slot)], loads[at(slot)]});
  }
  return_sums(comm_, bodies, of_ghosts, [&](BodyRef body, const ReachedLoad& load) {
    ReachedLoad& sum = loads[at(body.slot)];
    sum.force += load.force;
    sum.torque += load.torque;
    sum.stiffness += load.stiffness;
    sum.line += load.line;
  });
}

}  // namespace solfec
