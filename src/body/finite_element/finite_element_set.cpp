#include "body/finite_element/finite_element_set.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "body/common/number_list.h"
#include "body/finite_element/law_tail.h"
#include "body/finite_element/reduced_body.h"
#include "body/finite_element/stress_recovery.h"
#include "material/bulk_law.h"

namespace solfec {

int FiniteElementSet::append(const NewBody& made, const BodyCharacteristics& reference) {
  body.push_back(make_finite_element_body(made, reference));
  return settle_last();
}

// ---- motion ------------------------------------------------------------------------------------

BodyMotion FiniteElementSet::motion(int slot) const {
  const FiniteElementBody& mesh = (*this)[slot];
  const MeanMotion mean = mean_motion(mesh);
  return {mesh.characteristics.center, mean.center, mean.gradient, mean.linear, mean.rate};
}

Vec3 FiniteElementSet::current_point(int slot, Vec3 reference) const {
  const FiniteElementBody& mesh = (*this)[slot];
  return mesh.current_point(mesh.named_point(reference));
}

void FiniteElementSet::place(int slot, [[maybe_unused]] std::span<const Vec3> reference,
                             std::span<Vec3> current) const {
  const FiniteElementBody& mesh = (*this)[slot];
  SOLFEC_ASSERT(reference.size() == mesh.piece_node.size() + mesh.piece_point.size());
  for (std::size_t i = 0; i < mesh.piece_point.size(); ++i) {
    current[i] = mesh.current_point(mesh.piece_point[i]);
  }
  for (std::size_t i = 0; i < mesh.piece_node.size(); ++i) {
    const std::size_t node = at(mesh.piece_node[i]);
    current[i] = mesh.elements.node[node] + mesh.displacement[node];
  }
}

Vec3 FiniteElementSet::reference_point(int slot, Vec3 current) const {
  const FiniteElementBody& mesh = (*this)[slot];
  return mesh.point_at(current).of(mesh.elements.node);
}

Vec3 FiniteElementSet::velocity_at(int slot, Vec3 reference) const {
  const FiniteElementBody& mesh = (*this)[slot];
  return mesh.named_point(reference).of(mesh.velocity);
}

Vec3 FiniteElementSet::start_velocity_at(int slot, Vec3 reference) const {
  const FiniteElementBody& mesh = (*this)[slot];
  return mesh.named_point(reference).of(mesh.start_velocity);
}

Vec3 FiniteElementSet::convected(int slot, Vec3 reference, Vec3 direction) const {
  const FiniteElementBody& mesh = (*this)[slot];
  const MeshPoint point = mesh.named_point(reference);
  return deformation_gradient(mesh.elements, mesh.displacement, point.element, point.local) *
         direction;
}

Mat3 FiniteElementSet::stress_at(int slot, Vec3 reference) const {
  return solfec::stress_at((*this)[slot], reference, StressValue::averaged);
}

double FiniteElementSet::largest_speed(std::span<const double> /*reach*/) const {
  double squared = 0.0;
  for (const FiniteElementBody& mesh : body) {
    for (const Vec3& u : mesh.velocity) squared = std::max(squared, dot(u, u));
  }
  return std::sqrt(squared);
}

void FiniteElementSet::set_rigid_velocity(int slot, Vec3 linear, Vec3 angular) {
  (*this)[slot].set_rigid_velocity(linear, angular);
  update_energies(slot);
}

// ---- numbers -----------------------------------------------------------------------------------

void FiniteElementSet::write_configuration(int slot, std::vector<double>& q) const {
  std::vector<Vec3> x;
  (*this)[slot].positions(x);
  q.resize(3 * x.size());
  NumberWriter writer(q);
  for (const Vec3 position : x) writer.put(position);
}

void FiniteElementSet::write_velocity(int slot, std::vector<double>& u) const {
  const std::vector<Vec3>& velocity = (*this)[slot].velocity;
  u.resize(3 * velocity.size());
  NumberWriter writer(u);
  for (const Vec3 v : velocity) writer.put(v);
}

namespace {

/// Calls f(number) for the numbers of the states of all points with weight, in a fixed order.
template <typename Body, typename Function>
void visit_states(Body& mesh, const Function& f) {
  for (auto& group : mesh.elements.group) {
    if (group.state.empty()) continue;
    const auto numbers = at(law_of(group.model).state_size);
    for (std::size_t place = 0; place < group.weight.size(); ++place) {
      if (group.weight[place] == 0.0) continue;
      const std::size_t lane = place % kElementLanes;
      const std::size_t first = (place - lane) * numbers + lane;
      for (std::size_t k = 0; k < numbers; ++k) f(group.state[first + k * kElementLanes]);
    }
  }
}

int law_numbers(const FiniteElementBody& mesh) {
  int numbers = 0;
  visit_states(mesh, [&numbers](const double& /*number*/) { ++numbers; });
  return numbers;
}

/// Numbers of the state behind the nodal ones of a law that has some.
int tail_of(const FiniteElementBody& mesh) {
  if (law_of(mesh.model).state_size == 0) return 0;
  return law_tail(6 * mesh.node_count(), law_numbers(mesh));
}

}  // namespace

int FiniteElementSet::state_size(int slot) const {
  const FiniteElementBody& mesh = (*this)[slot];
  if (is_corotational(mesh.form)) return 6 * mesh.node_count() + 9;
  return 6 * mesh.node_count() + tail_of(mesh);
}

void FiniteElementSet::get_state(int slot, std::span<double> state) const {
  const FiniteElementBody& mesh = (*this)[slot];
  NumberWriter writer(state);
  for (const Vec3 q : mesh.displacement) writer.put(q);
  for (const Vec3 u : mesh.velocity) writer.put(u);
  if (is_corotational(mesh.form)) writer.put(mesh.rotation);
  const int tail = tail_of(mesh);
  if (tail == 0) return;
  visit_states(mesh, [&writer](const double& number) { writer.put(number); });
  for (int k = law_numbers(mesh) + 2; k < tail; ++k) writer.put(0.0);
  writer.put(mesh.energy.plastic);
  writer.put(double(tail));
}

void FiniteElementSet::set_state(int slot, std::span<const double> state) {
  FiniteElementBody& mesh = (*this)[slot];
  NumberReader reader(state);
  for (Vec3& q : mesh.displacement) reader.get(q);
  for (Vec3& u : mesh.velocity) reader.get(u);
  if (is_corotational(mesh.form)) reader.get(mesh.rotation);
  visit_states(mesh, [&reader](double& number) { reader.get(number); });
  update_energies(slot);
}

bool FiniteElementSet::has_finite_state(int slot) const {
  const FiniteElementBody& mesh = (*this)[slot];
  const auto finite = [](Vec3 v) { return is_finite(v); };
  return std::all_of(mesh.velocity.begin(), mesh.velocity.end(), finite) &&
         std::all_of(mesh.displacement.begin(), mesh.displacement.end(), finite);
}

bool FiniteElementSet::holds_shape(int slot) const {
  const FiniteElementBody& mesh = (*this)[slot];
  return solfec::holds_shape(mesh.elements.node[0] + mesh.displacement[0],
                             mesh.characteristics.volume);
}

void FiniteElementSet::get_placement(Placement& placement) const {
  placement.resize(body.size());
  for (std::size_t i = 0; i < body.size(); ++i) {
    placement[i].rotation = body[i].rotation;
    placement[i].displacement = body[i].displacement;
  }
}

void FiniteElementSet::set_placement(const Placement& placement) {
  SOLFEC_ASSERT(body.size() == placement.size());
  for (std::size_t i = 0; i < body.size(); ++i) {
    body[i].rotation = placement[i].rotation;
    body[i].displacement = placement[i].displacement;
  }
}

// ---- energies and materials --------------------------------------------------------------------

void FiniteElementSet::update_energies(int slot) { solfec::update_energies((*this)[slot]); }

double FiniteElementSet::stiffness_of(int slot) const {
  const FiniteElementBody& mesh = (*this)[slot];
  const double size = std::cbrt(mesh.characteristics.volume / mesh.node_count());
  return mesh.characteristics.mass * mesh.eigenvalue * size * size;
}

namespace {

/// @param weighted  Volume, centre and Euler tensor weighted with the densities.
void set_element_materials(FiniteElementBody& mesh, const MassProperties& weighted,
                           std::span<const BulkMaterial> materials, std::span<const int> material) {
  const double volume = mesh.characteristics.volume;
  set_elements(mesh, materials, material);
  mesh.characteristics = uniform_characteristics(FiniteElementSet::kKind, weighted, 1.0);
  mesh.characteristics.volume = volume;
  update_energies(mesh);
}

}  // namespace

void FiniteElementSet::set_material(int slot, const MassProperties& properties,
                                    const BulkMaterial& material) {
  MassProperties weighted = properties;
  weighted.volume *= material.density;
  weighted.euler *= material.density;
  const std::vector<int> uniform((*this)[slot].part_volumes().size(), 0);
  set_element_materials((*this)[slot], weighted, {&material, 1}, uniform);
}

void FiniteElementSet::set_part_materials(int slot, const Shape& shape,
                                          const PartMaterials& parts) {
  std::vector<int> material;
  for (const VolumeId volume : (*this)[slot].part_volumes()) {
    material.push_back(parts.index(volume));
  }
  const MassProperties weighted =
      mass_properties(shape, [&](VolumeId part) { return parts.of(part).density; });
  set_element_materials((*this)[slot], weighted, parts.all, material);
}

// ---- loads -------------------------------------------------------------------------------------

void FiniteElementSet::add_gravity(Vec3 acceleration) {
  for (FiniteElementBody& mesh : owned_bodies()) {
    for (std::size_t a = 0; a < mesh.load.size(); ++a) {
      mesh.load[a] += mesh.elements.mass[a] * acceleration;
    }
  }
}

void FiniteElementSet::add_force(int slot, Vec3 reference, Vec3 force) {
  FiniteElementBody& mesh = (*this)[slot];
  const MeshPoint point = mesh.named_point(reference);
  for (std::size_t a = 0; a < at(point.count); ++a) {
    mesh.load[at(point.node[a])] += point.weight[a] * force;
  }
}

void FiniteElementSet::add_load(int slot, std::span<const double> load) {
  std::vector<Vec3>& nodal = (*this)[slot].load;
  for (std::size_t a = 0; a < nodal.size(); ++a) {
    nodal[a] += Vec3{load[3 * a], load[3 * a + 1], load[3 * a + 2]};
  }
}

void FiniteElementSet::add_pressure(int slot, const PressedSurface& surface, double pressure) {
  solfec::add_pressure((*this)[slot], {surface.surface, pressure});
}

// ---- the body as something rigid, and pushed points --------------------------------------------

RigidInertia FiniteElementSet::rigid_inertia(int slot) const {
  const FiniteElementBody& mesh = (*this)[slot];
  const std::vector<double>& mass = mesh.elements.mass;
  RigidInertia inertia;
  Vec3 momentum;
  for (std::size_t a = 0; a < mass.size(); ++a) {
    inertia.mass += mass[a];
    inertia.center += mass[a] * (mesh.elements.node[a] + mesh.displacement[a]);
    momentum += mass[a] * mesh.velocity[a];
  }
  inertia.center = inertia.center / inertia.mass;
  inertia.linear = momentum / inertia.mass;
  Mat3 moment;
  for (std::size_t a = 0; a < mass.size(); ++a) {
    const Vec3 arm = mesh.elements.node[a] + mesh.displacement[a] - inertia.center;
    moment += mass[a] * outer(arm, arm);
  }
  inertia.inverse_inertia = inverse_inertia_of(moment);
  return inertia;
}

void FiniteElementSet::shift(int slot, Vec3 center, Vec3 shift, const Mat3& rotation) {
  FiniteElementBody& mesh = (*this)[slot];
  const Mat3 turn = rotation - identity();
  const Vec3 mean = rigid_inertia(slot).linear;
  for (std::size_t a = 0; a < mesh.displacement.size(); ++a) {
    const Vec3 arm = mesh.elements.node[a] + mesh.displacement[a] - center;
    mesh.displacement[a] += shift + turn * arm;
    mesh.velocity[a] += turn * (mesh.velocity[a] - mean);
  }
  mesh.rotation = rotation * mesh.rotation;
}

double FiniteElementSet::load_work(int slot, Vec3 center, Vec3 shift, Vec3 turn) const {
  const FiniteElementBody& mesh = (*this)[slot];
  double work = 0.0;
  for (std::size_t a = 0; a < mesh.load.size(); ++a) {
    const Vec3 arm = mesh.elements.node[a] + mesh.displacement[a] - center;
    work += dot(mesh.load[a], shift + cross(turn, arm));
  }
  return work;
}

Vec3 FiniteElementSet::spin_momentum(int slot) const {
  const FiniteElementBody& mesh = (*this)[slot];
  const RigidInertia mean = rigid_inertia(slot);
  Vec3 spin;
  for (std::size_t a = 0; a < mesh.velocity.size(); ++a) {
    const Vec3 arm = mesh.elements.node[a] + mesh.displacement[a] - mean.center;
    spin += mesh.elements.mass[a] * cross(arm, mesh.velocity[a] - mean.linear);
  }
  return spin;
}

void FiniteElementSet::add_rigid_velocity(int slot, Vec3 linear_change, Vec3 angular_change) {
  FiniteElementBody& mesh = (*this)[slot];
  const Vec3 center = rigid_inertia(slot).center;
  for (std::size_t a = 0; a < mesh.velocity.size(); ++a) {
    const Vec3 arm = mesh.elements.node[a] + mesh.displacement[a] - center;
    mesh.velocity[a] += linear_change + cross(angular_change, arm);
  }
  update_energies(slot);
}

BodyPoint FiniteElementSet::point(int slot, Vec3 reference) const {
  const FiniteElementBody& mesh = (*this)[slot];
  BodyPoint point;
  point.mesh = mesh.named_point(reference);
  point.current = mesh.current_point(point.mesh);
  return point;
}

Mat3 FiniteElementSet::mobility(int slot, const BodyPoint& a, const BodyPoint& b) const {
  if (is_reduced((*this)[slot].form)) return reduced_mobility((*this)[slot], a.mesh, b.mesh);
  const std::vector<double>& mass = (*this)[slot].elements.mass;
  double sum = 0.0;
  for (std::size_t i = 0; i < at(a.mesh.count); ++i) {
    for (std::size_t j = 0; j < at(b.mesh.count); ++j) {
      if (a.mesh.node[i] != b.mesh.node[j]) continue;
      sum += a.mesh.weight[i] * b.mesh.weight[j] / mass[at(a.mesh.node[i])];
    }
  }
  return sum * identity();
}

void FiniteElementSet::push(int slot, const BodyPoint& point, Vec3 p) {
  FiniteElementBody& mesh = (*this)[slot];
  if (is_reduced(mesh.form)) {
    add_reduced_push(mesh, point.mesh, p, mesh.displacement);
    return;
  }
  for (std::size_t a = 0; a < at(point.mesh.count); ++a) {
    const std::size_t node = at(point.mesh.node[a]);
    mesh.displacement[node] += (point.mesh.weight[a] / mesh.elements.mass[node]) * p;
  }
}

void FiniteElementSet::kick(int slot, const BodyPoint& point, Vec3 p) {
  FiniteElementBody& mesh = (*this)[slot];
  if (is_reduced(mesh.form)) {
    add_reduced_push(mesh, point.mesh, p, mesh.velocity);
    return;
  }
  for (std::size_t a = 0; a < at(point.mesh.count); ++a) {
    const std::size_t node = at(point.mesh.node[a]);
    mesh.velocity[node] += (point.mesh.weight[a] / mesh.elements.mass[node]) * p;
  }
}

}  // namespace solfec
