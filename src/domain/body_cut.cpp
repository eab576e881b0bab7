#include "domain/body_cut.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "domain/body_heirs.h"
#include "domain/bonds/bond_anchors.h"
#include "geometry/shape/simple_shape.h"
#include "math/mat3.h"

namespace solfec {
namespace {

/// Refuses bodies that cannot be cut.
void check(const Domain& domain, const BodyRecord& record) {
  if (record.kind != BodyKind::pseudo_rigid && record.kind != BodyKind::finite_element) {
    throw InputError(cat(describe(record), " must be PSEUDO_RIGID or FINITE_ELEMENT to be cut"));
  }
  if (!record.shape->background.empty() || !is_one_mesh(*record.shape)) {
    throw InputError(cat(describe(record), ": its shape is not a MESH"));
  }
  if (has_bonds(domain.contact_points(), record.id)) {
    throw InputError(cat(describe(record), " must have no cohesive bonds, which would be lost"));
  }
}

/// Mass, momentum and angular momentum about the origin, with the moment of inertia.
struct MotionSums {
  double mass{};
  Vec3 moment;    // Σ m x, kg m
  Vec3 momentum;  // kg m/s
  Vec3 turning;   // about the origin, kg m²/s
  Mat3 inertia;   // about the origin, kg m²

  void add(double m, Vec3 x, Vec3 v) {
    mass += m;
    moment += m * x;
    momentum += m * v;
    turning += m * cross(x, v);
    inertia += m * (dot(x, x) * identity() - outer(x, x));
  }
};

void add_nodes(const FiniteElementBody& body, MotionSums& sums) {
  for (std::size_t a = 0; a < body.velocity.size(); ++a) {
    sums.add(body.elements.mass[a], body.elements.node[a] + body.displacement[a], body.velocity[a]);
  }
}

/// Adds the rigid motion to the velocities of all parts that makes their momenta those before.
void keep_momenta(const MotionSums& before, std::span<const BodyId> parts, Domain& domain) {
  MotionSums after;
  const auto mesh_of = [&](BodyId part) -> FiniteElementBody& {
    return domain.bodies.finite_element[domain.body_ref(part).slot];
  };
  for (const BodyId part : parts) add_nodes(mesh_of(part), after);
  const Vec3 center = after.moment / after.mass;
  const Vec3 push = (before.momentum - after.momentum) / after.mass;
  const Mat3 inertia =
      after.inertia - after.mass * (dot(center, center) * identity() - outer(center, center));
  const Vec3 turning = before.turning - after.turning - after.mass * cross(center, push);
  const Vec3 turn = inverse(inertia) * turning;
  for (const BodyId part : parts) {
    FiniteElementBody& body = mesh_of(part);
    for (std::size_t a = 0; a < body.velocity.size(); ++a) {
      const Vec3 x = body.elements.node[a] + body.displacement[a];
      body.velocity[a] += push + cross(turn, x - center);
    }
    update_energies(body);
  }
}

/// How far outside of a mesh a reference point is, in local coordinates of an element.
double distance_from(const Mesh& mesh, Vec3 point) {
  double distance{};
  (void)ElementLocator(mesh).find(mesh, point, &distance);
  return distance;
}

/// The part that has a reference point, or is nearest to it.
class PartFinder {
 public:
  PartFinder(const Domain& domain, std::span<const BodyId> parts) : parts_(parts) {
    for (const BodyId part : parts) mesh_.push_back(&domain.find_body(part)->shape->meshes.front());
  }
  [[nodiscard]] BodyId part_with(Vec3 point) const {
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < mesh_.size(); ++k) {
      const double distance = distance_from(*mesh_[k], point);
      if (distance < least) nearest = k;
      least = std::min(least, distance);
    }
    return parts_[nearest];
  }

 private:
  std::span<const BodyId> parts_;
  std::vector<const Mesh*> mesh_;
};

/// Gives point forces and pressures of a body to its parts. @return How many loads have none.
int hand_over_loads(BodyId id, std::span<const BodyId> parts, const PartFinder& finder,
                    Domain& domain) {
  Loads& loads = domain.loads;
  for (std::size_t i = 0, n = loads.forces.size(); i < n; ++i) {
    if (loads.forces[i].body != id) continue;
    PointForce force = loads.forces[i];
    force.body = finder.part_with(force.point);
    force.in_callback = true;
    loads.forces.push_back(force);
  }
  for (std::size_t i = 0, n = loads.pressures.size(); i < n; ++i) {
    if (loads.pressures[i].body != id) continue;
    for (const BodyId part : parts) {
      SurfacePressure pressure = loads.pressures[i];
      pressure.surface = pressed_surface(*domain.find_body(part)->shape, pressure.surface.surface);
      pressure.body = part;
      pressure.in_callback = true;
      if (pressure.surface.size > 0.0) loads.pressures.push_back(pressure);
    }
  }
  return static_cast<int>(std::count_if(loads.callbacks.begin(), loads.callbacks.end(),
                                        [id](const auto& load) { return load.body == id; }));
}

/// Whether a constraint can go to another body: rows of joints belong together, and a function is
/// called with the id of its spring.
bool can_move(const UserConstraint& constraint) {
  return !is_joint_row(constraint) && constraint.spring.function.empty();
}

/// Gives constraints of a body to its parts, as they are. @return How many have none.
int hand_over_constraints(BodyId id, const PartFinder& finder, Domain& domain) {
  std::vector<UserConstraint> moved;
  int lost = 0;
  for (const UserConstraint& constraint : domain.user_constraints()) {
    if (constraint.master != id && constraint.slave != id) continue;
    if (can_move(constraint)) {
      moved.push_back(constraint);
    } else {
      ++lost;
    }
  }
  for (UserConstraint& constraint : moved) {
    if (constraint.master == id) {
      constraint.master = finder.part_with(constraint.master_reference);
    }
    if (constraint.slave == id) constraint.slave = finder.part_with(constraint.slave_reference);
    constraint.in_callback = true;
    const ConstraintId added = domain.add_constraint(constraint);
    domain.change_constraint(added, [&](UserConstraint& one) {  // it began earlier
      one = constraint;
      one.id = added;
    });
  }
  return lost;
}

/// Divides the accounts of a body among its parts by volume. What interpolation to new nodes has
/// changed of kinetic and strain energy is booked as numerical.
void divide_energies(const Energies& before, std::span<const BodyId> parts, Domain& domain) {
  double volume = 0.0;
  double change = -before.kinetic - before.internal;
  for (const BodyId part : parts) {
    const BodyRef ref = domain.body_ref(part);
    volume += domain.bodies.characteristics(ref).volume;
    const Energies now = domain.bodies.energies(ref);
    change += now.kinetic + now.internal;
  }
  for (const BodyId part : parts) {
    const BodyRef ref = domain.body_ref(part);
    const double share = domain.bodies.characteristics(ref).volume / volume;
    const Energies now = domain.bodies.energies(ref);
    Energies own;
    for (const auto field : kEnergyFields) own.*field = share * before.*field;
    own.numerical += share * change;
    own.kinetic = now.kinetic;
    own.internal = now.internal;
    domain.bodies.set_energies(ref, own);
  }
}

/// Bodies that have no contact with a body.
std::vector<BodyId> excluded_from(const Domain& domain, BodyId id) {
  std::vector<BodyId> others;
  for (const auto& [a, b] : domain.contact_exclusions().bodies) {
    if (a == id) others.push_back(b);
    if (b == id) others.push_back(a);
  }
  return others;
}

/// The nodes of a part as points of the mesh before.
std::vector<MeshPoint> origins_of(const MeshPart& part, const CutMesh& cut) {
  std::vector<MeshPoint> points;
  for (const int node : part.node) points.push_back(cut.node[at(node)]);
  return points;
}

}  // namespace

CutBody cut_body(Domain& domain, BodyId id, const MeshCutPlane& plane,
                 const MeshCutOptions& options) {
  check(domain, *domain.find_body(id));
  const FormerBody former = former_body(domain, id);
  CutMesh cut = cut_mesh(former.record.shape->meshes.front(), plane, options);
  CutBody made;
  made.thinning = cut.thinning;
  if (cut.part.empty()) return made;
  MotionSums before;
  if (has_mesh(former.record.kind)) add_nodes(former.mesh, before);
  const std::vector<BodyId> others = excluded_from(domain, id);
  for (MeshPart& part : cut.part) {
    const std::vector<MeshPoint> origins = origins_of(part, cut);
    const std::string& label = former.record.label;
    const std::string own =
        label.empty() || cut.part.size() == 1 ? label : cat(label, "/", made.part.size() + 1);
    const BodyId one =
        domain.add_body(part_definition(former.record, std::move(part.mesh), own, true));
    inherit_settings(former, one, domain);
    inherit_motion(former, origins, one, domain);
    for (const BodyId other : others) domain.exclude_contact(one, other);
    made.part.push_back(one);
  }
  const bool is_free = attachments_of(domain, id).constraints == 0;
  if (is_free && has_mesh(former.record.kind)) keep_momenta(before, made.part, domain);
  divide_energies(domain.bodies.energies(domain.body_ref(id)), made.part, domain);
  const PartFinder finder(domain, made.part);
  made.lost_loads = hand_over_loads(id, made.part, finder, domain);
  made.lost_constraints = hand_over_constraints(id, finder, domain);
  domain.remove_body(id);
  return made;
}

}  // namespace solfec
