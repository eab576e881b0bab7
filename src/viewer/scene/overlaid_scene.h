#pragma once

#include "viewer/scene/scene.h"

namespace solfec {

/// Mixes the colours of moving bodies and of lines with that of the paper; colours of values stay.
/// @param share  Part of the paper in the mixture, 0 to 1.
void fade(Scene& scene, double share);

/// Adds the parts of another scene. @param shift  Added to the positions of these, m.
void overlay(Scene& all, const Scene& more, Vec3 shift);

}  // namespace solfec
