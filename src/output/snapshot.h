#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "body/bodies.h"
#include "contact/piece/contact_params.h"
#include "domain/domain.h"
#include "geometry/shape/shape.h"
#include "integrator/analysis.h"
#include "output/frame.h"

namespace solfec {

/// A body as a snapshot holds it.
struct SnapshotBody {
  BodyId id{};
  BodyRef place;          // in Snapshot::bodies
  BodyId id_in_bodies{};  // the one that Snapshot::bodies knows it by
  std::string label;      // '' when the user gave none
  int material{};         // index into the bulk materials
  int rank{};             // that has it; of a frame, the one that has written its state
  std::shared_ptr<const Shape> shape;
};

/// Snapshot of a model at one time: that of a stored frame (ResultReader) or of a running
/// simulation (take_snapshot). It refers to nothing that changes afterwards, so whoever holds one
/// may read it while a run goes on, from another thread too. Histories, READ mode, export and
/// pictures read it; what stands in `bodies` goes with BodyRef through all functions of bodies and
/// surfaces (placement, velocity, stress, surface_points, surface_fields).
struct Snapshot {
  double time{};  // s
  Analysis analysis{};
  StepSummary summary;
  ContactParams contact;
  std::vector<SnapshotBody> members;  // ids increase
  Bodies bodies;                      // those of all members, perhaps others that are not there
  std::vector<ConstraintRecord> constraints;  // user's first, then contacts by key
  std::int64_t left_out = 0;                  // contacts that the frame does not hold
  std::vector<ActingLoad> loads;              // of members and others, with their present values

  /// Null when it does not hold the body.
  [[nodiscard]] const SnapshotBody* find(BodyId id) const;
  /// Null when it does not hold the constraint.
  [[nodiscard]] const ConstraintRecord* find_constraint(ConstraintId id) const;
  /// Sum over the bodies of these ids that it holds.
  [[nodiscard]] Energies energies(std::span<const BodyId> ids) const;
};

/// A copy of the state that a domain has now.
/// @param summary  Of the step that led to it.
std::shared_ptr<const Snapshot> take_snapshot(const Domain& domain, const StepSummary& summary);

}  // namespace solfec
