#pragma once

#include "viewer/scene/scene.h"

namespace solfec {

/// Mixes the colours of bodies that move, and of lines, with that of the paper; colours of values
/// stay. @param share  Of the paper, 0 to 1.
void fade(Scene& scene, double share);

/// Adds what another scene draws. @param shift  Added to its positions, m.
void overlay(Scene& all, const Scene& more, Vec3 shift);

}  // namespace solfec
