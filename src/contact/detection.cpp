#include "contact/detection.h"

#include <utility>

#include "contact/search/examination_results.h"

namespace solfec {

// `run` is collect (pairs to look at, only when they may be others), examine (contacts of these
// pairs), compare, and then only what the comparison asks for: nothing when all contacts were
// carried on, new geometry when they are the same ones, a new list when some came or went.

void Detection::set_references(std::span<const PairReference> references,
                               const ContactParams& params) {
  last_params_ = params;
  bodies_.set_references(references);
  stale_ = true;
}

void Detection::drop_references(BodyId first, BodyId second) {
  bodies_.drop_references(first, second);
  stale_ = true;
}

void Detection::drop_references(std::span<const BodyId> sorted) {
  bodies_.drop_references(sorted);
  stale_ = true;
}

void Detection::explain(PairTrace& trace) {
  trace_ = &trace;
  bodies_.drop_all_references();
  stale_ = true;
}

/// Brings the pairs to look at up to date.
/// @return whether they were listed anew.
bool Detection::collect(PieceSet& pieces, const ContactParams& params,
                        const ContactExclusions& excluded, std::vector<ContactPoint>& points) {
  if (last_params_ != params) {  // what rests was found by other rules
    bodies_.drop_all_references();
    last_params_ = params;
    stale_ = true;
  }
  const bool changed = broad_phase_.update(pieces, box_margin(params), life_distance(params));
  if (!changed && !stale_) return false;
  const bool anew = broad_phase_.started_anew();
  queries_.collect(pieces, broad_phase_.candidates(), anew, excluded, points, spheres_);
  list_.set_origins(queries_.queries(), spheres_, points.size());
  bodies_.group(pieces, queries_.queries());
  rigid_placement_.set_spheres(pieces, spheres_);
  examination_.prepare(pieces, queries_.queries(), params.points, anew);
  other_removed_ = 0;
  ++listings_;
  stale_ = false;
  return true;
}

/// Looks at all pairs; contacts of spheres and of bodies at rest are updated.
ExaminationResults Detection::examine(PieceSet& pieces, const ContactParams& params,
                                      const ContactExclusions& excluded,
                                      const ContactMemories& memories,
                                      std::vector<ContactPoint>& points) {
  const auto queries = queries_.queries();
  bodies_.find_resting(pieces, params.tolerance, queries, points);
  clearances_.find_apart(pieces, params, broad_phase_.started_anew(), queries);
  const bool patches = params.points == ContactPoints::patch;
  if (patches) covered_.update(pieces, params.tolerance);
  const CoveredFaces* const covered = patches ? &covered_ : nullptr;
  const int active = rigid_placement_.place(pieces, box_margin(params), queries, bodies_);
  examination_.run({pieces, params, queries, active, bodies_, clearances_, memories, covered,
                    std::exchange(trace_, nullptr), &excluded},
                   points);
  spheres_.examine(pieces, params, points);
  return {pieces, params, queries, examination_.contacts(), spheres_, bodies_};
}

int Detection::run(PieceSet& pieces, const ContactParams& params, const ContactExclusions& excluded,
                   std::vector<ContactPoint>& points, ContactMemories& memories) {
  const bool collected = collect(pieces, params, excluded, points);
  const ExaminationResults found = examine(pieces, params, excluded, memories, points);
  const bool lost = collected && queries_.lost();
  const ContactChange change = lost ? ContactChange::other_contacts : compare(found, points);

  has_new_contacts_ = false;
  if (change != ContactChange::nothing_new) {
    update_points(found, points);
    const bool same = change == ContactChange::same_contacts;
    if (same) {
      list_.list_old(found, points);
    } else {
      list_.list_all(found, points);
    }
    other_removed_ = list_.sparsify(found, same && !collected, points);
    list_.move_points(found, points, memories);
    bodies_.leave_references(pieces);
    list_.leave_references(found, points, memories);
    has_new_contacts_ = list_.has_added();
  }
  return other_removed_ + bodies_.removed();
}

}  // namespace solfec
