#include "domain/bonds/bond_anchors.h"

#include <algorithm>
#include <array>

#include "base/count.h"
#include "material/stress_components.h"
#include "solver/law/cohesive_contact.h"

namespace solfec {

namespace {

BodyRef ref(const Bodies& bodies, BodyId id) {
  return bodies.refs()[static_cast<std::size_t>(bodies.find(id))];
}

BodyRef master_of(const Bodies& bodies, const ContactPoint& contact) {
  return ref(bodies,
             contact.state.first_is_slave ? contact.key.second_body : contact.key.first_body);
}

BodyRef slave_of(const Bodies& bodies, const ContactPoint& contact) {
  return ref(bodies,
             contact.state.first_is_slave ? contact.key.first_body : contact.key.second_body);
}

bool is_softening(const SurfaceMaterialTable& materials, const ContactPoint& contact) {
  const int material = materials.find(contact.master_surface, contact.slave_surface);
  return materials[material].model == SurfaceModel::cohesive_zone;
}

}  // namespace

bool has_cohesion(const SurfaceMaterialTable& materials) {
  for (int i = 0; i < materials.size(); ++i) {
    if (materials[i].cohesion > 0.0) return true;
  }
  return false;
}

bool has_bonds(std::span<const ContactPoint> contacts, BodyId id) {
  return std::any_of(contacts.begin(), contacts.end(), [id](const ContactPoint& contact) {
    return contact.state.bonded && (contact.key.first_body == id || contact.key.second_body == id);
  });
}

void give_bonds(const SurfaceMaterialTable& materials, double tolerance,
                std::span<ContactPoint> contacts) {
  for (ContactPoint& contact : contacts) {
    const int material = materials.find(contact.master_surface, contact.slave_surface);
    contact.state.bonded = materials[material].cohesion > 0.0 && contact.gap <= tolerance;
  }
}

/// Points go to the reference by the motion of their bodies, the normal by Fᵀ n of the slave.
void make_anchors(const Bodies& bodies, std::span<ContactPoint> contacts,
                  ContactMemories& memories) {
  for (ContactPoint& contact : contacts) {
    ContactState& state = contact.state;
    if (!state.bonded) continue;
    BondAnchor& anchor = memories.of(state.memory).anchor;
    if (anchor.area > 0.0) continue;
    state.bonded = contact.area > 0.0;
    const BodyRef slave = slave_of(bodies, contact);
    anchor.area = contact.area;
    anchor.part = contact.part;
    // of an overlap the points lie apart by it, so that the gap goes on from there when it opens
    const Vec3 depth = 0.5 * std::min(contact.gap, 0.0) * contact.frame.column(2);
    anchor.master = bodies.reference_point(master_of(bodies, contact), contact.point + depth);
    anchor.slave = bodies.reference_point(slave, contact.point - depth);
    // normals go with F⁻ᵀ
    const Mat3 gradient = bodies.motion(slave).gradient;
    anchor.normal = normalized(transposed_times(gradient, contact.frame.column(2)));
  }
}

namespace {

/// Cauchy stress of a body at a place in space, Pa.
Mat3 stress_in_space(const Bodies& bodies, BodyRef body, Vec3 point) {
  std::array<double, 6> s{};
  bodies.stress(body, bodies.reference_point(body, point), s);
  return stress_of_components(s);
}

}  // namespace

void begin_at_stress(const Bodies& bodies, const SurfaceMaterialTable& materials,
                     const ContactPoint& contact, ContactMemories& memories) {
  if (!contact.state.bonded || !is_softening(materials, contact)) return;
  const SurfaceMaterial& material =
      materials[materials.find(contact.master_surface, contact.slave_surface)];
  const BodyRef master = master_of(bodies, contact);
  const Mat3 stress = 0.5 * (stress_in_space(bodies, master, contact.point) +
                             stress_in_space(bodies, slave_of(bodies, contact), contact.point));
  const Vec3 normal = contact.frame.column(2);
  const Vec3 traction = stress * normal;
  const double pull = std::max(0.0, dot(traction, normal));
  const Vec3 shear = traction - dot(traction, normal) * normal;
  const double strength = std::max(pull / material.tension,
                                   (norm(shear) + material.friction * pull) / material.cohesion);
  const double part = strength > 1.0 ? 1.0 / strength : 1.0;
  const Vec3 separation = part * (pull / normal_stiffness_of(material) * normal +
                                  1.0 / tangential_stiffness_of(material) * shear);
  BondAnchor& anchor = memories[contact.state.memory].anchor;
  const Vec3 place = bodies.current_point(master, anchor.master);
  anchor.master = bodies.reference_point(master, place + separation);
}

/// And back: the gap of a pair that does not overlap, which detection may round to zero, is
/// n·(x_master - x_slave) of the anchored points.
void place_bonds(const Bodies& bodies, const SurfaceMaterialTable& materials, ContactPoints rule,
                 ContactSet& contacts) {
  const bool any_softens = materials.first_of(SurfaceModel::cohesive_zone) >= 0;
  for (ContactPoint& contact : contacts.points()) {
    if (!contact.state.bonded) continue;
    ContactMemory& memory = contacts.memories()[contact.state.memory];
    const BondAnchor& anchor = memory.anchor;
    contact.area = anchor.area;
    contact.part = anchor.part;
    const bool softens = any_softens && is_softening(materials, contact);
    if (contact.gap < 0.0 && !softens) continue;
    const BodyRef master = master_of(bodies, contact);
    const BodyRef slave = slave_of(bodies, contact);
    const Vec3 a = bodies.current_point(master, anchor.master);
    const Vec3 b = bodies.current_point(slave, anchor.slave);
    memory.separation = a - b;
    if (contact.gap < 0.0) {  // points of meshes stay at the nodes that carry them
      if (!has_mesh(master.kind) && !has_mesh(slave.kind)) contact.point = 0.5 * (a + b);
      continue;
    }
    const Mat3 inverse_gradient = inverse(bodies.motion(slave).gradient);
    const Vec3 normal = normalized(transposed_times(inverse_gradient, anchor.normal));
    if (!is_finite(normal)) continue;  // a collapsed body, which the end of the step reports
    contact.point = 0.5 * (a + b);
    contact.frame = contact_frame(normal);
    contact.gap = dot(normal, a - b);
    contact.gap_law = rule == ContactPoints::patch;
  }
}

/// A pair of pieces with a bond alive keeps the contacts of its start, also those whose own bond is
/// gone: detection would not find the area that they carried (contact/pair/polyhedra_patch.cpp).
void age_bonds(const LocalDynamics& problem, std::span<const Vec3> U,
               std::span<ContactPoint> contacts, ContactMemories& memories) {
  if (problem.cohesive.empty()) return;
  const std::size_t first = problem.law.size() - contacts.size();
  for (std::size_t begin = 0, end = 0; begin < contacts.size(); begin = end) {
    bool any_lives = false;
    for (; end < contacts.size() && same_pieces(contacts[begin].key, contacts[end].key); ++end) {
      const std::size_t row = first + end;
      if (problem.law[row].kind != ConstraintKind::cohesive_zone) continue;
      double& damage = memories[contacts[end].state.memory].anchor.damage;
      damage = damage_after(problem.cohesive[row], U[row]);
      any_lives = any_lives || damage < 1.0;
    }
    for (std::size_t c = begin; c < end && !any_lives; ++c) {
      if (problem.law[first + c].kind == ConstraintKind::cohesive_zone) {
        contacts[c].state.bonded = false;
      }
    }
  }
}

}  // namespace solfec
