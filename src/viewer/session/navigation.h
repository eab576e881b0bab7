#pragma once

#include "viewer/scene/camera.h"

namespace solfec {

/// Motions of a camera about a centre, m; the arguments are those of the mouse over the height of
/// the picture, x to the right and y down.

/// As if the mouse turned a ball: about the vertical of the picture by dx, the horizontal by dy.
void turn_camera(Camera& camera, Vec3 centre, double dx, double dy);
/// About the line of sight, rad.
void spin_camera(Camera& camera, Vec3 centre, double angle);
/// The centre is seen larger by a factor > 0.
void zoom_camera(Camera& camera, Vec3 centre, double factor);
/// The centre moves with the mouse.
void move_camera(Camera& camera, Vec3 centre, double dx, double dy);
/// Between perspective and parallel rays; the centre stays as large as it is.
void set_perspective(Camera& camera, Vec3 centre, bool on);

}  // namespace solfec
