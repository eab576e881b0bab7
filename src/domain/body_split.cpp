#include "domain/body_split.h"

#include <algorithm>
#include <utility>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "domain/body_heirs.h"
#include "geometry/shape/simple_shape.h"

namespace solfec {
namespace {

/// Refuses what cannot be opened.
void check(const Domain& domain, const BodyRecord& record) {
  const Shape& shape = *record.shape;
  if (!has_inertia(record.kind) || !shape.background.empty() || !is_one_mesh(shape)) {
    throw InputError(cat(describe(record), has_inertia(record.kind)
                                               ? ": its shape is not a MESH"
                                               : " is an OBSTACLE, which does not break"));
  }
  for (const ContactPoint& contact : domain.contact_points()) {
    const bool own = contact.key.first_body == record.id || contact.key.second_body == record.id;
    if (!own || !contact.state.bonded) continue;
    throw InputError(cat(describe(record), " must have no cohesive bonds, which would be lost"));
  }
}

int loads_of(const Domain& domain, BodyId id) {
  const auto uses = [&](const auto& load) { return load.body == id; };
  const Loads& loads = domain.loads;
  return static_cast<int>(std::count_if(loads.forces.begin(), loads.forces.end(), uses) +
                          std::count_if(loads.callbacks.begin(), loads.callbacks.end(), uses) +
                          std::count_if(loads.pressures.begin(), loads.pressures.end(), uses));
}

int constraints_of(const Domain& domain, BodyId id) {
  const auto constraints = domain.user_constraints();
  return static_cast<int>(std::count_if(
      constraints.begin(), constraints.end(),
      [&](const UserConstraint& one) { return one.master == id || one.slave == id; }));
}

/// Bodies that have no contact with a body.
std::vector<BodyId> excluded_from(const Domain& domain, BodyId id) {
  std::vector<BodyId> others;
  for (const auto& [a, b] : domain.contact_exclusions().bodies) {
    if (a == id) others.push_back(b);
    if (b == id) others.push_back(a);
  }
  return others;
}

}  // namespace

PartDefinitions define_parts(const BodyRecord& record, const BodySplit& split) {
  std::vector<MeshPart> parts = split_mesh(record.shape->meshes.front(), split.faces);
  if (parts.size() > 2) {
    throw InputError(cat(describe(record),
                         " must fall into at most two parts, the faces open it into ",
                         parts.size()));
  }
  PartDefinitions made;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    BodyDefinition& definition = made.body.emplace_back();
    definition.kind = record.kind;
    definition.form = record.form;
    definition.element = record.element;
    definition.material = record.material;
    definition.label = split.label[k];
    definition.origin = record.origin;
    definition.in_callback = split.in_callback;
    definition.shape.meshes.push_back(std::move(parts[k].mesh));
    made.node.push_back(std::move(parts[k].node));
  }
  return made;
}

SplitParts split_body(Domain& domain, BodyId id, const BodySplit& split) {
  check(domain, *domain.find_body(id));
  const FormerBody former = former_body(domain, id);
  PartDefinitions parts = define_parts(former.record, split);
  SplitParts made;
  made.loads = loads_of(domain, id);
  made.constraints = constraints_of(domain, id);
  const std::vector<BodyId> others = excluded_from(domain, id);
  domain.remove_body(id);
  for (std::size_t k = 0; k < parts.body.size(); ++k) {
    const BodyId part = domain.add_body(std::move(parts.body[k]));
    inherit_settings(former, part, domain);
    inherit_motion(former, parts.node[k], part, domain);
    for (const BodyId other : others) domain.exclude_contact(part, other);
    made.body.push_back(part);
  }
  made.node = std::move(parts.node);
  return made;
}

}  // namespace solfec
