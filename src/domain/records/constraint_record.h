#pragma once

#include <cstdint>

#include "base/ids.h"
#include "constraint/user_constraint.h"
#include "contact/piece/contact_memory.h"
#include "contact/piece/contact_point.h"
#include "material/surface_material.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// A constraint as users and result frames see it; contacts and user constraints alike.
struct ConstraintRecord {
  ConstraintId id{};
  ConstraintKind kind{};
  BodyId master{};
  BodyId slave{};              // 0: none
  Vec3 R;                      // reaction in the local frame, N
  Vec3 U;                      // relative velocity at the end of the step, m/s
  Vec3 V;                      // relative velocity at the start of the step, m/s
  Vec3 point;                  // m
  Vec3 slave_point;            // rigid links: the other end, m; equal to `point` for contacts
  Mat3 frame;                  // columns t1, t2, n
  double gap{};                // contacts only, m
  double area{};               // contacts only, m^2
  double part = 1.0;           // contacts only: of the area of the patch
  double merit{};              // dimensionless
  double coordinate{};         // drives only: m or rad at the end of the step
  double rate{};               // drives only: m/s or rad/s likewise
  double motor_force{};        // drives only: N, mean force of the motor along n
  double power{};              // drives only: W, mean power of the motor
  SurfaceId master_surface{};  // contacts only
  SurfaceId slave_surface{};
  int material = -1;  // contacts: index of the surface material
  bool bonded = false;
  bool softens = false;   // bonded contacts: the bond softens while it breaks
  double damage{};        // of such a bond, in [0, 1]; 1 of contacts of cohesive zones without one
  int master_piece = -1;  // contacts: pieces of the two shapes
  int slave_piece = -1;
  std::uint64_t feature{};  // contacts: which of those of the two pieces, see ContactKey
  int age{};                // contacts: steps since it was made
  BondAnchor anchor;        // of a bonded contact
  bool referenced = false;  // contact of two bodies with a reference
  ContactReference reference;
  int rank{};  // of a stored frame: that has written it
};

/// Records without their merits.
ConstraintRecord record_of(const UserConstraint& constraint);
ConstraintRecord record_of(const ContactPoint& contact, const ContactMemories& memories,
                           const SurfaceMaterialTable& materials);
/// The contact of a record, and the state of a user constraint. The memory of a contact and its
/// bodies in a PieceSet are not set.
ContactPoint contact_of(const ConstraintRecord& row);
/// R, U, V and placement of the row; the definition stays.
void set_state(const ConstraintRecord& row, UserConstraint& constraint);

}  // namespace solfec
