#include "body/bodies.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "material/kirchhoff.h"

namespace solfec {

namespace {

/// Writes numbers one after another into a span.
class StateWriter {
 public:
  explicit StateWriter(std::span<double> target) : target_(target) {}
  void put(const Mat3& value) {
    for (const double entry : value.m) target_[next_++] = entry;
  }
  void put(Vec3 value) {
    for (int i = 0; i < 3; ++i) target_[next_++] = value[i];
  }

 private:
  std::span<double> target_;
  std::size_t next_ = 0;
};

/// Reads numbers in the order in which StateWriter wrote them.
class StateReader {
 public:
  explicit StateReader(std::span<const double> source) : source_(source) {}
  void get(Mat3& value) {
    for (double& entry : value.m) entry = source_[next_++];
  }
  void get(Vec3& value) {
    for (int i = 0; i < 3; ++i) value[i] = source_[next_++];
  }

 private:
  std::span<const double> source_;
  std::size_t next_ = 0;
};

constexpr std::size_t kConfigurationSize = 12;  // every kind: 3 x 3 matrix and centre

/// Calls f(array) for the arrays of the state in the order in which it is stored; `Sets` is Bodies
/// or const Bodies.
template <typename Sets, typename Function>
void for_each_state_array(Sets& bodies, BodyKind kind, const Function& f) {
  if (kind == BodyKind::obstacle) {
    f(bodies.obstacles.rotation);
    f(bodies.obstacles.center);
    f(bodies.obstacles.angular);
    f(bodies.obstacles.linear);
  } else if (kind == BodyKind::rigid) {
    f(bodies.rigid.rotation);
    f(bodies.rigid.center);
    f(bodies.rigid.angular);
    f(bodies.rigid.linear);
  } else {
    f(bodies.pseudo_rigid.gradient);
    f(bodies.pseudo_rigid.center);
    f(bodies.pseudo_rigid.rate);
    f(bodies.pseudo_rigid.linear);
  }
}

/// Energies of a slot, of a const or a mutable `Sets`.
template <typename Sets>
auto& energy_of(Sets& bodies, BodyRef body) {
  if (body.kind == BodyKind::obstacle) return bodies.obstacles.energy[body.slot];
  if (body.kind == BodyKind::rigid) return bodies.rigid.energy[body.slot];
  if (body.kind == BodyKind::finite_element) return bodies.finite_element[body.slot].energy;
  return bodies.pseudo_rigid.energy[body.slot];
}

}  // namespace

BodyRef Bodies::add(BodyId id, BodyKind kind, const MassProperties& properties,
                    const BulkMaterial& material) {
  SOLFEC_ASSERT(ids_.empty() || ids_.back() < id);
  SOLFEC_ASSERT(kind != BodyKind::finite_element);
  const BodyCharacteristics reference =
      checked_characteristics(kind, uniform_characteristics(kind, properties, material.density));
  BodyRef body{kind, 0};
  if (kind == BodyKind::obstacle) {
    body.slot = obstacles.append(id, reference);
  } else if (kind == BodyKind::rigid) {
    body.slot = rigid.append(id, reference);
  } else {
    body.slot = pseudo_rigid.append(id, reference, lame_lambda(material), lame_mu(material));
  }
  ids_.push_back(id);
  refs_.push_back(body);
  return body;
}

BodyRef Bodies::add_finite_element(BodyId id, const MassProperties& properties,
                                   const std::shared_ptr<const Shape>& shape,
                                   const ShapePieces& pieces, const BulkMaterial& material,
                                   FiniteElementForm form) {
  SOLFEC_ASSERT(ids_.empty() || ids_.back() < id);
  const BodyCharacteristics reference = checked_characteristics(
      BodyKind::finite_element,
      uniform_characteristics(BodyKind::finite_element, properties, material.density));
  const BodyRef body{BodyKind::finite_element,
                     finite_element.append(id, shape, pieces, reference, material, form)};
  ids_.push_back(id);
  refs_.push_back(body);
  return body;
}

void Bodies::remove(BodyId id) {
  const int place = find(id);
  SOLFEC_ASSERT(place >= 0);
  const BodyRef gone = refs_[place];
  if (gone.kind == BodyKind::obstacle) {
    obstacles.erase(gone.slot);
  } else if (gone.kind == BodyKind::rigid) {
    rigid.erase(gone.slot);
  } else if (gone.kind == BodyKind::finite_element) {
    finite_element.erase(gone.slot);
  } else {
    pseudo_rigid.erase(gone.slot);
  }
  ids_.erase(ids_.begin() + place);
  refs_.erase(refs_.begin() + place);
  for (BodyRef& other : refs_) {
    if (other.kind == gone.kind && other.slot > gone.slot) --other.slot;
  }
}

int Bodies::find(BodyId id) const {
  const auto place = std::lower_bound(ids_.begin(), ids_.end(), id);
  if (place == ids_.end() || *place != id) return -1;
  return static_cast<int>(place - ids_.begin());
}

BodyMotion Bodies::motion(BodyRef body) const {
  const int i = body.slot;
  if (body.kind == BodyKind::obstacle) {
    return {obstacles.reference_center[i], obstacles.center[i], obstacles.rotation[i],
            obstacles.linear[i], skew(obstacles.angular[i]) * obstacles.rotation[i]};
  }
  if (body.kind == BodyKind::rigid) {
    return {rigid.reference_center[i], rigid.center[i], rigid.rotation[i], rigid.linear[i],
            rigid.rotation[i] * skew(rigid.angular[i])};
  }
  if (body.kind == BodyKind::finite_element) {
    const MeanMotion mean = mean_motion(finite_element[i]);
    return {finite_element[i].characteristics.center, mean.center, mean.gradient, mean.linear,
            mean.rate};
  }
  return {pseudo_rigid.reference_center[i], pseudo_rigid.center[i], pseudo_rigid.gradient[i],
          pseudo_rigid.linear[i], pseudo_rigid.rate[i]};
}

const Mat3& Bodies::gradient(BodyRef body) const {
  SOLFEC_ASSERT(body.kind != BodyKind::finite_element);
  if (body.kind == BodyKind::obstacle) return obstacles.rotation[body.slot];
  if (body.kind == BodyKind::rigid) return rigid.rotation[body.slot];
  return pseudo_rigid.gradient[body.slot];
}

Vec3 Bodies::current_point(BodyRef body, Vec3 reference) const {
  if (body.kind == BodyKind::finite_element) {
    const FiniteElementBody& mesh = finite_element[body.slot];
    return mesh.current_point(mesh.find(reference));
  }
  const auto place = [&](const auto& set) {
    return set.center[body.slot] + gradient(body) * (reference - set.reference_center[body.slot]);
  };
  if (body.kind == BodyKind::obstacle) return place(obstacles);
  return body.kind == BodyKind::rigid ? place(rigid) : place(pseudo_rigid);
}

void Bodies::place(BodyRef body, std::span<const Vec3> reference, std::span<Vec3> current) const {
  SOLFEC_ASSERT(reference.size() == current.size());
  if (body.kind == BodyKind::finite_element) {
    const FiniteElementBody& mesh = finite_element[body.slot];
    SOLFEC_ASSERT(reference.size() == mesh.piece_node.size() + mesh.piece_point.size());
    for (std::size_t i = 0; i < mesh.piece_point.size(); ++i) {
      current[i] = mesh.current_point(mesh.piece_point[i]);
    }
    for (std::size_t i = 0; i < mesh.piece_node.size(); ++i) {
      const std::size_t node = at(mesh.piece_node[i]);
      current[i] = mesh.elements.node[node] + mesh.displacement[node];
    }
    return;
  }
  const BodyMotion now = motion(body);
  for (std::size_t i = 0; i < reference.size(); ++i) {
    current[i] = now.center + now.gradient * (reference[i] - now.reference_center);
  }
}

Vec3 Bodies::reference_point(BodyRef body, Vec3 current) const {
  if (body.kind == BodyKind::finite_element) {
    const FiniteElementBody& mesh = finite_element[body.slot];
    return mesh.point_at(current).of(mesh.elements.node);
  }
  const BodyMotion now = motion(body);
  const Vec3 arm = current - now.center;
  if (body.kind != BodyKind::pseudo_rigid) {
    return now.reference_center + transposed_times(now.gradient, arm);
  }
  return now.reference_center + inverse(now.gradient) * arm;
}

Vec3 Bodies::velocity(BodyRef body, Vec3 reference) const {
  if (body.kind == BodyKind::finite_element) {
    const FiniteElementBody& mesh = finite_element[body.slot];
    return mesh.find(reference).of(mesh.velocity);
  }
  const BodyMotion now = motion(body);
  return now.linear + now.rate * (reference - now.reference_center);
}

void Bodies::stress(BodyRef body, Vec3 reference, std::span<double, 6> stress) const {
  Mat3 cauchy;
  if (body.kind == BodyKind::finite_element) {
    cauchy = finite_element[body.slot].stress_at(reference);
  }
  if (body.kind == BodyKind::pseudo_rigid) {
    cauchy = cauchy_stress(pseudo_rigid.gradient[body.slot], pseudo_rigid.lame_lambda[body.slot],
                           pseudo_rigid.lame_mu[body.slot]);
  }
  stress[0] = cauchy(0, 0);
  stress[1] = cauchy(1, 1);
  stress[2] = cauchy(2, 2);
  stress[3] = cauchy(0, 1);
  stress[4] = cauchy(0, 2);
  stress[5] = cauchy(1, 2);
}

void Bodies::configuration(BodyRef body, std::vector<double>& q) const {
  q.clear();
  if (body.kind == BodyKind::obstacle) return;
  if (body.kind == BodyKind::finite_element) {
    std::vector<Vec3> x;
    finite_element[body.slot].positions(x);
    q.resize(3 * x.size());
    StateWriter writer(q);
    for (const Vec3 position : x) writer.put(position);
    return;
  }
  q.resize(kConfigurationSize);
  const BodyMotion now = motion(body);
  StateWriter writer(q);
  writer.put(now.gradient);
  writer.put(now.center);
}

void Bodies::velocity(BodyRef body, std::vector<double>& u) const {
  u.clear();
  if (body.kind == BodyKind::obstacle) return;
  if (body.kind == BodyKind::finite_element) {
    u.resize(3 * finite_element[body.slot].velocity.size());
    StateWriter writer(u);
    for (const Vec3 v : finite_element[body.slot].velocity) writer.put(v);
    return;
  }
  u.resize(at(state_size(body)) - kConfigurationSize);
  StateWriter writer(u);
  if (body.kind == BodyKind::rigid) {
    writer.put(rigid.angular[body.slot]);
    writer.put(rigid.linear[body.slot]);
  } else {
    writer.put(pseudo_rigid.rate[body.slot]);
    writer.put(pseudo_rigid.linear[body.slot]);
  }
}

int Bodies::state_size(BodyRef body) const {
  if (body.kind == BodyKind::finite_element) {
    const FiniteElementBody& mesh = finite_element[body.slot];
    return 6 * mesh.node_count() + (mesh.form == FiniteElementForm::corotational ? 9 : 0);
  }
  return fixed_state_size(body.kind);
}

int Bodies::fixed_state_size(BodyKind kind) {
  SOLFEC_ASSERT(kind != BodyKind::finite_element);
  return kind == BodyKind::pseudo_rigid ? 24 : 18;
}

void Bodies::get_state(BodyRef body, std::span<double> state) const {
  SOLFEC_ASSERT(static_cast<int>(state.size()) == state_size(body));
  StateWriter writer(state);
  if (body.kind == BodyKind::finite_element) {
    for (const Vec3 q : finite_element[body.slot].displacement) writer.put(q);
    for (const Vec3 u : finite_element[body.slot].velocity) writer.put(u);
    if (finite_element[body.slot].form == FiniteElementForm::corotational) {
      writer.put(finite_element[body.slot].rotation);
    }
    return;
  }
  for_each_state_array(*this, body.kind, [&](const auto& array) { writer.put(array[body.slot]); });
}

void Bodies::set_state(BodyRef body, std::span<const double> state) {
  SOLFEC_ASSERT(static_cast<int>(state.size()) == state_size(body));
  StateReader reader(state);
  if (body.kind == BodyKind::finite_element) {
    for (Vec3& q : finite_element[body.slot].displacement) reader.get(q);
    for (Vec3& u : finite_element[body.slot].velocity) reader.get(u);
    if (finite_element[body.slot].form == FiniteElementForm::corotational) {
      reader.get(finite_element[body.slot].rotation);
    }
    update_energies(body);
    return;
  }
  for_each_state_array(*this, body.kind, [&](auto& array) { reader.get(array[body.slot]); });
  update_energies(body);
}

void Bodies::update_energies(BodyRef body) {
  if (body.kind == BodyKind::rigid) {
    rigid.energy[body.slot].kinetic = kinetic_energy(rigid, body.slot);
  } else if (body.kind == BodyKind::pseudo_rigid) {
    pseudo_rigid.energy[body.slot].kinetic = kinetic_energy(pseudo_rigid, body.slot);
    pseudo_rigid.energy[body.slot].internal = internal_energy(pseudo_rigid, body.slot);
  } else if (body.kind == BodyKind::finite_element) {
    solfec::update_energies(finite_element[body.slot]);
  }
}

Energies Bodies::energies(BodyRef body) const { return energy_of(*this, body); }

void Bodies::set_energies(BodyRef body, const Energies& energies) {
  energy_of(*this, body) = energies;
}

void Bodies::add_contact_work(BodyRef body, double normal, double tangential) {
  Energies& energy = energy_of(*this, body);
  energy.contact += normal;
  energy.friction += tangential;
}

BodyCharacteristics Bodies::characteristics(BodyRef body) const {
  const auto of = [i = body.slot](const auto& set, const std::vector<Mat3>& tensor) {
    return BodyCharacteristics{set.mass[i], set.volume[i], set.reference_center[i], tensor[i]};
  };
  if (body.kind == BodyKind::obstacle) return of(obstacles, obstacles.euler);
  if (body.kind == BodyKind::rigid) return of(rigid, rigid.inertia);
  if (body.kind == BodyKind::finite_element) return finite_element[body.slot].characteristics;
  return of(pseudo_rigid, pseudo_rigid.euler);
}

void Bodies::set_characteristics(BodyRef body, const BodyCharacteristics& characteristics) {
  const BodyCharacteristics checked = checked_characteristics(body.kind, characteristics);
  if (body.kind == BodyKind::finite_element) return;
  const BodyMotion old = motion(body);
  const auto write = [&](auto& set, std::vector<Mat3>& tensor) {
    const int i = body.slot;
    const Vec3 shift = checked.center - old.reference_center;
    set.mass[i] = checked.mass;
    set.volume[i] = checked.volume;
    set.reference_center[i] = checked.center;
    set.center[i] += old.gradient * shift;  // material points stay where they are
    set.linear[i] += old.rate * shift;
    tensor[i] = checked.tensor;
  };
  if (body.kind == BodyKind::obstacle) {
    write(obstacles, obstacles.euler);
  } else if (body.kind == BodyKind::rigid) {
    write(rigid, rigid.inertia);
    rigid.inverse_inertia[body.slot] = inverse(checked.tensor);
  } else {
    write(pseudo_rigid, pseudo_rigid.euler);
    pseudo_rigid.inverse_euler[body.slot] = inverse(checked.tensor);
  }
  update_energies(body);
}

void Bodies::set_material(BodyRef body, const MassProperties& properties,
                          const BulkMaterial& material) {
  if (body.kind == BodyKind::finite_element) {
    const std::vector<int> uniform(finite_element[body.slot].part_volumes().size(), 0);
    MassProperties weighted = properties;
    weighted.volume *= material.density;
    weighted.euler *= material.density;
    set_element_materials(body, weighted, {&material, 1}, uniform);
    return;
  }
  set_characteristics(body, uniform_characteristics(body.kind, properties, material.density));
  if (body.kind != BodyKind::pseudo_rigid) return;
  pseudo_rigid.lame_lambda[body.slot] = lame_lambda(material);
  pseudo_rigid.lame_mu[body.slot] = lame_mu(material);
  update_energies(body);
}

void Bodies::set_element_materials(BodyRef body, const MassProperties& weighted,
                                   std::span<const BulkMaterial> materials,
                                   std::span<const int> material) {
  FiniteElementBody& mesh = finite_element[body.slot];
  const double volume = mesh.characteristics.volume;
  set_elements(mesh, materials, material);
  mesh.characteristics = uniform_characteristics(body.kind, weighted, 1.0);
  mesh.characteristics.volume = volume;
  update_energies(body);
}

void Bodies::set_rigid_velocity(BodyRef body, Vec3 linear, Vec3 angular) {
  const int i = body.slot;
  if (body.kind == BodyKind::obstacle) {
    obstacles.angular[i] = angular;
    obstacles.linear[i] = linear;
  } else if (body.kind == BodyKind::rigid) {
    rigid.angular[i] = transposed_times(rigid.rotation[i], angular);
    rigid.linear[i] = linear;
  } else if (body.kind == BodyKind::finite_element) {
    finite_element[i].set_rigid_velocity(linear, angular);
  } else {
    pseudo_rigid.rate[i] = skew(angular) * pseudo_rigid.gradient[i];
    pseudo_rigid.linear[i] = linear;
  }
  update_energies(body);
}

Scheme Bodies::scheme(BodyRef body) const {
  if (body.kind == BodyKind::obstacle) return Scheme::none;
  if (body.kind == BodyKind::rigid) return rigid.scheme[body.slot];
  if (body.kind == BodyKind::finite_element) return finite_element[body.slot].scheme;
  return pseudo_rigid.scheme[body.slot];
}

bool Bodies::set_scheme(BodyRef body, Scheme scheme) {
  if (!has_scheme(body.kind, scheme)) return false;
  if (body.kind == BodyKind::rigid) rigid.scheme[body.slot] = scheme;
  if (body.kind == BodyKind::pseudo_rigid) pseudo_rigid.scheme[body.slot] = scheme;
  if (body.kind == BodyKind::finite_element) finite_element[body.slot].scheme = scheme;
  return true;
}

double Bodies::damping(BodyRef body) const {
  if (body.kind == BodyKind::finite_element) return finite_element[body.slot].damping;
  return body.kind == BodyKind::pseudo_rigid ? pseudo_rigid.damping[body.slot] : 0.0;
}

bool Bodies::set_damping(BodyRef body, double damping) {
  SOLFEC_ASSERT(damping >= 0.0);
  if (body.kind == BodyKind::finite_element) {
    finite_element[body.slot].damping = damping;
    return true;
  }
  if (body.kind != BodyKind::pseudo_rigid) return false;
  pseudo_rigid.damping[body.slot] = damping;
  return true;
}

}  // namespace solfec
