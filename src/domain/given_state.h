#pragma once

#include <span>

#include "domain/domain.h"
#include "domain/stored_body.h"

namespace solfec {

/// Places a body where the user wants it; its velocity stays.
///
/// Reactions and bonds of its contacts go with the places that they had, so a bonded body is
/// refused. The kinetic and the internal energy follow, no work is booked.
///
/// @param q  As Bodies::configuration gives it: rotation or deformation gradient by columns, then
///           the centre, m; positions of the nodes of finite elements, m.
/// @throws InputError (value) naming the body and the rule: size, finite numbers, a rotation to
///         1e-6, a positive determinant, elements that are neither flat nor inverted; obstacles
///         and bonded bodies.
void give_configuration(Domain& domain, BodyId id, std::span<const double> q);

/// Gives a body a velocity; its place stays.
/// @param u  As Bodies::velocity gives it.
/// @throws InputError (value) naming the body and the rule: size, finite numbers, no turning of a
///         body whose rotation is disabled; obstacles.
void give_velocity(Domain& domain, BodyId id, std::span<const double> u);

/// Gives a body configuration and velocity of a stored body; an obstacle gets the placement alone.
/// @param numbers  Bodies::get_state of the stored body.
/// @throws InputError (value) naming the body and what differs: the kind, the number of nodes;
///         bonded bodies.
void give_stored_state(const StoredBody& stored, std::span<const double> numbers, Domain& domain,
                       BodyId id);

/// Moves the nodes of a finite element body as a stored rigid body moves them:
/// x = x̄ + R (X - X̄), ẋ = v + R (Ω × (X - X̄)).
/// @param numbers  R by columns, x̄, Ω and v: Bodies::get_state of the stored body.
/// @throws InputError (value) naming the body where it is of another kind or bonded, or where the
///         stored one is not rigid.
void give_rigid_motion(const StoredBody& stored, std::span<const double> numbers, Domain& domain,
                       BodyId id);

/// Gives a body the place and the momenta of another one, as when a rigid body becomes one of
/// finite elements or back.
///
/// The body is put where the rigid motion X -> c + R (X - C) puts its reference shape, R being the
/// rotation of the polar decomposition of the (mean) gradient of the source, C and c its mass
/// centre in the reference and now; it is undeformed there. Its velocity is that of a rigid motion
/// whose momentum and angular momentum are those of the source. So the velocity of points changes
/// as far as mass and inertia of the two bodies differ: lumped masses of a coarse mesh have a
/// larger inertia. What the source has of energy beyond such a motion is gone.
/// @throws InputError (value) naming the body and the rule: obstacles, bonded bodies, a body whose
///         rotation is disabled while the source turns, bodies of reduced forms as `id`.
void take_motion(Domain& domain, BodyId id, BodyId source);

}  // namespace solfec
