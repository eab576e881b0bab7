#pragma once

#include "viewer/scene/camera.h"

namespace solfec {

/// Motions of a camera about a centre, m; the arguments are those of the mouse over the height of
/// the picture, x to the right and y down.

/// Turns as if the mouse turned a ball: about the vertical of the picture by dx, about the
/// horizontal by dy.
void turn_camera(Camera& camera, Vec3 centre, double dx, double dy);
/// Turns about the line of sight, rad.
void spin_camera(Camera& camera, Vec3 centre, double angle);
/// Enlarges the picture about the centre by a factor > 0.
void zoom_camera(Camera& camera, Vec3 centre, double factor);
/// Shifts the picture so that the centre moves with the mouse.
void move_camera(Camera& camera, Vec3 centre, double dx, double dy);
/// Switches between perspective and parallel rays; the size at the centre stays.
void set_perspective(Camera& camera, Vec3 centre, bool on);

}  // namespace solfec
