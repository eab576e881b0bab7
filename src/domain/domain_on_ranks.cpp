#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/count.h"
#include "domain/domain.h"
#include "domain/joints/joint_drives.h"
#include "integrator/integrator.h"

namespace solfec {

// Functions of Domain for models that several ranks share (domain/ranks/ranks.h).

RankedModel Domain::ranked_model() {
  return {bulk_materials_, contact_params,   bodies,   ranks_->absent(),
          constraints_,    ranks_->others(), contacts_};
}

/// Bodies get their ranks, which changes what this one has.
void Domain::settle_ranks() {
  const PhaseScope scope(timers, Phase::PARBAL);
  is_whole_ = false;
  if (!ranks_->settle(ranked_model())) return;
  note_other_bodies();
  bonds_ = true;  // bonded contacts may have come
}

const BodyRecord* Domain::find_record(BodyId id) const {
  return is_absent(id) ? &ranks_->absent().record(id) : find_body(id);
}

BodyCharacteristics Domain::characteristics(BodyId id) const {
  return is_absent(id) ? ranks_->absent().characteristics(id)
                       : bodies.characteristics(bodies.ref(id));
}

std::vector<const UserConstraint*> Domain::constraint_definitions() const {
  std::vector<const UserConstraint*> all;
  for (const UserConstraint& constraint : constraints_) all.push_back(&constraint);
  if (!ranks_) return all;
  for (const UserConstraint& constraint : ranks_->others()) all.push_back(&constraint);
  std::sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->id < b->id; });
  return all;
}

void Domain::join_ids() {
  if (!ranks_) return;
  next_of_ranks_ = comm_->all_gather(next_constraint_id_);
  next_constraint_of_all_ = *std::max_element(next_of_ranks_.begin(), next_of_ranks_.end());
}

void Domain::make_whole() {
  if (!ranks_ || is_whole_) return;
  is_whole_ = true;
  const PhaseScope scope(timers, Phase::PARBAL);
  join_ids();
  const bool rows_matched = rows_match_;
  if (!ranks_->make_whole(ranked_model())) return;
  measure_joints(bodies, constraints_);
  find_bodies_of(contacts_.points());
  note_other_bodies();
  rows_of_ranks_match_ = rows_matched;
}

bool Domain::change_constraint(ConstraintId id,
                               const std::function<void(UserConstraint&)>& change) {
  const auto change_in = [&](std::span<UserConstraint> constraints) {
    const auto found = std::find_if(constraints.begin(), constraints.end(),
                                    [&](const UserConstraint& one) { return one.id == id; });
    if (found == constraints.end()) return false;
    change(*found);
    return true;
  };
  if (change_in(constraints_)) return true;
  return ranks_ && change_in(ranks_->others());
}

void Domain::bring_ghosts(double step) {
  const PhaseScope scope(timers, Phase::PARBAL);
  const double way = analysis_ == Analysis::dynamic ? step : 0.0;
  const bool may_project = projection || analysis_ == Analysis::quasi_static;
  if (ranks_->bring_ghosts(ranked_model(), way, calms_velocities(), may_project)) {
    pieces_stale_ = true;
  }
}

BodyId Domain::first_of_ranks(BodyId id) const { return ranks_ ? ranks_->first(id) : id; }

StepChoice Domain::choose_step(double bound, const StepGathering& gather) {
  const PhaseScope scope(timers, Phase::TIMINT);
  const StepChoice own = solfec::choose_step(bodies, analysis_, bound);
  if (comm_->size() == 1) return own;
  StepChoice least = own;
  for (const StepChoice& other : gather ? gather(own) : comm_->all_gather(own)) {
    const bool lower = other.body != 0 && (least.body == 0 || other.body < least.body);
    if (other.step < least.step || (other.step == least.step && lower)) least = other;
  }
  return least;
}

/// Returns how far the implicit bodies of all ranks are from their rows.
double Domain::find_miss(double step) {
  const double own = solve_with_reactions(bodies, step);
  return ranks_ ? comm_->all_reduce(Reduction::largest, own) : own;
}

/// Whether links pull so much that their forces have to turn within the step; on all ranks when on
/// one of them. A body with springs, or of a mechanism that ranks part, may have others on another
/// rank, as stiff as those of this one.
bool Domain::pulls_too_much(double step, std::span<const Vec3> R) {
  if (analysis_ != Analysis::dynamic) return false;
  if (constraints_.empty() && (!ranks_ || ranks_->others().empty())) return false;
  const bool parted = ranks_ && (ranks_->part_mechanisms() || has_constraints(is_elastic));
  const double share = LinkTurning::kLargestShare * (parted ? std::sqrt(0.5) : 1.0);
  const double most = share * link_turning_.find(bodies, constraints_, R).step;
  const bool own = step > most;
  return ranks_ ? comm_->all_reduce(Reduction::largest, own ? 1 : 0) != 0 : own;
}

void Domain::turn_links(double step, bool turn) {
  links_turn_ = turn;
  has_links_ = std::any_of(constraints_.begin(), constraints_.end(), is_along_line);
  for (UserConstraint& constraint : constraints_) {
    constraint.turns = turn && is_along_line(constraint);
    constraint.spring.row.end_share = constraint.turns ? end_share(bodies, constraint, step) : 0.0;
  }
}

ModelCounts Domain::counts() const {
  ModelCounts own{bodies.count(), piece_count(), count_contacts(), solfec::count(constraints_),
                  sparsified()};
  if (!ranks_) return own;
  own.bodies = own.pieces = 0;
  for (const BodyRecord& record : body_records()) {
    if (bodies.is_ghost(record.id)) continue;
    ++own.bodies;
    own.pieces += record.contact_pieces->piece_count();
  }
  std::array<int, 5> numbers{own.bodies, own.pieces, own.contacts, own.constraints, own.sparsified};
  comm_->all_reduce(Reduction::sum, std::span<int>(numbers));
  return {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
}

}  // namespace solfec
