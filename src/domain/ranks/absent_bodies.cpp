#include "domain/ranks/absent_bodies.h"

#include <utility>

#include "geometry/shape/mass_properties.h"

namespace solfec {

void AbsentBodies::take(BodyId id, int owner, Bodies& bodies) {
  const BodyRef body = bodies.ref(id);
  Absent absent;
  absent.characteristics = bodies.characteristics(body);
  absent.scheme = bodies.scheme(body);
  absent.damping = bodies.damping(body);
  absent.rotation_disabled = bodies.rotation_disabled(body);
  absent.owner = owner;
  absent.record = std::move(*bodies.record(id));
  absent.record.id = id;
  bodies.remove(id);
  absent_.insert_or_assign(id, std::move(absent));
}

void AbsentBodies::give_back(BodyId id, std::span<const BulkMaterial> materials, Bodies& bodies) {
  auto node = absent_.extract(id);
  SOLFEC_ASSERT(!node.empty());
  Absent& absent = node.mapped();
  BodyRecord& record = absent.record;
  const auto shape = record.shape;
  const NewBody made = new_body(record, mass_properties(*shape),
                                materials[static_cast<std::size_t>(record.material)]);
  bodies.add(made, std::move(record));
  const BodyRef body = bodies.ref(id);
  const BodyRecord& own = *bodies.record(id);
  if (!own.part_materials.empty()) {
    bodies.set_part_materials(body, *shape, {materials, own.material, own.part_materials});
  }
  bodies.set_characteristics(body, absent.characteristics);
  bodies.set_scheme(body, absent.scheme);
  bodies.set_damping(body, absent.damping);
  bodies.disable_rotation(body, absent.rotation_disabled);
  bodies.set_owner(id, absent.owner);
}

}  // namespace solfec
