#include "domain/moved_body.h"

namespace solfec {

MovedBody moved_body(const Domain& domain, BodyId id) {
  const BodyRecord& record = *domain.find_body(id);
  MovedBody body;
  body.reference = stored_body(record, domain.bodies.characteristics(domain.body_ref(id)));
  body.made_at = record.made_at;
  body.partitioned = record.partitioned;
  body.given_linear = record.given_linear;
  body.given_angular = record.given_angular;
  return body;
}

void add_moved_body(const MovedBody& body, std::span<const BulkMaterial> materials,
                    Domain& domain) {
  const BodyId id = add_stored_body(body.reference, materials, body.reference.id, domain);
  domain.set_past(id, body.reference.ordinal, body.made_at);
  if (body.partitioned) domain.set_partitioned(id);
  if (!has_inertia(body.reference.kind)) {
    domain.set_rigid_velocity(id, body.given_linear, body.given_angular);
  }
}

}  // namespace solfec
