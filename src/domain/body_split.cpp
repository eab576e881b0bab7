#include "domain/body_split.h"

#include <utility>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "domain/body_heirs.h"
#include "domain/bonds/bond_anchors.h"
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
  if (has_bonds(domain.contact_points(), record.id)) {
    throw InputError(cat(describe(record), " must have no cohesive bonds, which would be lost"));
  }
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
    made.body.push_back(
        part_definition(record, std::move(parts[k].mesh), split.label[k], split.in_callback));
    made.node.push_back(std::move(parts[k].node));
  }
  return made;
}

SplitParts split_body(Domain& domain, BodyId id, const BodySplit& split) {
  check(domain, *domain.find_body(id));
  const FormerBody former = former_body(domain, id);
  PartDefinitions parts = define_parts(former.record, split);
  SplitParts made;
  made.gone = attachments_of(domain, id);
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
