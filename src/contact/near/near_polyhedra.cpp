#include "contact/near/near_polyhedra.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/count.h"
#include "base/parallel_for.h"
#include "contact/near/renew_pairs.h"

namespace solfec {

namespace {

// As BroadPhase with pairs that may not touch, no travel ahead and boxes of its own, since bodies
// need not be placed for it (present_box). Polyhedra are numbered apart from all pieces, so that
// round pieces are in no box of the tree.

constexpr int kFewItems = 256;    // polyhedra; below this a parallel search does not pay
constexpr int kFewBodies = 2048;  // bodies; below this a parallel test of placements does not pay
constexpr double kAllowanceOfSize =
    0.05;  // allowance of a body against the size of its smallest piece
constexpr int kSearchesPerBuild = 256;  // a refitted tree gets worse as its boxes move

}  // namespace

Box present_box(const PieceSet& pieces, int piece) {
  const int body = pieces.body[piece];
  const bool rigid = pieces.body_is_rigid[body] != 0;
  Box box;
  for (const Vec3 p : body_view(pieces, piece).vertex) {
    const Vec3 now = rigid ? pieces.body_pivot[body] + pieces.body_rotation[body] * p : p;
    if (!is_finite(now)) return {};
    box.add(now);
  }
  return box;
}

/// Spheres come and go as they like: bodies with polyhedra that keep their numbers are the same.
bool NearPolyhedra::same_bodies(const PieceSet& pieces) const {
  if (body_count_ != pieces.body_count() || piece_count_ != pieces.piece_count()) return false;
  int pieces_of_bodies = 0;
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const int b = bodies_[k];
    const Known& known = known_[k];
    if (known.id != pieces.body_id[b] || known.shape != pieces.body_shape[b] ||
        known.first_piece != pieces.body_piece_start[b] || known.rigid != pieces.body_is_rigid[b]) {
      return false;
    }
    pieces_of_bodies += pieces.body_piece_start[b + 1] - pieces.body_piece_start[b];
  }
  return pieces_of_bodies == pieces_of_bodies_ && face_count_ == count(pieces.surface);
}

bool NearPolyhedra::update(const PieceSet& pieces, double reach) {
  started_anew_ = reach != reach_ || !same_bodies(pieces);
  if (started_anew_) start(pieces, reach);
  parallel_for(count(bodies_), kFewBodies, [&](int k) {
    const int b = bodies_[k];
    moved_[b] = started_anew_ || exceeds_allowance(pieces, b) ? 1 : 0;
  });
  moved_items_.clear();
  for (const int b : bodies_) {
    if (moved_[b] == 0) continue;
    renew_allowance(pieces, b);
    for (int p = pieces.body_piece_start[b]; p < pieces.body_piece_start[b + 1]; ++p) {
      if (item_[p] >= 0) moved_items_.push_back(item_[p]);
    }
  }
  if (moved_items_.empty()) {
    merged_.clear();  // no bodies, if any were looked for
    return started_anew_;
  }
  search(pieces);
  merge(pieces);
  return true;
}

void NearPolyhedra::start(const PieceSet& pieces, double reach) {
  body_count_ = pieces.body_count();
  piece_count_ = pieces.piece_count();
  face_count_ = count(pieces.surface);
  reach_ = reach;
  bodies_.clear();
  known_.clear();
  piece_.clear();
  pairs_.clear();
  item_.assign(pieces.kind.size(), -1);
  pieces_of_bodies_ = 0;
  for (int b = 0; b < body_count_; ++b) {
    const int before = count(piece_);
    for (int p = pieces.body_piece_start[b]; p < pieces.body_piece_start[b + 1]; ++p) {
      if (pieces.kind[p] != PieceKind::polyhedron) continue;
      item_[p] = count(piece_);
      piece_.push_back(p);
    }
    if (count(piece_) == before) continue;
    bodies_.push_back(b);
    known_.push_back({pieces.body_id[b], pieces.body_shape[b], pieces.body_piece_start[b],
                      pieces.body_is_rigid[b]});
    pieces_of_bodies_ += pieces.body_piece_start[b + 1] - pieces.body_piece_start[b];
  }
  moved_.assign(pieces.body_id.size(), 0);
  allowance_.resize(pieces.body_id.size());
  fat_.resize(piece_.size());
  set_allowances(pieces);
  searches_ = 0;
}

void NearPolyhedra::set_allowances(const PieceSet& pieces) {
  std::vector<double> sizes;
  for (const int p : piece_) sizes.push_back(largest_edge(present_box(pieces, p)));
  std::vector<double> sorted = sizes;
  const auto middle = sorted.begin() + count(sorted) / 2;
  std::nth_element(sorted.begin(), middle, sorted.end());
  const double median = sorted.empty() ? 0.0 : *middle;
  for (const int b : bodies_) {
    double size = median;
    for (int p = pieces.body_piece_start[b]; p < pieces.body_piece_start[b + 1]; ++p) {
      if (item_[p] >= 0) size = std::min(size, sizes[item_[p]]);
    }
    allowance_[b].size = kAllowanceOfSize * size;
  }
}

bool NearPolyhedra::exceeds_allowance(const PieceSet& pieces, int body) const {
  const Allowance& allowance = allowance_[body];
  if (pieces.body_is_rigid[body] != 0) {
    const Mat3 change = pieces.body_rotation[body] - allowance.rotation;
    const double motion = norm(pieces.body_pivot[body] - allowance.pivot) +
                          pieces.body_radius[body] * std::sqrt(double_dot(change, change));
    return !(motion <= allowance.size);
  }
  for (int p = pieces.body_piece_start[body]; p < pieces.body_piece_start[body + 1]; ++p) {
    if (item_[p] < 0) continue;
    Box box = present_box(pieces, p);
    const Box& fat = fat_[item_[p]];
    if (is_empty(box) && is_empty(fat)) continue;
    box.grow(0.5 * reach_);
    if (!contains(fat, box)) return true;
  }
  return false;
}

void NearPolyhedra::renew_allowance(const PieceSet& pieces, int body) {
  allowance_[body].rotation = pieces.body_rotation[body];
  allowance_[body].pivot = pieces.body_pivot[body];
  for (int p = pieces.body_piece_start[body]; p < pieces.body_piece_start[body + 1]; ++p) {
    if (item_[p] < 0) continue;
    Box& fat = fat_[item_[p]];
    fat = present_box(pieces, p);
    fat.grow(allowance_[body].size + 0.5 * reach_);
  }
}

/// Whether a pair need not be searched for again: neither body moved, or it is of one rigid body.
bool NearPolyhedra::is_settled(const PieceSet& pieces, PiecePair pair) const {
  if (started_anew_) return false;
  const int a = pieces.body[pair.first];
  const int b = pieces.body[pair.second];
  return a == b ? moved_[a] == 0 || pieces.body_is_rigid[a] != 0 : moved_[a] == 0 && moved_[b] == 0;
}

/// Finds the pairs of moved bodies.
void NearPolyhedra::search(const PieceSet& pieces) {
  if (searches_ == 0) {
    tree_.build(fat_);
  } else {
    tree_.refit(fat_);
  }
  searches_ = (searches_ + 1) % kSearchesPerBuild;
  const int n = count(moved_items_);
  parallel_for(kParts, n < kFewItems ? kParts + 1 : 2, [&](int part) {
    const EvenShare share(0, n, part, kParts);
    found_[part].clear();
    for (int k = share.first; k < share.last; ++k) {
      const int i = moved_items_[k];
      tree_.for_each_overlap(fat_[i], [&](int j) {
        if (j == i) return;
        const PiecePair pair{piece_[std::min(i, j)], piece_[std::max(i, j)]};
        if (j < i && moved_[pieces.body[pair.first]] != 0) return;  // found by j
        if (!is_settled(pieces, pair)) found_[part].push_back(pair);
      });
    }
  });
}

/// Replaces the pairs of moved bodies by those found.
void NearPolyhedra::merge(const PieceSet& pieces) {
  const auto key = [&](PiecePair pair) {
    return std::tuple(pieces.body[pair.first], pieces.body[pair.second], pair.first, pair.second);
  };
  const auto before = [&](PiecePair a, PiecePair b) { return key(a) < key(b); };
  all_found_.clear();
  for (const auto& part : found_) all_found_.insert(all_found_.end(), part.begin(), part.end());
  std::sort(all_found_.begin(), all_found_.end(), before);
  const auto stays = [&](PiecePair pair) { return is_settled(pieces, pair); };
  renew_pairs(pairs_, all_found_, before, stays, merged_);
  std::swap(pairs_, merged_);
}

}  // namespace solfec
