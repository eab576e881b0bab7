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

/// A body of a snapshot.
struct SnapshotBody {
  BodyId id{};
  BodyRef place;          // in Snapshot::bodies
  BodyId id_in_bodies{};  // id of the body in Snapshot::bodies
  std::string label;      // '' when the user gave none
  int material{};         // index into the bulk materials
  int rank{};             // rank that owns the body; in a frame, rank that wrote its state
  std::shared_ptr<const Shape> shape;
};

/// Snapshot of a model at one time: that of a stored frame (ResultReader) or of a running
/// simulation (take_snapshot). Nothing to which it refers changes afterwards, so its holder may
/// read it during a run, also from another thread. Histories, READ mode, export and pictures use
/// snapshots. All functions of bodies and surfaces (placement, velocity, stress, surface_points,
/// surface_fields) take `bodies` and a BodyRef.
struct Snapshot {
  double time{};  // s
  Analysis analysis{};
  StepSummary summary;
  ContactParams contact;
  std::vector<SnapshotBody> members;          // ids increase
  Bodies bodies;                              // of all members; it may hold further bodies
  std::vector<ConstraintRecord> constraints;  // those of users, then contacts by key
  std::int64_t left_out = 0;                  // number of contacts that the frame does not hold
  std::vector<ActingLoad> loads;              // of members and others, with their present values

  /// Finds a body; null when the snapshot does not hold it.
  [[nodiscard]] const SnapshotBody* find(BodyId id) const;
  /// Finds a constraint; null when the snapshot does not hold it.
  [[nodiscard]] const ConstraintRecord* find_constraint(ConstraintId id) const;
  /// Sum of the energies of the bodies with these ids, as far as the snapshot holds them.
  [[nodiscard]] Energies energies(std::span<const BodyId> ids) const;
};

/// Copies the present state of a domain.
/// @param summary  Of the step that led to this state.
std::shared_ptr<const Snapshot> take_snapshot(const Domain& domain, const StepSummary& summary);

}  // namespace solfec
