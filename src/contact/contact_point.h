#pragma once

#include <tuple>

#include "base/ids.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Pair of pieces that a contact joins; (body, piece) of the first is the smaller one.
struct ContactKey {
  BodyId first_body{};
  int first_piece{};  // piece of the body's shape
  BodyId second_body{};
  int second_piece{};

  friend bool operator==(const ContactKey&, const ContactKey&) = default;
  friend bool operator<(const ContactKey& a, const ContactKey& b) {
    return std::tie(a.first_body, a.first_piece, a.second_body, a.second_piece) <
           std::tie(b.first_body, b.first_piece, b.second_body, b.second_piece);
  }
};

/// Where a cohesive bond holds its two bodies: reference points, because a bonded pair that is open
/// has no overlap that would tell.
struct BondAnchor {
  double area{};  // m^2, > 0 once the anchor is made; the cohesive force is its multiple
  Vec3 master;    // reference point of the master, m
  Vec3 slave;     // of the slave
  Vec3 normal;    // unit reference normal of the slave, towards the master
};

/// Geometry of a contact when its two bodies were examined last. While they are at rest relative to
/// each other, place, normal and gap follow from it (contact/body_pair.h).
struct ContactReference {
  Vec3 first_point;   // in the frame of the first body about its pivot, m
  Vec3 second_point;  // the same place in the frame of the second body, m
  Vec3 normal;        // unit, out of the slave, in the frame of the slave
  double gap{};       // m, as measured; positive also of contacts that count as closed
};

/// State that lives as long as the pair stays close; carried from step to step by key.
struct ContactState {
  ConstraintId id{};
  bool first_is_slave = true;  // role fixed when the contact is made
  int age{};                   // steps since the contact was made
  bool bonded{};               // cohesive bond alive; such a contact lives at any distance
  BondAnchor anchor;           // of a living bond
  bool referenced{};           // the pair of bodies has a reference, and so has the contact
  ContactReference reference;
  Vec3 R;  // reaction of the last step in the local frame (t1, t2, n), N
  Vec3 U;  // relative velocity at the end of the last step, m/s
  Vec3 V;  // relative velocity at its start, m/s
};

/// One contact point. The normal points out of the slave into the master; the relative velocity is
/// master minus slave, so a positive normal part separates.
struct ContactPoint {
  ContactKey key;
  ContactState state;
  int master{};  // index of the body in PieceSet
  int slave{};
  int master_piece{};  // piece of the master's shape
  int slave_piece{};
  Vec3 point;     // m, common to both bodies
  Mat3 frame;     // columns t1, t2, n
  double gap{};   // m; <= 0 within the geometric tolerance, positive while a pair drifts apart
  double area{};  // m^2; 1 for pairs with a sphere, as there is no overlap polygon
  SurfaceId master_surface{};
  SurfaceId slave_surface{};
};

/// Relative placement of two rigid bodies when their contacts were examined last; the second as
/// the first sees it: y = shift + rotation x, both about their pivots.
struct PairReference {
  BodyId first{};
  BodyId second{};
  Mat3 rotation;
  Vec3 shift;     // m
  int removed{};  // contacts that sparsification took away at that examination
};

/// Orthonormal frame with columns t1, t2, n: t1 is along e_x x n, or e_y x n where n is nearly e_x.
Mat3 contact_frame(Vec3 normal);

}  // namespace solfec
