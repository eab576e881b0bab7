#pragma once

#include "contact/pair/pair_contacts.h"
#include "contact/pair/pair_query.h"
#include "contact/pair/sphere_contact.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// Conversions between the geometry of a pair of pieces and the contact point of two bodies: how a
/// new point is made, and which members are set in each step.

/// Key of the bodies and pieces of a pair, with the feature 0.
ContactKey key_of(const PieceSet& pieces, PiecePair pair);
/// Pieces of an old contact; an index is -1 when the set no longer has its body or piece.
PiecePair pair_of(const PieceSet& pieces, const ContactPoint& point);

/// Makes a point without id. Its roles, master and slave, never change.
ContactPoint make_point(const PieceSet& pieces, PiecePair pair, const PairContact& contact);
/// Sets the indices of bodies and pieces of a point, after bodies have come or gone.
void set_roles(const PieceSet& pieces, PiecePair pair, ContactPoint& point);

/// Sets the geometry of one step of a contact.
void update_point(const PairContact& contact, ContactPoint& point);
/// Sets the geometry of one step of a contact of two spheres: point, normal and gap. Area and
/// surface ids of two spheres never change.
void update_point(const BallContact& contact, ContactPoint& point);
/// Marks the contact of a bonded pair that has parted as open; the caller sets its place.
void part(ContactPoint& point);

}  // namespace solfec
