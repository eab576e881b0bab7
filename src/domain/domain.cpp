#include "domain/domain.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "assembly/assembly.h"
#include "base/check.h"
#include "base/count.h"
#include "base/rank_ids.h"
#include "domain/bonds/bond_anchors.h"
#include "domain/contacts/contact_pieces.h"
#include "domain/contacts/piece_placement.h"
#include "domain/joints/joint_drives.h"
#include "domain/joints/joint_projection.h"
#include "domain/joints/joint_upkeep.h"
#include "domain/joints/state_copy.h"
#include "domain/loads/body_materials.h"
#include "geometry/element/loose_nodes.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/piece_kinds.h"
#include "integrator/quasi_static.h"
#include "solver/measure/merit.h"

namespace solfec {

Domain::Domain(Analysis analysis, double tolerance, Comm& comm, Bisection* bisection)
    : analysis_(analysis), comm_(&comm), next_constraint_id_(first_found_constraint(comm.rank())) {
  if (comm.size() > 1) ranks_ = std::make_unique<Ranks>(comm, bisection);
  bodies.set_rank(comm.rank());
  set_tolerance(tolerance, contact_params);
  if (analysis == Analysis::quasi_static) equilibrium = kUsualEquilibrium;
}

// ---- model -----------------------------------------------------------------------------------

std::pair<int, bool> Domain::define_bulk_material(BulkMaterial material) {
  if (material.label.empty()) {
    material.label = cat("BULK_MATERIAL_", automatic_bulk_labels++);
  }
  validate(material);
  for (int i = 0; i < solfec::count(bulk_materials_); ++i) {
    if (bulk_materials_[static_cast<std::size_t>(i)].label == material.label) {
      update_bulk_material(i, material);
      return {i, true};
    }
  }
  bulk_materials_.push_back(std::move(material));
  return {solfec::count(bulk_materials_) - 1, false};
}

void Domain::update_bulk_material(int index, const BulkMaterial& material) {
  validate(material);
  if (material == bulk_materials_[static_cast<std::size_t>(index)]) return;
  const double density = bulk_materials_[static_cast<std::size_t>(index)].density;
  for (const BodyRecord& record : body_records()) {
    if (!uses_material(record, index)) continue;
    check_strain(record, material);
    check_kept_model(record, bulk_materials_[at(index)], material);
    if (has_mesh(record.kind) && material.density != density) {
      throw InputError(cat("the density of '", material.label, "' must stay ", density,
                           " kg/m^3, got ", material.density, ": the mesh of ", describe(record),
                           " is made of it"));
    }
  }
  bulk_materials_[static_cast<std::size_t>(index)] = material;
  if (problem_.body_space.has_deferred()) forget_rows();  // their matrices go
  for (const BodyRecord& record : body_records()) {
    if (!uses_material(record, index)) continue;
    bodies.set_part_materials(body_ref(record.id), *record.shape, materials_of(record));
  }
}

PartMaterials Domain::materials_of(const BodyRecord& record) const {
  return {bulk_materials_, record.material, record.part_materials};
}

void Domain::set_part_material(BodyId id, VolumeId volume, int material) {
  SOLFEC_ASSERT(find_body(id) != nullptr);
  BodyRecord& record = *bodies.record(id);
  check_part_model(record, bulk_materials_[at(record.material)], bulk_materials_[at(material)]);
  std::string known;
  bool found = false;
  double total = 0.0;
  for (const auto& part : volumes_by_id(*record.shape)) {
    known += cat(known.empty() ? "" : ", ", part.first);
    found = found || part.first == volume;
    total += part.second;
  }
  if (!found) {
    throw InputError(
        cat("'volid' ", volume, " is no volume id of ", describe(record), ", which has ", known));
  }
  std::erase_if(record.part_materials, [volume](const auto& part) { return part.first == volume; });
  record.part_materials.emplace_back(volume, material);
  const PartMaterials parts = materials_of(record);
  const MassProperties weighted =
      mass_properties(*record.shape, [&](VolumeId part) { return parts.of(part).density; });
  BodyCharacteristics characteristics = uniform_characteristics(record.kind, weighted, 1.0);
  characteristics.volume = total;
  if (problem_.body_space.has_deferred()) forget_rows();  // their matrices go
  bodies.set_characteristics(body_ref(id), characteristics);
  bodies.set_part_materials(body_ref(id), *record.shape, parts);
}

BodyId Domain::add_body(BodyDefinition definition) {
  BodyRecord record;
  if (has_mesh(definition.kind)) {  // a node without mass cannot move
    for (Mesh& mesh : definition.shape.meshes) drop_loose_nodes(mesh);
  }
  const MassProperties properties = mass_properties(definition.shape);
  record.kind = definition.kind;
  record.id = definition.id != 0 ? definition.id : next_body_id_;
  record.label = std::move(definition.label);
  record.origin = std::move(definition.origin);
  record.material = definition.material;
  record.form = definition.form;
  record.element = definition.element;
  record.base = std::move(definition.base);
  check_strain(record, bulk_materials_[at(record.material)]);
  check_model(record, bulk_materials_[at(record.material)]);
  make_pieces(definition.shape, shape_tolerance(contact_params, std::cbrt(properties.volume)),
              record);
  record.shape = std::make_shared<const Shape>(std::move(definition.shape));
  next_body_id_ = std::max(next_body_id_, record.id + 1);
  record.made_at = time_;
  record.ordinal = definition.in_callback ? 0 : ++body_ordinal_;
  const NewBody body = new_body(record, properties, bulk_materials_[at(record.material)]);
  if (ranks_ && has_mesh(record.kind) && analysis_ == Analysis::quasi_static) {
    throw InputError(cat(describe(record),
                         " is of finite elements, whose quasi-static steps are not computed on "
                         "several ranks"));
  }
  built_.note_body(time_);
  bodies.add(body, std::move(record));
  if (ranks_) ranks_->owners().note_new(body.id);
  pieces_stale_ = true;
  return body.id;
}

void Domain::remove_bodies(std::span<const BodyId> ids) {
  if (ids.empty()) return;  // EXTENTS asks in each step
  make_whole();
  std::vector<BodyId> gone;
  for (const BodyId id : ids) {
    if (find_body(id) != nullptr) gone.push_back(id);
  }
  if (gone.empty()) return;  // EXTENTS asks in every step: nothing is made anew
  std::sort(gone.begin(), gone.end());
  gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
  const std::vector<CallbackForce> functions = loads.remove(gone);  // freed last
  std::erase_if(constraints_, [&](const UserConstraint& constraint) {
    return std::binary_search(gone.begin(), gone.end(), constraint.master) ||
           std::binary_search(gone.begin(), gone.end(), constraint.slave);
  });
  const std::vector<CallbackForce> orphans = remove_orphans();
  contacts_.remove_bodies(gone);
  built_.remove_bodies(gone);
  for (const BodyId id : gone) bodies.remove(id);
  note_other_bodies();
}

/// Functions of constraints that are gone; those of constraints of other ranks stay.
std::vector<CallbackForce> Domain::remove_orphans() {
  return loads.remove_orphans(constraints_,
                              ranks_ ? ranks_->others() : std::span<const UserConstraint>{});
}

void Domain::set_self_contact(BodyId id, bool on) {
  SOLFEC_ASSERT(find_body(id) != nullptr);
  if (std::exchange(bodies.record(id)->self_contact, on) != on) pieces_stale_ = true;
}

void Domain::set_partitioned(BodyId id) {
  SOLFEC_ASSERT(find_body(id) != nullptr);
  bodies.record(id)->partitioned = true;
}

void Domain::set_past(BodyId id, int ordinal, double made_at) {
  SOLFEC_ASSERT(find_body(id) != nullptr);
  BodyRecord& record = *bodies.record(id);
  record.ordinal = ordinal;
  record.made_at = made_at;
}

void Domain::set_rigid_velocity(BodyId id, Vec3 linear, Vec3 angular) {
  SOLFEC_ASSERT(find_body(id) != nullptr);
  BodyRecord& record = *bodies.record(id);
  record.given_linear = linear;
  record.given_angular = angular;
  bodies.set_rigid_velocity(body_ref(id), linear, angular);
  impulses_.forget(id);
  if (has_inertia(record.kind)) note_given_velocities({id});
}

void Domain::exclude_contact(BodyId a, int a_piece, BodyId b, int b_piece) {
  bool other_pieces = false;
  for (const BodyId id : {a, b}) {
    const BodyRecord& record = *find_body(id);
    if (record.contact_pieces != record.whole_pieces) continue;
    other_pieces = true;
    if (has_bonds(std::as_const(contacts_).points(), id)) {
      throw InputError(cat("contact of single elements of ", describe(record),
                           " must be excluded before it has cohesive bonds"));
    }
  }
  contacts_.exclude_pieces(a, a_piece, b, b_piece);
  if (other_pieces) choose_contact_pieces();
}

void Domain::set_contact_points(ContactPoints rule) {
  contact_params.points = rule;
  choose_contact_pieces();
}

void Domain::choose_contact_pieces() {
  choose_contact_pieces(contact_params.points, contacts_.exclusions());
}

void Domain::choose_contact_pieces(ContactPoints rule, const ContactExclusions& exclusions) {
  const ContactPieceChoice choice(rule, exclusions);
  for (const BodyId id : bodies.ids()) {
    BodyRecord& record = *bodies.record(id);
    const auto& chosen = choice.of(record);
    if (record.contact_pieces == chosen) continue;
    record.contact_pieces = chosen;
    pieces_stale_ = true;
    built_.remove_bodies({&id, 1});
    if (!contacts_.forget_pieces(record.id)) continue;
    forget_rows();
    constraint_records_stale_ = true;
  }
  chosen_rule_ = rule;
}

namespace {

/// Calls take(box) for each piece of a body in its current placement.
template <typename Take>
void for_each_piece_box(const ShapePieces& pieces, const Bodies& bodies, BodyRef body,
                        const Take& take) {
  std::vector<Vec3> placed;
  for (int i = 0; i < pieces.piece_count(); ++i) {
    PieceView piece = piece_view(pieces, i);
    placed.clear();
    for (const Vec3& p : piece.vertex) placed.push_back(bodies.current_point(body, p));
    piece.vertex = placed;
    take(box_of(piece, 0.0));
  }
}

}  // namespace

Box Domain::body_box(BodyId id) const {
  Box box;
  for_each_piece_box(*find_body(id)->pieces, bodies, body_ref(id),
                     [&](const Box& piece) { box.add(piece); });
  return box;
}

std::vector<Box> Domain::piece_boxes(BodyId id) const {
  std::vector<Box> boxes;
  for_each_piece_box(*find_body(id)->pieces, bodies, body_ref(id),
                     [&](const Box& piece) { boxes.push_back(piece); });
  return boxes;
}

bool Domain::remove_constraint(ConstraintId id) {
  forget_rows();
  constraint_records_stale_ = true;
  const auto own = std::find_if(constraints_.begin(), constraints_.end(),
                                [&](const UserConstraint& c) { return c.id == id; });
  if (own != constraints_.end()) {
    const BodyRecord& record = *find_body(own->master);
    if (!has_inertia(record.kind)) {  // it was driven by the constraint
      bodies.set_rigid_velocity(body_ref(record.id), record.given_linear, record.given_angular);
    }
    constraints_.erase(own);
    const std::vector<CallbackForce> functions = remove_orphans();
    return true;
  }
  return contacts_.remove(id);
}

// ---- motion ----------------------------------------------------------------------------------

/// The rows of the last step are not those of the constraints any more.
void Domain::forget_rows() {
  rows_match_ = false;
  rows_of_ranks_match_ = false;
}

/// Notes that the bodies are others than before: what was made of them (pieces, rows, records of
/// constraints) is out of date.
void Domain::note_other_bodies() {
  pieces_stale_ = true;
  forget_rows();
  constraint_records_stale_ = true;
}

/// Indices of the bodies that contacts join.
void Domain::find_bodies_of(std::span<ContactPoint> contacts) const {
  for (ContactPoint& contact : contacts) {
    const int first = bodies.find(contact.key.first_body);
    const int second = bodies.find(contact.key.second_body);
    SOLFEC_ASSERT(first >= 0 && second >= 0);
    contact.master = contact.state.first_is_slave ? second : first;
    contact.slave = contact.state.first_is_slave ? first : second;
  }
}

void Domain::detect_contacts(double step) {
  if (ranks_) {
    settle_ranks();
    bring_ghosts(step);
  }
  find_points(step);
  measure_joints(bodies, constraints_);
}

void Domain::find_points(double step) {
  if (pieces_stale_ || chosen_rule_ != contact_params.points) choose_contact_pieces();
  if (pieces_stale_) list_pieces(bodies, pieces_);
  pieces_stale_ = false;
  forget_rows();
  constraint_records_stale_ = true;
  const bool had_contacts = !contacts_.points().empty() || !contacts_.covered().empty();
  if (!ranks_ && !had_contacts && !pieces_.may_touch()) return;
  place_pieces(bodies, pieces_);
  if (contact_params.points == ContactPoints::patch) set_travel(bodies, step, pieces_);
  pieces_.refresh(box_margin(contact_params));
  contacts_.detect(pieces_, contact_params, next_constraint_id_);
  if (!has_built_overlaps()) return;
  built_.treat({bodies, pieces_, surface_materials, contact_params.tolerance, time_, *comm_},
               contacts_.points());
}

void Domain::find_contacts(double step) {
  const PhaseScope scope(timers, Phase::CONDET);
  find_points(analysis_ == Analysis::dynamic ? step : 0.0);
  if (bonds_) place_bonds(bodies, surface_materials, contact_params.points, contacts_);
}

/// Velocities with reactions, the second half of the motion and what corrects places alone.
FinishReport Domain::end_step(const ConstraintSolver& solver, double step) {
  const PhaseScope scope(timers, Phase::TIMINT);
  FinishReport report;
  if (analysis_ == Analysis::dynamic) {
    report = finish_step(bodies, step);
  } else {
    passes_.find_reached_rows(bodies, constraints_, std::as_const(contacts_).points());
    finish_static_step(bodies, step, passes_.push());
    passes_.write(report);
  }
  store_solution(solver.report().broken_bonds, step);
  if (analysis_ == Analysis::quasi_static) passes_.place_rows(constraints_, contacts_.points());
  std::vector<ObstacleLoad> loads_of_others;
  if (ranks_) {
    ranks_->return_work(bodies);
    loads_of_others = ranks_->obstacle_loads(ranked_model());
  }
  obstacle_motion_.write_reactions(std::as_const(contacts_).points(), loads_of_others,
                                   constraints_);
  const bool projects = projection || (analysis_ == Analysis::quasi_static &&
                                       passes_.has_unsettled_joints(ranks_.get()));
  if (ranks_ && (projects || calms_velocities())) {
    ranks_->project_joints(ranked_model());
  } else if (projects) {
    project_joints(bodies, constraints_);
  } else if (calms_velocities()) {
    project_joints(bodies, joint_velocities_.upkeep().find(bodies, constraints_), kUpkeep);
  }
  project_contacts(solver, step);
  calm_velocities(step);
  list_impulses();
  if (!ranks_) measure_joints(bodies, constraints_);
  report.not_converged = first_of_ranks(report.not_converged);
  return report;
}

void Domain::project_contacts(const ConstraintSolver& solver, double step) {
  contact_projection_.clear();
  if (analysis_ != Analysis::dynamic || !contact_params.projection ||
      contact_params.points != ContactPoints::patch || solver.has_springs_only()) {
    return;
  }
  const SolvedStep solved{bodies,       constraints_, std::as_const(contacts_).points(),
                          problem_.law, step,         contact_params.tolerance};
  if (!ranks_) {
    contact_projection_.run(solved);
    return;
  }
  if (!is_whole_ && contact_projection_.run(solved, *comm_, ranks_->shared_bodies())) return;
  make_whole();  // joints of shifted bodies are put back on all ranks
  const std::vector<RowLaw> laws =
      projected_laws(bodies, constraints_, std::as_const(contacts_).points(), surface_materials);
  contact_projection_.run({bodies, constraints_, std::as_const(contacts_).points(), laws, step,
                           contact_params.tolerance});
}

/// The functions of the user need the bodies at q½: when one throws, the half step is taken back.
void Domain::move_half_step(double step) {
  const PhaseScope scope(timers, Phase::TIMINT);
  if (!loads.callbacks.empty() || analysis_ == Analysis::quasi_static) start_.store(bodies);
  try {
    drive_obstacles(step);
    assembly_.held.find(bodies, constraints_, analysis_ == Analysis::quasi_static,
                        ranks_ ? ranks_->others() : std::span<const UserConstraint>{});
    predict(step);
  } catch (...) {
    if (!loads.callbacks.empty()) start_.restore(bodies);
    throw;
  }
}

/// Configuration at which constraints are placed, loads there and velocities without reactions.
void Domain::predict(double step) {
  if (analysis_ == Analysis::dynamic) {
    first_half_step(bodies, step);
    loads.apply(bodies, time_ + 0.5 * step, step);
    free_velocity(bodies, step);
  } else {
    begin_static_step(bodies);
    loads.apply(bodies, time_ + step, step);
    passes_.begin(bodies, step, equilibrium, ranks_.get());
  }
}

/// Contacts that are there at time 0, which takes a detection of its own, get their cohesive bonds;
/// all bonds are anchored where the bodies are before the step.
void Domain::prepare_bonds() {
  const PhaseScope scope(timers, Phase::CONDET);
  if (time_ == 0.0 && has_cohesion(surface_materials)) {
    detect_contacts(0.0);
    give_bonds(surface_materials, contact_params.tolerance, contacts_.points());
    bonds_ = true;
  }
  if (bonds_) make_anchors(bodies, contacts_.points(), contacts_.memories());
}

// ---- state -----------------------------------------------------------------------------------

const std::vector<ConstraintRecord>& Domain::constraints() const {
  if (!constraint_records_stale_) return constraint_records_;
  constraint_records_.clear();
  constraint_records_.reserve(constraints_.size() + contacts_.points().size());
  for (const UserConstraint& constraint : constraints_) {
    constraint_records_.push_back(record_of(constraint));
  }
  for (const ContactPoint& contact : contacts_.points()) {
    constraint_records_.push_back(record_of(contact, contacts_.memories(), surface_materials));
  }
  for (ConstraintRecord& record : constraint_records_) {
    record.R = impulses_.shown(record.id, record.R);
  }
  std::vector<double> merits;
  constraint_merits(merits);
  for (std::size_t i = 0; i < merits.size(); ++i) constraint_records_[i].merit = merits[i];
  constraint_records_stale_ = false;
  return constraint_records_;
}

void Domain::constraint_merits(std::vector<double>& merits) const {
  merits.clear();
  if (!rows_match_ || problem_.size() == 0) return;
  merits.resize(static_cast<std::size_t>(problem_.size()));
  merit(problem_, solution_.R, solution_.U, merits);
}

const ConstraintRecord* Domain::find_constraint(ConstraintId id) const {
  const auto& all = constraints();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& record) { return record.id == id; });
  return found == all.end() ? nullptr : &*found;
}

RowPlace Domain::row_place(int row) const {
  if (!rows_match_ || row < 0 || row >= problem_.size()) return {};
  const int users = solfec::count(constraints_);
  if (row < users) {
    const UserConstraint& constraint = constraints_[static_cast<std::size_t>(row)];
    return {constraint.id, constraint.master, constraint.slave, constraint.point};
  }
  const ContactPoint& contact = contacts_.points()[static_cast<std::size_t>(row - users)];
  const BodyId first = contact.key.first_body;
  const BodyId second = contact.key.second_body;
  if (contact.state.first_is_slave) return {contact.state.id, second, first, contact.point};
  return {contact.state.id, first, second, contact.point};
}

/// Takes the next id for a constraint that a callback makes. It is the same on all ranks, which all
/// know all bodies and constraints when a function of the user is called.
ConstraintId Domain::take_callback_id() {
  if (!ranks_) return next_constraint_id_++;
  const ConstraintId id = next_constraint_of_all_++;
  if (id >> kBitsOfCount == next_constraint_id_ >> kBitsOfCount) next_constraint_id_ = id + 1;
  return id;
}

ConstraintId Domain::add_constraint(UserConstraint constraint) {
  constraint.id = constraint.in_callback ? take_callback_id() : next_script_constraint_++;
  begin_constraint(bodies, time_, constraint);
  constraints_.push_back(constraint);
  if (!is_elastic(constraint.kind)) note_given_velocities({constraint.master, constraint.slave});
  forget_rows();
  constraint_records_stale_ = true;
  return constraints_.back().id;
}

void Domain::restore(RestoredState state) {
  find_bodies_of(state.contacts);
  constraints_ = std::move(state.constraints);
  contacts_.assign(std::move(state.contacts), state.references, std::move(state.memories),
                   state.found_with);
  contacts_.set_covered(state.covered);
  bonds_ = true;
  next_body_id_ = state.next_body;
  next_constraint_id_ = state.next_constraint;
  impulses_.restore(std::move(state.late), std::move(state.shown));
  time_ = state.time;
  forget_given_velocities();
  double newest = 0.0;
  for (const BodyRecord& record : body_records()) newest = std::max(newest, record.made_at);
  built_.restore(std::move(state.built), newest, time_);
  if (ranks_) {
    ranks_->others().clear();
    ranks_->owners().note_whole(bodies);
    next_constraint_of_all_ = state.next_constraint;
    next_constraint_id_ =
        next_id_of_rank(state.next_of_ranks, state.next_constraint, comm_->rank(), comm_->size());
  }
  pieces_stale_ = true;
  forget_rows();
  constraint_records_ = std::move(state.records);
  constraint_records_stale_ = false;
  const std::vector<CallbackForce> functions = remove_orphans();
}

Energies Domain::energies(std::span<const BodyId> ids) const {
  Energies sum;
  for (const BodyId id : ids) {
    const Energies one = bodies.energies(body_ref(id));
    for (const auto field : kEnergyFields) sum.*field += one.*field;
  }
  return sum;
}

int Domain::count_contacts() const { return static_cast<int>(contacts_.points().size()); }

}  // namespace solfec
