#include "run/watch/jam_watch.h"

#include <algorithm>
#include <tuple>

#include "base/cat.h"
#include "run/report/body_text.h"

namespace solfec {

/// Pairs of the last step with their largest depth, into now_.
void JamWatch::find_deepest(const Domain& domain) {
  now_.clear();
  const double limit = kDeepTolerances * domain.contact_params.tolerance;
  for (const DeepContact& deep : domain.contact_projection().deep()) {
    if (!(deep.depth > limit)) continue;
    now_.push_back({deep.first, deep.second, deep.depth, deep.depth, 0});
  }
  std::sort(now_.begin(), now_.end(), [](const Pair& a, const Pair& b) {
    return std::tie(a.first, a.second, b.depth) < std::tie(b.first, b.second, a.depth);
  });
  const auto same = [](const Pair& a, const Pair& b) {
    return a.first == b.first && a.second == b.second;
  };
  now_.erase(std::unique(now_.begin(), now_.end(), same), now_.end());
}

void JamWatch::warn(const Domain& domain, std::vector<std::string>& lines) {
  find_deepest(domain);
  auto old = pairs_.begin();
  for (Pair& pair : now_) {
    const auto key = std::tie(pair.first, pair.second);
    while (old != pairs_.end() && std::tie(old->first, old->second) < key) ++old;
    if (old == pairs_.end() || std::tie(old->first, old->second) != key) continue;
    if (pair.depth < (1.0 - kProgress) * old->smallest) continue;
    pair.smallest = old->smallest;
    pair.steps = old->steps + 1;
    if (pair.steps < kPatience || !told_.take(pair.first, pair.second)) continue;
    lines.push_back(cat("t=", short_number(domain.time()), " s: ", body_text(domain, pair.first),
                        " and ", body_text(domain, pair.second), " overlap by ",
                        short_number(pair.depth), " m, and in ", pair.steps,
                        " steps CONTACT_PROJECTION could not move them apart: other bodies or "
                        "joints leave no room, or each step, too long, lets it in again"));
  }
  pairs_.swap(now_);
}

std::string JamWatch::rest() const {
  const int more = told_.more();
  if (more == 0) return "";
  return cat(more, more == 1 ? " more pair" : " more pairs",
             " of bodies in this RUN overlap and could not be moved apart");
}

}  // namespace solfec
