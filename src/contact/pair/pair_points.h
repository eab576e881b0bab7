#pragma once

#include "contact/pair/pair_contacts.h"
#include "contact/pair/pair_query.h"
#include "contact/pair/sphere_contact.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// From the geometry of a pair of pieces to the contact point of two bodies and back to the pieces:
/// what a point is made of when it is found, and what of it is written anew in each step.

/// Bodies and pieces of a pair; feature 0.
ContactKey key_of(const PieceSet& pieces, PiecePair pair);
/// Pieces of an old contact; an index is -1 when its body or piece is no longer in the set.
PiecePair pair_of(const PieceSet& pieces, const ContactPoint& point);

/// Point without id; its roles stay as they are for its life.
ContactPoint make_point(const PieceSet& pieces, PiecePair pair, const PairContact& contact);
/// Indices of bodies and pieces, after some came or went.
void set_roles(const PieceSet& pieces, PiecePair pair, ContactPoint& point);

/// Geometry of one step. Area and surfaces of two spheres never change.
void update_point(const PairContact& contact, ContactPoint& point);
/// Sets the geometry of one step of the contact of two spheres, whose pair knows only point, normal
/// and gap.
void update_point(const BallContact& contact, ContactPoint& point);
/// A bonded pair has parted: open, its place is the owner's matter.
void part(ContactPoint& point);

}  // namespace solfec
