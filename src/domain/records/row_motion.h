#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "body/body_archive.h"
#include "domain/records/constraint_record.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Frames store U and V of contacts as differences from the velocities that the motions of both
/// bodies give. V of polyhedra then takes no bits at all, and U those in which a solver rounds in
/// another way (docs/output-format.md, Velocities of contacts).

/// Motion of a rigid body or an obstacle in a step, in world axes, as its contacts see it.
struct RowMotion {
  BodyId body{};
  bool has_inertia = false;  // false: an obstacle
  Vec3 center{};             // m, at mid-step, where rows are placed
  Vec3 linear{};             // m/s, of the centre at the end of the step
  Vec3 angular{};            // rad/s, likewise
  Vec3 start_linear{};       // m/s, at the start of the step
  Vec3 start_angular{};      // rad/s
};

/// Velocities of a contact between two bodies, master minus slave, in its frame, at the start and
/// the end of the step: v + ω × a, and between bodies with inertia the change ω0 × d that the way d
/// of the contact along the body in half a step makes (turn_to_ends in assembly.cpp). Zero stands
/// for velocities that are not finite.
Vec3 expected_start(const RowMotion& master, const RowMotion& slave, const ConstraintRecord& row,
                    double step);
Vec3 expected_end(const RowMotion& master, const RowMotion& slave, const ConstraintRecord& row,
                  double step);

/// Bits of three doubles less those of expected ones (archive/bit_difference.h).
using BitDifference = std::array<std::uint64_t, 3>;
BitDifference bit_difference(Vec3 value, Vec3 expected);
Vec3 from_bit_difference(const BitDifference& difference, Vec3 expected);

/// A RowMotion as files have it, as differences from the state of the body where the same part of a
/// frame holds it, else from zero.
struct StoredMotion {
  BodyId body{};
  bool has_inertia = false;
  BitDifference center{};         // from center - h/2 linear
  BitDifference linear{};         // from that of the state
  BitDifference angular{};        // likewise
  BitDifference start_linear{};   // from `linear`
  BitDifference start_angular{};  // from `angular`
};

/// Fields of motions, which frames store by columns.
struct RowMotionFields {
  static constexpr std::string_view kName = "RowMotions";

  template <typename Fields>
  void operator()(Fields& fields) const {
    using M = StoredMotion;
    fields.planes("body", "increasing", &M::body);
    fields("has_inertia", "not an obstacle", &M::has_inertia);
    fields.planes("center", "at mid-step, from center - step/2 linear", &M::center);
    fields.planes("linear", "at the end of the step, from that of the state", &M::linear);
    fields.planes("angular", "in world axes, likewise", &M::angular);
    fields.planes("start_linear", "at the start of the step, from linear", &M::start_linear);
    fields.planes("start_angular", "likewise, from angular", &M::start_angular);
  }
};

constexpr std::string_view type_name(const StoredMotion*) { return "RowMotion"; }

/// Motions of the bodies that contacts of a frame join.
class RowMotions {
 public:
  /// @param states  Of the same part of the frame; stay while the object is used.
  explicit RowMotions(const BodyStates& states) : states_(states) {}

  /// Takes motions by increasing ids. @param step  Of the rows, s.
  void set(std::vector<RowMotion> motions, double step);
  /// Takes motions as they are stored. @throws ArchiveError unless ids increase.
  void set(std::span<const StoredMotion> stored, double step);
  [[nodiscard]] std::vector<StoredMotion> stored() const;

  /// Expected V and U of a contact, zero unless both bodies have motions.
  [[nodiscard]] Vec3 start_of(const ConstraintRecord& row) const;
  [[nodiscard]] Vec3 end_of(const ConstraintRecord& row) const;

 private:
  [[nodiscard]] RowMotion state_of(BodyId body) const;
  [[nodiscard]] const RowMotion* find(BodyId body, std::size_t& last) const;

  const BodyStates& states_;
  std::vector<RowMotion> motions_;
  double step_ = 0.0;
  mutable std::size_t last_master_ = 0;  // contacts of a pair follow each other
  mutable std::size_t last_slave_ = 0;
};

}  // namespace solfec
