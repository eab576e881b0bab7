#pragma once

#include <span>

#include "body/bodies.h"
#include "body/common/pressed_surface.h"
#include "math/vec3.h"

namespace solfec {

/// Loads of the present step, which the sets add up: the schemes clear them at its start
/// (integrator/integrator.h). Places and directions are those of the present configuration, q½ in a
/// dynamic step. Sums go in the order of the calls.

/// Adds m g to every body with inertia. @param acceleration  g, m/s².
void add_gravity(Bodies& bodies, Vec3 acceleration);

/// Adds a spatial force (N) at a reference point of a body; obstacles take no load.
void add_point_force(Bodies& bodies, BodyRef body, Vec3 reference_point, Vec3 force);

/// Direction that follows the body: R d (rigid), F d (deformable, with F at the reference point).
Vec3 convected_direction(const Bodies& bodies, BodyRef body, Vec3 reference_point, Vec3 direction);

/// Adds a spatial or a referential torque (N m) to a rigid body. @pre body.kind is rigid.
void add_spatial_torque(Bodies& bodies, BodyRef body, Vec3 torque);
void add_referential_torque(Bodies& bodies, BodyRef body, Vec3 torque);

/// Adds a pressure along the present outward normal of the faces of a body, Pa; positive pulls. It
/// comes after all other loads of the step: finite elements renew it where schemes need it at other
/// places (finite_element_body.h).
/// @pre finite elements without a background mesh.
void add_pressure(Bodies& bodies, BodyRef body, const PressedSurface& surface, double pressure);

/// Number of values of a generalised load: rigid 9 (spatial force, spatial torque, referential
/// torque), pseudo-rigid 12 and finite elements 3 per node (conjugate to the velocity as the user
/// sees it), obstacle 0.
int generalized_load_size(const Bodies& bodies, BodyRef body);
/// Adds a generalised load. @pre load.size() == generalized_load_size(bodies, body).
void add_generalized_load(Bodies& bodies, BodyRef body, std::span<const double> load);

}  // namespace solfec
