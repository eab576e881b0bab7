#include "domain/constraint_rows.h"

#include <algorithm>

namespace solfec {

void ConstraintRows::show(const Domain& domain) {
  domain_ = &domain;
  made_ = domain.made_constraints();
  if (made_ == nullptr) domain.constraint_merits(merits_);
}

std::size_t ConstraintRows::size() const {
  if (made_ != nullptr) return made_->size();
  return domain_->user_constraints().size() + domain_->contact_points().size();
}

std::span<const ConstraintRecord> ConstraintRows::from(std::size_t first, std::size_t n) {
  if (made_ != nullptr) return std::span(*made_).subspan(first, n);
  const auto users = domain_->user_constraints();
  const auto contacts = domain_->contact_points();
  part_.clear();
  for (std::size_t i = first; i < first + n; ++i) {
    part_.push_back(i < users.size()
                        ? record_of(users[i])
                        : record_of(contacts[i - users.size()], domain_->contact_memories(),
                                    domain_->surface_materials));
    part_.back().R = domain_->impulses().shown(part_.back().id, part_.back().R);
    if (!merits_.empty()) part_.back().merit = merits_[i];
  }
  return part_;
}

void ConstraintRows::list_bodies(std::vector<BodyId>& bodies) const {
  bodies.clear();
  const auto add = [&bodies](BodyId one, BodyId other) {
    const std::size_t n = bodies.size();
    if (n > 0 && bodies[n - 2] == one && bodies[n - 1] == other) return;  // the pair of before
    bodies.push_back(one);
    bodies.push_back(other);
  };
  if (made_ != nullptr) {
    for (const ConstraintRecord& row : *made_) {
      if (row.kind == ConstraintKind::contact) add(row.master, row.slave);
    }
  } else {
    for (const ContactPoint& contact : domain_->contact_points()) {
      add(contact.key.first_body, contact.key.second_body);
    }
  }
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
}

}  // namespace solfec
