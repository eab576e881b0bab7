#pragma once

#include "contact/piece/contact_memory.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Two bodies are at relative rest, and keep the contacts of their last examination, while no point
/// of one has moved relative to the other by more than this part of the geometric tolerance.
inline constexpr double kRestDistance = 1e-3;

/// Pair of rigid bodies (or obstacles) with polyhedra that come near each other.
///
/// Contacts of polyhedra are expensive to find and, for bodies at rest, equal from step to step up
/// to the errors of the solver. So an examination leaves a reference: the relative placement, and
/// for each contact its place in both bodies, its normal and its gap. As long as the relative
/// motion since then is below kRestDistance tolerances, point and normal move with the bodies, and
/// the gap changes by the relative displacement along the normal. This is exact to first order; the
/// error is quadratic in a motion of at most 1e-3 tolerances. Beyond, all pieces of the two bodies
/// are examined anew. References are part of the state and are stored with it, because a contact
/// that moves with its bodies differs in its last digits from one that is examined.
struct BodyPair {
  int first{};  // bodies of the PieceSet, first < second
  int second{};
  bool referenced = false;
  bool resting = false;     // in this step
  bool blocked = false;     // true: the examination of this step may leave no reference
  int contacts{};           // number of contacts that this examination found
  PairReference reference;  // the ids are always set, the rest when there is a reference
};

/// Sets the reference to the present placement of the second body in the frame of the first.
void set_reference(const PieceSet& pieces, BodyPair& pair);

/// Upper bound of the displacement since the reference of any point of the smaller body relative to
/// the other one, m.
double relative_motion(const PieceSet& pieces, const BodyPair& pair);

/// Reference of a contact that has just been examined; `gap` as measured.
ContactReference contact_reference(const PieceSet& pieces, const BodyPair& pair, double gap,
                                   const ContactPoint& point);

/// Maps the place of a reference from the frame of the first body to that of the second.
Vec3 second_point(const Mat3& rotation, Vec3 shift, Vec3 first_point);

/// Sets point, frame and gap of a contact of two bodies at relative rest, from its reference.
void carry_on(const PieceSet& pieces, const ContactParams& params,
              const ContactReference& reference, ContactPoint& point);

}  // namespace solfec
