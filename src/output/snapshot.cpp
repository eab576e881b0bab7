#include "output/snapshot.h"

#include <algorithm>

namespace solfec {

const SnapshotBody* Snapshot::find(BodyId id) const {
  const auto found =
      std::lower_bound(members.begin(), members.end(), id,
                       [](const SnapshotBody& body, BodyId key) { return body.id < key; });
  return found == members.end() || found->id != id ? nullptr : &*found;
}

const ConstraintRecord* Snapshot::find_constraint(ConstraintId id) const {
  const auto found = std::find_if(constraints.begin(), constraints.end(),
                                  [id](const ConstraintRecord& row) { return row.id == id; });
  return found == constraints.end() ? nullptr : &*found;
}

Energies Snapshot::energies(std::span<const BodyId> ids) const {
  Energies sum;
  for (const BodyId id : ids) {
    const SnapshotBody* const body = find(id);
    if (body == nullptr) continue;
    const Energies one = bodies.energies(body->place);
    for (const auto field : kEnergyFields) sum.*field += one.*field;
  }
  return sum;
}

std::shared_ptr<const Snapshot> take_snapshot(const Domain& domain, const StepSummary& summary) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->time = domain.time();
  snapshot->analysis = domain.analysis();
  snapshot->summary = summary;
  snapshot->contact = domain.contact_params;
  snapshot->bodies = domain.bodies;
  for (const BodyRecord& record : domain.body_records()) {
    snapshot->members.push_back({record.id, domain.body_ref(record.id), record.id, record.label,
                                 record.material, domain.bodies.table().find(record.id)->owner,
                                 record.shape});
  }
  snapshot->constraints = domain.constraints();
  snapshot->loads = acting_loads(domain.loads, domain.time());
  return snapshot;
}

}  // namespace solfec
