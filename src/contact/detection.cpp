#include "contact/detection.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "base/count.h"
#include "base/parallel_for.h"
#include "contact/sphere_shadow.h"

namespace solfec {

namespace {

// What is not worth waking threads: fewer examinations, contacts to carry on, cheap tests, bodies.
constexpr int kParallelExaminations = 32;
constexpr int kParallelContacts = 512;
constexpr int kParallelTests = 1024;
constexpr int kParallelBodies = 128;

/// Index of a body in the set, -1 when it is not there.
int find_body(const PieceSet& pieces, BodyId id) {
  const auto at = std::lower_bound(pieces.body_id.begin(), pieces.body_id.end(), id);
  const bool found = at != pieces.body_id.end() && *at == id;
  return found ? static_cast<int>(at - pieces.body_id.begin()) : -1;
}

/// Index of a piece in the set, -1 when it is not there.
/// @param guess  Where its body was.
int find_piece(const PieceSet& pieces, BodyId id, int local, int guess) {
  const bool there = 0 <= guess && guess < pieces.body_count() && pieces.body_id[guess] == id;
  const int body = there ? guess : find_body(pieces, id);
  if (body < 0) return -1;
  const int piece = pieces.body_piece_start[body] + local;
  return local < 0 || piece >= pieces.body_piece_start[body + 1] ? -1 : piece;
}

/// Of the least distance of a contact: covers the rounding of the distance and of the motion.
constexpr double kClearanceSlack = 1e-3;

/// Largest distance of two boxes along an axis; negative when they overlap.
double separation(const Box& a, const Box& b) {
  const Vec3 below = a.lo - b.hi;
  const Vec3 above = b.lo - a.hi;
  return std::max({below.x, below.y, below.z, above.x, above.y, above.z});
}

ContactKey key_of(const PieceSet& pieces, PiecePair pair) {
  const int a = pieces.body[pair.first];
  const int b = pieces.body[pair.second];
  return {pieces.body_id[a], pair.first - pieces.body_piece_start[a], pieces.body_id[b],
          pair.second - pieces.body_piece_start[b]};
}

void set_roles(const PieceSet& pieces, PiecePair pair, ContactPoint& point) {
  const bool first_is_slave = point.state.first_is_slave;
  const int slave = first_is_slave ? pair.first : pair.second;
  const int master = first_is_slave ? pair.second : pair.first;
  point.master = pieces.body[master];
  point.slave = pieces.body[slave];
  point.master_piece = master - pieces.body_piece_start[point.master];
  point.slave_piece = slave - pieces.body_piece_start[point.slave];
}

void set_geometry(const PairContact& contact, ContactPoint& point) {
  point.point = contact.point;
  point.frame = contact_frame(contact.normal);
  point.gap = contact.gap;
  point.area = contact.area;
  point.master_surface = contact.first_is_slave ? contact.second_surface : contact.first_surface;
  point.slave_surface = contact.first_is_slave ? contact.first_surface : contact.second_surface;
}

/// Area and surfaces of two spheres never change.
void set_geometry(const BallContact& contact, ContactPoint& point) {
  point.point = contact.point;
  point.frame = contact_frame(contact.normal);
  point.gap = contact.gap;
}

ContactPoint make_point(const PieceSet& pieces, PiecePair pair, const PairContact& contact) {
  ContactPoint point;
  point.key = key_of(pieces, pair);
  point.state.first_is_slave = contact.first_is_slave;
  set_roles(pieces, pair, point);
  set_geometry(contact, point);
  return point;
}

/// A bonded pair has parted: open, its place is the owner's matter.
void part(ContactPoint& point) {
  point.gap = std::max(point.gap, std::numeric_limits<double>::min());
  point.state.referenced = false;
  ++point.state.age;
}

/// Room for the largest pair, so that it does not matter which part meets it first.
void reserve(OverlapScratch& scratch, int faces, int vertices, int longest_loop) {
  const auto polygons = 2 * static_cast<std::size_t>(faces);
  const std::size_t loop = polygons + static_cast<std::size_t>(longest_loop);
  const std::size_t codes = static_cast<std::size_t>(vertices) * (polygons / 64 + 1);
  scratch.over_a.reserve(faces, vertices);
  scratch.over_b.reserve(faces, vertices);
  scratch.above.reserve(codes);
  scratch.below.reserve(codes);
  scratch.polygon.reserve(polygons);
  scratch.loop.reserve(loop);
  scratch.clipped.reserve(loop);
  scratch.height.reserve(loop);
}

bool before(const BodyPair& a, const BodyPair& b) {
  return std::tie(a.reference.first, a.reference.second) <
         std::tie(b.reference.first, b.reference.second);
}

}  // namespace

// ---- references --------------------------------------------------------------------------------

void Detection::set_references(std::span<const PairReference> references,
                               const ContactParams& params) {
  last_params_ = params;
  body_pairs_.clear();
  for (const PairReference& reference : references) {
    BodyPair pair;
    pair.referenced = true;
    pair.reference = reference;
    body_pairs_.push_back(pair);
  }
  std::sort(body_pairs_.begin(), body_pairs_.end(), before);
  stale_ = true;
}

std::vector<PairReference> Detection::references() const {
  std::vector<PairReference> references;
  for (const BodyPair& pair : body_pairs_) {
    if (pair.referenced) references.push_back(pair.reference);
  }
  return references;
}

void Detection::drop_references(BodyId first, BodyId second) {
  for (BodyPair& pair : body_pairs_) {
    const PairReference& reference = pair.reference;
    if (second == 0 ? reference.first == first || reference.second == first
                    : reference.first == first && reference.second == second) {
      pair.referenced = false;
    }
  }
  stale_ = true;
}

// ---- pairs to look at --------------------------------------------------------------------------

/// Merges the candidates of the broad phase with the pairs of the old contacts: a bond lives at any
/// distance.
void Detection::collect_pairs(PieceSet& pieces, const ContactExclusions& excluded,
                              std::vector<ContactPoint>& points) {
  std::swap(queries_, previous_queries_);
  queries_.clear();
  spheres_.clear();
  lost_ = false;
  other_removed_ = 0;
  const bool any_excluded = !excluded.bodies.empty() || !excluded.pieces.empty();
  const auto add = [&](PiecePair pair, int previous) {
    if (any_excluded && is_excluded(excluded, key_of(pieces, pair))) {
      lost_ = lost_ || previous >= 0;
      return;
    }
    add_pair(pieces, pair, previous);
    if (previous < 0) return;
    ContactPoint& old = points[previous];
    set_roles(pieces, pair, old);
    if (queries_.empty() || queries_.back().previous != previous) return;
    queries_.back().first_is_slave = old.state.first_is_slave;
  };

  const auto pairs = broad_phase_.candidates();
  std::size_t next = 0;
  for (int k = 0; k < count(points); ++k) {
    const ContactKey& key = points[k].key;
    const bool first_is_slave = points[k].state.first_is_slave;
    const int first = first_is_slave ? points[k].slave : points[k].master;
    const int second = first_is_slave ? points[k].master : points[k].slave;
    const PiecePair pair{find_piece(pieces, key.first_body, key.first_piece, first),
                         find_piece(pieces, key.second_body, key.second_piece, second)};
    if (pair.first < 0 || pair.second < 0 || !may_touch(pieces, pair)) {
      lost_ = true;
      continue;
    }
    while (next < pairs.size() && pairs[next] < pair) add(pairs[next++], -1);
    if (next < pairs.size() && pairs[next] == pair) ++next;
    add(pair, k);
  }
  while (next < pairs.size()) add(pairs[next++], -1);

  set_origins(points);
  take_over_axes();
  if (!broad_phase_.started_anew()) take_over_clearances();
  group_by_bodies(pieces);
  if (broad_phase_.started_anew()) reserve_scratch(pieces);
  stale_ = false;
}

/// Which query or pair of spheres the old contacts belong to now.
void Detection::set_origins(const std::vector<ContactPoint>& points) {
  origin_.resize(points.size());
  for (int k = 0; k < count(queries_); ++k) {
    if (queries_[k].previous >= 0) origin_[queries_[k].previous] = k;
  }
  for (int k = 0; k < count(spheres_); ++k) {
    if (spheres_[k].previous >= 0) origin_[spheres_[k].previous] = -1 - k;
  }
}

void Detection::add_pair(const PieceSet& pieces, PiecePair pair, int previous) {
  if (pieces.kind[pair.first] == PieceKind::sphere &&
      pieces.kind[pair.second] == PieceKind::sphere) {
    spheres_.push_back({pair, previous, false});
  } else {
    queries_.push_back({pair, previous, true, {}, -1, false, {}});
  }
}

/// Copies the separating axes of the last step. After bodies came or went an axis may reach another
/// pair, which costs time and changes nothing.
void Detection::take_over_axes() {
  std::size_t last = 0;
  for (PairQuery& query : queries_) {
    while (last < previous_queries_.size() && previous_queries_[last].pair < query.pair) ++last;
    if (last == previous_queries_.size()) return;
    if (previous_queries_[last].pair == query.pair) query.cache = previous_queries_[last].cache;
  }
}

/// Copies what is known of pairs that are apart. @pre the bodies are those of the last step.
void Detection::take_over_clearances() {
  std::size_t last = 0;
  for (PairQuery& query : queries_) {
    while (last < previous_queries_.size() && previous_queries_[last].pair < query.pair) ++last;
    if (last == previous_queries_.size()) return;
    const PairQuery& previous = previous_queries_[last];
    if (previous.pair == query.pair) query.clearance = previous.clearance;
  }
}

/// Finds the pairs of rigid bodies among the queries of two polyhedra.
void Detection::group_by_bodies(const PieceSet& pieces) {
  members_.clear();
  has_spheres_.assign(pieces.body_id.size(), 0);
  one_sphere_ = false;
  for (const SpherePair& spheres : spheres_) {
    has_spheres_[pieces.body[spheres.pair.first]] = 1;
    has_spheres_[pieces.body[spheres.pair.second]] = 1;
  }
  for (int k = 0; k < count(queries_); ++k) {
    const auto [first, second] = queries_[k].pair;
    const int a = pieces.body[first];
    const int b = pieces.body[second];
    const bool sphere =
        pieces.kind[first] == PieceKind::sphere || pieces.kind[second] == PieceKind::sphere;
    one_sphere_ = one_sphere_ || sphere;
    if (sphere || a == b || pieces.body_is_rigid[a] == 0 || pieces.body_is_rigid[b] == 0) continue;
    members_.push_back({a, b, k});
  }
  std::sort(members_.begin(), members_.end(), [](const Member& a, const Member& b) {
    return std::tie(a.first, a.second, a.query) < std::tie(b.first, b.second, b.query);
  });
  std::swap(body_pairs_, previous_body_pairs_);
  body_pairs_.clear();
  for (const Member& member : members_) {
    if (body_pairs_.empty() || body_pairs_.back().first != member.first ||
        body_pairs_.back().second != member.second) {
      BodyPair pair;
      pair.first = member.first;
      pair.second = member.second;
      pair.reference.first = pieces.body_id[member.first];
      pair.reference.second = pieces.body_id[member.second];
      body_pairs_.push_back(pair);
    }
    queries_[member.query].body_pair = count(body_pairs_) - 1;
  }
  take_over_references();
}

void Detection::take_over_references() {
  auto old = previous_body_pairs_.begin();
  for (BodyPair& pair : body_pairs_) {
    while (old != previous_body_pairs_.end() && before(*old, pair)) ++old;
    if (old == previous_body_pairs_.end()) return;
    if (before(pair, *old)) continue;
    pair.referenced = old->referenced;
    pair.reference = old->reference;
  }
}

void Detection::reserve_scratch(const PieceSet& pieces) {
  LargestPiece largest;
  for (int p = 0; p < pieces.piece_count(); ++p) {
    largest.vertices =
        std::max(largest.vertices, pieces.vertex_start[p + 1] - pieces.vertex_start[p]);
    largest.faces = std::max(largest.faces, pieces.face_start[p + 1] - pieces.face_start[p]);
  }
  for (int f = 0; f + 1 < count(pieces.loop_start); ++f) {
    largest.loop = std::max(largest.loop, pieces.loop_start[f + 1] - pieces.loop_start[f]);
  }
  for (OverlapScratch& each : scratch_)
    reserve(each, largest.faces, largest.vertices, largest.loop);
}

// ---- examination -------------------------------------------------------------------------------

/// Adds up how far the turns of rigid bodies move their points at most.
void Detection::add_turns(const PieceSet& pieces) {
  if (broad_phase_.started_anew()) {
    turned_.assign(pieces.body_id.size(), 0.0);
    turned_to_ = pieces.body_rotation;
  }
  parallel_for(pieces.body_count(), kParallelTests, [&](int b) {
    if (pieces.body_is_rigid[b] == 0 || pieces.body_radius[b] == 0.0) return;
    const Mat3 change = pieces.body_rotation[b] - turned_to_[b];
    turned_[b] += pieces.body_radius[b] * std::sqrt(double_dot(change, change));
    turned_to_[b] = pieces.body_rotation[b];
  });
}

/// Pairs without a contact that cannot have come into touch since they were examined: no point of
/// one has moved, as seen from the other, by more than the pivots have and turns may have moved it.
void Detection::find_apart(const PieceSet& pieces, const ContactParams& params) {
  add_turns(pieces);
  const double needed = (1.0 + kClearanceSlack) * contact_distance(params);
  parallel_for(count(queries_), kParallelTests, [&](int k) {
    PairQuery& query = queries_[k];
    const Clearance& clearance = query.clearance;
    query.apart = false;
    if (query.previous >= 0 || !(clearance.distance > needed)) return;
    const int a = pieces.body[query.pair.first];
    const int b = pieces.body[query.pair.second];
    const Vec3 between = pieces.body_pivot[b] - pieces.body_pivot[a];
    const double motion =
        norm(between - clearance.between) + (turned_[a] + turned_[b] - clearance.turned);
    query.apart = clearance.distance - motion > needed;
  });
}

/// @pre the query has just been examined, and its clearance has the distance.
void Detection::note_clearance(const PieceSet& pieces, PairQuery& query) const {
  const int a = pieces.body[query.pair.first];
  const int b = pieces.body[query.pair.second];
  if (pieces.body_is_rigid[a] == 0 || pieces.body_is_rigid[b] == 0) {
    query.clearance.distance = 0.0;
    return;
  }
  query.clearance.between = pieces.body_pivot[b] - pieces.body_pivot[a];
  query.clearance.turned = turned_[a] + turned_[b];
}

void Detection::find_resting(const PieceSet& pieces, double tolerance,
                             const std::vector<ContactPoint>& points) {
  parallel_for(count(queries_), kParallelTests, [&](int k) {  // bonds are never carried on
    const PairQuery& query = queries_[k];
    if (query.body_pair < 0 || query.previous < 0) return;
    const ContactState& state = points[query.previous].state;
    if (!state.bonded && state.referenced) return;
    std::atomic_ref(body_pairs_[query.body_pair].referenced)
        .store(false, std::memory_order_relaxed);
  });
  parallel_for(count(body_pairs_), kParallelTests, [&](int k) {
    BodyPair& pair = body_pairs_[k];
    pair.resting = pair.referenced && relative_motion(pieces, pair) <= kRestDistance * tolerance;
  });
}

/// Vertices, planes and boxes of the bodies that are looked at.
void Detection::place_bodies(PieceSet& pieces, double margin) {
  needed_ = has_spheres_;
  active_ = 0;
  for (const PairQuery& query : queries_) {
    if (query.apart || is_resting(query)) continue;
    ++active_;
    needed_[pieces.body[query.pair.first]] = 1;
    needed_[pieces.body[query.pair.second]] = 1;
  }
  if (active_ == 0 && spheres_.empty()) return;
  parallel_for(pieces.body_count(), kParallelBodies, [&](int b) {
    if (needed_[b] != 0 && pieces.body_is_rigid[b] != 0) pieces.place(b, margin);
  });
}

void Detection::examine(const PieceSet& pieces, const ContactParams& params,
                        const ContactMemories& memories, std::vector<ContactPoint>& points) {
  contacts_.resize(queries_.size());
  const bool much = active_ >= kParallelExaminations || count(points) >= kParallelContacts;
  const int grain = much ? 2 : kChunks + 1;
  parallel_for(kChunks, grain, [&](int c) {
    const EvenShare share(0, count(queries_), c, kChunks);
    for (int k = share.first; k < share.last; ++k) {
      PairQuery& query = queries_[k];
      if (is_resting(query)) {
        if (query.previous < 0) continue;
        ContactPoint& point = points[query.previous];
        carry_on(pieces, params, memories[point.state.memory].reference, point);
        continue;
      }
      contacts_[k].found = false;
      if (query.apart) continue;
      query.clearance.distance = 0.0;
      const Box& first = pieces.box[query.pair.first];
      const Box& second = pieces.box[query.pair.second];
      if (is_empty(first) || is_empty(second)) continue;
      if (query.previous < 0 && !overlap(first, second)) {
        query.clearance.distance = separation(first, second) + 2.0 * box_margin(params);
      } else {
        contacts_[k] = examine_pair(pieces, params, query, scratch_[c]);
      }
      note_clearance(pieces, query);
    }
  });
  if (one_sphere_) drop_shadowed_sphere_contacts(pieces, params.tolerance, queries_, contacts_);
}

/// Centres and radii of spheres side by side.
void Detection::place_balls(const PieceSet& pieces) {
  balls_.resize(pieces.kind.size());
  parallel_for(pieces.piece_count(), kParallelTests, [&](int p) {
    if (pieces.kind[p] != PieceKind::sphere) return;
    balls_[p] = {pieces.vertex[pieces.vertex_start[p]], pieces.radius[p]};
  });
}

/// Old contacts are updated in place.
void Detection::examine_spheres(const PieceSet& pieces, const ContactParams& params,
                                std::vector<ContactPoint>& points) {
  if (spheres_.empty()) return;
  place_balls(pieces);
  const double contact = contact_distance(params);
  parallel_for(count(spheres_), kParallelTests, [&](int k) {
    SpherePair& spheres = spheres_[k];
    const Ball& first = balls_[spheres.pair.first];
    const Ball& second = balls_[spheres.pair.second];
    if (spheres.previous < 0) {
      spheres.found = may_be_within(first, second, contact) &&
                      ball_contact(params, first, second, false, false).found;
      return;
    }
    ContactPoint& point = points[spheres.previous];
    const BallContact found = ball_contact(params, first, second, true, point.state.first_is_slave);
    spheres.found = found.found;
    if (found.found) {
      set_geometry(found, point);
      ++point.state.age;
    } else if (point.state.bonded) {
      part(point);
      spheres.found = true;
    }
  });
}

Detection::Change Detection::compare(const std::vector<ContactPoint>& points) const {
  if (lost_) return Change::other_contacts;
  for (const SpherePair& spheres : spheres_) {
    if (spheres.found != (spheres.previous >= 0)) return Change::other_contacts;
  }
  const auto note = [](bool is_so, std::atomic<bool>& noted) {  // threads mostly read it
    if (is_so && !noted.load(std::memory_order_relaxed)) noted = true;
  };
  std::atomic<bool> other = false;
  std::atomic<bool> examined = !spheres_.empty();
  parallel_for(count(queries_), kParallelTests, [&](int k) {
    const PairQuery& query = queries_[k];
    if (is_resting(query)) return;
    const bool old = query.previous >= 0;
    const bool kept = contacts_[k].found || (old && points[query.previous].state.bonded);
    note(kept != old, other);
    note(kept, examined);
  });
  if (other) return Change::other_contacts;
  return examined ? Change::same_contacts : Change::nothing_new;
}

// ---- new contacts ------------------------------------------------------------------------------

/// Contacts that are no more stay as they are until they are dropped.
void Detection::update_points(std::vector<ContactPoint>& points) {
  parallel_for(count(queries_), kParallelTests, [&](int k) {
    const PairQuery& query = queries_[k];
    if (query.previous < 0 || is_resting(query)) return;
    ContactPoint& point = points[query.previous];
    if (contacts_[k].found) {
      set_geometry(contacts_[k], point);
      ++point.state.age;
    } else {
      part(point);
    }
  });
}

/// Lists the contacts of the last step, which are all that there are.
void Detection::list_old(const std::vector<ContactPoint>& points) {
  const int n = count(points);
  source_.resize(points.size());
  fresh_.resize(points.size());
  added_.clear();
  for (int c = 0; c < n; ++c) {
    source_[c] = c;
    fresh_[c] = origin_[c] >= 0 && !is_resting(queries_[origin_[c]]) ? 1 : 0;
  }
}

/// Lists the contacts that are left and the new ones.
void Detection::list_all(const PieceSet& pieces, const ContactParams& params,
                         const std::vector<ContactPoint>& points) {
  source_.clear();
  origin_.clear();
  fresh_.clear();
  added_.clear();
  int s = 0;
  for (int k = 0; k < count(queries_); ++k) {
    while (s < count(spheres_) && spheres_[s].pair < queries_[k].pair) {
      list_spheres(pieces, params, s++);
    }
    list_query(pieces, k, points);
  }
  while (s < count(spheres_)) list_spheres(pieces, params, s++);
}

void Detection::list_query(const PieceSet& pieces, int k, const std::vector<ContactPoint>& points) {
  const PairQuery& query = queries_[k];
  const bool old = query.previous >= 0;
  const bool resting = is_resting(query);
  if (resting ? !old : !contacts_[k].found && !(old && points[query.previous].state.bonded)) return;
  if (old) {
    source_.push_back(query.previous);
  } else {
    added_.push_back(make_point(pieces, query.pair, contacts_[k]));
    source_.push_back(-count(added_));
  }
  origin_.push_back(k);
  fresh_.push_back(resting ? 0 : 1);
}

void Detection::list_spheres(const PieceSet& pieces, const ContactParams& params, int k) {
  const SpherePair& spheres = spheres_[k];
  if (!spheres.found) return;
  if (spheres.previous >= 0) {
    source_.push_back(spheres.previous);
  } else {
    PairQuery query;
    query.pair = spheres.pair;
    added_.push_back(
        make_point(pieces, spheres.pair, examine_pair(pieces, params, query, scratch_[0])));
    source_.push_back(-count(added_));
  }
  origin_.push_back(-1 - k);
  fresh_.push_back(0);
}

/// Takes superfluous contacts out of the list.
int Detection::sparsify(const PieceSet& pieces, const ContactParams& params, bool same,
                        const std::vector<ContactPoint>& points) {
  for (BodyPair& pair : body_pairs_) {
    pair.blocked = false;
    pair.contacts = 0;
    if (!pair.resting) pair.reference.removed = 0;
  }
  listed_.resize(source_.size());
  for (std::size_t c = 0; c < source_.size(); ++c) {
    listed_[c] = source_[c] >= 0 ? &points[source_[c]] : &added_[-1 - source_[c]];
  }
  int kept = 0;
  int removed = 0;
  const auto marks = sparsifier_.mark(pieces, params, listed_, fresh_, same);
  for (int c = 0; c < count(source_); ++c) {
    const int origin = origin_[c];
    const int pair = origin >= 0 ? queries_[origin].body_pair : -1;
    if (marks[c] != Sparsifier::Mark::stays && !listed_[c]->state.bonded) {
      if (pair < 0) {
        ++removed;
      } else {
        ++body_pairs_[pair].reference.removed;
        if (marks[c] == Sparsifier::Mark::for_other_bodies) body_pairs_[pair].blocked = true;
      }
      continue;
    }
    if (pair >= 0) {
      ++body_pairs_[pair].contacts;
      if (listed_[c]->state.bonded) body_pairs_[pair].blocked = true;
    }
    source_[kept] = source_[c];
    origin_[kept] = origin;
    fresh_[kept] = fresh_[c];
    ++kept;
  }
  source_.resize(kept);
  origin_.resize(kept);
  fresh_.resize(kept);
  return removed;
}

/// Makes the contacts those of the list, in its order, in place: old ones keep theirs, so one that
/// moves down meets no later one that does, and one that moves up no earlier one.
/// @return false when they are the same as before.
bool Detection::move_points(std::vector<ContactPoint>& points, ContactMemories& memories) {
  const int n = count(source_);
  const int old = count(points);
  int next = 0;
  bool added = false;
  for (const int source : source_) {
    added = added || source < 0;
    if (source < 0) continue;
    while (next < source) memories.forget(points[next++].state.memory);
    ++next;
  }
  while (next < old) memories.forget(points[next++].state.memory);
  has_new_contacts_ = added;
  if (!added && n == old) return false;

  points.resize(static_cast<std::size_t>(std::max(n, old)));
  for (int c = 0; c < n; ++c) {
    if (source_[c] > c) points[c] = points[source_[c]];
  }
  for (int c = n - 1; c >= 0; --c) {
    if (source_[c] >= 0 && source_[c] < c) points[c] = points[source_[c]];
  }
  for (int c = 0; c < n; ++c) {
    if (source_[c] < 0) points[c] = added_[-1 - source_[c]];
  }
  points.resize(n);
  return true;
}

/// Pairs of bodies that were examined get references to rest on.
void Detection::leave_references(const PieceSet& pieces, std::vector<ContactPoint>& points,
                                 ContactMemories& memories) {
  parallel_for(count(body_pairs_), kParallelTests, [&](int k) {
    BodyPair& pair = body_pairs_[k];
    if (pair.resting) {
      pair.referenced = !pair.blocked;
    } else {
      pair.referenced = pair.contacts > 0 && !pair.blocked;
      if (pair.referenced) set_reference(pieces, pair);
    }
  });
  for (int c = 0; c < count(points); ++c) {  // memories are made one by one
    const int k = origin_[c];
    const bool fresh = k >= 0 && fresh_[c] != 0 && queries_[k].body_pair >= 0;
    if (fresh && body_pairs_[queries_[k].body_pair].referenced) memories.of(points[c].state.memory);
  }
  parallel_for(count(points), kParallelContacts, [&](int c) {
    const int k = origin_[c];
    if (k < 0 || queries_[k].body_pair < 0) return;
    const BodyPair& pair = body_pairs_[queries_[k].body_pair];
    ContactState& state = points[c].state;
    if (!pair.referenced) {
      state.referenced = false;
    } else if (fresh_[c] != 0) {
      memories[state.memory].reference =
          contact_reference(pieces, pair, contacts_[k].measured, points[c]);
      state.referenced = true;
    }
  });
}

void Detection::link_queries(const std::vector<ContactPoint>& points) {
  for (PairQuery& query : queries_) query.previous = -1;
  for (SpherePair& spheres : spheres_) spheres.previous = -1;
  for (int c = 0; c < count(points); ++c) {
    const int origin = origin_[c];
    if (origin < 0) {
      spheres_[-1 - origin].previous = c;
    } else {
      queries_[origin].previous = c;
      queries_[origin].first_is_slave = points[c].state.first_is_slave;
    }
  }
}

int Detection::run(PieceSet& pieces, const ContactParams& params, const ContactExclusions& excluded,
                   std::vector<ContactPoint>& points, ContactMemories& memories) {
  if (last_params_ != params) {  // what rests was found by other rules
    for (BodyPair& pair : body_pairs_) pair.referenced = false;
    last_params_ = params;
  }
  const double margin = box_margin(params);
  const bool changed = broad_phase_.update(pieces, margin, life_distance(params));
  const bool collected = changed || stale_;
  if (collected) collect_pairs(pieces, excluded, points);
  find_resting(pieces, params.tolerance, points);
  find_apart(pieces, params);
  place_bodies(pieces, margin);
  examine(pieces, params, memories, points);
  examine_spheres(pieces, params, points);

  has_new_contacts_ = false;
  const Change change = compare(points);
  if (change != Change::nothing_new) {
    update_points(points);
    if (change == Change::other_contacts) {
      list_all(pieces, params, points);
    } else {
      list_old(points);
    }
    other_removed_ =
        sparsify(pieces, params, change == Change::same_contacts && !collected, points);
    const bool moved = move_points(points, memories);
    leave_references(pieces, points, memories);
    lost_ = false;
    if (moved) link_queries(points);
  }
  int removed = other_removed_;
  for (const BodyPair& pair : body_pairs_) removed += pair.reference.removed;
  return removed;
}

}  // namespace solfec
