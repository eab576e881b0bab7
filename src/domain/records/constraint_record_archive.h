#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/columns.h"
#include "archive/fields.h"
#include "constraint/constraint_archive.h"
#include "contact/contact_archive.h"
#include "domain/impacts/impact_impulses.h"
#include "domain/impacts/impact_scheme.h"
#include "domain/records/constraint_record.h"
#include "domain/records/row_motion.h"

namespace solfec {

/// The state of constraints and contacts: all that the next step takes from the last one beside the
/// bodies and the definitions of user constraints.
struct ConstraintStates {
  std::vector<ConstraintRecord> constraints;  // of users, then contacts
  std::int64_t left_out = 0;                  // contacts that a frame counts but does not hold
  double row_step = 0.0;                      // s, while a frame is read that shows contacts
  std::vector<StoredMotion> motions;          // likewise, of the bodies that contacts join
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

/// How constraints and contacts are stored.
enum class StateForm : std::uint8_t {
  whole,  // with all that the next step needs
  plain,  // as shown by earlier programs: U and V of contacts as they are
  shown   // U and V of contacts as differences from what the motions of bodies give
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

/// Bond of a contact as files hold it.
enum class BondKind : std::uint8_t { none, holding, softening, broken };

constexpr std::string_view name_of(BondKind item) {
  switch (item) {
    case BondKind::none:
      return "NONE";
    case BondKind::holding:
      return "HOLDING";
    case BondKind::softening:
      return "SOFTENING";
    case BondKind::broken:
      return "BROKEN";
  }
  return {};
}
constexpr std::string_view type_name(const BondKind*) { return "BondKind"; }

inline BondKind bond_of(const ConstraintRecord& row) {
  if (!row.bonded) return row.damage > 0.0 ? BondKind::broken : BondKind::none;
  return row.softens ? BondKind::softening : BondKind::holding;
}

inline void set_bond(BondKind bond, ConstraintRecord& row) {
  row.softens = bond == BondKind::softening;
  row.bonded = row.softens || bond == BondKind::holding;
  row.damage = bond == BondKind::broken ? 1.0 : 0.0;
}
inline bool is_bond(const ConstraintRecord& row) { return bond_of(row) != BondKind::none; }

/// Condition on the bond of a contact. @param name  Of the kind that the layout compares with.
template <typename Test>
auto bond_is(std::string_view name, bool equal, const Test& test) {
  return Condition<Test>{"bonded", name, equal, test};
}

/// @throws ArchiveError when the damage of a bond is not in [0, 1].
void check_damage(const ConstraintRecord& row);

/// A field whose bytes frames that show it order by planes.
template <StateForm form, typename Fields, typename Get>
void put(Fields& fields, std::string_view name, std::string_view meaning, const Get& get) {
  if constexpr (form == StateForm::shown) {
    fields.planes(name, meaning, get);
  } else {
    fields(name, meaning, get);
  }
}

/// U and V of contacts as differences from what the motions of their bodies give.
struct ContactVelocityFields {
  const RowMotions* motions = nullptr;  // null where nothing is written or read

  template <typename Fields>
  void operator()(Fields& fields) const {
    using R = ConstraintRecord;
    const RowMotions* const m = motions;
    fields.planes_through(
        "V_difference", "of the bits of V from the expected ones (docs/output-format.md)",
        [m](const R& row) { return bit_difference(row.V, m->start_of(row)); },
        [m](R& row, const BitDifference& difference) {
          row.V = from_bit_difference(difference, m->start_of(row));
        });
    fields.planes_through(
        "U_difference", "likewise of U",
        [m](const R& row) { return bit_difference(row.U, m->end_of(row)); },
        [m](R& row, const BitDifference& difference) {
          row.U = from_bit_difference(difference, m->end_of(row));
        });
  }
};

/// Fields that contacts have beside those that all rows have.
template <StateForm form>
struct ContactFields {
  const RowMotions* motions = nullptr;

  template <typename Fields>
  void operator()(Fields& fields) const {
    using R = ConstraintRecord;
    constexpr bool whole = form == StateForm::whole;
    if constexpr (whole) {
      fields("gap", "m", &R::gap);
      fields("area", "m²", &R::area);
    } else {
      fields.through(
          "normal", "n; t1 and t2 of the frame follow from it (docs/output-format.md)",
          [](const R& row) { return row.frame.column(2); },
          [](R& row, Vec3 normal) { row.frame = stored_frame(row.id, normal); });
      if constexpr (form == StateForm::shown) ContactVelocityFields{motions}(fields);
      fields.planes("gap", "m", &R::gap);
      fields.planes("area", "m²", &R::area);
    }
    put<form>(fields, "part", "of the area of its patch, 1 of single points", &R::part);
    fields("master_surface", "", &R::master_surface);
    fields("slave_surface", "", &R::slave_surface);
    fields("material", "index of the surface material", &R::material);
    fields.through("bonded",
                   "cohesive bond: HOLDING, SOFTENING while it breaks, or BROKEN after softening",
                   &bond_of, [](R& row, BondKind bond) { set_bond(bond, row); });
    fields.when(bond_is("SOFTENING", true, [](const R& row) { return row.softens; }), [](auto& f) {
      f("damage", "of a bond that softens, in [0, 1]", &R::damage);
      f.check([](const R& row) { check_damage(row); });
    });
    fields("master_piece", "of the shape; a mesh that is one piece by the rule of patches is one",
           &R::master_piece);
    fields("slave_piece", "", &R::slave_piece);
    fields.check([](const R& row) { check_pieces(row); });
    put<form>(fields, "age", "steps since the contact was made", &R::age);
    fields("feature",
           "which of the contacts of two pieces it is, the same from frame to frame; 0: the only "
           "one",
           &R::feature);
    if constexpr (!whole) return;
    fields.when(bond_is("NONE", false, &is_bond), [](auto& f) {
      f.when(bond_is("BROKEN", false, [](const R& row) { return row.bonded; }),
             [](auto& g) { g("anchor", "", &R::anchor); });
    });
    fields("referenced", "contact of two bodies with a reference (docs/time-step.md)",
           &R::referenced);
    fields.when(is_true("referenced", &R::referenced),
                [](auto& f) { f("reference", "", &R::reference); });
  }
};

/// Fields of a row: those that all rows have, and after them those that only contacts or only
/// constraints have.
template <StateForm form>
struct RowFields {
  static constexpr std::string_view kName = form == StateForm::whole   ? "Constraints"
                                            : form == StateForm::plain ? "PlainConstraints"
                                                                       : "ShownConstraints";
  const RowMotions* motions = nullptr;  // of rows that are shown; null where none is there

  template <typename Fields>
  void operator()(Fields& fields) const {
    using R = ConstraintRecord;
    constexpr bool whole = form == StateForm::whole;
    constexpr bool shown = form == StateForm::shown;
    put<form>(fields, "id", "", &R::id);
    fields("kind", "", &R::kind);
    put<form>(fields, "master", "body", &R::master);
    put<form>(fields, "slave", "body, 0: none", &R::slave);
    put<form>(fields, "R", "reaction, local frame, N", &R::R);
    if constexpr (whole) {
      fields("U", "relative velocity at the end of the step, local frame, m/s", &R::U);
      fields("V", "at its start, m/s", &R::V);
      fields("point", "m", &R::point);
      fields("frame", "columns t1, t2, n", &R::frame);
    } else {
      if constexpr (!shown) {
        fields.planes("U", "relative velocity at the end of the step, local frame, m/s", &R::U);
        fields.planes("V", "at its start, m/s", &R::V);
      }
      fields.planes("point", "m", &R::point);
    }
    put<form>(fields, "merit", "", &R::merit);
    fields.derive([](R& row) { row.slave_point = row.point; });
    fields.when(is_not("kind", &R::kind, ConstraintKind::contact), [](auto& f) {
      if constexpr (shown) {
        f("U", "relative velocity at the end of the step, local frame, m/s", &R::U);
        f("V", "at its start, m/s", &R::V);
      }
      if constexpr (!whole) f("frame", "columns t1, t2, n", &R::frame);
      f("slave_point", "second point, m", &R::slave_point);
    });
    fields.when(is("kind", &R::kind, ConstraintKind::contact), ContactFields<form>{motions});
    fields.when(is("kind", &R::kind, ConstraintKind::drive), [](auto& f) {
      f("coordinate", "of a joint: travel, m, or angle with its turns, rad", &R::coordinate);
      f("rate", "of the coordinate at the end of the step, m/s or rad/s", &R::rate);
      f("motor_force", "mean force of the motor over the step, along n, N", &R::motor_force);
      f("power", "mean power of the motor over the step, W", &R::power);
    });
  }
};

using ConstraintFields = RowFields<StateForm::whole>;
using PlainConstraintFields = RowFields<StateForm::plain>;
using ShownConstraintFields = RowFields<StateForm::shown>;

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

/// Rows of ConstraintStates as frames of earlier programs show them, without what only the next
/// step needs.
struct PlainStates {
  static constexpr std::string_view kName = "PlainStates";

  template <typename Fields>
  void operator()(Fields& fields) const {
    fields("left_out", "contacts that the frame does not hold", &ConstraintStates::left_out);
    fields.check([](const ConstraintStates& states) { check_left_out(states); });
    fields.columns("constraints", "of users, then contacts", &ConstraintStates::constraints,
                   PlainConstraintFields{});
  }
};

/// Rows of ConstraintStates as frames show them, behind the motions from which U and V of contacts
/// are expected.
struct ShownStates {
  static constexpr std::string_view kName = "ShownStates";
  RowMotions* motions = nullptr;  // null where nothing is read

  template <typename Fields>
  void operator()(Fields& fields) const {
    using S = ConstraintStates;
    RowMotions* const m = motions;
    fields("left_out", "contacts that the frame does not hold", &S::left_out);
    fields.check([](const S& states) { check_left_out(states); });
    fields("step", "of the rows, s", &S::row_step);
    fields.columns("motions", "of rigid bodies and obstacles that contacts join", &S::motions,
                   RowMotionFields{});
    fields.derive([m](S& states) { m->set(states.motions, states.row_step); });
    fields.columns("constraints", "of users, then contacts", &S::constraints,
                   ShownConstraintFields{m});
  }
};

/// Reads what was stored in a form; contacts shown only remember nothing.
/// @param bodies  States of the same part of the frame.
/// @throws ArchiveError saying what is wrong.
void load_states(XdrReader& in, StateForm form, const BodyStates& bodies, ConstraintStates& states);
/// Passes over what stands before the rows of states that are not whole.
/// @return Contacts that the frame does not hold.
std::int64_t skip_to_rows(XdrReader& in, StateForm form);

}  // namespace solfec
