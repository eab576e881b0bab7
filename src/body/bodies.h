#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "body/body_kind.h"
#include "body/obstacle_set.h"
#include "body/pseudo_rigid_set.h"
#include "body/rigid_set.h"
#include "geometry/mass_properties.h"
#include "material/bulk_material.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Reference characteristics as BODY_CHARS and the members of BODY show them.
struct BodyCharacteristics {
  double mass{};    // kg
  double volume{};  // m^3
  Vec3 center;      // m
  Mat3 tensor;      // rigid: inertia, kg m^2; other kinds: mass-weighted Euler tensor, kg m^2
};

/// All bodies of a domain, one contiguous set per kinematics. The only place outside the integrators
/// that looks at the kind of a body; whoever needs a body by id asks `Bodies::find`.
class Bodies {
 public:
  ObstacleSet obstacles;
  RigidSet rigid;
  PseudoRigidSet pseudo_rigid;

  /// Adds a body at rest and returns its place. @pre ids are given in increasing order.
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

  /// x(X) of the current configuration, for one point or for many.
  [[nodiscard]] Vec3 current_point(BodyRef body, Vec3 reference) const;
  void place(BodyRef body, std::span<const Vec3> reference, std::span<Vec3> current) const;
  /// X with x(X) = x in the current configuration.
  [[nodiscard]] Vec3 reference_point(BodyRef body, Vec3 current) const;
  /// ẋ at a reference point.
  [[nodiscard]] Vec3 velocity(BodyRef body, Vec3 reference) const;
  /// Cauchy stress (sx, sy, sz, sxy, sxz, syz) by P Fᵀ / J, Pa; zero for rigid bodies and obstacles.
  void stress(BodyRef body, std::span<double, 6> stress) const;

  /// Configuration and velocity as the user sees them: rigid 12 and 6, pseudo-rigid 12 and 12 numbers
  /// (F and Ḟ by columns), obstacle none.
  void configuration(BodyRef body, std::vector<double>& q) const;
  void velocity(BodyRef body, std::vector<double>& u) const;
  /// Complete state for frames: rigid and obstacle 12 + 6, pseudo-rigid 12 + 12 numbers.
  [[nodiscard]] static int state_size(BodyKind kind);
  void get_state(BodyRef body, std::span<double> state) const;
  void set_state(BodyRef body, std::span<const double> state);

  [[nodiscard]] Energies energies(BodyRef body) const;
  void set_energies(BodyRef body, const Energies& energies);
  [[nodiscard]] BodyCharacteristics characteristics(BodyRef body) const;
  void set_characteristics(BodyRef body, const BodyCharacteristics& characteristics);
  /// Rigid-body motion about the centre; linear and angular velocity are spatial.
  void set_rigid_velocity(BodyRef body, Vec3 linear, Vec3 angular);

  [[nodiscard]] Scheme scheme(BodyRef body) const;
  /// @return false when the kind has no such scheme.
  bool set_scheme(BodyRef body, Scheme scheme);

 private:
  std::vector<BodyId> ids_;
  std::vector<BodyRef> refs_;
};

}  // namespace solfec
