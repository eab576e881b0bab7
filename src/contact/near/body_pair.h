#pragma once

#include "contact/piece/contact_memory.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Two bodies at relative rest keep the contacts of their last examination while no point of
/// either has moved by more than this part of the geometric tolerance as the other sees it.
inline constexpr double kRestDistance = 1e-3;

/// Pair of rigid bodies (or obstacles) with polyhedra that come near each other.
///
/// Contacts of polyhedra are costly and, in a body at rest, the same from step to step up to the
/// noise of the solution. So an examination leaves a reference: the relative placement, and per
/// contact its place in both bodies, normal and gap. As long as the relative motion since then is
/// below kRestDistance tolerances, point and normal move with the bodies and the gap changes by the
/// relative displacement along the normal, which is exact to first order; the error is quadratic in
/// a motion of at most 1e-3 tolerances. Afterwards all pieces of the two bodies are examined anew.
/// The reference belongs to the state of a simulation and is stored with it, since a contact
/// that is carried on differs in its last digits from one that is examined.
struct BodyPair {
  int first{};  // bodies of the PieceSet, first < second
  int second{};
  bool referenced = false;
  bool resting = false;     // in this step
  bool blocked = false;     // the examination of this step may leave no reference
  int contacts{};           // found by it
  PairReference reference;  // ids always; the rest when referenced
};

/// Placement of the second body as the first sees it, about their pivots.
void set_reference(const PieceSet& pieces, BodyPair& pair);

/// Bound for the displacement of any point of the smaller body, as the other sees it, since the
/// reference, m.
double relative_motion(const PieceSet& pieces, const BodyPair& pair);

/// Reference of a contact that has just been examined; `gap` as measured.
ContactReference contact_reference(const PieceSet& pieces, const BodyPair& pair, double gap,
                                   const ContactPoint& point);

/// The place of the reference in the second body, from that in the first.
Vec3 second_point(const Mat3& rotation, Vec3 shift, Vec3 first_point);

/// Point, frame and gap of a contact of two bodies at relative rest.
void carry_on(const PieceSet& pieces, const ContactParams& params,
              const ContactReference& reference, ContactPoint& point);

}  // namespace solfec
