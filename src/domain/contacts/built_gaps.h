#pragma once

#include <limits>
#include <span>

#include "base/ids.h"
#include "body/bodies.h"
#include "contact/built_overlap.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"
#include "material/surface_material.h"
#include "parallel/comm.h"

namespace solfec {

/// State of a domain from which built overlaps are found and gaps are shifted.
struct GapModel {
  const Bodies& bodies;
  const PieceSet& pieces;
  const SurfaceMaterialTable& surface_materials;
  double tolerance{};  // geometric, m
  double time{};       // s
  Comm& comm;          // all ranks know all overlaps
};

/// Gives contacts of rigid bodies the zero of their gaps: how deep they overlapped when the later
/// one of the two was made (contact/built_overlap.h). Springs have none, they overlap by design.
class BuiltGaps {
 public:
  /// Whether bodies have come whose overlaps are not looked for yet.
  [[nodiscard]] bool is_due(double time) const { return newest_ == time && found_at_ != time; }
  void note_body(double made_at) { newest_ = made_at; }
  /// Contacts of a solver that knows springs only have no zero of their own.
  void set_springs_only(bool on) { springs_only_ = on; }

  /// Looks for overlaps of new bodies, ends those that have parted or slid away, and shifts the
  /// gaps of contacts. Collective as soon as there are overlaps or new bodies.
  /// @param contacts  As a detection has left them.
  void treat(const GapModel& model, std::span<ContactPoint> contacts);

  void remove_bodies(std::span<const BodyId> sorted) { overlaps_.remove_bodies(sorted); }
  /// @param overlaps  Of a stored frame.
  /// @param newest    Time at which the last body was made, s.
  void restore(std::vector<BuiltOverlap> overlaps, double newest, double time);
  [[nodiscard]] std::span<const BuiltOverlap> overlaps() const { return overlaps_.entries(); }

 private:
  void find(const GapModel& model, std::span<const ContactPoint> contacts);
  void update(const GapModel& model, std::span<const ContactPoint> contacts);

  static constexpr double kNever = -std::numeric_limits<double>::infinity();

  BuiltOverlaps overlaps_;
  double newest_ = kNever;    // s
  double found_at_ = kNever;  // s
  bool springs_only_ = false;
};

}  // namespace solfec
