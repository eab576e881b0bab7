#include "domain/ranks/mechanisms.h"

#include <algorithm>

#include "base/count.h"
#include "domain/joints/joint_projection.h"
#include "domain/joints/joint_upkeep.h"
#include "domain/joints/joint_velocities.h"

namespace solfec {

namespace {

const BodyRecord& record_of(const RankedModel& model, BodyId id) {
  return model.absent.has(id) ? model.absent.record(id) : *model.bodies.record(id);
}

}  // namespace

int owner_of(const RankedModel& model, BodyId id) {
  return model.absent.has(id) ? model.absent.owner(id) : model.bodies.table().find(id)->owner;
}

bool moves(const RankedModel& model, BodyId id) {
  return id != 0 && has_inertia(record_of(model, id).kind);
}

bool joins_mechanism(const RankedModel& model, const UserConstraint& constraint) {
  const auto is_mesh = [&](BodyId id) { return id != 0 && has_mesh(record_of(model, id).kind); };
  return is_calmed(constraint) && !is_mesh(constraint.master) && !is_mesh(constraint.slave);
}

/// Joints of all ranks by id, and the bodies that move with them.
void Mechanisms::list(const RankedModel& model, bool projection) {
  joint_.clear();
  body_.clear();
  for (const auto* list : {&model.constraints, &model.others}) {
    for (const UserConstraint& one : *list) {
      const bool takes_part = (projection && is_projected(one)) || joins_mechanism(model, one);
      if (takes_part) joint_.push_back({&one});
    }
  }
  std::sort(joint_.begin(), joint_.end(),
            [](const Joint& a, const Joint& b) { return a.definition->id < b.definition->id; });
  for (const Joint& joint : joint_) {
    for (const BodyId id : {joint.definition->master, joint.definition->slave}) {
      if (moves(model, id)) body_.push_back(id);
    }
  }
  std::sort(body_.begin(), body_.end());
  body_.erase(std::unique(body_.begin(), body_.end()), body_.end());
}

void Mechanisms::find(const RankedModel& model, bool projection) {
  list(model, projection);
  const auto index_of = [&](BodyId id) {
    if (!moves(model, id)) return -1;
    return static_cast<int>(std::lower_bound(body_.begin(), body_.end(), id) - body_.begin());
  };
  sets_.start(count(body_));
  for (Joint& joint : joint_) {
    joint.master = index_of(joint.definition->master);
    joint.slave = index_of(joint.definition->slave);
    if (joint.master >= 0 && joint.slave >= 0) sets_.join(joint.master, joint.slave);
  }
  lead_.resize(body_.size());
  size_.assign(body_.size(), 0);
  for (int body = 0; body < count(body_); ++body) {
    lead_[at(body)] = sets_.root(body);
    ++size_[at(lead_[at(body)])];
  }
  find_held_twice(model);
}

void Mechanisms::find_held_twice(const RankedModel& model) {
  std::vector<HeldMotions> held(body_.size());
  for (int body = 0; body < count(body_); ++body) {
    HeldMotions& one = held[at(lead_[at(body)])];
    one.motions += motions_of(record_of(model, body_[at(body)]).kind);
    ++one.bodies;
  }
  ConstraintId last = 0;
  for (const Joint& joint : joint_) {
    const UserConstraint& row = *joint.definition;
    const int body = joint.master >= 0 ? joint.master : joint.slave;
    if (body < 0 || held_components(row.kind) == 0 || !joins_mechanism(model, row)) continue;
    held[at(lead_[at(body)])].add(row, joint.master < 0 || joint.slave < 0, last);
  }
  twice_.resize(body_.size());
  for (std::size_t k = 0; k < body_.size(); ++k) twice_[k] = held[k].twice() ? 1 : 0;
}

}  // namespace solfec
