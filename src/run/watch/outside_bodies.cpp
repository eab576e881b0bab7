#include "run/watch/outside_bodies.h"

namespace solfec {

namespace {

/// Present place of some point of a body; its box holds the point.
Vec3 some_point(const Domain& domain, const BodyRecord& record) {
  return domain.bodies.current_point(domain.body_ref(record.id), record.pieces->vertex.front());
}

}  // namespace

std::vector<BodyId> bodies_outside(const Domain& domain, const Box& extents) {
  std::vector<BodyId> outside;
  const bool on_ranks = domain.ranks() != nullptr;
  for (const BodyRecord& record : domain.body_records()) {
    if (on_ranks && domain.bodies.is_ghost(record.id)) continue;
    const Vec3 point = some_point(domain, record);
    if (contains(extents, Box{point, point})) continue;
    if (!overlap(domain.body_box(record.id), extents)) outside.push_back(record.id);
  }
  return outside;
}

}  // namespace solfec
