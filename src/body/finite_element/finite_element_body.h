#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/ids.h"
#include "body/common/body_kind.h"
#include "body/common/characteristics.h"
#include "body/common/energies.h"
#include "body/common/new_body.h"
#include "body/common/scheme.h"
#include "body/finite_element/corotation.h"
#include "body/finite_element/finite_element_mesh.h"
#include "body/finite_element/follower_pressure.h"
#include "body/finite_element/nodal_inverse.h"
#include "body/finite_element/point_memory.h"
#include "body/finite_element/reduced_model.h"
#include "body/finite_element/reduced_motion.h"
#include "body/finite_element/total_lagrangian.h"
#include "geometry/element/element_locator.h"
#include "geometry/element/mesh.h"
#include "geometry/shape/element_parts.h"
#include "geometry/shape/piece_arrays.h"
#include "geometry/shape/shape.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Data of a body of finite elements that its motion does not change; they change with its
/// materials only.
struct FiniteElementModel {
  std::shared_ptr<const Mesh> mesh;
  FiniteElementMesh elements;
  BulkModel model{};  // of all elements
  std::shared_ptr<const ElementLocator> locator;
  BodyCharacteristics characteristics;

  // contact pieces: elements, or convices over a background mesh
  std::shared_ptr<const BackgroundMesh> background;  // null: the mesh is the body
  std::vector<int> piece_element;      // of each piece; with a background that of its first vertex
  std::vector<int> piece_node;         // node of each vertex; empty with a background
  std::vector<MeshPoint> piece_point;  // of each vertex with a background, else empty

  double eigenvalue{};                // largest of M_e⁻¹ K_e over the undeformed elements, 1/s²
  mutable double undeformed_bound{};  // of stiffness_bound.h, 1/s²; 0: nobody has asked for it
  SurfaceIntegrals surface;           // its nodes are those of the surface
  PointMemory points;                 // that users have named

  std::shared_ptr<const ReducedBase> base;      // of reduced forms, else null
  std::shared_ptr<const ReducedModel> reduced;  // likewise
};

/// The internal force of the placement at which find_force_again was asked for it last.
struct KnownForce {
  Mat3 rotation;
  std::vector<Vec3> displacement;  // m; empty: of none
  std::vector<Vec3> force;         // N
};

/// K, and A = M + c K of implicit schemes, see finite_element_inverse.h.
struct FiniteElementMatrices {
  StiffnessPlan plan;         // of `stiffness`, form 'TL' with implicit schemes
  BlockCsr stiffness;         // N/m; form 'BC': of the reference; 'TL': of the last make_inverse
  NodalInverse inverse_mass;  // A⁻¹ of the last make_inverse, in the rotated frame, 1/kg
  Mat3 inverse_rotation = identity();  // form 'BC': of the frame of `inverse_mass`
  double pressure_share = 0.0;         // of S of the pressures (follower_pressure.h) in `stiffness`
  bool factored = false;  // whether A⁻¹ is `inverse_mass`, in this step; else A is the lumped mass
  std::vector<std::int32_t> held;  // nodes whose velocity A does not change, ascending
  std::vector<double> masses;      // M in A with these nodes held, kg; empty: none is held
  KnownForce known_force;
  OwnedMotion motion;  // of reduced forms
};

/// Rest of f + Σ HᵀR - f_int at the end of a quasi-static step, and the largest part of that sum,
/// which measures it.
struct ForceBalance {
  double left{};  // N
  double load{};  // N
};

/// State of a body of finite elements from which a step starts and which a frame stores.
struct FiniteElementState {
  Mat3 rotation = identity();      // form 'BC': R of the frame
  std::vector<Vec3> displacement;  // q, m
  std::vector<Vec3> velocity;      // u, m/s
  Energies energy;
};

/// Quantities that the parts of one step hand to each other: written by the loads, the schemes and
/// the solution, in this order.
struct FiniteElementStep {
  std::vector<Vec3> start_velocity;  // u_t, m/s
  std::vector<Vec3> load;            // N, with the pressures
  std::vector<MeshPressure> pressure;
  std::vector<Vec3> dead_load;     // N, without the pressures where there are some
  std::vector<Vec3> internal;      // internal force where the scheme takes it, N
  std::vector<Vec3> damped;        // η K_m u there, N
  std::vector<Vec3> change;        // Δu due to the reactions, m/s
  std::vector<Vec3> reaction;      // Σ HᵀR where the body is factored or DEF_IMP, N
  std::vector<Vec3> holding;       // of each held node, what A Δu lacks there so far, N s
  std::vector<Vec3> constrained;   // DEF_IMP: velocities that meet the rows, m/s
  double miss{};                   // DEF_IMP: relative distance of u from them
  ForceBalance nodal_balance;      // quasi-static: node by node, load and internal force
  ForceBalance resultant_balance;  // likewise: of resultants
  bool failed = false;             // whether the equation of an implicit scheme was not solved
  bool solved = false;             // DEF_IMP: whether it was solved with the reactions
};

/// Vectors that nobody needs after the function that fills them. The bodies that a thread works on
/// share one, see for_each_mesh; each has one entry per node of the present body.
struct FiniteElementScratch {
  explicit FiniteElementScratch(int nodes = 0) { resize(nodes); }
  void resize(int nodes) {
    for (std::vector<Vec3>* array : {&force, &turned, &displacement, &velocity}) {
      array->resize(static_cast<std::size_t>(nodes));
    }
  }

  ElementWorkspace element;
  std::vector<Vec3> force;   // a product with K or a right-hand side, N; what A⁻¹ makes of it
  std::vector<Vec3> turned;  // displacements or velocities seen in the rotated frame
  std::vector<Vec3> displacement;  // to which a body goes back, m
  std::vector<Vec3> velocity;      // a mean or a change of velocity, m/s
};

/// A body as a mesh of linear elements: x_a = Z_a + q_a for its nodes, velocities u_a, lumped
/// masses. All vectors of the state and the step have one entry per node. Its parts are bases, so
/// that formulas read body.displacement; functions that need one part take that.
struct FiniteElementBody : FiniteElementModel,
                           FiniteElementMatrices,
                           FiniteElementState,
                           FiniteElementStep {
  BodyId id{};
  Scheme scheme{};
  double damping{};  // η, s, stiffness-proportional
  FiniteElementForm form{};
  ElementFormulation formulation{};

  [[nodiscard]] int node_count() const { return elements.node_count(); }
  /// Z + q of all nodes.
  void positions(std::vector<Vec3>& x) const;
  /// The point with a reference position; @param[out] distance  As of ElementLocator::find.
  [[nodiscard]] MeshPoint find(Vec3 reference, double* distance = nullptr) const {
    return locator->find(*mesh, reference, distance);
  }
  /// Returns the point with a reference position that steps ask for again; it is found once and
  /// remembered.
  [[nodiscard]] MeshPoint named_point(Vec3 reference) const {
    return points.find(*locator, *mesh, reference);
  }
  [[nodiscard]] Vec3 current_point(const MeshPoint& point) const {
    return point.of(elements.node) + point.of(displacement);
  }
  /// The point of an element at the current position x.
  [[nodiscard]] MeshPoint point_at(int element, Vec3 x) const;
  /// The volume id of each part that can have a material of its own: of the elements, or of the
  /// parts of elements of a background mesh.
  [[nodiscard]] std::vector<VolumeId> part_volumes() const;
  /// Rigid motion about the mass centre, spatial, in the current configuration.
  void set_rigid_velocity(Vec3 linear, Vec3 angular);
  /// The point at the current position x, in whatever element.
  [[nodiscard]] MeshPoint point_at(Vec3 x) const;
  /// The point at the current position x of a contact piece.
  [[nodiscard]] MeshPoint point_of_piece(int piece, Vec3 x) const;

 private:
  [[nodiscard]] MeshPoint walk_to(Vec3 x, int element) const;
};

/// A body at rest, undeformed, on the mesh of its shape, or on the background mesh that covers it.
/// @throws InputError as make_finite_element_mesh and cut_by_elements do.
FiniteElementBody make_finite_element_body(const NewBody& made,
                                           const BodyCharacteristics& reference);

/// Gives the parts of the body other materials.
/// @param materials, material  As of make_finite_element_mesh.
void set_elements(FiniteElementBody& body, std::span<const BulkMaterial> materials,
                  std::span<const int> material);

/// Turns the frame of form 'BC' to the present displacements.
void follow_rotation(FiniteElementBody& body);
/// Internal force at the present displacements and rotation, into `internal`.
void find_internal_force(FiniteElementBody& body, FiniteElementScratch& scratch);
/// Finds the internal force at the present displacements and rotation, into `internal`; takes the
/// remembered one when it was found before at the same placement.
void find_force_again(FiniteElementBody& body, FiniteElementScratch& scratch);
/// η K_m u there, into `damped`; zero without damping.
/// @param velocity  u, not `turned` of the scratch.
void find_damping_force(FiniteElementBody& body, std::span<const Vec3> velocity,
                        FiniteElementScratch& scratch);
/// Both forces. @param velocity  u, neither `turned` nor `velocity` of the scratch.
void find_inner_forces(FiniteElementBody& body, std::span<const Vec3> velocity,
                       FiniteElementScratch& scratch);
/// Adds a pressure to the load of the step. @pre all loads but pressures are in it.
void add_pressure(FiniteElementBody& body, const MeshPressure& pressure);
/// Gives the load of the step the pressures at the present displacements.
void follow_pressure(FiniteElementBody& body);
/// Adds scale S v of all pressures, N for v in m (follower_pressure.h).
void add_pressure_changes(const FiniteElementBody& body, double scale, std::span<const Vec3> v,
                          std::span<Vec3> force);
/// Ends a step: the law of the body gets the state of the present displacements, and
/// update_energies follows. @pre they are those at the end of an accepted step.
void end_deformation(FiniteElementBody& body, FiniteElementScratch& scratch);
/// Kinetic and strain energy of the state, and plastic work; outside of steps with vectors of its
/// own.
void update_energies(FiniteElementBody& body, FiniteElementScratch& scratch);
void update_energies(FiniteElementBody& body);

/// Mean deformation gradient: that of the linear map of reference positions that is closest to the
/// current ones in the mass-weighted least squares sense, and the mass centre.
struct MeanMotion {
  Vec3 center;    // m
  Mat3 gradient;  // F
  Vec3 linear;    // m/s
  Mat3 rate;      // 1/s
};
MeanMotion mean_motion(const FiniteElementBody& body);

}  // namespace solfec
