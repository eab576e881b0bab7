#include "contact/sparsify.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"

namespace solfec {

namespace {

using Points = Sparsifier::Points;

int first_body_index(const ContactPoint& c) { return c.state.first_is_slave ? c.slave : c.master; }
int second_body_index(const ContactPoint& c) { return c.state.first_is_slave ? c.master : c.slave; }

constexpr int kGrain = 512;  // contacts; below this a parallel loop does not pay
constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();  // of features
constexpr int kMany = 24;  // contacts of a body above which they are sorted into cells

/// Rule 3 has chosen the points of patches where they are found.
bool of_patch(const ContactPoint& c) { return c.key.feature != 0; }

/// Without an overlap that could be measured; also what an earlier process has examined.
bool is_open(const ContactPoint& c) {
  return of_patch(c) ? c.patch_area == 0.0 : c.gap > 0.0 && c.area == 0.0;
}

/// Area that rules 1 and 2 look at, m^2.
double judged_area(const ContactPoint& c) { return of_patch(c) ? c.patch_area : c.area; }

/// Neighbours of a piece of a shape, without the piece itself.
std::span<const int> neighbours(const ShapePieces& shape, int piece) {
  const int begin = shape.adjacent_start[piece];
  const int end = shape.adjacent_start[piece + 1];
  return std::span(shape.adjacent).subspan(begin, static_cast<std::size_t>(end - begin));
}

/// Contacts of `sorted` whose keys lie in [low, high].
Points key_range(Points sorted, const ContactKey& low, const ContactKey& high) {
  const auto by_key = [](const ContactPoint* c, const ContactKey& key) { return c->key < key; };
  const auto begin = std::lower_bound(sorted.begin(), sorted.end(), low, by_key);
  const auto end =
      std::upper_bound(begin, sorted.end(), high,
                       [](const ContactKey& key, const ContactPoint* c) { return key < c->key; });
  return {begin, end};
}

/// Search for a much larger contact of the same two bodies on neighbouring pieces.
class NeighbourSearch {
 public:
  /// @param same_first_body  All contacts with the first body of those asked for, sorted by key.
  NeighbourSearch(const PieceSet& pieces, const ContactParams& params, Points same_first_body)
      : pieces_(pieces), params_(params), group_(same_first_body) {
    for (const ContactPoint* c : group_) largest_ = std::max(largest_, comparable_area(*c));
  }

  [[nodiscard]] bool overshadowed(const ContactPoint& c) const {
    if (is_open(c) || with_round(c) || !(judged_area(c) < threshold(c) * largest_)) return false;
    const ContactKey& key = c.key;
    if (near_pieces(c, key.first_piece, key.second_piece)) return true;
    // of one body: its two pieces may appear in either order
    return key.first_body == key.second_body && near_pieces(c, key.second_piece, key.first_piece);
  }

 private:
  /// Area that counts for others: none with a round piece.
  [[nodiscard]] double comparable_area(const ContactPoint& c) const {
    return with_round(c) ? 0.0 : judged_area(c);
  }

  [[nodiscard]] double threshold(const ContactPoint& c) const {
    return of_patch(c) ? params_.patch_threshold : params_.sparsify_threshold;
  }

  [[nodiscard]] bool with_round(const ContactPoint& c) const {
    return has_round(c.master, c.master_piece) || has_round(c.slave, c.slave_piece);
  }

  [[nodiscard]] bool has_round(int body, int piece) const {
    return is_round(pieces_.body_shape[body]->kind[piece]);
  }

  [[nodiscard]] bool much_larger(const ContactPoint& other, const ContactPoint& c) const {
    return judged_area(c) < threshold(c) * comparable_area(other) && !same_pieces(other.key, c.key);
  }

  /// Looks at the contacts (A, i', B, j') with i' = i or adjacent to i, and j' likewise with j.
  [[nodiscard]] bool near_pieces(const ContactPoint& c, int i, int j) const {
    const auto around = neighbours(*pieces_.body_shape[first_body_index(c)], i);
    if (count(around) >= count(group_)) {
      return std::any_of(group_.begin(), group_.end(), [&](const ContactPoint* other) {
        return other->key.second_body == c.key.second_body && much_larger(*other, c) &&
               adjacent_pieces(*pieces_.body_shape[first_body_index(c)], i,
                               other->key.first_piece) &&
               adjacent_pieces(*pieces_.body_shape[second_body_index(c)], j,
                               other->key.second_piece);
      });
    }
    if (near_second_piece(c, i, j)) return true;
    return std::any_of(around.begin(), around.end(),
                       [&](int piece) { return near_second_piece(c, piece, j); });
  }

  /// Returns whether a much larger contact (A, i', B, j') of given i' = `first_piece` exists, with
  /// j' = j or adjacent to j.
  [[nodiscard]] bool near_second_piece(const ContactPoint& c, int first_piece, int j) const {
    const BodyId a = c.key.first_body;
    const BodyId b = c.key.second_body;
    const Points row = key_range(group_, {a, first_piece, b, 0},
                                 {a, first_piece, b, std::numeric_limits<int>::max(), kLast});
    const ShapePieces& shape = *pieces_.body_shape[second_body_index(c)];
    const auto around = neighbours(shape, j);
    if (count(row) <= count(around) + 1) {
      return std::any_of(row.begin(), row.end(), [&](const ContactPoint* other) {
        return much_larger(*other, c) && adjacent_pieces(shape, j, other->key.second_piece);
      });
    }
    const auto at_piece = [&](int second_piece) {
      const Points found = key_range(row, {a, first_piece, b, second_piece},
                                     {a, first_piece, b, second_piece, kLast});
      return std::any_of(found.begin(), found.end(),
                         [&](const ContactPoint* other) { return much_larger(*other, c); });
    };
    return at_piece(j) || std::any_of(around.begin(), around.end(), at_piece);
  }

  const PieceSet& pieces_;
  const ContactParams& params_;
  Points group_;
  double largest_ = 0.0;
};

bool share_a_body(const ContactPoint& a, const ContactPoint& b) {
  return a.master == b.master || a.master == b.slave || a.slave == b.master || a.slave == b.slave;
}

/// True when contact a stays and b goes should their points coincide; a strict total order.
bool outranks(Points points, int a, int b) {
  return points[a]->area != points[b]->area ? points[a]->area > points[b]->area : a < b;
}

}  // namespace

int Sparsifier::run(const PieceSet& pieces, const ContactParams& params,
                    std::vector<ContactPoint>& points) {
  every_.assign(points.size(), 1);
  listed_points_.clear();
  for (const ContactPoint& point : points) listed_points_.push_back(&point);
  mark(pieces, params, listed_points_, every_, false);
  int kept = 0;
  for (int c = 0; c < count(points); ++c) {
    if (mark_[c] == Mark::stays || points[c].state.bonded) points[kept++] = points[c];
  }
  const int removed = count(points) - kept;
  points.resize(kept);
  return removed;
}

std::span<const Sparsifier::Mark> Sparsifier::mark(const PieceSet& pieces,
                                                   const ContactParams& params, Points points,
                                                   std::span<const std::uint8_t> fresh, bool same) {
  mark_.assign(points.size(), Mark::stays);
  bare_ = {};
  listed_ = listed_ && same;
  if (params.minimal_area > 0.0) mark_small(params, points);
  // points of patches are left alone by rule 3, and by rule 2 without a threshold of theirs
  const bool any_single = std::any_of(points.begin(), points.end(),
                                      [](const ContactPoint* point) { return !of_patch(*point); });
  listed_ = listed_ && any_single;
  if (params.sparsify_threshold > 0.0 && (any_single || params.patch_threshold > 0.0)) {
    mark_overshadowed(pieces, params, points, fresh);
  }
  if (params.minimal_distance > 0.0 && any_single) {
    const double distance = 2.0 * params.minimal_distance;
    coincidences_.clear();
    const bool all_stay = std::find(mark_.begin(), mark_.end(), Mark::removed) == mark_.end();
    place_.resize(points.size());
    parallel_for(count(points), kGrain, [&](int c) {
      place_[c] = {points[c]->point, points[c]->master, points[c]->slave};
    });
    if (!listed_ || !all_stay) list_by_body(pieces.body_count());
    compare_of_bodies(distance, points);
    sort_into_cells(distance);
    compare_in_cells(distance, points);
    mark_coincident(points);
    listed_ = all_stay && coincidences_.empty();
  }
  return mark_;
}

void Sparsifier::mark_small(const ContactParams& params, Points points) {
  for (int c = 0; c < count(points); ++c) {
    const ContactPoint& point = *points[c];
    if (!is_open(point) && judged_area(point) < params.minimal_area) mark_[c] = Mark::removed;
  }
  find_bare(points);
}

void Sparsifier::find_bare(Points points) {
  std::map<std::pair<BodyId, BodyId>, BarePair> pairs;
  for (int c = 0; c < count(points); ++c) {
    if (mark_[c] != Mark::removed || points[c]->state.bonded) continue;
    const ContactKey& key = points[c]->key;
    BarePair& pair = pairs[{key.first_body, key.second_body}];
    pair.area = std::max(pair.area, judged_area(*points[c]));
    pair.depth = std::max(pair.depth, -points[c]->gap);
  }
  if (pairs.empty()) return;
  for (int c = 0; c < count(points); ++c) {
    const ContactKey& key = points[c]->key;
    const bool stays = mark_[c] == Mark::stays || points[c]->state.bonded;
    if (stays) pairs.erase({key.first_body, key.second_body});
  }
  for (const auto& [bodies, pair] : pairs) {
    if (pair.depth <= bare_.depth) continue;
    bare_ = {bodies.first, bodies.second, pair.area, pair.depth};
  }
}

void Sparsifier::mark_overshadowed(const PieceSet& pieces, const ContactParams& params,
                                   Points points, std::span<const std::uint8_t> fresh) {
  const int n = count(points);
  for (int c = 0, end = 0; c < n; c = end) {
    end = c + 1;
    if (fresh[c] == 0) continue;
    const BodyId body = points[c]->key.first_body;
    int begin = c;
    while (begin > 0 && points[begin - 1]->key.first_body == body) --begin;
    while (end < n && points[end]->key.first_body == body) ++end;
    const NeighbourSearch search(pieces, params,
                                 points.subspan(begin, static_cast<std::size_t>(end - begin)));
    for (int k = c; k < end; ++k) {
      if (fresh[k] != 0 && search.overshadowed(*points[k])) mark_[k] = Mark::removed;
    }
    if (params.patch_threshold > 0.0) mark_whole_patches(points, c, end);
  }
}

/// Rule 2 for points [begin, end), which have the first body in common: a patch of which a point
/// is marked goes as a whole. Numbers of patches mean something among what was examined together,
/// which is true of two bodies.
void Sparsifier::mark_whole_patches(Points points, int begin, int end) {
  patches_.clear();
  for (int k = begin; k < end; ++k) {
    if (mark_[k] == Mark::removed && of_patch(*points[k])) patches_.push_back(k);
  }
  const auto patch_of = [&](int k) {
    return std::pair(points[k]->key.second_body, points[k]->patch);
  };
  const auto before = [&](int a, int b) { return patch_of(a) < patch_of(b); };
  std::sort(patches_.begin(), patches_.end(), before);
  for (int k = begin; k < end && !patches_.empty(); ++k) {
    if (!of_patch(*points[k]) || is_open(*points[k])) continue;
    if (std::binary_search(patches_.begin(), patches_.end(), k, before)) mark_[k] = Mark::removed;
  }
}

/// Lists the contacts that are left by the bodies that they join, by a counting sort.
void Sparsifier::list_by_body(int bodies) {
  // body_start_[b + 2] counts, so that after the sums body_start_[b + 1] is the first free place
  // of b and, when its list is full, its end
  body_start_.assign(static_cast<std::size_t>(bodies) + 2, 0);
  const int n = count(place_);
  for (int c = 0; c < n; ++c) {
    if (mark_[c] != Mark::stays) continue;
    ++body_start_[place_[c].master + 2];
    if (place_[c].slave != place_[c].master) ++body_start_[place_[c].slave + 2];
  }
  for (int b = 1; b < bodies + 2; ++b) body_start_[b] += body_start_[b - 1];
  body_contact_.resize(body_start_[bodies + 1]);
  for (int c = 0; c < n; ++c) {
    if (mark_[c] != Mark::stays) continue;
    body_contact_[body_start_[place_[c].master + 1]++] = c;
    if (place_[c].slave != place_[c].master) body_contact_[body_start_[place_[c].slave + 1]++] = c;
  }
}

void Sparsifier::compare(int a, int b, double distance, Points points,
                         std::vector<Coincidence>& found) const {
  const Vec3 between = place_[a].point - place_[b].point;
  if (!(std::fabs(between.x) < distance)) return;
  if (!(std::fabs(between.y) < distance) || !(std::fabs(between.z) < distance)) return;
  if (of_patch(*points[a]) || of_patch(*points[b])) return;
  const bool a_stays = outranks(points, a, b);
  found.push_back({a_stays ? a : b, a_stays ? b : a});
}

void Sparsifier::compare_of_body(int body, double distance, Points points,
                                 std::vector<Coincidence>& found) const {
  const int begin = body_start_[body];
  const int n = body_start_[body + 1] - begin;
  if (n > kMany || n < 2) return;
  double x[kMany];
  double y[kMany];
  double z[kMany];
  for (int k = 0; k < n; ++k) {
    const Vec3 p = place_[body_contact_[begin + k]].point;
    x[k] = p.x;
    y[k] = p.y;
    z[k] = p.z;
  }
  for (int k = 0; k + 1 < n; ++k) {
    // one vector loop finds out whether anything is near at all, which is rare
    std::int64_t near = 0;
    for (int m = k + 1; m < n; ++m) {
      const double wide = std::max(std::fabs(x[m] - x[k]), std::fabs(y[m] - y[k]));
      const double apart = std::max(wide, std::fabs(z[m] - z[k]));
      near += apart < distance ? 1 : 0;
    }
    if (near == 0) continue;
    for (int m = k + 1; m < n; ++m) {
      compare(body_contact_[begin + k], body_contact_[begin + m], distance, points, found);
    }
  }
}

void Sparsifier::compare_of_bodies(double distance, Points points) {
  const int n = count(body_start_) - 2;
  parallel_for(kChunks, n < kGrain ? kChunks + 1 : 2, [&](int chunk) {
    std::vector<Coincidence>& found = found_[chunk];
    found.clear();
    const EvenShare share(0, n, chunk, kChunks);
    for (int b = share.first; b < share.last; ++b) {
      compare_of_body(b, distance, points, found);
    }
  });
  for (const auto& found : found_) {
    coincidences_.insert(coincidences_.end(), found.begin(), found.end());
  }
}

/// Takes the contacts of bodies with many of them.
void Sparsifier::sort_into_cells(double edge) {
  cells_.clear();
  const auto many = [&](int b) { return body_start_[b + 1] - body_start_[b] > kMany; };
  for (int b = 0; b + 2 < count(body_start_); ++b) {
    if (!many(b)) continue;
    for (int k = body_start_[b]; k < body_start_[b + 1]; ++k) {
      const int c = body_contact_[k];
      const int other = place_[c].master == b ? place_[c].slave : place_[c].master;
      if (other < b && many(other)) continue;  // is there already
      const Vec3 p = place_[c].point / edge;
      cells_.push_back({std::floor(p.x), std::floor(p.y), std::floor(p.z), c});
    }
  }
  std::sort(cells_.begin(), cells_.end(), [](const Cell& a, const Cell& b) {
    return std::tie(a.x, a.y, a.z, a.contact) < std::tie(b.x, b.y, b.z, b.contact);
  });
}

void Sparsifier::compare_in_cells(double distance, Points points) {
  const auto before = [](const Cell& cell, double x, double y, double z) {
    return std::tie(cell.x, cell.y, cell.z) < std::tie(x, y, z);
  };
  const auto examine = [&](int a, int b) {
    if (share_a_body(*points[a], *points[b])) compare(a, b, distance, points, coincidences_);
  };

  // Columns of cells at and after a cell; going through the sorted cells, the first cell to look at
  // in each column only moves forward, so no search is needed.
  constexpr std::array<std::array<double, 2>, 5> kColumns{
      {{0.0, 0.0}, {0.0, 1.0}, {1.0, -1.0}, {1.0, 0.0}, {1.0, 1.0}}};
  const int n = count(cells_);
  for (const auto& column : kColumns) {
    const bool own = column[0] == 0.0 && column[1] == 0.0;
    int start = 0;
    for (int k = 0; k < n; ++k) {
      const double x = cells_[k].x + column[0];
      const double y = cells_[k].y + column[1];
      while (start < n && before(cells_[start], x, y, cells_[k].z - 1.0)) ++start;
      for (int m = own ? k + 1 : start; m < n; ++m) {
        if (cells_[m].x != x || cells_[m].y != y || cells_[m].z > cells_[k].z + 1.0) break;
        examine(cells_[k].contact, cells_[m].contact);
      }
    }
  }
}

void Sparsifier::mark_coincident(Points points) {
  std::sort(coincidences_.begin(), coincidences_.end(),
            [&](const Coincidence& a, const Coincidence& b) {
              if (a.winner != b.winner) return outranks(points, a.winner, b.winner);
              return a.loser < b.loser;
            });
  // A winner that is still there when its turn comes stays for good: whoever could remove it
  // outranks it and had its turn before.
  for (const Coincidence& pair : coincidences_) {
    if (mark_[pair.winner] != Mark::stays || mark_[pair.loser] == Mark::removed) continue;
    const ContactKey& winner = points[pair.winner]->key;
    const ContactKey& loser = points[pair.loser]->key;
    const bool same_bodies =
        winner.first_body == loser.first_body && winner.second_body == loser.second_body;
    mark_[pair.loser] = same_bodies ? Mark::removed : Mark::for_other_bodies;
  }
}

}  // namespace solfec
