#include "body/bodies.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "material/stress_components.h"
#include "math/rotation.h"

namespace solfec {

static_assert(BodySet<ObstacleSet> && BodySet<RigidSet> && BodySet<PseudoRigidSet> &&
              BodySet<FiniteElementSet>);

namespace {

/// Whether the sets, and the rows of the table of kinds, are in the order of BodyKind.
template <std::size_t... kind>
constexpr bool in_order(std::index_sequence<kind...> /*kinds*/) {
  using Sets = decltype(Bodies::sets(std::declval<Bodies&>()));
  return ((std::remove_reference_t<std::tuple_element_t<kind, Sets>>::kKind == BodyKind{kind} &&
           body_kinds::kTable[kind].kind == BodyKind{kind}) &&
          ...) &&
         std::tuple_size_v<Sets> == kBodyKinds;
}
static_assert(in_order(std::make_index_sequence<kBodyKinds>{}));

}  // namespace

BodyRef Bodies::add(const NewBody& body, BodyRecord record) {
  SOLFEC_ASSERT(table_.find(body.id) == nullptr);
  const BodyCharacteristics reference = checked_characteristics(
      body.kind, uniform_characteristics(body.kind, body.properties, body.material.density));
  record.id = body.id;
  record.kind = body.kind;
  const int slot = visit({body.kind, 0}, [&](auto& set, int) {
    const int given = set.append(body, reference);
    const int moved = set.size() - 1;  // the ghost whose place it has taken
    if (moved != given) note_slot(set, moved);
    return given;
  });
  table_.insert({std::move(record), slot, rank_});
  return {body.kind, slot};
}

void Bodies::remove(BodyId id) {
  const BodyRef gone = ref(id);
  table_.erase(id);
  visit(gone, [&](auto& set, int slot) {
    set.erase(slot);
    note_slot(set, slot);
    note_slot(set, set.owned());
  });
}

void Bodies::set_owner(BodyId id, int owner) {
  visit(ref(id), [&](auto& set, int slot) {
    const int now = set.set_ghost(slot, owner != rank_);
    note_slot(set, slot);
    note_slot(set, now);
  });
  table_.set_owner(id, owner);
}

void Bodies::set_rank(int rank) {
  SOLFEC_ASSERT(count() == 0);
  rank_ = rank;
}

BodyRef Bodies::ref(BodyId id) const {
  const BodyRow* const row = table_.find(id);
  SOLFEC_ASSERT(row != nullptr);
  return {row->record.kind, row->slot};
}

const BodyRecord* Bodies::record(BodyId id) const {
  const BodyRow* const row = table_.find(id);
  return row == nullptr ? nullptr : &row->record;
}

BodyRecord* Bodies::record(BodyId id) {
  BodyRow* const row = table_.find(id);
  return row == nullptr ? nullptr : &row->record;
}

const FiniteElementBody* Bodies::mesh(BodyRef body) const {
  return visit(body, [](const auto& set, int slot) { return set.mesh(slot); });
}

// ---- motion ------------------------------------------------------------------------------------

BodyMotion Bodies::motion(BodyRef body) const {
  return visit(body, [](const auto& set, int slot) { return set.motion(slot); });
}

Mat3 Bodies::gradient(BodyRef body) const {
  return visit(body, [](const auto& set, int slot) { return set.motion(slot).gradient; });
}

Vec3 Bodies::current_point(BodyRef body, Vec3 reference) const {
  return visit(body, [&](const auto& set, int slot) { return set.current_point(slot, reference); });
}

void Bodies::place(BodyRef body, std::span<const Vec3> reference, std::span<Vec3> current) const {
  SOLFEC_ASSERT(reference.size() == current.size());
  visit(body, [&](const auto& set, int slot) { set.place(slot, reference, current); });
}

Vec3 Bodies::reference_point(BodyRef body, Vec3 current) const {
  return visit(body, [&](const auto& set, int slot) { return set.reference_point(slot, current); });
}

Vec3 Bodies::velocity(BodyRef body, Vec3 reference) const {
  return visit(body, [&](const auto& set, int slot) { return set.velocity_at(slot, reference); });
}

Vec3 Bodies::start_velocity(BodyRef body, Vec3 reference) const {
  return visit(body,
               [&](const auto& set, int slot) { return set.start_velocity_at(slot, reference); });
}

void Bodies::stress(BodyRef body, Vec3 reference, std::span<double, 6> stress) const {
  const Mat3 cauchy =
      visit(body, [&](const auto& set, int slot) { return set.stress_at(slot, reference); });
  const std::array<double, 6> components = stress_components(cauchy);
  std::copy(components.begin(), components.end(), stress.begin());
}

void Bodies::set_rigid_velocity(BodyRef body, Vec3 linear, Vec3 angular) {
  visit(body, [&](auto& set, int slot) { set.set_rigid_velocity(slot, linear, angular); });
}

// ---- numbers -----------------------------------------------------------------------------------

void Bodies::configuration(BodyRef body, std::vector<double>& q) const {
  visit(body, [&](const auto& set, int slot) { set.write_configuration(slot, q); });
}

void Bodies::velocity(BodyRef body, std::vector<double>& u) const {
  visit(body, [&](const auto& set, int slot) { set.write_velocity(slot, u); });
}

int Bodies::state_size(BodyRef body) const {
  return visit(body, [](const auto& set, int slot) { return set.state_size(slot); });
}

void Bodies::get_state(BodyRef body, std::span<double> state) const {
  SOLFEC_ASSERT(static_cast<int>(state.size()) == state_size(body));
  visit(body, [&](const auto& set, int slot) { set.get_state(slot, state); });
}

void Bodies::set_state(BodyRef body, std::span<const double> state) {
  SOLFEC_ASSERT(static_cast<int>(state.size()) == state_size(body));
  visit(body, [&](auto& set, int slot) { set.set_state(slot, state); });
}

BodyId Bodies::find_not_finite() const {
  BodyId first = 0;
  for_each_set([&](const auto& set) {
    for (int slot = 0; slot < set.owned(); ++slot) {
      if (set.has_finite_state(slot) && set.holds_shape(slot)) continue;
      const BodyId id = set.id_of(slot);
      if (first == 0 || id < first) first = id;
    }
  });
  return first;
}

bool Bodies::has_finite_state(BodyRef body) const {
  return visit(body, [](const auto& set, int slot) { return set.has_finite_state(slot); });
}

// ---- energies and characteristics --------------------------------------------------------------

Energies Bodies::energies(BodyRef body) const {
  return visit(body, [](const auto& set, int slot) { return set.energy_of(slot); });
}

void Bodies::set_energies(BodyRef body, const Energies& energies) {
  visit(body, [&](auto& set, int slot) { set.energy_of(slot) = energies; });
}

void Bodies::add_contact_work(BodyRef body, double normal, double tangential) {
  visit(body, [&](auto& set, int slot) {
    Energies& energy = set.energy_of(slot);
    energy.contact += normal;
    energy.friction += tangential;
  });
}

double Bodies::stiffness(BodyRef body) const {
  return visit(body, [](const auto& set, int slot) { return set.stiffness_of(slot); });
}

BodyCharacteristics Bodies::characteristics(BodyRef body) const {
  return visit(body, [](const auto& set, int slot) { return set.characteristics_of(slot); });
}

void Bodies::set_characteristics(BodyRef body, const BodyCharacteristics& characteristics) {
  const BodyCharacteristics checked = checked_characteristics(body.kind, characteristics);
  visit(body, [&](auto& set, int slot) { set.set_characteristics(slot, checked); });
}

void Bodies::set_material(BodyRef body, const MassProperties& properties,
                          const BulkMaterial& material) {
  visit(body, [&](auto& set, int slot) { set.set_material(slot, properties, material); });
}

void Bodies::set_part_materials(BodyRef body, const Shape& shape, const PartMaterials& parts) {
  visit(body, [&](auto& set, int slot) { set.set_part_materials(slot, shape, parts); });
}

// ---- schemes -----------------------------------------------------------------------------------

Scheme Bodies::scheme(BodyRef body) const {
  return visit(body, [](const auto& set, int slot) { return set.scheme_of(slot); });
}

bool Bodies::set_scheme(BodyRef body, Scheme scheme) {
  if (!has_form_scheme(body.kind, form(body), scheme)) return false;
  visit(body, [&](auto& set, int slot) { set.set_scheme(slot, scheme); });
  return true;
}

double Bodies::damping(BodyRef body) const {
  return visit(body, [](const auto& set, int slot) { return set.damping_of(slot); });
}

bool Bodies::set_damping(BodyRef body, double damping) {
  SOLFEC_ASSERT(damping >= 0.0);
  if (!has_stiffness(body.kind)) return false;
  visit(body, [&](auto& set, int slot) { set.set_damping(slot, damping); });
  return true;
}

bool Bodies::rotation_disabled(BodyRef body) const {
  return visit(body, [](const auto& set, int slot) { return set.rotation_disabled_of(slot); });
}

bool Bodies::disable_rotation(BodyRef body, bool disabled) {
  if (!has_inertia(body.kind) || !turns_only(body.kind)) return false;
  visit(body, [&](auto& set, int slot) { set.disable_rotation(slot, disabled); });
  return true;
}

// ---- rigid motions and pushed points -----------------------------------------------------------

RigidInertia Bodies::rigid_inertia(BodyRef body) const {
  return visit(body, [](const auto& set, int slot) { return set.rigid_inertia(slot); });
}

void Bodies::shift(BodyRef body, Vec3 center, Vec3 shift, Vec3 turn) {
  const Mat3 rotation = exponential_map(turn);
  visit(body, [&](auto& set, int slot) { set.shift(slot, center, shift, rotation); });
}

Vec3 Bodies::spin_momentum(BodyRef body) const {
  return visit(body, [](const auto& set, int slot) { return set.spin_momentum(slot); });
}

void Bodies::add_rigid_velocity(BodyRef body, Vec3 linear, Vec3 angular) {
  visit(body, [&](auto& set, int slot) { set.add_rigid_velocity(slot, linear, angular); });
}

double Bodies::load_work(BodyRef body, Vec3 center, Vec3 shift, Vec3 turn) const {
  return visit(body,
               [&](const auto& set, int slot) { return set.load_work(slot, center, shift, turn); });
}

BodyPoint Bodies::point(BodyRef body, Vec3 reference) const {
  return visit(body, [&](const auto& set, int slot) { return set.point(slot, reference); });
}

Mat3 Bodies::mobility(BodyRef body, const BodyPoint& a, const BodyPoint& b) const {
  return visit(body, [&](const auto& set, int slot) { return set.mobility(slot, a, b); });
}

void Bodies::push(BodyRef body, const BodyPoint& point, Vec3 p) {
  visit(body, [&](auto& set, int slot) { set.push(slot, point, p); });
}

void Bodies::kick(BodyRef body, const BodyPoint& point, Vec3 p) {
  visit(body, [&](auto& set, int slot) { set.kick(slot, point, p); });
}

void Bodies::update_energies(BodyRef body) {
  visit(body, [](auto& set, int slot) { set.update_energies(slot); });
}

}  // namespace solfec
