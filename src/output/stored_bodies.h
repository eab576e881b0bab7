#pragma once

#include <memory>
#include <span>

#include "body/bodies.h"
#include "domain/stored_body.h"
#include "geometry/shape.h"
#include "material/bulk_material.h"
#include "output/frame.h"

namespace solfec {

/// Adds a stored body, at rest, to bodies that frames will place.
/// @param shape  A copy of stored.shape that finite elements keep.
/// @throws InputError when it is no sound body, as Bodies::add does.
/// @pre ids increase.
BodyRef add_stored_body(const StoredBody& stored, const std::shared_ptr<const Shape>& shape,
                        std::span<const BulkMaterial> materials, Bodies& bodies);

/// Throws ArchiveError when the state of the i-th body of a frame is not one of this body.
void check_state_size(const Frame& frame, std::size_t i, const Bodies& bodies, BodyRef body);

/// Gives a body the state that the i-th body of the frame has. @pre check_state_size has passed
void place_stored_body(const Frame& frame, std::size_t i, Bodies& bodies, BodyRef body);

}  // namespace solfec
