#pragma once

#include <memory>
#include <span>

#include "body/bodies.h"
#include "domain/stored_body.h"
#include "geometry/shape/shape.h"
#include "material/bulk_material.h"

namespace solfec {

/// Adds a stored body, at rest, to bodies that frames will place.
/// @param shape  A copy of stored.shape, which finite elements keep.
/// @throws InputError for an invalid body, as Bodies::add does.
/// @pre ids increase.
BodyRef add_stored_body(const StoredBody& stored, const std::shared_ptr<const Shape>& shape,
                        std::span<const BulkMaterial> materials, Bodies& bodies);

}  // namespace solfec
