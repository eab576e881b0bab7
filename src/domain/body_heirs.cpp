#include "domain/body_heirs.h"

#include <algorithm>
#include <utility>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "body/common/number_list.h"
#include "geometry/shape/mass_properties.h"

namespace solfec {
namespace {

Vec3 value_at(int node, const std::vector<Vec3>& field) { return field[at(node)]; }
Vec3 value_at(const MeshPoint& point, const std::vector<Vec3>& field) { return point.of(field); }

template <typename Node>
void inherit_nodes(const FiniteElementBody& whole, std::span<const Node> node,
                   FiniteElementBody& mesh) {
  for (std::size_t i = 0; i < node.size(); ++i) {
    mesh.displacement[i] = value_at(node[i], whole.displacement);
    mesh.velocity[i] = value_at(node[i], whole.velocity);
  }
  mesh.rotation = whole.rotation;
  follow_rotation(mesh);
  update_energies(mesh);
}

/// The state of a body with one homogeneous motion x = x̄ + F (X - X̄), about another centre.
std::vector<double> state_about(const FormerBody& former, Vec3 center) {
  NumberReader reader(former.state);
  Mat3 F;
  Vec3 place;
  Vec3 v;
  reader.get(F);
  reader.get(place);
  const Vec3 arm = center - former.center;
  std::vector<double> state(former.state.size());
  NumberWriter writer(state);
  writer.put(F);
  writer.put(place + F * arm);
  if (former.record.kind == BodyKind::rigid) {
    Vec3 turning;
    reader.get(turning);
    reader.get(v);
    writer.put(turning);
    writer.put(v + F * cross(turning, arm));
  } else {
    Mat3 rate;
    reader.get(rate);
    reader.get(v);
    writer.put(rate);
    writer.put(v + rate * arm);
  }
  return state;
}

}  // namespace

Attachments attachments_of(const Domain& domain, BodyId id) {
  const auto count_of = [](const auto& list, const auto& is_own) {
    return static_cast<int>(std::count_if(list.begin(), list.end(), is_own));
  };
  const auto uses = [id](const auto& load) { return load.body == id; };
  const auto joins = [id](const UserConstraint& one) {
    return one.master == id || one.slave == id;
  };
  const Loads& loads = domain.loads;
  return {count_of(loads.forces, uses) + count_of(loads.callbacks, uses) +
              count_of(loads.pressures, uses),
          count_of(domain.user_constraints(), joins)};
}

BodyDefinition part_definition(const BodyRecord& record, Mesh mesh, std::string label,
                               bool in_callback) {
  BodyDefinition definition;
  definition.kind = record.kind;
  definition.form = record.form;
  definition.element = record.element;
  definition.material = record.material;
  definition.label = std::move(label);
  definition.origin = record.origin;
  definition.in_callback = in_callback;
  definition.shape.meshes.push_back(std::move(mesh));
  return definition;
}

FormerBody former_body(const Domain& domain, BodyId id) {
  const BodyRef body = domain.body_ref(id);
  const Bodies& bodies = domain.bodies;
  FormerBody former;
  former.record = *domain.find_body(id);
  if (is_reduced(former.record.form)) {
    throw InputError(cat(describe(former.record), " of form '", name_of(former.record.form),
                         "' has a base for its whole mesh and cannot be parted"));
  }
  former.scheme = bodies.scheme(body);
  former.damping = bodies.damping(body);
  former.rotation_disabled = bodies.rotation_disabled(body);
  former.center = bodies.characteristics(body).center;
  if (bodies.energies(body).plastic > 0.0) {
    throw InputError(cat(describe(former.record),
                         " has yielded: its parts would lose the plastic strain, part it before"));
  }
  if (has_mesh(former.record.kind)) {
    former.mesh = bodies.finite_element[body.slot];
  } else {
    former.state.resize(at(bodies.state_size(body)));
    bodies.get_state(body, former.state);
  }
  return former;
}

void inherit_settings(const FormerBody& former, BodyId part, Domain& domain) {
  const auto volumes = volumes_by_id(*domain.find_body(part)->shape);
  for (const auto& [volume, material] : former.record.part_materials) {
    const bool there = std::any_of(volumes.begin(), volumes.end(),
                                   [id = volume](const auto& own) { return own.first == id; });
    if (there) domain.set_part_material(part, volume, material);
  }
  domain.set_self_contact(part, former.record.self_contact);
  const BodyRef body = domain.body_ref(part);
  domain.bodies.set_scheme(body, former.scheme);
  domain.bodies.set_damping(body, former.damping);
  if (former.rotation_disabled) domain.bodies.disable_rotation(body, true);
}

namespace {

template <typename Node>
void inherit(const FormerBody& former, std::span<const Node> node, BodyId part, Domain& domain) {
  const BodyRef body = domain.body_ref(part);
  if (has_mesh(former.record.kind)) {
    inherit_nodes(former.mesh, node, domain.bodies.finite_element[body.slot]);
  } else {
    domain.give_state(part, state_about(former, domain.bodies.characteristics(body).center));
  }
}

}  // namespace

void inherit_motion(const FormerBody& former, std::span<const int> node, BodyId part,
                    Domain& domain) {
  inherit(former, node, part, domain);
}

void inherit_motion(const FormerBody& former, std::span<const MeshPoint> node, BodyId part,
                    Domain& domain) {
  inherit(former, node, part, domain);
}

}  // namespace solfec
