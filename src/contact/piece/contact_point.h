#pragma once

#include <cstdint>
#include <tuple>

#include "base/ids.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Identity of a contact: its two pieces, and the feature that tells it from their other contacts.
/// The smaller (body, piece) is the first.
struct ContactKey {
  BodyId first_body{};
  int first_piece{};  // piece of the body's shape
  BodyId second_body{};
  int second_piece{};
  std::uint64_t feature{};  // code of the vertices or edges that meet; 0: the only point

  friend bool operator==(const ContactKey&, const ContactKey&) = default;
  friend bool operator<(const ContactKey& a, const ContactKey& b) {
    return std::tie(a.first_body, a.first_piece, a.second_body, a.second_piece, a.feature) <
           std::tie(b.first_body, b.first_piece, b.second_body, b.second_piece, b.feature);
  }
};

/// True when two contacts join the same two pieces.
inline bool same_pieces(const ContactKey& a, const ContactKey& b) {
  return a.first_body == b.first_body && a.first_piece == b.first_piece &&
         a.second_body == b.second_body && a.second_piece == b.second_piece;
}

/// State of a contact. It lives as long as the contact and is carried from step to step by the key.
struct ContactState {
  ConstraintId id{};
  int memory = -1;             // number in ContactMemories, -1: none
  int age{};                   // steps since the contact was made
  bool first_is_slave = true;  // role fixed when the first contact of the pair is made
  bool bonded{};               // cohesive bond alive; such a contact lives at any distance
  bool referenced{};           // the pair of bodies has a reference, and so has the contact
  Vec3 R;                      // reaction of the last step in the local frame (t1, t2, n), N
  Vec3 U;                      // relative velocity at the end of the last step, m/s
  Vec3 V;                      // relative velocity at the start of that step, m/s
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
  Vec3 point;            // m, common to both bodies
  Mat3 frame;            // columns t1, t2, n
  bool gap_law = false;  // obeys U_N + gap / h >= 0 at any gap, which is as measured
  double gap{};       // m; <= 0 within the geometric tolerance, positive while a pair drifts apart
  double part = 1.0;  // share of the area of its patch
  int spread = -1;    // number in ContactSet::spreads; -1: the force acts at the point alone
  double area{};      // m^2; 1 with a sphere or an ellipsoid, which have no overlap polygon
  double patch_area{};  // m^2, of the last examination; 0: none, or none since a restart
  int patch = -1;       // equal for points of one patch of two bodies; valid with patch_area
  SurfaceId master_surface{};
  SurfaceId slave_surface{};
};

/// Relative placement of two rigid bodies at the last examination of their contacts: the frame of
/// the first body has y = shift + rotation x for the place x of the second, both about their
/// pivots.
struct PairReference {
  BodyId first{};
  BodyId second{};
  Mat3 rotation;
  Vec3 shift;     // m
  int removed{};  // number of contacts that sparsification removed at that examination
};

/// Orthonormal frame with columns t1, t2, n: t1 is along e_x x n, or e_y x n where n is nearly e_x.
Mat3 contact_frame(Vec3 normal);

}  // namespace solfec
