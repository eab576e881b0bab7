#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assembly/assembly.h"
#include "base/phase_timers.h"
#include "body/bodies.h"
#include "body/common/body_record.h"
#include "body/common/energies.h"
#include "body/finite_element/part_materials.h"
#include "constraint/user_constraint.h"
#include "contact/contact_set.h"
#include "contact/piece/piece_set.h"
#include "domain/body_definition.h"
#include "domain/contact_projection.h"
#include "domain/contacts/built_gaps.h"
#include "domain/contacts/placement_copy.h"
#include "domain/impacts/bounce_limit.h"
#include "domain/impacts/impact_impulses.h"
#include "domain/joints/joint_velocities.h"
#include "domain/joints/state_copy.h"
#include "domain/loads/link_turning.h"
#include "domain/loads/loads.h"
#include "domain/model_settings.h"
#include "domain/obstacle_motion.h"
#include "domain/pulled_bodies.h"
#include "domain/quasi_static/static_passes.h"
#include "domain/quasi_static/sweep_fallback.h"
#include "domain/ranks/ranks.h"
#include "domain/records/constraint_record.h"
#include "domain/records/restored_state.h"
#include "domain/solution_watch.h"
#include "integrator/analysis.h"
#include "integrator/integrator.h"
#include "local_dynamics/local_dynamics.h"
#include "local_dynamics/local_solution.h"
#include "material/bulk_material.h"
#include "material/surface_material.h"
#include "math/box.h"
#include "parallel/comm.h"
#include "solver/constraint_solver.h"

namespace solfec {

/// How much there is.
struct ModelCounts {
  int bodies{};
  int pieces{};  // of contact
  int contacts{};
  int constraints{};  // of the user
  int sparsified{};   // contacts left out by the last detection
};

/// Where a row of the local dynamics stands in the model.
struct RowPlace {
  ConstraintId id{};  // 0: nowhere
  BodyId master{};
  BodyId slave{};  // 0: none
  Vec3 point;      // m
};

/// A model and its state: owns bodies, constraints, materials and loads, and advances them by one
/// step. Users' mistakes are InputErrors; ids are never reused.
class Domain : public ModelSettings {
 public:
  /// @param comm       The ranks that share the model; it outlives the domain.
  /// @param bisection  How they share it; null on one rank. It outlives the domain, too.
  Domain(Analysis analysis, double tolerance, Comm& comm = one_rank(),
         Bisection* bisection = nullptr);

  // ---- model -------------------------------------------------------------------------------
  [[nodiscard]] Analysis analysis() const { return analysis_; }
  /// Adds a material or replaces the one with its label; an empty label becomes 'BULK_MATERIAL_i'.
  /// @return Index, and whether it replaced an earlier one.
  std::pair<int, bool> define_bulk_material(BulkMaterial material);
  [[nodiscard]] std::span<const BulkMaterial> bulk_materials() const { return bulk_materials_; }
  /// Changes the values of a bulk material and of the bodies made of it that have not moved yet.
  void update_bulk_material(int index, const BulkMaterial& material);
  /// Gives the parts of a body with a volume id another bulk material. Mass and stiffness are those
  /// of the parts: with one homogeneous deformation the strain energies of the parts add up, so the
  /// elastic constants of a pseudo-rigid body are their means weighted by volume, exactly.
  /// @throws InputError when no part has the id (the ids are listed) or a mass is not possible.
  void set_part_material(BodyId id, VolumeId volume, int material);
  /// Whether a body has been through a time step.
  [[nodiscard]] bool has_moved(BodyId id) const { return time_ > find_body(id)->made_at; }
  BodyId add_body(BodyDefinition definition);
  void remove_body(BodyId id) { remove_bodies({&id, 1}); }
  /// Removes those of the bodies that are there, with their loads, constraints and contacts.
  void remove_bodies(std::span<const BodyId> ids);
  /// Record of a body, null when there is none (any more) or another rank has it.
  [[nodiscard]] const BodyRecord* find_body(BodyId id) const { return bodies.record(id); }
  /// Returns the record of a body, also of one of another rank. All ranks know characteristics too.
  [[nodiscard]] const BodyRecord* find_record(BodyId id) const;
  [[nodiscard]] BodyCharacteristics characteristics(BodyId id) const;
  /// Whether another rank has a body, and this one no copy of it.
  [[nodiscard]] bool is_absent(BodyId id) const { return ranks_ && ranks_->absent().has(id); }
  [[nodiscard]] BodyRef body_ref(BodyId id) const { return bodies.ref(id); }
  [[nodiscard]] Comm& comm() const { return *comm_; }
  /// Returns the data that several ranks share, null on one rank.
  [[nodiscard]] const Ranks* ranks() const { return ranks_.get(); }
  [[nodiscard]] Ranks* ranks() { return ranks_.get(); }
  /// Returns the records of the bodies by increasing id; the range holds until bodies come or go.
  [[nodiscard]] BodyRecords body_records() const { return bodies.records(); }
  /// Calls visit(record) for the records of all bodies, also those of other ranks, in no order.
  template <typename Visit>
  void for_each_record(const Visit& visit) const {
    for (const BodyRecord& record : body_records()) visit(record);
    if (ranks_) ranks_->absent().for_each(visit);
  }
  void set_self_contact(BodyId id, bool on);
  /// Marks a part that PARTITION made.
  void set_partitioned(BodyId id);
  /// Makes a body one that was made earlier: the n-th BODY call of a script, at some time.
  void set_past(BodyId id, int ordinal, double made_at);
  /// Rigid-body motion about the centre, spatial; an obstacle keeps it but for prescribed motions.
  void set_rigid_velocity(BodyId id, Vec3 linear, Vec3 angular);
  /// Puts a body into a state (Bodies::set_state) that is not the one of a step.
  void give_state(BodyId id, std::span<const double> state);
  /// Velocities were given or joints added: the next step begins with those that joints allow.
  /// @param whose  Bodies; what a joint of theirs forbids is told.
  void note_given_velocities(std::initializer_list<BodyId> whose = {});
  /// Returns the velocity that joints have forbidden since the last call.
  [[nodiscard]] ForbiddenVelocity take_forbidden() { return joint_velocities_.take_forbidden(); }
  /// Returns what the last step has taken from errors of velocities of joints. Collective.
  [[nodiscard]] CalmedEnergy take_calmed();
  /// Bounding box of a body in its current placement.
  [[nodiscard]] Box body_box(BodyId id) const;
  /// Bounding box of each piece of a body in its current placement.
  [[nodiscard]] std::vector<Box> piece_boxes(BodyId id) const;

  /// No contact between two bodies, or between two pieces of bodies, from the next step on. Bodies
  /// of which pieces are excluded are known to contact by elements from then on; what contacts they
  /// had as a whole end.
  /// @throws InputError when one of these contacts is bonded.
  void exclude_contact(BodyId a, BodyId b) { contacts_.exclude_bodies(a, b); }
  void exclude_contact(BodyId a, int a_piece, BodyId b, int b_piece);
  void exclude_surfaces(SurfaceId a, SurfaceId b) { contacts_.exclude_surfaces(a, b); }
  /// Bonds two bodies, or one with itself, where they touch now, from the stress there is on.
  void bond_contacts(BodyId a, BodyId b);
  [[nodiscard]] const ContactExclusions& contact_exclusions() const {
    return contacts_.exclusions();
  }
  void set_contact_exclusions(ContactExclusions exclusions) {
    contacts_.set_exclusions(std::move(exclusions));
  }
  void set_contact_points(ContactPoints rule);
  /// Gives all bodies the pieces that contact knows by the rule and the exclusions that are set, or
  /// by those that a stored frame was made with. Contacts of bodies that get others end.
  void choose_contact_pieces();
  void choose_contact_pieces(ContactPoints rule, const ContactExclusions& exclusions);

  /// Adds a user constraint and returns its id.
  ConstraintId add_constraint(UserConstraint constraint);
  /// Changes how a user constraint is defined, on all ranks alike; false when there is none.
  bool change_constraint(ConstraintId id, const std::function<void(UserConstraint&)>& change);
  /// Removes a user constraint, or a contact until the next detection; false when there is none.
  bool remove_constraint(ConstraintId id);

  Bodies bodies;
  Loads loads;
  SurfaceMaterialTable surface_materials;
  bool keeps_built_overlaps = false;  // of rigid bodies, as the zero of their gaps; a SOLFEC of the
                                      // language starts with it
  static constexpr double kUsualEquilibrium = 1e-3;

  // ---- motion --------------------------------------------------------------------------------
  [[nodiscard]] double time() const { return time_; }
  void set_time(double time) { time_ = time; }
  /// Function that gathers what all ranks say about the length of a step; it gets this rank's word.
  using StepGathering = std::function<std::vector<StepChoice>(const StepChoice&)>;
  /// Advances by h as docs/time-step.md tells; the time becomes t + h. What a force function
  /// throws leaves the bodies as they were at t.
  FinishReport step(ConstraintSolver& solver, double step);
  // The parts of `step`, to be made in this order with the same step, s.
  /// @param keeps_start  take_back_step may be called until close_step.
  void predict_step(const ConstraintSolver& solver, double step, bool keeps_start = false);
  void detect_step(double step);
  void form_rows(const ConstraintSolver& solver, double step);
  /// Solves the rows. @return False: a quasi-static step without a solution.
  [[nodiscard]] bool solve_step(ConstraintSolver& solver, double step);
  /// @param solved  What solve_step has returned; without a solution nothing moves.
  FinishReport close_step(const ConstraintSolver& solver, double step, bool solved);
  /// Gives the bodies what they had before predict_step, when a step is not made to its end.
  void take_back_step();
  /// The length of the next step under a bound, s; collective.
  /// @param gather  How ranks hear of each other's; empty: by what they share the model with.
  [[nodiscard]] StepChoice choose_step(double bound, const StepGathering& gather = {});
  /// @throws InputError when the model or the solver is not one for the scheme of impacts.
  void check_impacts(const ConstraintSolver& solver) const;
  /// First body of Bodies::find_not_finite on all ranks, 0 when there is none; collective.
  [[nodiscard]] BodyId find_not_finite() const { return first_of_ranks(bodies.find_not_finite()); }

  /// On several ranks, gives all of them the state of all, until the next step: results, functions
  /// of the user and scripts then find what they would find on one. Collective.
  void make_whole();
  /// Whether this rank has the state of all.
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  /// All ranks learn what ids they have given together: for results. Collective.
  void join_ids();

  // ---- state ---------------------------------------------------------------------------------
  /// All constraints, user's first, then contacts by key; made anew when the state has changed.
  [[nodiscard]] const std::vector<ConstraintRecord>& constraints() const;
  /// Returns constraints() if the records are made already, else null. constraint_merits() finds
  /// the merits of all rows, and an empty list when they are zero.
  [[nodiscard]] const std::vector<ConstraintRecord>* made_constraints() const {
    return constraint_records_stale_ ? nullptr : &constraint_records_;
  }
  void constraint_merits(std::vector<double>& merits) const;
  /// Record by id, null when there is none (any more).
  [[nodiscard]] const ConstraintRecord* find_constraint(ConstraintId id) const;
  /// Sum over the given bodies.
  [[nodiscard]] Energies energies(std::span<const BodyId> ids) const;
  [[nodiscard]] int contact_count() const { return count_contacts(); }
  [[nodiscard]] int sparsified() const { return contacts_.sparsified(); }
  [[nodiscard]] const BarePair& bare_pair() const { return contacts_.bare_pair(); }
  [[nodiscard]] const LocalDynamics& local_dynamics() const { return problem_; }
  [[nodiscard]] const LocalSolution& local_solution() const { return solution_; }
  /// Motion of the rigid body in a slot that rows of the last step have seen; null when none has.
  [[nodiscard]] const RigidMotion* seen_motion(int slot) const;
  /// Whether the rows of local_dynamics() are those of constraints().
  [[nodiscard]] bool has_local_dynamics() const { return rows_match_; }
  /// Whether all ranks' rows of local_dynamics() are those of constraints(), in another order.
  [[nodiscard]] bool has_part_of_local_dynamics() const { return rows_of_ranks_match_; }
  /// Place of a row of local_dynamics(), the empty one when it has vanished or never was.
  [[nodiscard]] RowPlace row_place(int row) const;
  [[nodiscard]] int piece_count() const { return pieces_.piece_count(); }
  /// How many times pieces of bodies, and pairs of pieces to look at, were listed anew.
  [[nodiscard]] std::int64_t piece_listings() const { return pieces_.listings(); }
  [[nodiscard]] std::int64_t pair_listings() const { return contacts_.pair_listings(); }
  /// Returns the counts of all ranks, with the number of contacts left out. Collective.
  [[nodiscard]] ModelCounts counts() const;
  /// Detects contacts and measures joints as bodies stand, without a step (for --check and t = 0).
  /// @param step  Bodies are seen ahead by what they move in it, s; 0: as they stand.
  void detect_contacts(double step = 0.0);
  /// Detects contacts as bodies stand and notes how those of a pair were found. @pre One thread.
  void explain_contacts(PairTrace& trace) {
    contacts_.explain(trace);
    detect_contacts();
  }

  // ---- stored state (restart) ------------------------------------------------------------------
  [[nodiscard]] std::span<const UserConstraint> user_constraints() const { return constraints_; }
  /// Returns the definitions of all user constraints, also those of other ranks, by id, as the
  /// script made them: without their present state.
  [[nodiscard]] std::vector<const UserConstraint*> constraint_definitions() const;
  /// @param visit  visit(constraint)
  template <typename Visit>
  void for_each_definition(const Visit& visit) const {
    if (ranks_) {
      for (const UserConstraint* constraint : constraint_definitions()) visit(*constraint);
    } else {
      for (const UserConstraint& constraint : constraints_) visit(constraint);
    }
  }
  [[nodiscard]] std::span<const ContactPoint> contact_points() const { return contacts_.points(); }
  [[nodiscard]] const ContactMemories& contact_memories() const { return contacts_.memories(); }
  /// Faces that others cover, of the last detection.
  [[nodiscard]] std::span<const CoveredPair> covered_faces() const { return contacts_.covered(); }
  /// Returns the overlaps of rigid bodies that count as no gap.
  [[nodiscard]] std::span<const BuiltOverlap> built_overlaps() const { return built_.overlaps(); }
  /// Tells that a solver is about to be used, for gaps that are looked at before its first step.
  void expect(const ConstraintSolver& solver) {
    built_.set_springs_only(solver.has_springs_only());
    passes_.set_springs_only(solver.has_springs_only());
  }
  /// Returns what the last step has done about overlaps.
  [[nodiscard]] const ContactProjection& contact_projection() const { return contact_projection_; }
  [[nodiscard]] const ImpactImpulses& impulses() const { return impulses_; }
  [[nodiscard]] std::vector<PairReference> contact_references() const {
    return contacts_.references();
  }
  /// Bodies made outside callbacks so far, also those removed since; the last ordinal given.
  [[nodiscard]] int script_body_count() const { return body_ordinal_; }

  /// Replaces constraints, contacts, ids and time by those of a stored frame whose bodies are in
  /// place already. The next step gives the bits that it gave in the run that stored them.
  void restore(RestoredState state);

  PhaseTimers timers;                       // since they were reset last
  SolutionWatch* solution_watch = nullptr;  // of dynamic steps on one rank; null: nobody looks
  [[nodiscard]] BodyId next_body_id() const { return next_body_id_; }
  /// Returns the id of the next constraint of the script; next_constraint_id() returns that of the
  /// next contact or constraint of a callback, which is larger than all that any rank has given.
  [[nodiscard]] ConstraintId next_script_constraint_id() const { return next_script_constraint_; }
  [[nodiscard]] ConstraintId next_constraint_id() const {
    return ranks_ ? next_constraint_of_all_ : next_constraint_id_;
  }
  /// On several ranks, what each of them gives next, by rank.
  [[nodiscard]] std::span<const ConstraintId> next_constraint_ids() const { return next_of_ranks_; }
  /// How many bulk materials got automatic labels; a restart continues the count.
  int automatic_bulk_labels = 0;

 private:
  [[nodiscard]] int count_contacts() const;
  /// Overlaps as built are those of patches in dynamic analyses; other rules do not look for them,
  /// and quasi-static steps press overlaps out.
  [[nodiscard]] bool has_built_overlaps() const {
    return keeps_built_overlaps && analysis_ == Analysis::dynamic &&
           contact_params.points == ContactPoints::patch;
  }
  [[nodiscard]] ConstraintId take_callback_id();
  [[nodiscard]] PartMaterials materials_of(const BodyRecord& record) const;
  [[nodiscard]] std::vector<CallbackForce> remove_orphans();
  void prepare_bonds();
  void settle_velocities();
  void forget_given_velocities();
  void note_velocities();
  void calm_velocities(double step);
  [[nodiscard]] bool calms_velocities() const;
  [[nodiscard]] bool has_hit_stops(double step) const;
  [[nodiscard]] bool has_constraints(bool (*is)(ConstraintKind)) const;
  template <typename Work>
  auto or_take_back(const Work& work);
  void move_half_step(double step);
  void drive_obstacles(double step);
  void predict(double step);
  void place_constraints(double step);
  void find_contacts(double step);
  void find_points(double step);
  [[nodiscard]] RankedModel ranked_model();
  void find_bodies_of(std::span<ContactPoint> contacts) const;
  void forget_rows();
  void note_other_bodies();
  void settle_ranks();
  void bring_ghosts(double step);
  double find_miss(double step);
  bool needs_other_pass(double step, double time, bool all_ask, double& miss);
  bool pulls_too_much(double step, std::span<const Vec3> R);
  void turn_links(double step, bool turn);
  [[nodiscard]] double joint_error_bound() const;
  [[nodiscard]] double row_error_bound(double step, double accuracy) const;
  [[nodiscard]] BodyId first_of_ranks(BodyId id) const;
  void assemble_rows(const ConstraintSolver& solver, double step);
  bool solve_rows(ConstraintSolver& solver, double step);
  void solve_dynamic_rows(ConstraintSolver& solver);
  void find_impulses(ConstraintSolver& solver, double step);
  void list_impulses();
  FinishReport failed_step(const SolveReport& solution);
  FinishReport end_step(const ConstraintSolver& solver, double step);
  void store_reactions();
  void store_solution(std::span<const int> broken_bonds, double step);
  void add_rolling_work(double step);
  void project_contacts(const ConstraintSolver& solver, double step);

  Analysis analysis_;
  bool is_whole_ = true;
  Comm* comm_;                    // never null
  std::unique_ptr<Ranks> ranks_;  // null: one rank
  double time_ = 0.0;             // s
  std::vector<BulkMaterial> bulk_materials_;
  std::vector<UserConstraint> constraints_;  // in order of their making
  ContactSet contacts_;
  ContactProjection contact_projection_;
  BounceLimit bounce_limit_;
  ImpactImpulses impulses_;
  LinkTurning link_turning_;
  PulledBodies pulled_bodies_;
  SweepFallback fallback_;
  BuiltGaps built_;
  ObstacleMotion obstacle_motion_;
  JointVelocities joint_velocities_;
  bool velocities_are_given_ = false;    // since the last step
  PlacementCopy start_;                  // of a step with force functions, and of quasi-static ones
  std::optional<StateCopy> step_start_;  // of a step that may be taken back
  PieceSet pieces_;
  int body_ordinal_ = 0;           // of the last body that a script made outside callbacks
  ContactPoints chosen_rule_{};    // of contact_pieces
  bool pieces_stale_ = true;       // bodies or their contact pieces are others
  bool bonds_ = false;             // false: no contact is bonded
  bool has_links_ = false;         // or springs between points, in the present step
  bool links_turn_ = false;        // likewise
  bool reports_impulses_ = false;  // of its own, other than those of its motion
  AssemblyWorkspace assembly_;
  StaticPasses passes_;    // quasi-static: of the present step
  LocalDynamics problem_;  // of the last step
  LocalSolution solution_;
  BodyId next_body_id_ = 1;
  ConstraintId next_script_constraint_ = 1;
  ConstraintId next_constraint_id_;
  ConstraintId next_constraint_of_all_ = 0;  // ranks, when they had all the last time
  std::vector<ConstraintId> next_of_ranks_;  // by rank, then
  mutable std::vector<ConstraintRecord> constraint_records_;
  mutable bool constraint_records_stale_ = true;
  bool rows_match_ = false;           // problem_ belongs to the current constraints and contacts
  bool rows_of_ranks_match_ = false;  // those of all ranks do
};

}  // namespace solfec
