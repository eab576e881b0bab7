#include "contact/contact_set.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "contact/broad_phase.h"
#include "contact/narrow_phase.h"
#include "contact/sparsify.h"
#include "contact/sphere_shadow.h"

namespace solfec {

namespace {

constexpr int kChunks = 128;         // parts of the narrow phase, independent of the thread count
constexpr int kParallelPairs = 512;  // fewer pairs are not worth waking threads

bool by_key(const ContactPoint& a, const ContactPoint& b) { return a.key < b.key; }

/// Index of a body in the set, -1 when it is not there.
int find_body(const PieceSet& pieces, BodyId id) {
  const auto at = std::lower_bound(pieces.body_id.begin(), pieces.body_id.end(), id);
  const bool found = at != pieces.body_id.end() && *at == id;
  return found ? static_cast<int>(at - pieces.body_id.begin()) : -1;
}

/// Index of a piece in the set, -1 when it is not there or its vertices are not finite.
int find_piece(const PieceSet& pieces, BodyId id, int local) {
  const int body = find_body(pieces, id);
  if (body < 0) return -1;
  const int piece = pieces.body_piece_start[body] + local;
  if (local < 0 || piece >= pieces.body_piece_start[body + 1]) return -1;
  return pieces.box[piece].lo.x <= pieces.box[piece].hi.x ? piece : -1;
}

ContactKey key_of(const PieceSet& pieces, PiecePair pair) {
  const int a = pieces.body[pair.first];
  const int b = pieces.body[pair.second];
  return {pieces.body_id[a], pair.first - pieces.body_piece_start[a], pieces.body_id[b],
          pair.second - pieces.body_piece_start[b]};
}

ContactPoint make_point(const PieceSet& pieces, PiecePair pair, const PairContact& contact) {
  const bool first_is_slave = contact.first_is_slave;
  const int slave = first_is_slave ? pair.first : pair.second;
  const int master = first_is_slave ? pair.second : pair.first;
  ContactPoint point;
  point.key = key_of(pieces, pair);
  point.state.first_is_slave = first_is_slave;
  point.master = pieces.body[master];
  point.slave = pieces.body[slave];
  point.master_piece = master - pieces.body_piece_start[point.master];
  point.slave_piece = slave - pieces.body_piece_start[point.slave];
  point.point = contact.point;
  point.frame = contact_frame(contact.normal);
  point.gap = contact.gap;
  point.area = contact.area;
  point.master_surface = first_is_slave ? contact.second_surface : contact.first_surface;
  point.slave_surface = first_is_slave ? contact.first_surface : contact.second_surface;
  return point;
}

/// Contact of a bonded pair that has parted: open, its place is the owner's matter.
ContactPoint parted_bond(const PieceSet& pieces, PiecePair pair, const ContactPoint& old) {
  ContactPoint point = old;
  const int first = pieces.body[pair.first];
  const int second = pieces.body[pair.second];
  point.master = old.state.first_is_slave ? second : first;
  point.slave = old.state.first_is_slave ? first : second;
  point.gap = std::max(old.gap, std::numeric_limits<double>::min());
  ++point.state.age;
  return point;
}

/// Largest numbers of faces of a piece and of vertices of a face.
struct LargestPiece {
  int faces = 0;
  int loop = 0;

  friend bool operator==(const LargestPiece&, const LargestPiece&) = default;
};

LargestPiece largest_piece(const PieceSet& pieces) {
  LargestPiece largest;
  for (int p = 0; p < pieces.piece_count(); ++p) {
    largest.faces = std::max(largest.faces, pieces.face_start[p + 1] - pieces.face_start[p]);
  }
  for (int f = 0; f + 1 < count(pieces.loop_start); ++f) {
    largest.loop = std::max(largest.loop, pieces.loop_start[f + 1] - pieces.loop_start[f]);
  }
  return largest;
}

/// Room for the largest pair, so that it does not matter which part meets it first.
void reserve_scratch(OverlapScratch& scratch, const LargestPiece& largest) {
  const auto polygons = 2 * static_cast<std::size_t>(largest.faces);
  const std::size_t loop = polygons + static_cast<std::size_t>(largest.loop);
  scratch.polygon.reserve(polygons);
  scratch.loop.reserve(loop);
  scratch.clipped.reserve(loop);
  scratch.height.reserve(loop);
}

}  // namespace

struct ContactSet::Buffers {
  BroadPhase broad_phase;
  Sparsifier sparsifier;
  std::vector<PairQuery> queries;           // of the current step, sorted by pair
  std::vector<PairQuery> previous_queries;  // of the last step, for their caches
  std::vector<PairContact> contacts;        // one per query
  std::vector<ContactPoint> next;
  std::array<OverlapScratch, kChunks> scratch;
  LargestPiece largest;

  void collect_queries(const PieceSet& pieces, std::span<const ContactPoint> old);
  void add_query(PiecePair pair);
  void take_over_caches();
  void examine(const PieceSet& pieces, double tolerance);
  void collect_points(const PieceSet& pieces, std::span<const ContactPoint> old);
};

/// Merges the pairs of the broad phase with those of the old contacts: an old pair is looked at
/// even when the boxes have parted, which happens before ten tolerances.
void ContactSet::Buffers::collect_queries(const PieceSet& pieces,
                                          std::span<const ContactPoint> old) {
  std::swap(queries, previous_queries);
  queries.clear();
  const auto pairs = broad_phase.pairs();
  std::size_t next_pair = 0;
  for (int k = 0; k < count(old); ++k) {
    const ContactKey& key = old[k].key;
    const PiecePair pair{find_piece(pieces, key.first_body, key.first_piece),
                         find_piece(pieces, key.second_body, key.second_piece)};
    if (pair.first < 0 || pair.second < 0 || !may_touch(pieces, pair)) continue;
    while (next_pair < pairs.size() && pairs[next_pair] < pair) add_query(pairs[next_pair++]);
    if (next_pair < pairs.size() && pairs[next_pair] == pair) ++next_pair;
    queries.push_back({pair, k, old[k].state.first_is_slave, {}});
  }
  while (next_pair < pairs.size()) add_query(pairs[next_pair++]);
}

void ContactSet::Buffers::add_query(PiecePair pair) { queries.push_back({pair, -1, true, {}}); }

/// Copies the separating axes of the last step. After bodies came or went an axis may reach another
/// pair, which costs time and changes nothing.
void ContactSet::Buffers::take_over_caches() {
  std::size_t last = 0;
  for (PairQuery& query : queries) {
    while (last < previous_queries.size() && previous_queries[last].pair < query.pair) ++last;
    if (last == previous_queries.size()) return;
    if (previous_queries[last].pair == query.pair) query.cache = previous_queries[last].cache;
  }
}

void ContactSet::Buffers::examine(const PieceSet& pieces, double tolerance) {
  const LargestPiece now = largest_piece(pieces);
  if (now != largest) {
    largest = now;
    for (OverlapScratch& each : scratch) reserve_scratch(each, largest);
  }

  contacts.resize(queries.size());
  const std::int64_t n = count(queries);
  const int grain = n < kParallelPairs ? kChunks + 1 : 2;
  parallel_for(kChunks, grain, [&](int c) {
    const auto begin = static_cast<int>(c * n / kChunks);
    const auto end = static_cast<int>((c + 1) * n / kChunks);
    for (int k = begin; k < end; ++k) {
      contacts[k] = examine_pair(pieces, tolerance, queries[k], scratch[c]);
    }
  });
  drop_shadowed_sphere_contacts(pieces, tolerance, queries, contacts);
}

void ContactSet::Buffers::collect_points(const PieceSet& pieces,
                                         std::span<const ContactPoint> old) {
  next.clear();
  for (int k = 0; k < count(queries); ++k) {
    if (!contacts[k].found) {
      const int previous = queries[k].previous;
      if (previous >= 0 && old[previous].state.bonded) {
        next.push_back(parted_bond(pieces, queries[k].pair, old[previous]));
      }
      continue;
    }
    ContactPoint& point = next.emplace_back(make_point(pieces, queries[k].pair, contacts[k]));
    if (queries[k].previous < 0) continue;
    point.state = old[queries[k].previous].state;
    ++point.state.age;
  }
}

ContactSet::ContactSet() : buffers_(std::make_unique<Buffers>()) {}
ContactSet::~ContactSet() = default;
ContactSet::ContactSet(ContactSet&&) noexcept = default;
ContactSet& ContactSet::operator=(ContactSet&&) noexcept = default;

void ContactSet::detect(const PieceSet& pieces, const ContactParams& params,
                        ConstraintId& next_id) {
  Buffers& work = *buffers_;
  work.broad_phase.find_pairs(pieces);
  work.collect_queries(pieces, points_);
  if (!excluded_.bodies.empty() || !excluded_.pieces.empty()) {
    std::erase_if(work.queries,
                  [&](const PairQuery& query) { return is_excluded(key_of(pieces, query.pair)); });
  }
  work.take_over_caches();
  work.examine(pieces, params.tolerance);
  work.collect_points(pieces, points_);
  sparsified_ = work.sparsifier.run(pieces, params, work.next);

  // ids after sparsification, so that points it removes in each step use none up
  for (ContactPoint& point : work.next) {
    if (point.state.id == 0) point.state.id = next_id++;
  }
  std::swap(points_, work.next);
}

void ContactSet::assign(std::vector<ContactPoint> points) {
  points_ = std::move(points);
  std::sort(points_.begin(), points_.end(), by_key);
  sparsified_ = 0;
}

bool ContactSet::is_excluded(const ContactKey& key) const {
  return std::binary_search(excluded_.bodies.begin(), excluded_.bodies.end(),
                            std::pair(key.first_body, key.second_body)) ||
         std::binary_search(excluded_.pieces.begin(), excluded_.pieces.end(), key);
}

void ContactSet::exclude_pieces(BodyId a, int a_piece, BodyId b, int b_piece) {
  SOLFEC_ASSERT(a != b || a_piece != b_piece);
  const ContactKey one{a, a_piece, b, b_piece};
  const ContactKey other{b, b_piece, a, a_piece};
  const ContactKey key = std::min(one, other);
  const auto at = std::lower_bound(excluded_.pieces.begin(), excluded_.pieces.end(), key);
  if (at == excluded_.pieces.end() || !(*at == key)) excluded_.pieces.insert(at, key);
}

void ContactSet::set_exclusions(ContactExclusions exclusions) {
  excluded_ = std::move(exclusions);
  std::sort(excluded_.bodies.begin(), excluded_.bodies.end());
  std::sort(excluded_.pieces.begin(), excluded_.pieces.end());
}

void ContactSet::exclude_bodies(BodyId a, BodyId b) {
  const std::pair pair(std::min(a, b), std::max(a, b));
  const auto at = std::lower_bound(excluded_.bodies.begin(), excluded_.bodies.end(), pair);
  if (at == excluded_.bodies.end() || *at != pair) excluded_.bodies.insert(at, pair);
}

}  // namespace solfec
