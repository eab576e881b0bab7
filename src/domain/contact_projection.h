#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "contact/piece/contact_point.h"
#include "domain/contacts/shift_momentum.h"
#include "domain/contacts/shift_solver.h"
#include "domain/ranks/projection_rows.h"
#include "local_dynamics/body_operator.h"
#include "local_dynamics/row_law.h"
#include "material/surface_material.h"
#include "math/vec3.h"
#include "parallel/comm.h"

namespace solfec {

/// A step that has been solved: bodies at its end, constraints and contacts with their solution.
struct SolvedStep {
  Bodies& bodies;
  std::span<const UserConstraint> constraints;
  std::span<const ContactPoint> contacts;  // state.U is that of this step
  std::span<const RowLaw> laws;            // of constraints, then contacts
  double step{};                           // h, s
  double tolerance{};                      // geometric, m
};

/// Work that loads have done on a body that was shifted, less what its kinetic energy has grown by
/// when angular momentum was given back, J.
struct ShiftWork {
  BodyId body{};
  double work{};
};

/// A contact that was too deep.
struct DeepContact {
  BodyId first{};
  BodyId second{};
  double depth{};  // m, before the shift
};

/// Laws of all constraints and contacts, with what the projection asks of them.
std::vector<RowLaw> projected_laws(const Bodies& bodies,
                                   std::span<const UserConstraint> constraints,
                                   std::span<const ContactPoint> contacts,
                                   const SurfaceMaterialTable& surface_materials);

/// Takes overlap away that steps have let in: bodies whose contacts lie deeper than
/// the tolerance are moved apart until it is the tolerance, over several steps.
/// docs/contact.md, "Projection".
///
/// The shift is the smallest one in the metric of the masses, M⁻¹ Hᵀ p with p_N >= 0,
/// at which the deep contacts open by their share and no other gets deeper than the tolerance;
/// contacts that stick do not slide, and stay as they are where nothing of their bodies is deep;
/// joints and prescribed points stay in their places, bonds are not stretched. Bodies of all kinds
/// move as rigid ones, without strain and hence without waves; deformable ones with joints or
/// prescribed points do not move. Springs are left alone, they overlap by design, and so are press
/// fits. Velocities stay, but for what gives free bodies the angular momentum back that the shift
/// has changed (domain/contacts/shift_momentum.h).
class ContactProjection {
 public:
  /// Moves the bodies; nothing happens, to the bit, when no contact is deep.
  void run(const SolvedStep& solved);
  /// Moves the bodies with bodies and rows of several ranks: all ranks find the shift of all
  /// bodies, and each moves the bodies that it owns. Collective.
  /// @param shared  Bodies on which rows of several ranks act.
  /// @return        False: joints hold bodies that have to be shifted, and nothing was done.
  bool run(const SolvedStep& solved, Comm& comm, std::span<const BodyId> shared);
  /// Forgets what the last `run` did.
  void clear();

  /// Results of the last `run`: the work of the shift in the order of bodies, the deep contacts in
  /// the order of contacts, and the report. On ranks the work is that of the own bodies, and the
  /// deep contacts are those of all ranks.
  [[nodiscard]] std::span<const ShiftWork> work() const { return work_; }
  [[nodiscard]] std::span<const DeepContact> deep() const { return deep_; }
  [[nodiscard]] const ShiftReport& report() const { return report_; }

 private:
  void find_deep(const SolvedStep& solved);
  [[nodiscard]] bool opens() const;
  void find_movable(const SolvedStep& solved);
  void begin_rows(std::size_t bodies);
  void add_rows(const SolvedStep& solved);
  void list_own(const SolvedStep& solved, std::span<const BodyId> shared);
  void add_gathered(const SolvedStep& solved);
  [[nodiscard]] bool shifts_joints() const;
  int slot_of(const SolvedStep& solved, int body);
  /// Arm of a spatial point on the body of a slot, -1: zero.
  [[nodiscard]] Vec3 arm(int slot, Vec3 point) const;
  /// @param presses  A joint, or a contact with a reaction.
  void add_row(const RowJacobian& ends, ShiftRow row, bool presses);
  void move(const SolvedStep& solved);
  void put_joints_back(const SolvedStep& solved);
  void note_momentum(const SolvedStep& solved);
  void find_after();
  void find_groups();
  void keep_momentum(const SolvedStep& solved);

  std::vector<DeepContact> deep_;
  std::vector<ShiftWork> work_;
  ShiftReport report_;
  BodyOperator space_;                  // of the bodies that move, without the step
  std::vector<char> movable_;           // per body; empty until it is needed
  std::vector<UserConstraint> joints_;  // of bodies that were shifted
  std::vector<int> slot_;               // per body, on ranks per id; -1: none yet
  std::vector<int> body_;               // per slot; -1: of another rank
  std::vector<Vec3> pivot_;             // per slot: centre when the rows were placed, m
  std::vector<char> turns_;             // per slot: RigidInertia::turns
  std::vector<MomentumBody> before_;    // per slot: the shift
  std::vector<MomentumBody> after_;
  std::vector<char> presses_;  // per row: its contact had a reaction
  MomentumGroups groups_;      // of slots
  std::vector<MomentumSum> sums_;
  std::vector<RigidVelocity> given_back_;              // per slot
  std::vector<std::pair<BodyId, BodyId>> deep_pairs_;  // of own contacts, sorted
  std::vector<ShiftRow> rows_;
  ProjectionParts parts_;  // on ranks
  std::vector<Vec3> p_;    // per row, kg m
  ShiftSolver solver_;
};

}  // namespace solfec
