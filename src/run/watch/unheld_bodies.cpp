#include "run/watch/unheld_bodies.h"

#include <map>

#include "base/cat.h"

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

}  // namespace

std::string unheld_bodies(const Domain& domain) {
  if (domain.analysis() != Analysis::quasi_static) return {};
  Groups groups;
  for (const BodyRecord& body : domain.body_records()) {
    if (!has_inertia(body.kind)) groups.join(body.id, kSpace);
  }
  for (const UserConstraint& one : domain.user_constraints()) groups.join(one.master, one.slave);
  for (const ContactPoint& contact : domain.contact_points()) {
    groups.join(contact.key.first_body, contact.key.second_body);
  }
  const BodyRecord* first = nullptr;
  int count = 0;
  for (const BodyRecord& body : domain.body_records()) {
    if (groups.same(body.id, kSpace)) continue;
    if (count++ == 0) first = &body;
  }
  if (first == nullptr) return {};
  const std::string more = count == 1 ? "" : cat(" (so are ", count, " bodies in all)");
  return cat(describe(*first), " is held by nothing", more,
             ": no constraint or contact leads to an obstacle or to space, so that loads find no "
             "equilibrium");
}

}  // namespace solfec
