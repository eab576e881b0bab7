#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "archive/columns.h"
#include "archive/fields.h"
#include "base/ids.h"
#include "body/common/body_kind.h"
#include "body/common/characteristics.h"
#include "body/common/energies.h"
#include "body/common/scheme.h"
#include "body/finite_element/law_tail.h"

namespace solfec {

/// State that a body needs beside its reference to go on elsewhere: in a result frame, in a run
/// that is continued, on another rank. Its placement and velocities are numbers of BodyStates.
struct BodyState {
  BodyId id{};
  BodyKind kind{};
  int size{};  // numbers of Bodies::get_state
  Scheme scheme{};
  bool self_contact = false;
  bool rotation_disabled = false;  // rigid bodies
  Energies energies;
  double damping{};  // s; deformable bodies
  int rank{};        // that wrote it; not stored, the name of the file says it
};

/// States of bodies, in the order of their ids.
struct BodyStates {
  std::vector<BodyState> bodies;
  std::vector<double> numbers;  // Bodies::get_state of one after another
  std::vector<int> start;       // bodies + 1, into `numbers`

  [[nodiscard]] std::span<const double> numbers_of(std::size_t i) const {
    const auto first = static_cast<std::size_t>(start[i]);
    return std::span(numbers).subspan(first, static_cast<std::size_t>(start[i + 1]) - first);
  }
  /// Index of a body, -1 when it is not there.
  [[nodiscard]] int find(BodyId id) const;
  [[nodiscard]] bool holds(BodyId id) const { return find(id) >= 0; }
  [[nodiscard]] std::vector<BodyId> ids() const;
};

constexpr std::string_view type_name(const BodyKind*) { return "BodyKind"; }
constexpr std::string_view type_name(const BodyCharacteristics*) { return "Characteristics"; }
constexpr std::string_view type_name(const Energies*) { return "Energies"; }
constexpr std::string_view type_name(const BodyState*) { return "BodyState"; }
constexpr std::string_view type_name(const BodyStates*) { return "BodyStates"; }

/// Scheme, self-contact and disabled rotation in one number; @throws ArchiveError from the inverse.
std::int32_t scheme_code(const BodyState& state);
/// @pre kind is set: an archive with a scheme or a flag that the kind has not is refused.
void set_scheme_code(BodyState& state, std::int32_t code);

/// Size of the state of a mesh is as stored; those of other kinds have one.
void set_fixed_size(BodyState& state);
/// @throws ArchiveError saying what is wrong; `set_starts` needs the sizes.
void check_mesh_size(const BodyState& state);
void check_damping(const BodyState& state);
/// @throws ArchiveError unless ids increase.
void check_ids(const BodyStates& states);
/// Fills in `start` from the sizes.
void set_starts(BodyStates& states);
/// @throws ArchiveError unless there are as many numbers as the sizes ask for.
void check_numbers(const BodyStates& states);
/// Takes the plastic work of bodies from the ends of their states.
void set_plastic_work(BodyStates& states);

template <typename Fields>
void list_fields(Fields& fields, const BodyCharacteristics*) {
  fields.finite("mass", "kg", &BodyCharacteristics::mass);
  fields.finite("volume", "m³", &BodyCharacteristics::volume);
  fields.finite("center", "reference centre, m", &BodyCharacteristics::center);
  fields.finite("tensor", "inertia (rigid) or mass-weighted Euler tensor (others), kg m²",
                &BodyCharacteristics::tensor);
}

template <typename Fields>
void list_fields(Fields& fields, const Energies*) {
  fields("kinetic", "J", &Energies::kinetic);
  fields("internal", "J", &Energies::internal);
  fields("external", "J", &Energies::external);
  fields("contact", "J", &Energies::contact);
  fields("friction", "J", &Energies::friction);
  fields("damping", "J", &Energies::damping);
  fields("numerical", "J", &Energies::numerical);
}

/// Fields that say how the numbers of a body are to be read, and what follows them.
struct BodyStateKeys {
  static constexpr std::string_view kName = "BodyStateKeys";

  template <typename Fields>
  void operator()(Fields& fields) const {
    using S = BodyState;
    fields("id", "increasing", &S::id);
    fields("kind", "", &S::kind);
    fields.when(is("kind", &S::kind, BodyKind::finite_element), [](auto& f) {
      f("size",
        "number of state numbers; others have 18, pseudo-rigid bodies 24; where it is 6 n + 2 the "
        "last one says how many belong to the law of the material, the one before is its plastic "
        "work, J",
        &S::size);
      f.check([](const S& state) { check_mesh_size(state); });
    });
    fields.derive([](S& state) { set_fixed_size(state); });
    fields.through(
        "scheme",
        "0 none, 1 RIG_POS, 2 RIG_NEG, 3 RIG_IMP, 4 DEF_EXP, 5 DEF_LIM, 6 DEF_LIM2, 7 "
        "DEF_IMP; plus 256 with self-contact, plus 512 when the rotation is disabled",
        [](const S& state) { return scheme_code(state); },
        [](S& state, std::int32_t code) { set_scheme_code(state, code); });
  }
};
/// The rest of a state, stored after the numbers of all bodies.
struct BodyStateValues {
  static constexpr std::string_view kName = "BodyStateValues";

  template <typename Fields>
  void operator()(Fields& fields) const {
    using S = BodyState;
    fields("energies", "", &S::energies);
    fields.when(is_not("kind", &S::kind, BodyKind::obstacle), [](auto& deformable) {
      deformable.when(is_not("kind", &S::kind, BodyKind::rigid), [](auto& f) {
        f.finite("damping", "η, s", &S::damping);
        f.check([](const S& state) { check_damping(state); });
      });
    });
  }
};

template <typename Fields>
void list_fields(Fields& fields, const BodyState*) {
  BodyStateKeys{}(fields);
  BodyStateValues{}(fields);
}

template <typename Fields>
void list_fields(Fields& fields, const BodyStates*) {
  using S = BodyStates;
  fields.columns("bodies", "", &S::bodies, BodyStateKeys{});
  fields.check([](const S& states) { check_ids(states); });
  fields.derive([](S& states) { set_starts(states); });
  fields("numbers", "states, one body after another", &S::numbers);
  fields.check([](const S& states) { check_numbers(states); });
  fields.more_columns("bodies", "", &S::bodies, BodyStateValues{});
  fields.derive([](S& states) { set_plastic_work(states); });
}

}  // namespace solfec
