#include "domain/ranks/obstacle_loads.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/count.h"
#include "parallel/deliver_lists.h"

namespace solfec {

namespace {

const BodyRecord& record_of(const RankedModel& model, BodyId id) {
  return model.absent.has(id) ? model.absent.record(id) : *model.bodies.record(id);
}

/// Whether a motion of an obstacle is prescribed, on any rank: all know the constraints of all.
bool drives_obstacles(const RankedModel& model) {
  const auto drives = [&](const UserConstraint& one) {
    return one.kind == ConstraintKind::velocity_direction &&
           !has_inertia(record_of(model, one.master).kind);
  };
  return std::any_of(model.constraints.begin(), model.constraints.end(), drives) ||
         std::any_of(model.others.begin(), model.others.end(), drives);
}

}  // namespace

std::vector<ObstacleLoad> bring_obstacle_loads(Comm& comm, const RankedModel& model) {
  if (!drives_obstacles(model)) return {};
  const Bodies& bodies = model.bodies;
  std::map<BodyId, ObstacleLoad> loads;
  for (const ContactPoint& contact : std::as_const(model.contacts).points()) {
    if (contact.master == contact.slave || contact.state.R == Vec3{}) continue;
    for (const int index : {contact.master, contact.slave}) {
      const BodyRow& row = bodies.table().row(index);
      if (row.owner == bodies.rank() || has_inertia(row.record.kind)) continue;
      const auto [entry, is_new] = loads.try_emplace(row.record.id);
      ObstacleLoad& load = entry->second;
      if (is_new) {
        load.obstacle = row.record.id;
        load.about = bodies.motion(bodies.refs()[at(index)]).center;
      }
      const double sign = index == contact.master ? 1.0 : -1.0;
      const Vec3 p = sign * (contact.frame * contact.state.R);
      load.force += p;
      load.torque += cross(contact.point - load.about, p);
    }
  }
  std::map<int, std::vector<ObstacleLoad>> sent;
  for (const auto& [id, load] : loads) sent[bodies.table().find(id)->owner].push_back(load);
  std::vector<ObstacleLoad> come;
  for (const auto& [rank, list] : deliver_lists(comm, sent)) {
    come.insert(come.end(), list.begin(), list.end());
  }
  return come;
}

}  // namespace solfec
