#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "body/common/body_kind.h"
#include "body/common/body_motion.h"
#include "body/common/body_point.h"
#include "body/common/characteristics.h"
#include "body/common/energies.h"
#include "body/common/new_body.h"
#include "body/common/owned_range.h"
#include "body/common/pressed_surface.h"
#include "body/common/scheme.h"
#include "body/finite_element/finite_element_body.h"
#include "body/finite_element/part_materials.h"
#include "geometry/shape/shape.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// All finite-element bodies: x(X) = X + q(X) with the displacements q of the nodes, which the
/// shape functions of an element carry to its points. A BodySet.
///
/// A body is a struct of its own (FiniteElementBody), since meshes differ in size; parallel loops
/// go over bodies or over the nodes of one (for_each_mesh.h). Questions at a reference point search
/// for its element (ElementLocator); questions at a current one go from element to element.
struct FiniteElementSet : OwnedRange<FiniteElementSet> {
  static constexpr BodyKind kKind = BodyKind::finite_element;

  std::vector<FiniteElementBody> body;
  std::vector<FiniteElementScratch> scratch;  // one per thread, see for_each_mesh

  [[nodiscard]] int size() const { return static_cast<int>(body.size()); }
  [[nodiscard]] FiniteElementBody& operator[](int slot) {
    return body[static_cast<std::size_t>(slot)];
  }
  [[nodiscard]] const FiniteElementBody& operator[](int slot) const {
    return body[static_cast<std::size_t>(slot)];
  }
  [[nodiscard]] BodyId id_of(int slot) const { return (*this)[slot].id; }
  [[nodiscard]] const FiniteElementBody* mesh(int slot) const { return &(*this)[slot]; }
  /// Appends a body at rest, undeformed, with its default scheme, and returns its slot.
  /// @throws InputError as make_finite_element_mesh and cut_by_elements do.
  /// @pre it has a shape and pieces.
  int append(const NewBody& made, const BodyCharacteristics& reference);
  void swap_slots(int a, int b) {
    if (a != b) std::swap((*this)[a], (*this)[b]);
  }
  void drop_last() { body.pop_back(); }
  void shrink() { body.shrink_to_fit(); }
  /// Bodies of this rank.
  [[nodiscard]] std::span<FiniteElementBody> owned_bodies() {
    return {body.data(), static_cast<std::size_t>(owned())};
  }
  [[nodiscard]] std::span<const FiniteElementBody> owned_bodies() const {
    return {body.data(), static_cast<std::size_t>(owned())};
  }

  /// The mean of the nodes, mean_motion.
  [[nodiscard]] BodyMotion motion(int slot) const;
  [[nodiscard]] Vec3 current_point(int slot, Vec3 reference) const;
  /// The vertices of all contact pieces.
  void place(int slot, std::span<const Vec3> reference, std::span<Vec3> current) const;
  [[nodiscard]] Vec3 reference_point(int slot, Vec3 current) const;
  [[nodiscard]] Vec3 velocity_at(int slot, Vec3 reference) const;
  [[nodiscard]] Vec3 start_velocity_at(int slot, Vec3 reference) const;
  /// Returns a direction of the reference as the deformation carries it: F at the point times
  /// `direction`.
  [[nodiscard]] Vec3 convected(int slot, Vec3 reference, Vec3 direction) const;
  [[nodiscard]] Mat3 stress_at(int slot, Vec3 reference) const;
  /// Returns the largest speed of the nodes of all bodies, m/s.
  [[nodiscard]] double largest_speed(std::span<const double> reach) const;
  /// Rigid motion about the mass centre, spatial.
  void set_rigid_velocity(int slot, Vec3 linear, Vec3 angular);

  /// Positions and velocities of the nodes.
  void write_configuration(int slot, std::vector<double>& q) const;
  void write_velocity(int slot, std::vector<double>& u) const;
  /// Displacements and velocities of the nodes, the rotation (form 'BC') and the states of the
  /// points of laws that have one (bulk_law.h).
  [[nodiscard]] int state_size(int slot) const;
  void get_state(int slot, std::span<double> state) const;
  void set_state(int slot, std::span<const double> state);
  [[nodiscard]] bool has_finite_state(int slot) const;
  [[nodiscard]] bool holds_shape(int slot) const;
  struct NodalPlacement {
    Mat3 rotation;
    std::vector<Vec3> displacement;
  };
  using Placement = std::vector<NodalPlacement>;
  void get_placement(Placement& placement) const;
  void set_placement(const Placement& placement);

  [[nodiscard]] Energies& energy_of(int slot) { return (*this)[slot].energy; }
  [[nodiscard]] const Energies& energy_of(int slot) const { return (*this)[slot].energy; }
  void update_energies(int slot);
  /// m λ a² with the size a of an element, J: λ ~ (E / ρ) / a².
  [[nodiscard]] double stiffness_of(int slot) const;
  [[nodiscard]] BodyCharacteristics characteristics_of(int slot) const {
    return (*this)[slot].characteristics;
  }
  /// They stay those of the mesh.
  void set_characteristics(int /*slot*/, const BodyCharacteristics& /*checked*/) {}
  void set_material(int slot, const MassProperties& properties, const BulkMaterial& material);
  /// The elements get the materials of their parts, and with these their mass.
  void set_part_materials(int slot, const Shape& shape, const PartMaterials& parts);

  [[nodiscard]] Scheme scheme_of(int slot) const { return (*this)[slot].scheme; }
  void set_scheme(int slot, Scheme scheme) { (*this)[slot].scheme = scheme; }
  [[nodiscard]] double damping_of(int slot) const { return (*this)[slot].damping; }
  void set_damping(int slot, double damping) { (*this)[slot].damping = damping; }
  [[nodiscard]] bool rotation_disabled_of(int /*slot*/) const { return false; }
  void disable_rotation(int /*slot*/, bool /*disabled*/) {}

  void add_gravity(Vec3 acceleration);
  void add_force(int slot, Vec3 reference, Vec3 force);
  /// A force for each node.
  [[nodiscard]] int load_size(int slot) const { return 3 * (*this)[slot].node_count(); }
  void add_load(int slot, std::span<const double> load);
  /// After all other loads of the step, by the faces of the mesh.
  void add_pressure(int slot, const PressedSurface& surface, double pressure);

  [[nodiscard]] RigidInertia rigid_inertia(int slot) const;
  void shift(int slot, Vec3 center, Vec3 shift, const Mat3& rotation);
  [[nodiscard]] double load_work(int slot, Vec3 center, Vec3 shift, Vec3 turn) const;
  [[nodiscard]] Vec3 spin_momentum(int slot) const;
  void add_rigid_velocity(int slot, Vec3 linear_change, Vec3 angular_change);
  [[nodiscard]] BodyPoint point(int slot, Vec3 reference) const;
  [[nodiscard]] Mat3 mobility(int slot, const BodyPoint& a, const BodyPoint& b) const;
  void push(int slot, const BodyPoint& point, Vec3 p);
  void kick(int slot, const BodyPoint& point, Vec3 p);
};

}  // namespace solfec
