#include "body/finite_element/finite_element_body.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "body/finite_element/element_frequency.h"
#include "body/finite_element/law_stiffness_bound.h"
#include "body/finite_element/projected_strain.h"
#include "body/finite_element/rotation_projector.h"
#include "material/bulk_law.h"

namespace solfec {

void FiniteElementBody::positions(std::vector<Vec3>& x) const {
  x.resize(displacement.size());
  for (std::size_t a = 0; a < x.size(); ++a) x[a] = elements.node[a] + displacement[a];
}

MeshPoint FiniteElementBody::point_at(int element, Vec3 x) const {
  const MeshElement& nodes = mesh->elements[at(element)];
  const ElementCorners corners =
      corners_of(nodes, [&](int node) { return elements.node[at(node)] + displacement[at(node)]; });
  return point_of_element(nodes, element, corners, x);
}

void FiniteElementBody::set_rigid_velocity(Vec3 linear, Vec3 angular) {
  const Vec3 center = mean_motion(*this).center;
  for (std::size_t a = 0; a < velocity.size(); ++a) {
    velocity[a] = linear + cross(angular, elements.node[a] + displacement[a] - center);
  }
}

MeshPoint FiniteElementBody::point_at(Vec3 x) const {
  const MeanMotion mean = mean_motion(*this);
  const Vec3 guess = characteristics.center + inverse(mean.gradient) * (x - mean.center);
  return walk_to(x, find(guess).element);
}

MeshPoint FiniteElementBody::point_of_piece(int piece, Vec3 x) const {
  const int element = piece_element[at(piece)];
  return background == nullptr ? point_at(element, x) : walk_to(x, element);
}

/// From element to element: the reference position that one element gives the point leads to the
/// next one, until it stays.
MeshPoint FiniteElementBody::walk_to(Vec3 x, int element) const {
  constexpr int kMostSteps = 20;
  for (int step = 0; step < kMostSteps; ++step) {
    const MeshPoint point = point_at(element, x);
    const int next = find(point.of(elements.node)).element;
    if (next == element) return point;
    element = next;
  }
  return point_at(element, x);
}

std::vector<VolumeId> FiniteElementBody::part_volumes() const {
  std::vector<VolumeId> volumes;
  if (background == nullptr) {
    for (const MeshElement& element : mesh->elements) volumes.push_back(element.volume);
  } else {
    for (const ElementPart& part : background->parts) volumes.push_back(part.volume);
  }
  return volumes;
}

namespace {

/// The pieces are elements of the mesh.
void use_fitted_mesh(FiniteElementBody& body, const std::shared_ptr<const Shape>& shape,
                     const ShapePieces& pieces) {
  body.mesh = std::shared_ptr<const Mesh>(shape, shape->meshes.data());
  body.piece_element = pieces.source;
  for (int p = 0; p < pieces.piece_count(); ++p) {
    const MeshElement& element = body.mesh->elements[at(pieces.source[at(p)])];
    SOLFEC_ASSERT(count(piece_vertices(pieces, p)) == element.node_count);
    for (int a = 0; a < element.node_count; ++a) body.piece_node.push_back(element.node[at(a)]);
  }
  body.locator = std::make_shared<const ElementLocator>(*body.mesh);
}

/// The pieces are convices, whose vertices are points of the mesh.
void use_background_mesh(FiniteElementBody& body, const Shape& shape, const ShapePieces& pieces) {
  body.background =
      std::make_shared<const BackgroundMesh>(cut_by_elements(shape, shape.background.front()));
  body.mesh = std::shared_ptr<const Mesh>(body.background, &body.background->mesh);
  body.locator = std::make_shared<const ElementLocator>(*body.mesh);
  for (const Vec3 vertex : pieces.vertex) body.piece_point.push_back(body.find(vertex));
  for (int p = 0; p < pieces.piece_count(); ++p) {
    body.piece_element.push_back(body.piece_point[at(pieces.vertex_start[at(p)])].element);
  }
}

}  // namespace

FiniteElementBody make_finite_element_body(const NewBody& made,
                                           const BodyCharacteristics& reference) {
  SOLFEC_ASSERT(made.shape != nullptr && made.pieces != nullptr);
  FiniteElementBody added;
  added.id = made.id;
  added.scheme = default_form_scheme(made.kind, made.form);
  added.form = made.form;
  added.base = made.base;
  added.formulation = made.element;
  if (made.shape->background.empty()) {
    use_fitted_mesh(added, made.shape, *made.pieces);
  } else {
    use_background_mesh(added, *made.shape, *made.pieces);
  }
  added.characteristics = reference;
  const std::size_t nodes = added.mesh->nodes.size();
  for (std::vector<Vec3>* array :
       {&added.displacement, &added.velocity, &added.start_velocity, &added.load, &added.internal,
        &added.damped, &added.change, &added.reaction}) {
    array->resize(nodes);
  }
  set_elements(added, {&made.material, 1}, std::vector<int>(added.part_volumes().size(), 0));
  return added;
}

namespace {

/// Whether its law has a state.
bool has_state(const FiniteElementBody& body) { return law_of(body.model).state_size > 0; }

/// Gives the points of a mesh with other constants the states that they had.
void keep_states(const std::array<ElementGroup, 4>& before, FiniteElementMesh& mesh) {
  for (std::size_t g = 0; g < before.size(); ++g) {
    if (before[g].state.size() == mesh.group[g].state.size()) {
      mesh.group[g].state = before[g].state;
    }
  }
}

}  // namespace

void set_elements(FiniteElementBody& body, std::span<const BulkMaterial> materials,
                  std::span<const int> material) {
  const bool fitted = body.background == nullptr;
  const std::array<ElementGroup, 4> before = std::move(body.elements.group);
  body.model = materials[at(material.front())].model;
  body.elements = fitted ? make_finite_element_mesh(*body.mesh, materials, material)
                         : make_finite_element_mesh(*body.background, materials, material);
  if (fitted) set_formulation(*body.mesh, body.formulation, body.elements);
  set_gradient_bounds(body.elements);
  keep_states(before, body.elements);
  const std::vector<Vec3> undeformed(at(body.node_count()));
  body.eigenvalue = largest_element_eigenvalue(body.elements, undeformed).eigenvalue;
  body.undeformed_bound = 0.0;
  body.inverse_mass = {};
  body.held.clear();
  body.masses.clear();
  body.known_force = {};
  body.surface = fitted ? surface_integrals(*body.mesh) : volume_integrals(body.elements);
  if (!is_corotational(body.form)) return;
  const StiffnessPlan plan = plan_stiffness(body.elements, body.stiffness);
  assemble_stiffness(body.elements, plan, undeformed, body.stiffness);
  if (!is_reduced(body.form)) return;
  SOLFEC_ASSERT(body.base != nullptr);
  body.reduced = make_reduced_model(*body.base, body.elements, body.surface, body.stiffness);
  body.motion = {};
}

void add_pressure(FiniteElementBody& body, const MeshPressure& pressure) {
  SOLFEC_ASSERT(body.background == nullptr);
  if (body.pressure.empty()) body.dead_load = body.load;
  body.pressure.push_back(pressure);
  add_pressure_force(*body.mesh, body.displacement, pressure, body.load);
}

void follow_pressure(FiniteElementBody& body) {
  if (body.pressure.empty()) return;
  body.load = body.dead_load;
  for (const MeshPressure& pressure : body.pressure) {
    add_pressure_force(*body.mesh, body.displacement, pressure, body.load);
  }
}

void add_pressure_changes(const FiniteElementBody& body, double scale, std::span<const Vec3> v,
                          std::span<Vec3> force) {
  for (const MeshPressure& pressure : body.pressure) {
    add_pressure_change(*body.mesh, body.displacement, pressure, scale, v, force);
  }
}

void follow_rotation(FiniteElementBody& body) {
  if (!is_corotational(body.form)) return;
  body.rotation =
      corotation(body.elements, body.surface, body.displacement, body.rotation).rotation;
}

namespace {

/// Whether forces of the body are those of RotationProjector.
bool is_projected(const FiniteElementBody& body) {
  return body.form != FiniteElementForm::manual_corotational;
}

RotationProjector projector_of(const FiniteElementBody& body) {
  return {body.elements, body.surface, body.rotation, body.displacement};
}

}  // namespace

void find_internal_force(FiniteElementBody& body, FiniteElementScratch& scratch) {
  if (!is_corotational(body.form)) {
    internal_force(body.elements, body.displacement, scratch.element, body.internal);
    return;
  }
  corotated_force(body.elements, body.stiffness, body.rotation, body.displacement, scratch.turned,
                  body.internal);
  if (is_projected(body)) projector_of(body).project(body.internal);
}

void find_force_again(FiniteElementBody& body, FiniteElementScratch& scratch) {
  KnownForce& known = body.known_force;
  if (known.rotation == body.rotation && known.displacement == body.displacement) {
    body.internal = known.force;
    return;
  }
  find_internal_force(body, scratch);
  known = {body.rotation, body.displacement, body.internal};
}

void find_inner_forces(FiniteElementBody& body, std::span<const Vec3> velocity,
                       FiniteElementScratch& scratch) {
  if (!is_corotational(body.form) || !(body.damping > 0.0)) {
    find_internal_force(body, scratch);
    find_damping_force(body, velocity, scratch);
    return;
  }
  corotated_displacements(body.elements, body.rotation, body.displacement, scratch.turned);
  const auto multiply_both = [&] {  // K is read once
    rotated_products(body.stiffness, body.rotation, {scratch.turned, scratch.velocity},
                     {body.internal, body.damped});
  };
  if (is_projected(body)) {
    const RotationProjector projector = projector_of(body);
    projector.turn_back(velocity, scratch.velocity);
    multiply_both();
    projector.project(body.internal);
    projector.project(body.damped);
  } else {
    turn_back(body.rotation, velocity, scratch.velocity);
    multiply_both();
  }
  for (Vec3& force : body.damped) force *= body.damping;
}

void find_damping_force(FiniteElementBody& body, std::span<const Vec3> velocity,
                        FiniteElementScratch& scratch) {
  if (!(body.damping > 0.0)) {
    std::fill(body.damped.begin(), body.damped.end(), Vec3{});
    return;
  }
  if (!is_corotational(body.form)) {
    strain_rate_force(body.elements, body.displacement, velocity, scratch.element, body.damped);
  } else if (is_projected(body)) {
    const RotationProjector projector = projector_of(body);
    projector.turn_back(velocity, scratch.turned);
    rotated_product(body.stiffness, body.rotation, scratch.turned, body.damped);
    projector.project(body.damped);
  } else {
    corotated_stiffness_product(body.stiffness, body.rotation, velocity, scratch.turned,
                                body.damped);
  }
  for (Vec3& force : body.damped) force *= body.damping;
}

void end_deformation(FiniteElementBody& body, FiniteElementScratch& scratch) {
  if (has_state(body)) {
    advance_states(body.elements, body.displacement);
    body.known_force = {};  // a run that goes on from here has none
  }
  update_energies(body, scratch);
}

void update_energies(FiniteElementBody& body, FiniteElementScratch& scratch) {
  body.energy.kinetic = kinetic_energy(body.elements, body.velocity);
  if (!is_corotational(body.form)) {
    body.energy.internal = internal_energy(body.elements, body.displacement, scratch.element);
    body.energy.plastic = plastic_work(body.elements, scratch.element);
    return;
  }
  if (body.reduced != nullptr) {
    body.energy.internal =
        reduced_energy(*body.reduced, body.elements.mass, body.displacement, body.rotation);
    return;
  }
  corotated_displacements(body.elements, body.rotation, body.displacement, scratch.turned);
  body.energy.internal = corotated_energy(body.stiffness, scratch.turned, scratch.force);
}

void update_energies(FiniteElementBody& body) {
  FiniteElementScratch scratch(body.node_count());
  update_energies(body, scratch);
}

MeanMotion mean_motion(const FiniteElementBody& body) {
  const FiniteElementMesh& mesh = body.elements;
  const Vec3 middle = body.characteristics.center;
  double mass = 0.0;
  Vec3 first;  // Σ m (Z - Z̄), zero but for rounding and lumping
  MeanMotion mean;
  for (std::size_t a = 0; a < mesh.node.size(); ++a) {
    mass += mesh.mass[a];
    first += mesh.mass[a] * (mesh.node[a] - middle);
    mean.center += mesh.mass[a] * (mesh.node[a] + body.displacement[a]);
    mean.linear += mesh.mass[a] * body.velocity[a];
  }
  first = first / mass;
  mean.center = mean.center / mass;
  mean.linear = mean.linear / mass;
  Mat3 spread;
  for (std::size_t a = 0; a < mesh.node.size(); ++a) {
    const Vec3 arm = mesh.node[a] - middle - first;
    spread += mesh.mass[a] * outer(arm, arm);
    mean.gradient += mesh.mass[a] * outer(mesh.node[a] + body.displacement[a] - mean.center, arm);
    mean.rate += mesh.mass[a] * outer(body.velocity[a] - mean.linear, arm);
  }
  const Mat3 inverse_spread = inverse(spread);
  mean.gradient = mean.gradient * inverse_spread;
  mean.rate = mean.rate * inverse_spread;
  // at the centre of the reference, which the lumped masses may miss
  mean.center = mean.center - mean.gradient * first;
  mean.linear = mean.linear - mean.rate * first;
  return mean;
}

}  // namespace solfec
