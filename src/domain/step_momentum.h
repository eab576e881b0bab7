#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "contact/contact_point.h"
#include "domain/shift_momentum.h"
#include "math/vec3.h"
#include "parallel/comm.h"

namespace solfec {

/// A body of a dynamic step, and what the step has changed of its momentum beside its loads.
struct SteppedBody {
  BodyId id{};
  bool implicit{};     // its scheme takes the stress elsewhere than the reactions
  bool keeps = true;   // whether its forces alone keep the angular momentum
  MomentumBody start;  // before the step
  Vec3 load;           // h f, N s
  Vec3 load_moment;    // h times the moment of the loads about the centre of the start, N m s
  MomentumBody end;    // after the step
};

/// Gives groups of bodies, on which nothing else acts, the angular momentum back that the implicit
/// schemes of deformable bodies (DEF_LIM, DEF_LIM2, DEF_IMP) take from them.
///
/// With lumped masses L(t + h) - L(t) = Σ x½ × M (u - u_t). Reactions act at q½ and have no moment
/// about it together. The stress that an implicit scheme takes has no moment about the middle of
/// the motion, q½ + ¼h (u - u_t), but about q½ it has -¼h² Σ (u - u_t) × f_int: of second order in
/// the step where reactions change u, zero or nearly so where the stress alone does. Two forces of
/// one contact that act at two nodes add their moment. What a group lacks against the moment of its
/// loads comes back as a rigid rotation of the whole group (`turn_groups`), which changes no
/// relative velocity of points in contact; its kinetic energy is booked as NUMERICAL.
///
/// Groups without such a body are left alone, to the bit, and so are those with a body that may not
/// turn or a mesh of form 'BC_MANUAL', whose inner forces have a moment. Groups of
/// several ranks are found on all of them, and each rank turns the bodies that it owns.
class StepMomentum {
 public:
  /// Before the first half step. Collective.
  void note_start(const Bodies& bodies, Comm& comm);
  /// At q½ with the loads of the step.
  void note_loads(const Bodies& bodies, double step);
  /// After the second half step, with the reactions of the step. Collective.
  void give_back(Bodies& bodies, std::span<const UserConstraint> constraints,
                 std::span<const ContactPoint> contacts, Comm& comm);

 private:
  void list_rows(std::span<const UserConstraint> constraints,
                 std::span<const ContactPoint> contacts);
  void gather(Comm& comm);
  [[nodiscard]] int place_of(BodyId id) const;
  void find_groups();
  void find_lost();

  bool needed_ = false;
  std::vector<SteppedBody> bodies_;                // own ones, then of all ranks; by id
  std::vector<std::pair<BodyId, BodyId>> joined_;  // by reactions; 0: space
  MomentumGroups groups_;                          // of bodies_
  std::vector<char> implicit_;                     // per root of a group
  std::vector<MomentumBody> end_;
  std::vector<MomentumSum> sums_;
  std::vector<RigidVelocity> change_;
};

}  // namespace solfec
