#include "run/watch/unheld_bodies.h"

#include <algorithm>
#include <compare>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "base/cat.h"
#include "parallel/gather_lists.h"
#include "run/report/body_text.h"

namespace solfec {

namespace {

constexpr BodyId kSpace = 0;  // and obstacles, which do not move by themselves

/// Sets of bodies that hold each other.
class Groups {
 public:
  void join(BodyId a, BodyId b) { parent_[root(a)] = root(b); }
  [[nodiscard]] bool same(BodyId a, BodyId b) { return root(a) == root(b); }

 private:
  BodyId root(BodyId body) {
    BodyId top = body;
    for (auto next = parent_.find(top); next != parent_.end() && next->second != top;
         next = parent_.find(top)) {
      top = next->second;
    }
    parent_[body] = top;  // shortens the way
    return top;
  }

  std::map<BodyId, BodyId> parent_;
};

/// Two bodies that a constraint or a contact of any rank joins.
struct JoinedPair {
  BodyId first{};
  BodyId second{};

  friend bool operator==(const JoinedPair&, const JoinedPair&) = default;
  friend bool operator<(const JoinedPair& a, const JoinedPair& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  }
};

std::vector<JoinedPair> joined_pairs(const Domain& domain) {
  std::vector<JoinedPair> pairs;
  for (const UserConstraint& one : domain.user_constraints()) {
    pairs.push_back({one.master, one.slave});
  }
  for (const ContactPoint& contact : domain.contact_points()) {
    pairs.push_back({contact.key.first_body, contact.key.second_body});
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  if (domain.is_whole()) return pairs;
  std::vector<JoinedPair> all;
  for (const auto& list : gather_lists(domain.comm(), std::span<const JoinedPair>(pairs))) {
    all.insert(all.end(), list.begin(), list.end());
  }
  return all;
}

}  // namespace

std::string unheld_bodies(const Domain& domain) {
  if (domain.analysis() != Analysis::quasi_static) return {};
  Groups groups;
  std::vector<BodyId> moving;
  domain.for_each_record([&](const BodyRecord& body) {
    if (has_inertia(body.kind)) {
      moving.push_back(body.id);
    } else {
      groups.join(body.id, kSpace);
    }
  });
  for (const JoinedPair& pair : joined_pairs(domain)) groups.join(pair.first, pair.second);
  std::sort(moving.begin(), moving.end());
  std::erase_if(moving, [&](BodyId id) { return groups.same(id, kSpace); });
  if (moving.empty()) return {};
  const std::size_t count = moving.size();
  const std::string more = count == 1 ? "" : cat(" (so are ", count, " bodies in all)");
  return cat(body_text(domain, moving.front()), " is held by nothing", more,
             ": no constraint or contact leads to an obstacle or to space, so that loads find no "
             "equilibrium");
}

}  // namespace solfec
