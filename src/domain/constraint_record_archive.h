#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/columns.h"
#include "archive/fields.h"
#include "constraint/constraint_archive.h"
#include "contact/contact_archive.h"
#include "domain/constraint_record.h"
#include "domain/impact_impulses.h"
#include "domain/impact_scheme.h"

namespace solfec {

/// The state of constraints and contacts: all that the next step takes from the last one beside the
/// bodies and the definitions of user constraints.
struct ConstraintStates {
  std::vector<ConstraintRecord> constraints;  // of users, then contacts
  std::int64_t left_out = 0;                  // contacts that a frame counts but does not hold
  std::vector<PairReference> references;      // of pairs of bodies at relative rest
  std::vector<CoveredPair> covered;           // faces that others cover, sorted
  std::vector<BuiltOverlap> built;            // overlaps of the model that count as no gap, sorted
  std::vector<ShownReaction> shown;           // rows that report the impulses of impacts
  std::vector<LateVelocity> late;             // of bodies in impacts
};

/// How much of constraints and contacts is stored.
enum class StateDetail : std::uint8_t {
  whole,   // all that the next step takes from the last one
  shown,   // rows as readers show them
  counted  // likewise, but of the contacts only their number
};

/// Fields of rows (archive/fields.h); frames store them by columns.

constexpr std::string_view type_name(const ConstraintRecord*) { return "Constraint"; }
constexpr std::string_view type_name(const ImpactScheme*) { return "ImpactScheme"; }
constexpr std::string_view type_name(const ShownReaction*) { return "SolvedReaction"; }
constexpr std::string_view type_name(const LateVelocity*) { return "LateVelocity"; }
constexpr std::string_view type_name(const ConstraintStates*) { return "ConstraintStates"; }

/// @throws ArchiveError saying what is wrong.
void check_pieces(const ConstraintRecord& row);
/// @throws ArchiveError when a number of contacts is negative.
void check_left_out(const ConstraintStates& states);
/// Frame of a contact from its stored normal, bit by bit that of the contact which was stored.
/// @throws ArchiveError when the normal is not of length one.
Mat3 stored_frame(ConstraintId contact, Vec3 normal);

/// Fields that contacts have beside those that all rows have.
/// @tparam whole  With what only the next step needs; without it what readers show.
template <bool whole>
struct ContactFields {
  template <typename Fields>
  void operator()(Fields& fields) const {
    using R = ConstraintRecord;
    if constexpr (whole) {
      fields("gap", "m", &R::gap);
      fields("area", "m²", &R::area);
    } else {
      fields.through(
          "normal", "n; t1 and t2 of the frame follow from it (docs/output-format.md)",
          [](const R& row) { return row.frame.column(2); },
          [](R& row, Vec3 normal) { row.frame = stored_frame(row.id, normal); });
      fields.planes("gap", "m", &R::gap);
      fields.planes("area", "m²", &R::area);
    }
    fields("part", "of the area of its patch, 1 of single points", &R::part);
    fields("master_surface", "", &R::master_surface);
    fields("slave_surface", "", &R::slave_surface);
    fields("material", "index of the surface material", &R::material);
    fields("bonded", "cohesive bond alive", &R::bonded);
    fields("master_piece", "of the shape; a mesh that is one piece by the rule of patches is one",
           &R::master_piece);
    fields("slave_piece", "", &R::slave_piece);
    fields.check([](const R& row) { check_pieces(row); });
    fields("age", "steps since the contact was made", &R::age);
    fields("feature",
           "which of the contacts of two pieces it is, the same from frame to frame; 0: the only "
           "one",
           &R::feature);
    if constexpr (!whole) return;
    fields.when(is_true("bonded", &R::bonded), [](auto& f) { f("anchor", "", &R::anchor); });
    fields("referenced", "contact of two bodies with a reference (docs/time-step.md)",
           &R::referenced);
    fields.when(is_true("referenced", &R::referenced),
                [](auto& f) { f("reference", "", &R::reference); });
  }
};

/// Fields of a row: those that all rows have, and after them those that only contacts or only
/// constraints have.
template <bool whole>
struct RowFields {
  static constexpr std::string_view kName = whole ? "Constraints" : "ShownConstraints";

  template <typename Fields>
  void operator()(Fields& fields) const {
    using R = ConstraintRecord;
    fields("id", "", &R::id);
    fields("kind", "", &R::kind);
    fields("master", "body", &R::master);
    fields("slave", "body, 0: none", &R::slave);
    fields("R", "reaction, local frame, N", &R::R);
    if constexpr (whole) {
      fields("U", "relative velocity at the end of the step, local frame, m/s", &R::U);
      fields("V", "at its start, m/s", &R::V);
      fields("point", "m", &R::point);
      fields("frame", "columns t1, t2, n", &R::frame);
    } else {
      fields.planes("U", "relative velocity at the end of the step, local frame, m/s", &R::U);
      fields.planes("V", "at its start, m/s", &R::V);
      fields.planes("point", "m", &R::point);
    }
    fields("merit", "", &R::merit);
    fields.derive([](R& row) { row.slave_point = row.point; });
    fields.when(is_not("kind", &R::kind, ConstraintKind::contact), [](auto& f) {
      if constexpr (!whole) f("frame", "columns t1, t2, n", &R::frame);
      f("slave_point", "second point, m", &R::slave_point);
    });
    fields.when(is("kind", &R::kind, ConstraintKind::contact), ContactFields<whole>{});
    fields.when(is("kind", &R::kind, ConstraintKind::drive), [](auto& f) {
      f("coordinate", "of a joint: travel, m, or angle with its turns, rad", &R::coordinate);
      f("rate", "of the coordinate at the end of the step, m/s or rad/s", &R::rate);
      f("motor_force", "mean force of the motor over the step, along n, N", &R::motor_force);
      f("power", "mean power of the motor over the step, W", &R::power);
    });
  }
};

using ConstraintFields = RowFields<true>;
using ShownConstraintFields = RowFields<false>;

template <typename Fields>
void list_fields(Fields& fields, const ConstraintRecord*) {
  ConstraintFields{}(fields);
}

/// The reported reaction is that of the row.
template <typename Fields>
void list_fields(Fields& fields, const ShownReaction*) {
  fields("id", "constraint", &ShownReaction::id);
  fields.finite("R", "local frame, N", &ShownReaction::solved);
  fields.finite("late", "part of the one that is shown, which moves bodies in the next step, N",
                &ShownReaction::late);
}

template <typename Fields>
void list_fields(Fields& fields, const LateVelocity*) {
  fields("body", "", &LateVelocity::body);
  fields.finite("linear", "of the centre, m/s", &LateVelocity::linear);
  fields.finite("angular", "of a rigid body, world axes, rad/s", &LateVelocity::angular);
  fields.finite("rate", "of the deformation gradient of a pseudo-rigid body, 1/s",
                &LateVelocity::rate);
}

/// Lists the fields that follow the rows in ConstraintStates: references, covered faces, overlaps
/// that count as no gap, and the shown reactions and late velocities of impacts.
template <typename Fields>
void list_contact_memory(Fields& fields) {
  using S = ConstraintStates;
  fields.columns("references", "of pairs of bodies at relative rest (docs/time-step.md)",
                 &S::references, PairReferenceColumns{});
  fields("covered", "covered faces (docs/contact.md), sorted", &S::covered);
  fields("built", "overlaps that count as no gap (docs/contact.md), sorted", &S::built);
  fields("solved",
         "SOLFEC.impacts = 'RATTLE': reactions that have moved the bodies, of rows that show those "
         "of impacts (docs/time-step.md)",
         &S::shown);
  fields("late", "likewise: velocities that bodies in impacts have lost already", &S::late);
  fields.check([](const S& states) {
    const auto before = [](const ShownReaction& a, const ShownReaction& b) { return a.id < b.id; };
    if (std::is_sorted(states.shown.begin(), states.shown.end(), before)) return;
    throw ArchiveError("the reactions of the motion are out of order");
  });
  fields.check([](const S& states) {
    if (std::is_sorted(states.built.begin(), states.built.end())) return;
    throw ArchiveError("the built overlaps are out of order");
  });
  fields.check([](const S& states) {
    if (std::is_sorted(states.covered.begin(), states.covered.end())) return;
    throw ArchiveError("the covered faces are out of order");
  });
}

template <typename Fields>
void list_fields(Fields& fields, const ConstraintStates*) {
  fields.columns("constraints", "of users, then contacts", &ConstraintStates::constraints,
                 ConstraintFields{});
  list_contact_memory(fields);
}

/// Rows of ConstraintStates as frames show them, without what only the next step needs.
struct ShownStates {
  static constexpr std::string_view kName = "ShownStates";

  template <typename Fields>
  void operator()(Fields& fields) const {
    fields("left_out", "contacts that the frame does not hold", &ConstraintStates::left_out);
    fields.check([](const ConstraintStates& states) { check_left_out(states); });
    fields.columns("constraints", "of users, then contacts", &ConstraintStates::constraints,
                   ShownConstraintFields{});
  }
};

/// Reads what was stored in so much detail; contacts shown only remember nothing.
/// @throws ArchiveError saying what is wrong.
void load_states(XdrReader& in, StateDetail detail, ConstraintStates& states);

}  // namespace solfec
