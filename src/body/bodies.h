#pragma once

#include <span>
#include <vector>

#include "base/ids.h"
#include "body/body_kind.h"
#include "body/characteristics.h"
#include "body/finite_element_set.h"
#include "body/obstacle_set.h"
#include "body/pseudo_rigid_set.h"
#include "body/rigid_set.h"
#include "geometry/mass_properties.h"
#include "material/bulk_material.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Homogeneous motion of a body, the common form of all kinds: x(X) = x̄ + F (X - X̄) and
/// ẋ(X) = v + Ḟ (X - X̄). F is the rotation R of rigid bodies and obstacles, where Ḟ = R Ω̂.
struct BodyMotion {
  Vec3 reference_center;  // X̄, m
  Vec3 center;            // x̄, m
  Mat3 gradient;          // F
  Vec3 linear;            // v, m/s
  Mat3 rate;              // Ḟ, 1/s
};

/// All bodies of a domain, one contiguous set per kinematics. The only place outside the
/// integrators that looks at the kind of a body; whoever needs a body by id asks `Bodies::find`.
class Bodies {
 public:
  ObstacleSet obstacles;
  RigidSet rigid;
  PseudoRigidSet pseudo_rigid;
  FiniteElementSet finite_element;

  /// Adds a finite-element body at rest, undeformed, with its default scheme.
  /// @param shape, pieces  As of FiniteElementSet::append.
  /// @throws InputError as FiniteElementSet::append and checked_characteristics do.
  /// @pre ids are given in increasing order.
  BodyRef add_finite_element(BodyId id, const MassProperties& properties,
                             const std::shared_ptr<const Shape>& shape, const ShapePieces& pieces,
                             const BulkMaterial& material, FiniteElementForm form);
  /// Adds a body at rest with its default scheme and returns its place.
  /// @throws InputError as checked_characteristics does, e.g. for a shape without volume.
  /// @pre ids are given in increasing order; the kind is no finite element.
  BodyRef add(BodyId id, BodyKind kind, const MassProperties& properties,
              const BulkMaterial& material);
  /// Removes a body; slots of later bodies of its kind move down.
  void remove(BodyId id);

  /// Ids of all bodies in creation order, and the place of the i-th of them.
  [[nodiscard]] std::span<const BodyId> ids() const { return ids_; }
  [[nodiscard]] std::span<const BodyRef> refs() const { return refs_; }
  [[nodiscard]] int count() const { return static_cast<int>(ids_.size()); }
  /// Index into ids() and refs(), or -1.
  [[nodiscard]] int find(BodyId id) const;

  /// Placement and velocity field of a body; of finite elements their mean.
  [[nodiscard]] BodyMotion motion(BodyRef body) const;
  /// F of the current configuration; the rotation of rigid bodies and obstacles. @pre no finite
  /// elements.
  [[nodiscard]] const Mat3& gradient(BodyRef body) const;
  /// x(X) of the current configuration, for one point, or for many: of finite elements these are
  /// the vertices of all contact pieces.
  [[nodiscard]] Vec3 current_point(BodyRef body, Vec3 reference) const;
  void place(BodyRef body, std::span<const Vec3> reference, std::span<Vec3> current) const;
  /// X with x(X) = x in the current configuration.
  [[nodiscard]] Vec3 reference_point(BodyRef body, Vec3 current) const;
  /// ẋ at a reference point.
  [[nodiscard]] Vec3 velocity(BodyRef body, Vec3 reference) const;
  /// Cauchy stress (sx, sy, sz, sxy, sxz, syz) at a reference point by P Fᵀ / J, Pa; zero for
  /// rigid bodies and obstacles.
  void stress(BodyRef body, Vec3 reference, std::span<double, 6> stress) const;

  /// Configuration and velocity as the user sees them: rigid 12 and 6, pseudo-rigid 12 and 12
  /// numbers (F and Ḟ by columns), finite elements positions and velocities of the nodes, obstacle
  /// none.
  void configuration(BodyRef body, std::vector<double>& q) const;
  void velocity(BodyRef body, std::vector<double>& u) const;
  /// Complete state for frames: rotation or F by columns, centre, then rigid Ω and v, obstacle
  /// spatial angular velocity and v (18 numbers), pseudo-rigid Ḟ by columns and v (24 numbers);
  /// finite elements displacements and velocities of the nodes and, form 'BC', the rotation.
  [[nodiscard]] int state_size(BodyRef body) const;
  /// The same of a kind whose bodies all have one size: all but finite elements, asserted.
  [[nodiscard]] static int fixed_state_size(BodyKind kind);
  /// @pre state.size() == state_size(body), for set_state too.
  void get_state(BodyRef body, std::span<double> state) const;
  /// Also recomputes the kinetic and the internal energy, which belong to the state.
  void set_state(BodyRef body, std::span<const double> state);

  /// Largest id so far, 0 without bodies.
  [[nodiscard]] BodyId last_id() const { return ids_.empty() ? 0 : ids_.back(); }
  [[nodiscard]] Energies energies(BodyRef body) const;
  void set_energies(BodyRef body, const Energies& energies);
  /// Books the work of a contact on a body, J.
  void add_contact_work(BodyRef body, double normal, double tangential);
  [[nodiscard]] BodyCharacteristics characteristics(BodyRef body) const;
  /// Replaces the characteristics. Placement and velocity of the material points stay, also when
  /// the centre moves. Those of finite elements stay, they are those of the mesh.
  /// @throws InputError as checked_characteristics does.
  void set_characteristics(BodyRef body, const BodyCharacteristics& characteristics);
  /// Characteristics of uniform density and elastic constants of another bulk material.
  void set_material(BodyRef body, const MassProperties& properties, const BulkMaterial& material);
  /// Gives the elements of a finite-element body their materials.
  /// @param weighted  Volume, centre and Euler tensor weighted with the densities.
  /// @param materials, material  As of make_finite_element_mesh.
  void set_element_materials(BodyRef body, const MassProperties& weighted,
                             std::span<const BulkMaterial> materials,
                             std::span<const int> material);
  /// Rigid-body motion about the centre; linear and angular velocity are spatial.
  void set_rigid_velocity(BodyRef body, Vec3 linear, Vec3 angular);

  [[nodiscard]] Scheme scheme(BodyRef body) const;
  /// @return false when the kind has no such scheme.
  bool set_scheme(BodyRef body, Scheme scheme);
  /// Stiffness-proportional damping η, s; zero for kinds without stiffness.
  [[nodiscard]] double damping(BodyRef body) const;
  /// @return false when the kind has no stiffness. @pre damping >= 0 and finite.
  bool set_damping(BodyRef body, double damping);

 private:
  void update_energies(BodyRef body);

  std::vector<BodyId> ids_;
  std::vector<BodyRef> refs_;
};

}  // namespace solfec
