#pragma once

#include <span>
#include <vector>

#include "assembly/body_slots.h"
#include "assembly/critical_damping.h"
#include "assembly/held_rows.h"
#include "assembly/mesh_workspace.h"
#include "assembly/rigid_motion.h"
#include "assembly/shared_meshes.h"
#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "contact/interface/node_spread.h"
#include "contact/piece/contact_memory.h"
#include "contact/piece/contact_point.h"
#include "local_dynamics/local_dynamics.h"
#include "local_dynamics/local_solution.h"
#include "material/surface_material.h"
#include "math/vec3.h"

namespace solfec {

/// Input from which the local dynamics of one step are assembled. Rows come in this order: user
/// constraints as given, then contacts as given.
struct AssemblyInput {
  Bodies& bodies;  // at q½, with free velocities; inverses of meshes find columns on demand
  std::span<const UserConstraint> constraints;
  std::span<const ContactPoint> contacts;  // master and slave are indices into bodies.refs()
  const SurfaceMaterialTable& materials;
  double step{};  // h, s
  bool quasi_static = false;
  double prediction = 0.0;  // m, contacts with a smaller gap obey their law on U_N + gap / h
  double tolerance = 0.0;  // m, geometric: likewise those with restitution that have a law at a gap
  std::span<const NodeSpread> spreads{};  // of contacts
  std::span<const BodyId> shared{};       // with rows of other ranks: have slots, seen or not
  double bounce_speed = 0.0;              // m/s, contacts that approach slower have no restitution
  double push = 0.0;  // W = push H A⁻¹ Hᵀ, s; 0: h. Another one in repeated quasi-static steps
  double accuracy = 0.0;  // m/s, error of a row that the user allows the solution; 0: not said
  std::span<const Vec3>
      turning{};  // quasi-static: c of each contact, m/s (domain/quasi_static/static_turning.h)
  bool has_hollows = true;  // pieces that others go round in (assembly/hollow_turning.h)
  const ContactMemories* memories = nullptr;  // with the anchors of bonds; null: bonds have none
  SharedMeshes* meshes = nullptr;             // of several ranks; null: there is one
};

/// Memory that is kept from step to step.
struct AssemblyWorkspace {
  BodySlots slots;
  std::vector<RigidMotion> rigid;   // one per rigid body, set for those that rows see
  std::vector<MeshWorkspace> mesh;  // one per finite-element body
  CriticalDampingWorkspace damping;
  HeldRows held;  // `find` is called before the free velocities of a step are found
};

/// Fills the local dynamics of a step: rows, keys, laws, V, B, W_ii and body space, in which bodies
/// have a slot that some row sees; and the warm start R
/// from the reactions of the last step. No allocation after warm-up.
///
/// With the motion u of bodies at a row's point and its frame, for a row between master and slave
///   V = H u(t),  B = H (u + h M⁻¹ f),  W_ii = h H M⁻¹ Hᵀ,  H u = frameᵀ (u_master - u_slave);
/// bodies hold u + h M⁻¹ f already (integrator/integrator.h). W between different rows is not made
/// here: body space gives its products (local_dynamics/body_operator.h).
/// @note Collective on several ranks that share meshes.
void assemble(const AssemblyInput& input, AssemblyWorkspace& workspace, LocalDynamics& problem,
              std::vector<Vec3>& R);

/// Writes the changes of velocity due to the reactions into the bodies, back from world to
/// referential angular velocity, and adds them to the rigid motions of the workspace.
/// @param problem    That `assemble` made with the workspace, once.
/// @param[in,out] solution  Of the problem, R and v(R); gets the reactions of held nodes, too.
void write_velocity_changes(const LocalDynamics& problem, LocalSolution& solution,
                            AssemblyWorkspace& workspace, Bodies& bodies);

}  // namespace solfec
