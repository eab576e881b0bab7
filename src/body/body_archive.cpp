#include "body/body_archive.h"

#include <algorithm>
#include <limits>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/count.h"
#include "body/bodies.h"

namespace solfec {

namespace {

// Bits added to the scheme.
constexpr std::int32_t kSelfContact = 256;
constexpr std::int32_t kRotationDisabled = 512;

}  // namespace

int BodyStates::find(BodyId id) const {
  const auto at =
      std::lower_bound(bodies.begin(), bodies.end(), id,
                       [](const BodyState& state, BodyId wanted) { return state.id < wanted; });
  if (at == bodies.end() || at->id != id) return -1;
  return static_cast<int>(at - bodies.begin());
}

std::vector<BodyId> BodyStates::ids() const {
  std::vector<BodyId> all;
  all.reserve(bodies.size());
  for (const BodyState& state : bodies) all.push_back(state.id);
  return all;
}

std::int32_t scheme_code(const BodyState& state) {
  return static_cast<std::int32_t>(state.scheme) + (state.self_contact ? kSelfContact : 0) +
         (state.rotation_disabled ? kRotationDisabled : 0);
}

void set_scheme_code(BodyState& state, std::int32_t code) {
  std::int32_t rest = code;
  state.rotation_disabled = rest >= kRotationDisabled;
  if (state.rotation_disabled) rest -= kRotationDisabled;
  state.self_contact = rest >= kSelfContact;
  if (state.self_contact) rest -= kSelfContact;
  const bool flag_fits = !state.rotation_disabled || state.kind == BodyKind::rigid;
  if (!flag_fits || !is_item<Scheme>(rest) || !has_scheme(state.kind, static_cast<Scheme>(rest))) {
    throw ArchiveError(cat("body ", state.id, " has the impossible scheme ", code));
  }
  state.scheme = static_cast<Scheme>(rest);
}

void set_fixed_size(BodyState& state) {
  if (const int fixed = fixed_state_size(state.kind); fixed != 0) state.size = fixed;
}

void check_mesh_size(const BodyState& state) {
  if (state.size > 0 && (state.size % 3 == 0 || has_law_tail(state.size))) return;
  throw ArchiveError(cat("a mesh has ", state.size, " state numbers"));
}

void check_damping(const BodyState& state) {
  if (state.damping < 0.0) throw ArchiveError("the damping of a body is negative");
}

void check_ids(const BodyStates& states) {
  BodyId previous = 0;
  for (const BodyState& state : states.bodies) {
    if (state.id <= previous) {
      throw ArchiveError(cat("the ids of bodies do not increase: ", previous, ", ", state.id));
    }
    previous = state.id;
  }
}

void set_starts(BodyStates& states) {
  std::int64_t numbers = 0;
  states.start.assign(1, 0);
  for (const BodyState& state : states.bodies) {
    numbers += state.size;
    if (numbers > std::numeric_limits<int>::max()) throw ArchiveError("the bodies are cut off");
    states.start.push_back(static_cast<int>(numbers));
  }
}

void set_plastic_work(BodyStates& states) {
  for (std::size_t i = 0; i < states.bodies.size(); ++i) {
    BodyState& state = states.bodies[i];
    if (state.kind != BodyKind::finite_element || !has_law_tail(state.size)) continue;
    state.energies.plastic = states.numbers_of(i)[at(state.size - 2)];
  }
}

void check_numbers(const BodyStates& states) {
  if (count(states.numbers) == states.start.back()) return;
  throw ArchiveError(cat("the bodies have ", states.start.back(), " state numbers, there are ",
                         states.numbers.size()));
}

}  // namespace solfec
