#include "domain/contacts/built_gaps.h"

#include <utility>
#include <vector>

#include "base/count.h"
#include "parallel/gather_lists.h"

namespace solfec {

namespace {

bool is_spring(const GapModel& model, const ContactPoint& contact) {
  const int material = model.surface_materials.find(contact.master_surface, contact.slave_surface);
  return model.surface_materials[material].model == SurfaceModel::spring_dashpot;
}

/// Whether two rigid bodies meet that have not been through a step together.
bool is_built(const GapModel& model, const ContactPoint& contact) {
  const auto is_new = [&](BodyId id) { return model.bodies.record(id)->made_at == model.time; };
  return model.pieces.body_is_rigid[at(contact.master)] != 0 &&
         model.pieces.body_is_rigid[at(contact.slave)] != 0 && contact.master != contact.slave &&
         (is_new(contact.key.first_body) || is_new(contact.key.second_body));
}

}  // namespace

void BuiltGaps::treat(const GapModel& model, std::span<ContactPoint> contacts) {
  if (is_due(model.time)) {
    find(model, contacts);
    found_at_ = model.time;
  } else if (!overlaps_.empty()) {
    update(model, contacts);
  }
  if (springs_only_) return;
  overlaps_.shift_gaps(model.pieces, contacts,
                       [&](const ContactPoint& contact) { return !is_spring(model, contact); });
}

void BuiltGaps::find(const GapModel& model, std::span<const ContactPoint> contacts) {
  const std::vector<BuiltOverlap> own = BuiltOverlaps::find(
      model.pieces, contacts, model.tolerance, [&](const ContactPoint& contact) {
        return is_built(model, contact) && !is_spring(model, contact);
      });
  if (model.comm.size() == 1) {
    overlaps_.add(own);
    return;
  }
  for (const auto& list : gather_lists(model.comm, std::span<const BuiltOverlap>(own))) {
    overlaps_.add(list);
  }
}

void BuiltGaps::update(const GapModel& model, std::span<const ContactPoint> contacts) {
  const auto changes = overlaps_.changes(model.pieces, contacts, model.tolerance);
  if (model.comm.size() == 1) {
    overlaps_.apply(changes);
    return;
  }
  std::vector<BuiltOverlaps::Change> all;
  for (const auto& list :
       gather_lists(model.comm, std::span<const BuiltOverlaps::Change>(changes))) {
    all.insert(all.end(), list.begin(), list.end());
  }
  overlaps_.apply(all);
}

void BuiltGaps::restore(std::vector<BuiltOverlap> overlaps, double newest, double time) {
  overlaps_.assign(std::move(overlaps));
  newest_ = newest;
  found_at_ = time == 0.0 ? 0.0 : kNever;  // the first frame has its contacts detected
}

}  // namespace solfec
