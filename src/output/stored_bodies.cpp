#include "output/stored_bodies.h"

#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape_pieces.h"

namespace solfec {

BodyRef add_stored_body(const StoredBody& stored, const std::shared_ptr<const Shape>& shape,
                        std::span<const BulkMaterial> materials, Bodies& bodies) {
  const MassProperties properties = mass_properties(*shape);
  const BulkMaterial& material = materials[static_cast<std::size_t>(stored.material)];
  const ShapePieces pieces = has_mesh(stored.kind) ? make_shape_pieces(*shape, 0.0) : ShapePieces{};
  const BodyRef body = bodies.add({.id = stored.id,
                                   .kind = stored.kind,
                                   .properties = properties,
                                   .material = material,
                                   .shape = shape,
                                   .pieces = &pieces,
                                   .form = stored.form,
                                   .element = stored.element,
                                   .base = base_of(stored)});
  bodies.set_characteristics(body, stored.characteristics);
  if (!stored.part_materials.empty()) {
    bodies.set_part_materials(body, *shape, {materials, stored.material, stored.part_materials});
  }
  return body;
}

}  // namespace solfec
