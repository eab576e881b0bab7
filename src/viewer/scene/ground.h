#pragma once

#include <vector>

#include "viewer/scene/camera.h"
#include "viewer/scene/scene.h"

namespace solfec {

/// Adds a disc below all drawn bodies, across z, whose colour goes over into that of the paper.
/// @param paper  The colour of the paper where the disc ends.
/// @return The largest corner points of the disc, which a camera must not clip, m.
std::vector<Vec3> add_ground(const Camera& camera, Colour paper, Scene& scene);

/// The lightest colour that a face across z can have with light and shade; a picture with a ground
/// has paper of that colour.
Colour ground_paper(const Camera& camera);

}  // namespace solfec
