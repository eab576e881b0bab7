#include "contact/cover/covered_faces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "base/count.h"
#include "base/parallel_for.h"
#include "contact/near/parallel_sizes.h"

namespace solfec {

namespace {

// One update:
//   NearPolyhedra   pairs of pieces that are near each other; grouped by bodies when they change
//   find_due        pairs of bodies whose motion since their comparison exceeds its allowance
//   compare_bodies  per pair of pieces: opposite faces (list_opposite), then ask_cover of each
//   replace_covers  covers of pairs that were compared; the others stay
// The allowance of two bodies is the least of all their answers. BodyTurns counts the way of points
// within the radius r of a body; a place up to the reach beyond it may move (r + reach) / r times
// as far, so the allowance is lessened by that.

/// Distance beyond the reach up to which faces are compared, in reaches, or as a part of the radius
/// of the smaller body if that is more: a motion by less need not be noticed unless an answer says
/// so.
constexpr double kCompared = 1.0;
constexpr double kComparedOfRadius = 0.03;
/// Margins as shares of the allowance of an answer and of the tolerance: they cover the rounding of
/// the allowance and of the motion.
constexpr double kAllowanceSlack = 1e-3;
constexpr double kRoundingSlack = 1e-6;

Vec3 pivot_of(const PieceSet& pieces, int body) {
  return pieces.body_is_rigid[body] != 0 ? pieces.body_pivot[body] : Vec3{};
}

Mat3 rotation_of(const PieceSet& pieces, int body) {
  return pieces.body_is_rigid[body] != 0 ? pieces.body_rotation[body] : identity();
}

/// Placement of one body in the frame of another, free of rounding for the same body.
struct Seen {
  Mat3 rotation = identity();
  Vec3 shift;

  Seen(const PieceSet& pieces, int body, int from) {
    if (body == from) return;
    const Mat3 frame = rotation_of(pieces, from);
    rotation = transpose(frame) * rotation_of(pieces, body);
    shift = transposed_times(frame, pivot_of(pieces, body) - pivot_of(pieces, from));
  }
  [[nodiscard]] Vec3 point(Vec3 p) const { return rotation * p + shift; }
  void points(std::span<const Vec3> from, std::vector<Vec3>& to) const {
    to.clear();
    for (const Vec3 p : from) to.push_back(point(p));
  }
};

auto key_of(const Cover& cover) {
  return std::tuple(cover.covered_piece, cover.covered_face, cover.piece, cover.face);
}

bool cover_before(const Cover& a, const Cover& b) { return key_of(a) < key_of(b); }

/// Distance by which a direction parts the first points from the second ones; negative when it does
/// not, and for no direction.
double distance_along(Vec3 direction, std::span<const Vec3> first, std::span<const Vec3> second) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const double length = norm(direction);
  if (!(length > 0.0)) return -kFar;
  double end = -kFar;
  double start = kFar;
  for (const Vec3 p : first) end = std::max(end, dot(direction, p));
  for (const Vec3 p : second) start = std::min(start, dot(direction, p));
  return (start - end) / length;
}

/// Whether the box of a face is within `distance` of another; `vertex` are those of the view, seen
/// from anywhere.
bool is_near(std::span<const int> face, std::span<const Vec3> vertex, const Box& other,
             double distance) {
  Box box;
  for (const int v : face) box.add(vertex[v]);
  return box_distance(box, other) <= distance;
}

/// Outer faces over whose plane a place lies, if only at a height of `least`.
void facing_faces(const PolyhedronView& view, Vec3 place, double least, std::vector<int>& faces) {
  faces.clear();
  for (int f = 0; f < view.face_count(); ++f) {
    if (!(dot(view.normal[f], place) - view.offset[f] >= least)) continue;
    if (view.outer[f] != 0 && view.normal[f] != Vec3{}) faces.push_back(f);
  }
}

bool both_rigid(const PieceSet& pieces, int a, int b) {
  return pieces.body_is_rigid[a] != 0 && pieces.body_is_rigid[b] != 0;
}

/// Radius of the smaller of two rigid bodies; infinite where answers need not last.
double turn_radius(const PieceSet& pieces, int a, int b) {
  if (a == b || !both_rigid(pieces, a, b)) return std::numeric_limits<double>::infinity();
  return std::min(pieces.body_radius[a], pieces.body_radius[b]);
}

/// Whether answers about two bodies may hold until the next step: not those of deformable bodies,
/// nor of rigid ones that move against each other by more than `most` (m) in the coming step.
bool may_last(const PieceSet& pieces, int a, int b, double most) {
  if (!both_rigid(pieces, a, b)) return false;
  return a == b || norm(pieces.body_travel[b] - pieces.body_travel[a]) + pieces.body_swing[a] +
                           pieces.body_swing[b] <=
                       most;
}

/// Lower bound of the distance of two rigid bodies, m; of others no bound.
double ball_distance(const PieceSet& pieces, int a, int b) {
  if (a == b || !both_rigid(pieces, a, b)) return -std::numeric_limits<double>::infinity();
  return norm(pieces.body_pivot[b] - pieces.body_pivot[a]) - pieces.body_radius[a] -
         pieces.body_radius[b];
}

BodyFace face_of_body(const PieceSet& pieces, int piece, int face) {
  const int body = pieces.body[piece];
  return {pieces.body_id[body], piece - pieces.body_piece_start[body], face};
}

/// Number of the piece of a face, -1 when there is no such face.
int find_piece(const PieceSet& pieces, const BodyFace& face) {
  const int b = find_body(pieces, face.body);
  if (b < 0) return -1;
  const int piece = pieces.body_piece_start[b] + face.piece;
  if (face.piece < 0 || piece >= pieces.body_piece_start[b + 1]) return -1;
  const int faces = pieces.face_start[piece + 1] - pieces.face_start[piece];
  return face.face >= 0 && face.face < faces ? piece : -1;
}

}  // namespace

/// The piece whose face may be covered and the one that may cover it.
struct CoveredFaces::Sides {
  PolyhedronView covered;
  std::span<const Vec3> vertex;  // of the covered piece as the other sees them
  PolyhedronView piece;
  Seen seen;  // body of the covered piece, from the other
  double turn_radius;
  bool wants_allowance;
};

void CoveredFaces::update(const PieceSet& pieces, double tolerance) {
  tolerance_ = tolerance;
  const bool other_pairs = near_.update(pieces, kCoverReach * tolerance);
  add_turns(pieces);
  if (near_.started_anew()) {
    number_covers(pieces);
    set_balls(pieces);
  }
  if (other_pairs) group_pairs(pieces);
  find_due(pieces);
  const int n = count(due_);
  parallel_for(kParts, n < kParallelExaminations ? kParts + 1 : 2, [&](int p) {
    Part& part = parts_[p];
    part.found.clear();
    part.changed = false;
    const EvenShare share(0, n, p, kParts);
    for (int k = share.first; k < share.last; ++k) {
      compare_bodies(pieces, near_bodies_[due_[k]], part);
    }
  });
  const bool changed =
      std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.changed; });
  if (other_pairs || changed) replace_covers(pieces, other_pairs);
}

void CoveredFaces::set_state(std::span<const CoveredPair> state) {
  state_.assign(state.begin(), state.end());
  std::sort(state_.begin(), state_.end());
  near_.forget();
}

/// The covers of the step before by the numbers of this set.
void CoveredFaces::number_covers(const PieceSet& pieces) {
  covers_.clear();
  near_bodies_.clear();
  for (const CoveredPair& pair : state_) {
    const int covered = find_piece(pieces, pair.face);
    const int piece = find_piece(pieces, pair.by);
    if (covered < 0 || piece < 0) continue;
    covers_.push_back({covered, pair.face.face, piece, pair.by.face});
  }
  fill_starts(pieces);
}

void CoveredFaces::set_balls(const PieceSet& pieces) {
  ball_.resize(pieces.kind.size());
  for (const int b : near_.bodies()) {
    if (pieces.body_is_rigid[b] == 0) continue;
    for (int p = pieces.body_piece_start[b]; p < pieces.body_piece_start[b + 1]; ++p) {
      if (pieces.kind[p] == PieceKind::polyhedron) ball_[p] = ball_around(body_view(pieces, p));
    }
  }
}

void CoveredFaces::fill_starts(const PieceSet& pieces) {
  start_.assign(pieces.surface.size() + 1, 0);
  for (const Cover& cover : covers_) {
    ++start_[pieces.face_start[cover.covered_piece] + cover.covered_face + 1];
  }
  for (std::size_t f = 1; f < start_.size(); ++f) start_[f] += start_[f - 1];
}

/// Pairs of bodies from the pairs of pieces; those with the same pairs of pieces go on.
void CoveredFaces::group_pairs(const PieceSet& pieces) {
  std::swap(near_bodies_, previous_);
  near_bodies_.clear();
  const auto pairs = near_.pairs();
  for (int k = 0; k < count(pairs); ++k) {
    const std::pair key(pieces.body[pairs[k].first], pieces.body[pairs[k].second]);
    if (near_bodies_.empty() || bodies_of(near_bodies_.back()) != key) {
      near_bodies_.emplace_back();
      NearBodies& bodies = near_bodies_.back();
      std::tie(bodies.first, bodies.second) = key;
      bodies.begin = k;
      bodies.allowance = -1.0;
    }
    near_bodies_.back().end = k + 1;
  }
  const auto old_pairs = near_.previous_pairs();
  auto old = previous_.begin();
  for (NearBodies& bodies : near_bodies_) {
    while (old != previous_.end() && bodies_of(*old) < bodies_of(bodies)) ++old;
    if (old == previous_.end()) break;
    if (bodies_of(*old) != bodies_of(bodies)) continue;
    if (!std::equal(pairs.begin() + bodies.begin, pairs.begin() + bodies.end,
                    old_pairs.begin() + old->begin, old_pairs.begin() + old->end)) {
      continue;
    }
    const auto [begin, end] = std::pair(bodies.begin, bodies.end);
    bodies = *old;
    std::tie(bodies.begin, bodies.end) = std::pair(begin, end);
  }
}

void CoveredFaces::add_turns(const PieceSet& pieces) {
  if (near_.started_anew()) turned_.start(pieces);
  const auto bodies = near_.bodies();
  parallel_for(count(bodies), kParallelTests, [&](int k) {
    const int b = bodies[k];
    if (pieces.body_is_rigid[b] != 0) turned_.add(pieces, b);
  });
}

void CoveredFaces::find_due(const PieceSet& pieces) {
  is_due_.resize(near_bodies_.size());
  parallel_for(count(near_bodies_), kParallelTests, [&](int k) {
    const NearBodies& bodies = near_bodies_[k];
    const int a = bodies.first;
    const int b = bodies.second;
    const Vec3 between = pieces.body_pivot[b] - pieces.body_pivot[a];
    const double motion =
        norm(between - bodies.between) + (turned_[a] + turned_[b] - bodies.turned);
    is_due_[k] = motion <= bodies.allowance ? 0 : 1;
  });
  due_.clear();
  for (int k = 0; k < count(near_bodies_); ++k) {
    if (is_due_[k] != 0) due_.push_back(k);
  }
}

void CoveredFaces::compare_bodies(const PieceSet& pieces, NearBodies& bodies, Part& part) const {
  const int a = bodies.first;
  const int b = bodies.second;
  const int before = count(part.found);
  const double reach = kCoverReach * tolerance_;
  double allowance = ball_distance(pieces, a, b) - reach;
  if (!(allowance > reach)) {
    const bool wants_allowance = may_last(pieces, a, b, reach);
    allowance = std::numeric_limits<double>::infinity();
    for (int k = bodies.begin; k < bodies.end; ++k) {
      allowance =
          std::min(allowance, compare_pieces(pieces, near_.pairs()[k], wants_allowance, part));
    }
  }
  const int found = count(part.found) - before;
  const bool same = found == bodies.covers &&
                    std::all_of(part.found.begin() + before, part.found.end(),
                                [&](const Cover& cover) { return was_covered(pieces, cover); });
  part.changed = part.changed || !same;
  bodies.covers = found;

  // Only a point near a piece matters, and it moves with a turn as the points of the body do, up
  // to its reach beyond them.
  const double radius = turn_radius(pieces, a, b);
  bodies.between = pieces.body_pivot[b] - pieces.body_pivot[a];
  bodies.turned = turned_[a] + turned_[b];
  if (!both_rigid(pieces, a, b)) {
    bodies.allowance = -1.0;
  } else if (a == b) {
    bodies.allowance = std::numeric_limits<double>::infinity();
  } else {
    const double safe = (1.0 - kAllowanceSlack) * allowance * radius / (radius + reach);
    bodies.allowance = std::max(0.0, safe - kRoundingSlack * tolerance_);
  }
}

/// Lists the pairs of outer faces of which one may cover the other after a motion of `enough`.
void CoveredFaces::list_opposite(const PieceSet& pieces, PiecePair pair, double enough,
                                 Part& part) const {
  const int a = pieces.body[pair.first];
  const int b = pieces.body[pair.second];
  const PolyhedronView first = body_view(pieces, pair.first);
  const PolyhedronView second = body_view(pieces, pair.second);
  const Seen first_from_second(pieces, a, b);
  const bool any_covered = any(pieces, pair.first) || any(pieces, pair.second);
  const double radius = turn_radius(pieces, a, b);
  const double up_to = could_cover_up_to(any_covered, radius, enough);

  Vec3 first_place;  // of the first piece as the second sees it
  Vec3 second_place;
  double first_least = -std::numeric_limits<double>::infinity();
  double second_least = first_least;
  if (both_rigid(pieces, a, b)) {
    const PieceBall& first_ball = ball_[pair.first];
    const PieceBall& second_ball = ball_[pair.second];
    first_place = first_from_second.point(first_ball.centre);
    second_place =
        transposed_times(first_from_second.rotation, second_ball.centre - first_from_second.shift);
    first_least = least_facing_height(first_ball, second_ball, tolerance_, up_to, enough);
    second_least = least_facing_height(second_ball, first_ball, tolerance_, up_to, enough);
  }
  facing_faces(first, second_place, first_least, part.first_faces);
  facing_faces(second, first_place, second_least, part.second_faces);
  part.first_normal.clear();
  for (const int f : part.first_faces) {
    part.first_normal.push_back(first_from_second.rotation * first.normal[f]);
  }
  const double anew = could_cover_up_to(false, radius, enough);
  part.opposite.clear();
  for (int k = 0; k < count(part.first_faces); ++k) {
    const int f = part.first_faces[k];
    for (const int g : part.second_faces) {
      if (!could_cover(part.first_normal[k], second.normal[g], up_to)) continue;
      if (could_cover(part.first_normal[k], second.normal[g], anew) ||
          was_covered(pieces, {pair.first, f, pair.second, g}) ||
          was_covered(pieces, {pair.second, g, pair.first, f})) {
        part.opposite.emplace_back(f, g);
      }
    }
  }
}

/// Lists the opposite faces of two pieces that stand in the frame of space and are asked about in
/// every step: without pairs of faces that their heights part, which most of the neighbours in a
/// mesh are.
void CoveredFaces::list_opposite_now(const PieceSet& pieces, PiecePair pair, Part& part) const {
  const PolyhedronView first = polyhedron_view(pieces, pair.first);
  const PolyhedronView second = polyhedron_view(pieces, pair.second);
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const double anew = could_cover_up_to(false, kNone, 0.0);
  const double once = could_cover_up_to(true, kNone, 0.0);
  part.opposite.clear();
  for (int f = 0; f < first.face_count(); ++f) {
    const Vec3 normal = first.normal[f];
    if (first.outer[f] == 0 || normal == Vec3{}) continue;
    for (int g = 0; g < second.face_count(); ++g) {
      if (second.outer[g] == 0 || !could_cover(normal, second.normal[g], once)) continue;
      if (second.normal[g] == Vec3{}) continue;
      const bool meets =
          heights_meet(first.face(f), first.vertex, {second.normal[g], second.offset[g]},
                       tolerance_) ||
          heights_meet(second.face(g), second.vertex, {normal, first.offset[f]}, tolerance_);
      if (!meets) continue;
      if (could_cover(normal, second.normal[g], anew) ||
          was_covered(pieces, {pair.first, f, pair.second, g}) ||
          was_covered(pieces, {pair.second, g, pair.first, f})) {
        part.opposite.emplace_back(f, g);
      }
    }
  }
}

/// Adds the covers between two pieces; returns the motion that they all bear, if that is wanted.
double CoveredFaces::compare_pieces(const PieceSet& pieces, PiecePair pair, bool wants_allowance,
                                    Part& part) const {
  // What is farther than `compared` stays farther than the reach while a motion is at most
  // `enough`.
  const int a = pieces.body[pair.first];
  const int b = pieces.body[pair.second];
  const double radius = turn_radius(pieces, a, b);
  const double reach = kCoverReach * tolerance_;
  const double of_radius = std::isfinite(radius) ? kComparedOfRadius * radius : 0.0;
  const double enough = wants_allowance ? std::max(kCompared * reach, of_radius) : 0.0;
  const double compared = reach + enough;
  if (pieces.body_is_rigid[a] != 0 || pieces.body_is_rigid[b] != 0) {
    list_opposite(pieces, pair, enough, part);
  } else {
    list_opposite_now(pieces, pair, part);
  }
  if (part.opposite.empty()) return enough;

  const Seen first_from_second(pieces, a, b);
  const PolyhedronView first = body_view(pieces, pair.first);
  const PolyhedronView second = body_view(pieces, pair.second);
  first_from_second.points(first.vertex, part.first_seen);
  const Box first_box = box_of(part.first_seen);
  const Box second_box = box_of(second.vertex);
  const double apart = std::max(
      box_distance(first_box, second_box),
      distance_along(0.5 * (second_box.lo + second_box.hi) - 0.5 * (first_box.lo + first_box.hi),
                     part.first_seen, second.vertex));
  if (!(apart <= compared)) return apart - reach;

  const Seen second_from_first(pieces, b, a);
  second_from_first.points(second.vertex, part.second_seen);
  const Sides first_covered{first,  part.first_seen, second, first_from_second,
                            radius, wants_allowance};
  const Sides second_covered{second, part.second_seen, first, second_from_first,
                             radius, wants_allowance};
  double allowance = enough;
  for (const auto& [f, g] : part.opposite) {
    if (!is_near(first.face(f), part.first_seen, second_box, compared) ||
        !is_near(second.face(g), second.vertex, first_box, compared)) {
      continue;
    }
    add_cover(pieces, first_covered, {pair.first, f, pair.second, g}, allowance, part);
    add_cover(pieces, second_covered, {pair.second, g, pair.first, f}, allowance, part);
  }
  return allowance;
}

/// Adds a cover if it is one, and lessens the motion that all covers bear.
void CoveredFaces::add_cover(const PieceSet& pieces, const Sides& sides, const Cover& cover,
                             double& allowance, Part& part) const {
  const int f = cover.covered_face;
  part.corner.clear();
  for (const int v : sides.covered.face(f)) part.corner.push_back(sides.vertex[v]);
  const SeenFace seen{part.corner, sides.seen.rotation * sides.covered.normal[f]};
  const CoverQuestion question{tolerance_, was_covered(pieces, cover), sides.turn_radius,
                               sides.wants_allowance, allowance};
  const CoverAnswer answer = ask_cover(seen, sides.piece, cover.face, question, part.scratch);
  allowance = std::min(allowance, answer.allowance);
  if (answer.covered) part.found.push_back(cover);
}

bool CoveredFaces::was_covered(const PieceSet& pieces, const Cover& cover) const {
  const auto row = covers(pieces, cover.covered_piece, cover.covered_face);
  return std::binary_search(row.begin(), row.end(), cover, cover_before);
}

/// Whether a cover is between bodies that are still near and were not compared.
bool CoveredFaces::still_holds(const PieceSet& pieces, const Cover& cover) const {
  const int a = pieces.body[cover.covered_piece];
  const int b = pieces.body[cover.piece];
  if (body_due_[a] == 0 || body_due_[b] == 0) return true;
  const std::pair key(std::min(a, b), std::max(a, b));
  const auto found = std::lower_bound(
      near_bodies_.begin(), near_bodies_.end(), key,
      [](const NearBodies& one, const auto& value) { return bodies_of(one) < value; });
  return found != near_bodies_.end() && bodies_of(*found) == key &&
         is_due_[found - near_bodies_.begin()] == 0;
}

/// The covers of pairs of bodies that were not compared, and those found between the others.
void CoveredFaces::replace_covers(const PieceSet& pieces, bool other_pairs) {
  body_due_.assign(pieces.body_id.size(), other_pairs ? 1 : 0);
  for (const int k : due_) {
    body_due_[near_bodies_[k].first] = 1;
    body_due_[near_bodies_[k].second] = 1;
  }
  staying_.clear();
  for (const Cover& cover : covers_) {
    if (still_holds(pieces, cover)) staying_.push_back(cover);
  }
  found_.clear();
  for (const Part& part : parts_) {
    found_.insert(found_.end(), part.found.begin(), part.found.end());
  }
  std::sort(found_.begin(), found_.end(), cover_before);
  covers_.resize(staying_.size() + found_.size());
  std::merge(staying_.begin(), staying_.end(), found_.begin(), found_.end(), covers_.begin(),
             cover_before);
  fill_starts(pieces);
  state_.clear();
  for (const Cover& cover : covers_) {
    state_.push_back({face_of_body(pieces, cover.covered_piece, cover.covered_face),
                      face_of_body(pieces, cover.piece, cover.face)});
  }
}

bool CoveredFaces::reaches(const PieceSet& pieces, const Cover& cover, Vec3 place) const {
  const int body = pieces.body[cover.covered_piece];
  const PolyhedronView covered = body_view(pieces, cover.covered_piece);
  Vec3 p = transposed_times(rotation_of(pieces, body), place - pivot_of(pieces, body));
  const Vec3 normal = covered.normal[cover.covered_face];
  p -= (dot(normal, p) - covered.offset[cover.covered_face]) * normal;
  const Seen seen(pieces, body, pieces.body[cover.piece]);
  return covers_point(body_view(pieces, cover.piece), cover.face, stays_covered(tolerance_),
                      seen.point(p));
}

bool CoveredFaces::covered_at(const PieceSet& pieces, int piece, int face, Vec3 place,
                              int except_body, int except_piece) const {
  const int f = pieces.face_start[piece] + face;
  const Vec3 on_face = place - (dot(pieces.normal[f], place) - pieces.offset[f]) * pieces.normal[f];
  for (const Cover& cover : covers(pieces, piece, face)) {
    const int body = pieces.body[cover.piece];
    if (body == except_body || cover.piece == except_piece) continue;
    // a large face has many covers, most of them far off
    const double reach = 2.0 * kCoverReach * tolerance_;
    if (pieces.body_is_rigid[body] != 0) {
      const Vec3 arm = on_face - pieces.body_pivot[body];
      const double farthest = pieces.body_radius[body] + reach;
      if (dot(arm, arm) > farthest * farthest) continue;
    } else if (box_distance({on_face, on_face}, pieces.box[cover.piece]) > reach) {
      continue;
    }
    if (reaches(pieces, cover, place)) return true;
  }
  return false;
}

}  // namespace solfec
