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
}

void Ranks::return_work(Bodies& bodies) {
  struct Work {
    BodyId id{};
    Energies energies;
  };
  std::map<int, std::vector<Work>> by_rank;
  for (const BodyId id : bodies.ids()) {
    if (!bodies.is_ghost(id)) continue;
    const Energies energies = bodies.energies(bodies.ref(id));
    const bool any = std::any_of(kEnergyFields.begin(), kEnergyFields.end(),
                                 [&](const auto field) { return energies.*field != 0.0; });
    if (any) by_rank[bodies.table().find(id)->owner].push_back({id, energies});
  }
  for (const auto& [rank, works] : deliver_lists(comm_, by_rank)) {
    for (const Work& work : works) {
      const BodyRef body = bodies.ref(work.id);
      Energies sum = bodies.energies(body);
      for (const auto field : kEnergyFields) sum.*field += work.energies.*field;
      bodies.set_energies(body, sum);
    }
  }
}

void Ranks::return_loads(const Bodies& bodies, std::span<ReachedLoad> loads) {
  struct Load {
    BodyId id{};
    ReachedLoad load;
  };
  std::map<int, std::vector<Load>> by_rank;
  for (int slot = bodies.rigid.owned(); slot < bodies.rigid.size(); ++slot) {
    const BodyId id = bodies.rigid.id[at(slot)];
    by_rank[bodies.table().find(id)->owner].push_back({id, loads[at(slot)]});
  }
  for (const auto& [rank, list] : deliver_lists(comm_, by_rank)) {
    for (const Load& one : list) {
      ReachedLoad& sum = loads[at(bodies.ref(one.id).slot)];
      sum.force += one.load.force;
      sum.torque += one.load.torque;
      sum.stiffness += one.load.stiffness;
      sum.line += one.load.line;
    }
  }
}

}  // namespace solfec
