#include "contact/pair/sphere_shadow.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

// A contact of a round piece at the point p of a polyhedron is in shadow when an adjacent piece, or
// one that covers a face of the polyhedron, has a contact with the round piece at a smaller
// distance and contains p.

constexpr double kSamePlace = 1e-3;     // of the tolerance: p counts as a point of the neighbour
constexpr double kSameDistance = 1e-6;  // of the tolerance: neither neighbour is closer

struct Scene {
  const PieceSet& pieces;
  double tolerance;
  std::span<const PairQuery> queries;
  const CoveredFaces* covered;
  const PairContacts& contacts;
};

/// Contacts of two pieces in either order, none when they were not looked at.
std::span<const PairContact> find_contacts(const Scene& scene, int piece, int other) {
  const PiecePair pair{std::min(piece, other), std::max(piece, other)};
  const auto at = std::lower_bound(
      scene.queries.begin(), scene.queries.end(), pair,
      [](const PairQuery& query, const PiecePair& value) { return query.pair < value; });
  if (at == scene.queries.end() || at->pair != pair) return {};
  return scene.contacts.of(static_cast<int>(at - scene.queries.begin()));
}

bool any_closer(std::span<const PairContact> contacts, double distance) {
  return std::any_of(contacts.begin(), contacts.end(),
                     [&](const PairContact& contact) { return contact.distance < distance; });
}

bool contains(const PolyhedronView& view, Vec3 point, double slack) {
  for (int f = 0; f < view.face_count(); ++f) {
    if (dot(view.normal[f], point) - view.offset[f] > slack) return false;
  }
  return true;
}

bool shadowed(const Scene& scene, int k, const PairContact& contact) {
  const auto [first, second] = scene.queries[k].pair;
  const PieceSet& pieces = scene.pieces;
  const bool first_is_round = is_round(pieces.kind[first]);
  const int round = first_is_round ? first : second;
  const int polyhedron = first_is_round ? second : first;

  // the point is that of the master; the normal leads out of the slave
  const bool round_is_slave = first_is_round == contact.first_is_slave;
  const Vec3 closest =
      round_is_slave ? contact.point : contact.point - contact.distance * contact.normal;

  const auto in_shadow_of = [&](int neighbour, double slack) {
    return !is_round(pieces.kind[neighbour]) &&
           any_closer(find_contacts(scene, neighbour, round),
                      contact.distance - kSameDistance * scene.tolerance) &&
           contains(polyhedron_view(pieces, neighbour), closest, slack);
  };
  const int start = pieces.body_piece_start[pieces.body[polyhedron]];
  const ShapePieces& shape = *pieces.body_shape[pieces.body[polyhedron]];
  const int local = polyhedron - start;
  for (int a = shape.adjacent_start[local]; a < shape.adjacent_start[local + 1]; ++a) {
    if (in_shadow_of(start + shape.adjacent[a], kSamePlace * scene.tolerance)) return true;
  }
  if (scene.covered == nullptr || !scene.covered->any(pieces, polyhedron)) return false;
  const int faces = pieces.face_start[polyhedron + 1] - pieces.face_start[polyhedron];
  for (int f = 0; f < faces; ++f) {
    for (const Cover& cover : scene.covered->covers(pieces, polyhedron, f)) {
      if (in_shadow_of(cover.piece, scene.tolerance)) return true;
    }
  }
  return false;
}

}  // namespace

void drop_shadowed_round_contacts(const PieceSet& pieces, double tolerance,
                                  std::span<const PairQuery> queries, const CoveredFaces* covered,
                                  PairContacts& contacts) {
  SOLFEC_ASSERT(count(queries) == contacts.pair_count());
  const Scene scene{pieces, tolerance, queries, covered, contacts};

  // The order does not matter: the closest of a group stands in no shadow, so what shadows a
  // contact may itself be dropped before or after. Dropped ones keep their distance for that.
  constexpr double kDropped = -1.0;  // mark in `area`, which is never negative
  for (int k = 0; k < count(queries); ++k) {
    const auto [first, second] = queries[k].pair;
    if (is_round(pieces.kind[first]) == is_round(pieces.kind[second])) continue;
    // the wall of a bore presses on vertices, where no neighbour is in the way
    if (std::max(pieces.kind[first], pieces.kind[second]) == PieceKind::bore) continue;
    for (PairContact& contact : contacts.of(k)) {
      if (shadowed(scene, k, contact)) contact.area = kDropped;
    }
  }
  for (int k = 0; k < count(queries); ++k) {
    contacts.erase_if(k, [](const PairContact& contact) { return contact.area == kDropped; });
  }
}

}  // namespace solfec
