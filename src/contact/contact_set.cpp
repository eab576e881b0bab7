#include "contact/contact_set.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"
#include "base/count.h"
#include "contact/detection.h"

namespace solfec {

namespace {

bool by_key(const ContactPoint& a, const ContactPoint& b) { return a.key < b.key; }

}  // namespace

ContactSet::ContactSet() : detection_(std::make_unique<Detection>()) {}
ContactSet::~ContactSet() = default;
ContactSet::ContactSet(ContactSet&&) noexcept = default;
ContactSet& ContactSet::operator=(ContactSet&&) noexcept = default;

void ContactSet::detect(PieceSet& pieces, const ContactParams& params, ConstraintId& next_id) {
  sparsified_ = detection_->run(pieces, params, excluded_, points_, memories_);
  spreads_.clear();
  for (ContactPoint& point : points_) {
    if (point.spread < 0) continue;
    spreads_.push_back(detection_->spread(point.spread));
    point.spread = count(spreads_) - 1;
  }
  if (!detection_->has_new_contacts()) return;
  // ids after sparsification, so that points it removes in each step use none up
  for (ContactPoint& point : points_) {
    if (point.state.id == 0) point.state.id = next_id++;
  }
}

const BarePair& ContactSet::bare_pair() const { return detection_->bare_pair(); }

void ContactSet::explain(PairTrace& trace) { detection_->explain(trace); }

void ContactSet::assign(std::vector<ContactPoint> points,
                        const std::vector<PairReference>& references, ContactMemories memories,
                        const ContactParams& params) {
  points_ = std::move(points);
  memories_ = std::move(memories);
  spreads_.clear();
  for (ContactPoint& point : points_) point.spread = -1;
  std::sort(points_.begin(), points_.end(), by_key);
  sparsified_ = 0;
  detection_->set_references(references, params);
}

std::span<const CoveredPair> ContactSet::covered() const { return detection_->covered(); }

void ContactSet::set_covered(std::span<const CoveredPair> covered) {
  detection_->set_covered(covered);
}

std::vector<PairReference> ContactSet::references() const { return detection_->references(); }

void ContactSet::remove_bodies(std::span<const BodyId> sorted) {
  sparsified_ = 0;  // until the next detection, which there may be none of
  std::erase_if(points_, [&](ContactPoint& c) {
    const bool gone = std::binary_search(sorted.begin(), sorted.end(), c.key.first_body) ||
                      std::binary_search(sorted.begin(), sorted.end(), c.key.second_body);
    if (gone) memories_.forget(c.state.memory);
    return gone;
  });
  detection_->drop_references(sorted);
}

std::int64_t ContactSet::pair_listings() const { return detection_->listings(); }

bool ContactSet::forget_pieces(BodyId id) {
  const std::size_t before = points_.size();
  remove_bodies({&id, 1});
  const auto covered = detection_->covered();
  std::vector<CoveredPair> kept;
  std::copy_if(covered.begin(), covered.end(), std::back_inserter(kept),
               [id](const CoveredPair& c) { return c.face.body != id && c.by.body != id; });
  if (kept.size() < covered.size()) detection_->set_covered(kept);
  return points_.size() < before;
}

bool ContactSet::remove(ConstraintId id) {
  const auto found = std::find_if(points_.begin(), points_.end(),
                                  [id](const ContactPoint& c) { return c.state.id == id; });
  if (found == points_.end()) return false;
  const ContactKey key = found->key;
  memories_.forget(found->state.memory);
  points_.erase(found);
  detection_->drop_references(key.first_body, key.second_body);
  for (ContactPoint& c : points_) {
    const bool same = c.key.first_body == key.first_body && c.key.second_body == key.second_body;
    if (same) c.state.referenced = false;
  }
  return true;
}

bool is_excluded(const ContactExclusions& exclusions, const ContactKey& key) {
  const ContactKey pieces{key.first_body, key.first_piece, key.second_body, key.second_piece};
  return std::binary_search(exclusions.bodies.begin(), exclusions.bodies.end(),
                            std::pair(key.first_body, key.second_body)) ||
         std::binary_search(exclusions.pieces.begin(), exclusions.pieces.end(), pieces);
}

void ContactSet::exclude_pieces(BodyId a, int a_piece, BodyId b, int b_piece) {
  SOLFEC_ASSERT(a != b || a_piece != b_piece);
  const ContactKey one{a, a_piece, b, b_piece};
  const ContactKey other{b, b_piece, a, a_piece};
  const ContactKey key = std::min(one, other);
  const auto at = std::lower_bound(excluded_.pieces.begin(), excluded_.pieces.end(), key);
  if (at != excluded_.pieces.end() && *at == key) return;
  excluded_.pieces.insert(at, key);
  detection_->forget();
}

void ContactSet::exclude_surfaces(SurfaceId a, SurfaceId b) {
  const std::pair pair(std::min(a, b), std::max(a, b));
  const auto at = std::lower_bound(excluded_.surfaces.begin(), excluded_.surfaces.end(), pair);
  if (at != excluded_.surfaces.end() && *at == pair) return;
  excluded_.surfaces.insert(at, pair);
  std::vector<ConstraintId> ended;
  for (const ContactPoint& point : points_) {
    const bool ends = is_excluded(excluded_, point.master_surface, point.slave_surface);
    if (ends) ended.push_back(point.state.id);
  }
  for (const ConstraintId id : ended) remove(id);
  detection_->forget();
}

void ContactSet::set_exclusions(ContactExclusions exclusions) {
  excluded_ = std::move(exclusions);
  for (ContactKey& key : excluded_.pieces) key.feature = 0;
  std::sort(excluded_.bodies.begin(), excluded_.bodies.end());
  std::sort(excluded_.pieces.begin(), excluded_.pieces.end());
  std::sort(excluded_.surfaces.begin(), excluded_.surfaces.end());
  detection_->forget();
}

void ContactSet::exclude_bodies(BodyId a, BodyId b) {
  const std::pair pair(std::min(a, b), std::max(a, b));
  const auto at = std::lower_bound(excluded_.bodies.begin(), excluded_.bodies.end(), pair);
  if (at != excluded_.bodies.end() && *at == pair) return;
  excluded_.bodies.insert(at, pair);
  detection_->forget();
}

}  // namespace solfec
