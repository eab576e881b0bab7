#include "domain/bonds/bond_anchors.h"

#include <algorithm>

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

/// And back: the gap of a pair that does not overlap, which detection may round to zero, is
/// n·(x_master - x_slave) of the anchored points.
void place_bonds(const Bodies& bodies, std::span<ContactPoint> contacts,
                 const ContactMemories& memories) {
  for (ContactPoint& contact : contacts) {
    if (!contact.state.bonded) continue;
    const BondAnchor& anchor = memories[contact.state.memory].anchor;
    contact.area = anchor.area;
    contact.part = anchor.part;
    if (contact.gap < 0.0) continue;
    const BodyRef slave = slave_of(bodies, contact);
    const Vec3 a = bodies.current_point(master_of(bodies, contact), anchor.master);
    const Vec3 b = bodies.current_point(slave, anchor.slave);
    const Mat3 inverse_gradient = inverse(bodies.motion(slave).gradient);
    const Vec3 normal = normalized(transposed_times(inverse_gradient, anchor.normal));
    if (!is_finite(normal)) continue;  // a collapsed body, which the end of the step reports
    contact.point = 0.5 * (a + b);
    contact.frame = contact_frame(normal);
    contact.gap = dot(normal, a - b);
  }
}

}  // namespace solfec
