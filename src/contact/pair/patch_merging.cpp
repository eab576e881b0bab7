#include "contact/pair/patch_merging.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/count.h"
#include "base/parallel_for.h"
#include "contact/pair/point_spacing.h"
#include "contact/piece/contact_point.h"

namespace solfec {

namespace {

// merge_bodies sorts the points of a pair of bodies by their pair of face groups; of each run that
// comes from several pairs of pieces, `merge` makes one patch: hull in the plane (list_hull), then
// reduce_points and set_shares as for the patch of one pair. The number of an entry stands for the
// feature there, since features of different pairs of pieces may be equal.

constexpr double kLeftOut = -1.0;  // mark in `area`, which is never negative

bool has_patches(const PieceSet& pieces, int piece) {
  return pieces.kind[piece] == PieceKind::polyhedron &&
         pieces.body_is_affine[pieces.body[piece]] != 0;
}

double turn(double ux, double uy, double vx, double vy) { return ux * vy - uy * vx; }

}  // namespace

void PatchMerging::prepare(const PieceSet& pieces, std::span<const PairQuery> queries) {
  queries_.list(pieces, queries, [&](PiecePair pair) {
    return has_patches(pieces, pair.first) && has_patches(pieces, pair.second);
  });
}

void PatchMerging::run(const PieceSet& pieces, const ContactParams& params,
                       PairContacts& contacts) {
  const int pairs = queries_.pair_count();
  parallel_for(kChunks, pairs < kChunks ? kChunks + 1 : 2, [&](int chunk) {
    const EvenShare share(0, pairs, chunk, kChunks);
    for (int k = share.first; k < share.last; ++k) {
      const auto members = queries_.of_pair(k);
      if (members.size() < 2) continue;
      merge_bodies(pieces, params, members, contacts, scratch_[chunk]);
    }
  });
}

void PatchMerging::merge_bodies(const PieceSet& pieces, const ContactParams& params,
                                std::span<const BodyQuery> members, PairContacts& contacts,
                                Scratch& scratch) const {
  scratch.entry.clear();
  for (const BodyQuery& member : members) {
    const auto points = contacts.of(member.query);
    for (int p = 0; p < count(points); ++p) {
      if (points[p].first_face < 0) continue;
      scratch.entry.push_back({pieces.face_group[points[p].first_face],
                               pieces.face_group[points[p].second_face], member.query, p});
    }
  }
  const auto groups = [](const Entry& e) { return std::tie(e.first_group, e.second_group); };
  std::stable_sort(scratch.entry.begin(), scratch.entry.end(),
                   [&](const Entry& a, const Entry& b) { return groups(a) < groups(b); });
  bool any = false;
  for (int begin = 0, end = 0; begin < count(scratch.entry); begin = end) {
    end = begin + 1;
    while (end < count(scratch.entry) &&
           groups(scratch.entry[end]) == groups(scratch.entry[begin])) {
      ++end;
    }
    if (scratch.entry[begin].query == scratch.entry[end - 1].query) continue;
    merge(params, std::span(scratch.entry).subspan(begin, end - begin), contacts, scratch);
    any = true;
  }
  if (!any) return;
  for (const BodyQuery& member : members) {
    contacts.erase_if(member.query, [](const PairContact& c) { return c.area == kLeftOut; });
  }
}

/// Corners of the hull of the points in their plane, counter-clockwise about the normal: Andrew's
/// monotone chain (1979), Inf. Process. Lett. 9, 216-219.
void PatchMerging::list_hull(std::span<const Entry> entries, const PairContacts& contacts,
                             Scratch& scratch) {
  const PairContact& first = contacts.of(entries[0].query)[entries[0].point];
  const Mat3 frame = contact_frame(first.normal);
  scratch.corner.clear();
  for (int e = 0; e < count(entries); ++e) {
    const Vec3 arm = contacts.of(entries[e].query)[entries[e].point].point - first.point;
    scratch.corner.push_back({dot(arm, frame.column(0)), dot(arm, frame.column(1)), e});
  }
  std::sort(scratch.corner.begin(), scratch.corner.end(), [](const Corner& a, const Corner& b) {
    return std::tie(a.u, a.v, a.entry) < std::tie(b.u, b.v, b.entry);
  });
  auto& hull = scratch.hull;
  hull.clear();
  const auto add = [&](const Corner& c, std::size_t least) {
    while (hull.size() >= least + 2) {
      const Corner& p = hull[hull.size() - 2];
      const Corner& q = hull[hull.size() - 1];
      if (turn(q.u - p.u, q.v - p.v, c.u - p.u, c.v - p.v) > 0.0) break;
      hull.pop_back();
    }
    hull.push_back(c);
  };
  for (const Corner& c : scratch.corner) add(c, 0);
  const std::size_t lower = hull.size() - 1;
  for (auto c = scratch.corner.rbegin() + 1; c != scratch.corner.rend(); ++c) add(*c, lower);
  if (hull.size() > 1) hull.pop_back();
}

void PatchMerging::merge(const ContactParams& params, std::span<const Entry> entries,
                         PairContacts& contacts, Scratch& scratch) {
  const auto contact_of = [&](int e) -> PairContact& {
    return contacts.of(entries[e].query)[entries[e].point];
  };
  list_hull(entries, contacts, scratch);
  double area = 0.0;
  double lowest = contact_of(0).gap;
  for (int e = 0; e < count(entries); ++e) {
    area += contact_of(e).area;
    lowest = std::min(lowest, contact_of(e).gap);
  }
  auto& points = scratch.patch.points;
  points.clear();
  scratch.previous.clear();
  for (const Corner& corner : scratch.hull) {
    const PairContact& c = contact_of(corner.entry);
    const auto number = static_cast<PatchFeature>(corner.entry);
    points.push_back({c.point, c.gap, 0.0, number});
    if (c.is_old) scratch.previous.push_back(number);
  }
  std::sort(scratch.previous.begin(), scratch.previous.end());
  reduce_points(scratch.previous, point_spacing(params), points);
  const double limit = std::max(lowest, 0.0) + params.tolerance;
  set_shares(area, limit, contact_of(0).normal, points, scratch.patch);

  for (int e = 0; e < count(entries); ++e) contact_of(e).area = kLeftOut;
  for (const PatchPoint& p : points) {
    PairContact& c = contact_of(static_cast<int>(p.feature));
    c.area = p.share;
    c.part = area > 0.0 ? p.share / area : 0.0;
    c.patch_area = area;
    c.patch = entries[0].query;
  }
}

}  // namespace solfec
