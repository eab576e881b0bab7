#pragma once

#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "body/body_set.h"
#include "body/body_table.h"
#include "body/common/body_kind.h"
#include "body/common/body_motion.h"
#include "body/common/characteristics.h"
#include "body/finite_element/finite_element_set.h"
#include "body/obstacle_set.h"
#include "body/pseudo_rigid_set.h"
#include "body/rigid_set.h"
#include "geometry/shape/mass_properties.h"
#include "material/bulk_material.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// All bodies of a domain: a table of them (body_table.h) and one contiguous set per kinematics.
/// `visit` is the only place that looks at the kind of a body: how a body behaves stands in its
/// set, what its kind is in body_kind.h. Whoever needs a body by id asks `ref` or `record`.
class Bodies {
 public:
  ObstacleSet obstacles;
  RigidSet rigid;
  PseudoRigidSet pseudo_rigid;
  FiniteElementSet finite_element;

  /// All sets in the order of BodyKind, of const or mutable Bodies.
  template <typename Self>
  static constexpr auto sets(Self& self) {
    return std::tie(self.obstacles, self.rigid, self.pseudo_rigid, self.finite_element);
  }
  /// f(set, slot) with the set of a body. What f returns has the same type for all sets.
  template <typename Function>
  decltype(auto) visit(BodyRef body, const Function& f) {
    return visit_from<0>(sets(*this), body, f);
  }
  template <typename Function>
  decltype(auto) visit(BodyRef body, const Function& f) const {
    return visit_from<0>(sets(*this), body, f);
  }
  /// Gives back the memory of bodies that have gone, where most of them have.
  void shrink() {
    table_.shrink();
    for_each_set([](auto& set) { set.shrink(); });
  }
  /// f(set) for all sets in the order of BodyKind.
  template <typename Function>
  void for_each_set(const Function& f) {
    std::apply([&](auto&... set) { (f(set), ...); }, sets(*this));
  }
  template <typename Function>
  void for_each_set(const Function& f) const {
    std::apply([&](const auto&... set) { (f(set), ...); }, sets(*this));
  }

  /// Adds a body at rest, undeformed, with its default scheme, and returns its place.
  /// @throws InputError as checked_characteristics does, e.g. for a shape without volume, and as
  ///         FiniteElementSet::append does.
  /// @param record  What is known of it beside; id and kind are those of the body.
  /// @pre there is no body of this id; ids may come in any order.
  BodyRef add(const NewBody& body, BodyRecord record = {});
  /// Adds a body of a kind without a mesh, at rest and undeformed, with its default scheme, and
  /// returns its place; errors are those of `add` with a NewBody.
  BodyRef add(BodyId id, BodyKind kind, const MassProperties& properties,
              const BulkMaterial& material) {
    return add({.id = id, .kind = kind, .properties = properties, .material = material});
  }
  /// Adds a body of finite elements, as `add` does, and returns its place.
  /// @param shape, pieces  As of NewBody.
  BodyRef add_finite_element(BodyId id, const MassProperties& properties,
                             const std::shared_ptr<const Shape>& shape, const ShapePieces& pieces,
                             const BulkMaterial& material, FiniteElementForm form) {
    return add({id, BodyKind::finite_element, properties, material, shape, &pieces, form});
  }
  /// Removes a body; others of its kind may get other slots, so no BodyRef outlives it.
  void remove(BodyId id);
  /// Tells whose a body is; those of other ranks become ghosts of their sets, with other slots.
  void set_owner(BodyId id, int owner);
  /// This rank, to which new bodies belong. @pre there are none yet.
  void set_rank(int rank);
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] bool is_ghost(BodyId id) const { return table_.find(id)->owner != rank_; }

  [[nodiscard]] const BodyTable& table() const { return table_; }
  /// Ids of all bodies in increasing order, and the place of the i-th of them.
  [[nodiscard]] std::span<const BodyId> ids() const { return table_.ids(); }
  [[nodiscard]] std::span<const BodyRef> refs() const { return table_.places(); }
  [[nodiscard]] int count() const { return table_.size(); }
  /// Index into ids() and refs(), or -1.
  [[nodiscard]] int find(BodyId id) const { return table_.index_of(id); }
  /// Place of a body. @pre there is one.
  [[nodiscard]] BodyRef ref(BodyId id) const;
  /// Its record, null: there is none.
  [[nodiscard]] const BodyRecord* record(BodyId id) const;
  [[nodiscard]] BodyRecord* record(BodyId id);
  /// All records by increasing id.
  [[nodiscard]] BodyRecords records() const { return BodyRecords(table_); }

  /// The mesh of a body, null: its kind has none.
  [[nodiscard]] const FiniteElementBody* mesh(BodyRef body) const;

  /// Placement and velocity field of a body; of finite elements their mean.
  [[nodiscard]] BodyMotion motion(BodyRef body) const;
  /// F of the current configuration; the rotation of rigid bodies and obstacles, of finite elements
  /// the mean.
  [[nodiscard]] Mat3 gradient(BodyRef body) const;
  /// x(X) of the current configuration, for one point, or for many: of finite elements these are
  /// the vertices of all contact pieces.
  [[nodiscard]] Vec3 current_point(BodyRef body, Vec3 reference) const;
  void place(BodyRef body, std::span<const Vec3> reference, std::span<Vec3> current) const;
  /// X with x(X) = x in the current configuration.
  [[nodiscard]] Vec3 reference_point(BodyRef body, Vec3 current) const;
  /// ẋ at a reference point.
  [[nodiscard]] Vec3 velocity(BodyRef body, Vec3 reference) const;
  /// ẋ at a reference point with the velocities of the start of a step that is under way.
  [[nodiscard]] Vec3 start_velocity(BodyRef body, Vec3 reference) const;
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
  /// @pre state.size() == state_size(body), for set_state too.
  void get_state(BodyRef body, std::span<double> state) const;
  /// Sets the complete state of a body, and recomputes the kinetic and the internal energy, which
  /// belong to the state.
  void set_state(BodyRef body, std::span<const double> state);

  /// Lowest id of a body with a number in its state that is not finite, or so far away that its
  /// coordinates do not tell its points apart; 0: none.
  [[nodiscard]] BodyId find_not_finite() const;
  [[nodiscard]] bool has_finite_state(BodyRef body) const;

  /// Largest id of a body, 0 without bodies.
  [[nodiscard]] BodyId last_id() const { return count() == 0 ? 0 : ids().back(); }
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
  /// Gives a deformable body the stiffness of its parts: PseudoRigidSet and FiniteElementSet tell
  /// how.
  void set_part_materials(BodyRef body, const Shape& shape, const PartMaterials& parts);
  /// Rigid-body motion about the centre; linear and angular velocity are spatial.
  void set_rigid_velocity(BodyRef body, Vec3 linear, Vec3 angular);

  [[nodiscard]] Scheme scheme(BodyRef body) const;
  /// @return false when the kind has no such scheme.
  bool set_scheme(BodyRef body, Scheme scheme);
  /// Form of a body of finite elements; of others the first one.
  [[nodiscard]] FiniteElementForm form(BodyRef body) const {
    return has_mesh(body.kind) ? finite_element[body.slot].form : FiniteElementForm{};
  }
  /// Stiffness-proportional damping η, s; zero for kinds without stiffness.
  [[nodiscard]] double damping(BodyRef body) const;
  /// @return false when the kind has no stiffness. @pre damping >= 0 and finite.
  bool set_damping(BodyRef body, double damping);

  /// Whether the angular velocity of a rigid body is kept zero; false for other kinds.
  [[nodiscard]] bool rotation_disabled(BodyRef body) const;
  /// Loads and reactions of such a body have no moment; its angular velocity becomes zero.
  /// @return false when the kind has no rotation of its own to disable.
  bool disable_rotation(BodyRef body, bool disabled);

  /// Energy of a strain of order one, J; zero for kinds without stiffness.
  [[nodiscard]] double stiffness(BodyRef body) const;

  /// Returns mass, centre, velocity and inverse inertia that a body has for a rigid motion in its
  /// current placement.
  [[nodiscard]] RigidInertia rigid_inertia(BodyRef body) const;
  /// Moves a body by a rigid motion: x becomes center + shift + exp(turn) (x - center). Velocities
  /// in the axes of the body and about its centre stay, so do momentum, kinetic and strain energy.
  /// Obstacles stay.
  /// @param turn  Rotation vector in world axes, rad.
  void shift(BodyRef body, Vec3 center, Vec3 shift, Vec3 turn);
  /// Work of the loads of the last step over a small rigid motion, J.
  [[nodiscard]] double load_work(BodyRef body, Vec3 center, Vec3 shift, Vec3 turn) const;
  /// Angular momentum of a body about its centre, kg m²/s; zero for obstacles.
  [[nodiscard]] Vec3 spin_momentum(BodyRef body) const;
  /// Adds the velocity linear + angular x (x - centre) at every place x of a body, and what it
  /// changes of the kinetic energy. Obstacles keep theirs.
  void add_rigid_velocity(BodyRef body, Vec3 linear, Vec3 angular);

  /// A material point in its present place. An impulse-like p at it moves it by its mobility N M⁻¹
  /// Nᵀ p, 1/kg, where ẋ = N u, with the mass without the stiffness of implicit schemes: `push`
  /// shifts the body by M⁻¹ Nᵀ p. Velocities stay. The mobility of obstacles is zero.
  [[nodiscard]] BodyPoint point(BodyRef body, Vec3 reference) const;
  [[nodiscard]] Mat3 mobility(BodyRef body, const BodyPoint& point) const {
    return mobility(body, point, point);
  }
  /// Velocity of point a by an impulse at point b, Na M⁻¹ Nbᵀ, 1/kg.
  [[nodiscard]] Mat3 mobility(BodyRef body, const BodyPoint& a, const BodyPoint& b) const;
  void push(BodyRef body, const BodyPoint& point, Vec3 p);
  /// Adds the velocity change M⁻¹ Nᵀ p of an impulse p at the point, N s; `update_energies` then
  /// finds the kinetic energy. Obstacles keep their velocities.
  void kick(BodyRef body, const BodyPoint& point, Vec3 p);
  void update_energies(BodyRef body);

 private:
  template <std::size_t first, typename Sets, typename Function>
  static decltype(auto) visit_from(Sets sets, BodyRef body, const Function& f) {
    if constexpr (first + 1 < std::tuple_size_v<Sets>) {
      if (static_cast<std::size_t>(body.kind) != first) return visit_from<first + 1>(sets, body, f);
    }
    return f(std::get<first>(sets), body.slot);
  }

  /// Tells the table who stands at a slot.
  template <typename Set>
  void note_slot(const Set& set, int slot) {
    if (slot < set.size()) table_.set_slot(set.id_of(slot), slot);
  }

  BodyTable table_;
  int rank_ = 0;
};

}  // namespace solfec
