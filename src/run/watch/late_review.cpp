#include "run/watch/late_review.h"

#include <algorithm>
#include <utility>

#include "run/watch/absurd_units.h"
#include "run/watch/overlapping_pieces.h"

namespace solfec {
namespace {

bool is_same(const LoadValue& a, const LoadValue& b) {
  return a.series == b.series && a.constant == b.constant;
}

}  // namespace

void LateReview::begin(const Domain& domain) {
  next_ = domain.next_body_id();
  gravity_ = domain.loads.gravity;
}

std::vector<std::string> LateReview::news(const Domain& domain) {
  std::vector<std::string> lines;
  if (domain.next_body_id() != next_) {
    lines = overlapping_pieces(domain, next_);
    for (std::string& line : absurd_bodies(domain, next_)) lines.push_back(std::move(line));
    next_ = domain.next_body_id();
  }
  const auto& gravity = domain.loads.gravity;
  if (!std::equal(gravity.begin(), gravity.end(), gravity_.begin(), is_same)) {
    const std::string line = absurd_gravity(domain);
    if (!line.empty()) lines.push_back(line);
    gravity_ = gravity;
  }
  return lines;
}

}  // namespace solfec
