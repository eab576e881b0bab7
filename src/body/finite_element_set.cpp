#include "body/finite_element_set.h"

#include <utility>

#include "base/check.h"
#include "base/count.h"

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

Mat3 FiniteElementBody::stress_at(Vec3 reference) const {
  const MeshPoint point = find(reference);
  return cauchy_stress(elements, displacement, point.element, point.local);
}

void FiniteElementBody::set_rigid_velocity(Vec3 linear, Vec3 angular) {
  const Vec3 center = mean_motion(*this).center;
  for (std::size_t a = 0; a < velocity.size(); ++a) {
    velocity[a] = linear + cross(angular, elements.node[a] + displacement[a] - center);
  }
}

/// From element to element: the reference position that one element gives the point leads to the
/// next one, until it stays.
MeshPoint FiniteElementBody::point_at(Vec3 x) const {
  constexpr int kMostSteps = 20;
  const MeanMotion mean = mean_motion(*this);
  MeshPoint point = find(characteristics.center + inverse(mean.gradient) * (x - mean.center));
  for (int step = 0; step < kMostSteps; ++step) {
    const int element = point.element;
    point = point_at(element, x);
    const MeshPoint next = find(point.of(elements.node));
    if (next.element == element) break;
    point = next;
  }
  return point_at(point.element, x);
}

int FiniteElementSet::append(BodyId id, std::shared_ptr<const Mesh> mesh, const ShapePieces& pieces,
                             const BodyCharacteristics& reference, const BulkMaterial& material) {
  FiniteElementBody added;
  added.id = id;
  added.scheme = default_scheme(BodyKind::finite_element);
  const std::vector<int> uniform(mesh->elements.size(), 0);
  added.elements = make_finite_element_mesh(*mesh, {&material, 1}, uniform);
  added.piece_element = pieces.source;
  for (int p = 0; p < pieces.piece_count(); ++p) {
    const MeshElement& element = mesh->elements[at(pieces.source[at(p)])];
    SOLFEC_ASSERT(count(piece_vertices(pieces, p)) == element.node_count);
    for (int a = 0; a < element.node_count; ++a) added.piece_node.push_back(element.node[at(a)]);
  }
  added.locator = std::make_shared<const ElementLocator>(*mesh);
  added.mesh = std::move(mesh);
  added.characteristics = reference;
  const std::size_t nodes = added.elements.node.size();
  for (std::vector<Vec3>* array : {&added.displacement, &added.velocity, &added.start_velocity,
                                   &added.load, &added.internal, &added.damped, &added.change}) {
    array->resize(nodes);
  }
  body.push_back(std::move(added));
  return size() - 1;
}

void FiniteElementSet::erase(int slot) {
  SOLFEC_ASSERT(0 <= slot && slot < size());
  body.erase(body.begin() + slot);
}

void update_energies(FiniteElementBody& body) {
  body.energy.kinetic = kinetic_energy(body.elements, body.velocity);
  body.energy.internal = internal_energy(body.elements, body.displacement, body.workspace);
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
