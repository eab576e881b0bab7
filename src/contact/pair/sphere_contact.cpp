#include "contact/pair/sphere_contact.h"

#include <cmath>
#include <tuple>

#include "contact/pair/reach.h"
#include "contact/piece/approach.h"

namespace solfec {

namespace {

constexpr Vec3 kAnyWay{0.0, 0.0, 1.0};  // out of spheres with one centre, which tells no way

Ball ball_of(const PieceSet& pieces, int piece) {
  return {pieces.vertex[pieces.vertex_start[piece]], pieces.radius[piece],
          travel_bound(pieces, piece)};
}

}  // namespace

double ball_approach(const PieceSet& pieces, PiecePair pair, const ContactParams& params,
                     const Ball& a, const Ball& b) {
  if (!(a.travel + b.travel > contact_distance(params))) return 0.0;
  if (!overlap(swept_box(pieces, pair.first), swept_box(pieces, pair.second))) return 0.0;
  return a.travel + b.travel;
}

BallContact ball_contact(const ContactParams& params, const Ball& a, const Ball& b, bool old,
                         bool first_is_slave, double approach) {
  const bool gap_law = params.points == ContactPoints::patch;
  const Reach reach(params, old, gap_law, approach);
  if (!may_be_within(a, b, reach.limit())) return {};
  const Vec3 between = b.center - a.center;
  const double length = std::sqrt(dot(between, between));
  const double distance = length - (a.radius + b.radius);
  if (!reach.covers(distance)) return {};

  const bool a_is_smaller =
      std::tie(a.center.x, a.center.y, a.center.z) < std::tie(b.center.x, b.center.y, b.center.z);
  BallContact contact;
  contact.found = true;
  contact.gap_law = gap_law;
  contact.first_is_slave = old ? first_is_slave : a_is_smaller;
  contact.distance = distance;
  contact.gap = reach.gap(distance);
  const Vec3 along = length > 0.0 ? between / length : kAnyWay;
  contact.normal = contact.first_is_slave ? along : -along;
  const Ball& master = contact.first_is_slave ? b : a;
  contact.point = master.center - master.radius * contact.normal;
  return contact;
}

void examine_spheres(const PairWork& work, std::span<const int> list, NarrowScratch& /*scratch*/) {
  const PieceSet& pieces = work.pieces;
  for (const int k : list) {
    const PairQuery& query = work.queries[k];
    const auto [first, second] = query.pair;
    const Ball a = ball_of(pieces, first);
    const Ball b = ball_of(pieces, second);
    const BallContact contact =
        ball_contact(work.params, a, b, query.previous >= 0, query.first_is_slave,
                     ball_approach(pieces, query.pair, work.params, a, b));
    if (!contact.found) continue;
    work.contacts.add(k, {.first_is_slave = contact.first_is_slave,
                          .gap_law = contact.gap_law,
                          .distance = contact.distance,
                          .gap = contact.gap,
                          .area = 1.0,
                          .point = contact.point,
                          .normal = contact.normal,
                          .first_surface = pieces.round_surface[first],
                          .second_surface = pieces.round_surface[second]});
  }
}

}  // namespace solfec
