#include "domain/given_state.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "body/common/number_list.h"
#include "body/finite_element/corotation.h"
#include "domain/bonds/bond_anchors.h"
#include "geometry/element/mesh_faces.h"

namespace solfec {

namespace {

constexpr double kRotationTolerance = 1e-6;  // of RᵀR - 1, Frobenius norm

const BodyRecord& record_of(const Domain& domain, BodyId id) { return *domain.find_body(id); }

void check_numbers(const BodyRecord& record, const char* what, std::span<const double> numbers,
                   std::size_t size) {
  if (numbers.size() != size) {
    throw InputError(cat(what, " of ", describe(record), ", which is ", name_of(record.kind),
                         ", must have ", size, " numbers, got ", numbers.size()));
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (std::isfinite(numbers[i])) continue;
    throw InputError(
        cat(what, " of ", describe(record), " must be finite, got ", numbers[i], " at place ", i));
  }
}

void check_has_inertia(const BodyRecord& record) {
  if (has_inertia(record.kind)) return;
  throw InputError(cat(describe(record),
                       " is an OBSTACLE, which has none: SET_DISPLACEMENT, SET_VELOCITY and "
                       "INITIAL_VELOCITY move it"));
}

/// Whether another rank has a body alone, which sets it; all ranks know that something was given.
bool is_elsewhere(Domain& domain, BodyId id) {
  if (!domain.is_absent(id)) return false;
  domain.note_given_velocities({id});
  return true;
}

/// Bonds are between places that a body would no longer have.
void check_free(const Domain& domain, BodyId id) {
  if (!has_bonds(domain.contact_points(), id)) return;
  throw InputError(cat(describe(record_of(domain, id)),
                       " must have no cohesive bonds: they are between places of the bodies"));
}

std::vector<double> state_of(const Domain& domain, BodyId id) {
  const BodyRef body = domain.body_ref(id);
  std::vector<double> state(at(domain.bodies.state_size(body)));
  domain.bodies.get_state(body, state);
  return state;
}

/// Rotation nearest to a matrix that is one but for rounding: R ← R (3 - RᵀR) / 2, twice.
Mat3 cleaned_rotation(const BodyRecord& record, Mat3 R) {
  const Mat3 error = transpose(R) * R - identity();
  const double size = std::sqrt(double_dot(error, error));
  if (!(size <= kRotationTolerance && determinant(R) > 0.0)) {
    throw InputError(cat("the first nine numbers of ", describe(record),
                         " must be a rotation: |R^T R - 1| must be at most ", kRotationTolerance,
                         " and det R positive, got ", size, " and ", determinant(R)));
  }
  for (int k = 0; k < 2; ++k) R = 0.5 * (R * (3.0 * identity() - transpose(R) * R));
  return R;
}

/// Rotation or deformation gradient, then the centre: the first numbers of the state.
void give_frame(Domain& domain, BodyId id, std::span<const double> q) {
  const BodyRecord& record = record_of(domain, id);
  NumberReader reader(q);
  Mat3 gradient;
  reader.get(gradient);
  if (turns_only(record.kind)) {
    gradient = cleaned_rotation(record, gradient);
  } else if (!(determinant(gradient) > 0.0)) {
    throw InputError(cat("the deformation gradient of ", describe(record),
                         " must have a positive determinant, got ", determinant(gradient)));
  }
  std::vector<double> state = state_of(domain, id);
  NumberWriter writer(state);
  writer.put(gradient);
  std::copy(q.begin() + 9, q.end(), state.begin() + 9);
  domain.give_state(id, state);
}

/// Displacements and velocities of the nodes, and the rotation that goes with the displacements.
void give_nodes(Domain& domain, BodyId id, std::span<const Vec3> positions,
                std::span<const Vec3> velocities) {
  const FiniteElementBody& body = *domain.bodies.mesh(domain.body_ref(id));
  Mesh moved = *body.mesh;
  moved.nodes.assign(positions.begin(), positions.end());
  check_elements(describe(record_of(domain, id)), moved);
  std::vector<Vec3> displacement(positions.size());
  for (std::size_t a = 0; a < positions.size(); ++a) {
    displacement[a] = positions[a] - body.elements.node[a];
  }
  std::vector<double> state(at(domain.bodies.state_size(domain.body_ref(id))));
  NumberWriter writer(state);
  for (const Vec3 d : displacement) writer.put(d);
  for (const Vec3 v : velocities) writer.put(v);
  if (is_corotational(body.form)) {
    writer.put(corotation(body.elements, body.surface, displacement, identity()).rotation);
  }
  domain.give_state(id, state);
}

std::vector<Vec3> vectors_of(std::span<const double> numbers) {
  std::vector<Vec3> vectors(numbers.size() / 3);
  NumberReader reader(numbers);
  for (Vec3& v : vectors) reader.get(v);
  return vectors;
}

std::string stored_name(const StoredBody& stored) {
  return stored.label.empty() ? cat("body ", stored.id) : cat("body '", stored.label, "'");
}

void check_kind(const BodyRecord& record, const StoredBody& stored, BodyKind wanted) {
  if (stored.kind == wanted) return;
  throw InputError(cat(describe(record), " is ", name_of(record.kind), ", and ",
                       stored_name(stored), " of the results must be ", name_of(wanted), ", got ",
                       name_of(stored.kind)));
}

/// State of finite elements: displacements and velocities first, whatever the form.
void give_stored_nodes(const StoredBody& stored, std::span<const double> numbers, Domain& domain,
                       BodyId id) {
  const FiniteElementBody& body = *domain.bodies.mesh(domain.body_ref(id));
  const std::size_t n = body.elements.node.size();
  const std::size_t stored_nodes = numbers.size() / 6;  // the rotation of 'BC' has 9 numbers
  const bool same = numbers.size() == 6 * n + (is_corotational(stored.form) ? 9 : 0);
  if (!same) {
    throw InputError(cat(describe(record_of(domain, id)), " has ", n, " nodes, and ",
                         stored_name(stored), " of the results must have as many, got ",
                         is_corotational(stored.form) ? (numbers.size() - 9) / 6 : stored_nodes));
  }
  std::vector<Vec3> positions = vectors_of(numbers.first(3 * n));
  for (std::size_t a = 0; a < n; ++a) positions[a] += body.elements.node[a];
  give_nodes(domain, id, positions, vectors_of(numbers.subspan(3 * n, 3 * n)));
}

}  // namespace

void Domain::give_state(BodyId id, std::span<const double> state) {
  bodies.set_state(body_ref(id), state);
  impulses_.forget(id);
  if (has_inertia(find_body(id)->kind)) note_given_velocities({id});
}

void give_configuration(Domain& domain, BodyId id, std::span<const double> q) {
  if (is_elsewhere(domain, id)) return;
  const BodyRecord& record = record_of(domain, id);
  check_has_inertia(record);
  std::vector<double> present;
  domain.bodies.configuration(domain.body_ref(id), present);
  check_numbers(record, "the configuration", q, present.size());
  check_free(domain, id);
  if (!has_mesh(record.kind)) {
    give_frame(domain, id, q);
    return;
  }
  const FiniteElementBody& body = *domain.bodies.mesh(domain.body_ref(id));
  give_nodes(domain, id, vectors_of(q), std::vector<Vec3>(body.velocity));
}

void give_velocity(Domain& domain, BodyId id, std::span<const double> u) {
  if (is_elsewhere(domain, id)) return;
  const BodyRecord& record = record_of(domain, id);
  check_has_inertia(record);
  const BodyRef body = domain.body_ref(id);
  std::vector<double> present;
  domain.bodies.velocity(body, present);
  check_numbers(record, "the velocity", u, present.size());
  const bool turns = u[0] != 0.0 || u[1] != 0.0 || u[2] != 0.0;
  if (domain.bodies.rotation_disabled(body) && turns) {
    throw InputError(cat("the angular velocity of ", describe(record),
                         " must be zero, its rotation is disabled, got (", u[0], ", ", u[1], ", ",
                         u[2], ") rad/s"));
  }
  std::vector<double> state = state_of(domain, id);
  std::copy(u.begin(), u.end(), state.begin() + (has_mesh(record.kind) ? count(u) : 12));
  domain.give_state(id, state);
}

void give_stored_state(const StoredBody& stored, std::span<const double> numbers, Domain& domain,
                       BodyId id) {
  if (is_elsewhere(domain, id)) return;
  const BodyRecord& record = record_of(domain, id);
  check_kind(record, stored, record.kind);
  check_free(domain, id);
  if (has_mesh(record.kind)) {
    give_stored_nodes(stored, numbers, domain, id);
    return;
  }
  std::vector<double> state = state_of(domain, id);
  SOLFEC_ASSERT(state.size() == numbers.size());
  const auto given = has_inertia(record.kind) ? numbers : numbers.first(12);
  std::copy(given.begin(), given.end(), state.begin());
  domain.give_state(id, state);
}

void give_rigid_motion(const StoredBody& stored, std::span<const double> numbers, Domain& domain,
                       BodyId id) {
  if (is_elsewhere(domain, id)) return;
  const BodyRecord& record = record_of(domain, id);
  if (!has_mesh(record.kind)) {
    throw InputError(cat(describe(record), " must be FINITE_ELEMENT, got ", name_of(record.kind)));
  }
  check_kind(record, stored, BodyKind::rigid);
  check_free(domain, id);
  NumberReader reader(numbers);
  Mat3 R;
  Vec3 center;
  Vec3 angular;
  Vec3 linear;
  reader.get(R);
  reader.get(center);
  reader.get(angular);
  reader.get(linear);
  const FiniteElementBody& body = *domain.bodies.mesh(domain.body_ref(id));
  std::vector<Vec3> positions;
  std::vector<Vec3> velocities;
  for (const Vec3 node : body.elements.node) {
    const Vec3 arm = node - stored.characteristics.center;
    positions.push_back(center + R * arm);
    velocities.push_back(linear + R * cross(angular, arm));
  }
  give_nodes(domain, id, positions, velocities);
}

namespace {

/// Rigid motion and momenta of a body.
struct TakenMotion {
  Mat3 rotation;
  Vec3 reference;  // mass centre in the reference, m
  Vec3 center;     // and now
  Vec3 momentum;   // kg m/s
  Vec3 spin;       // angular momentum about the centre, kg m^2/s

  [[nodiscard]] Vec3 place(Vec3 X) const { return center + rotation * (X - reference); }
};

/// Rotation R of F = R U by Newton's method, R <- (R + R⁻ᵀ) / 2: Higham (1986), SIAM J. Sci. Stat.
/// Comput. 7, 1160-1174. @pre det F > 0.
Mat3 rotation_part(Mat3 R) {
  constexpr int kMost = 50;
  for (int k = 0; k < kMost; ++k) {
    const Mat3 next = 0.5 * (R + transpose(inverse(R)));
    const Mat3 change = next - R;
    R = next;
    if (double_dot(change, change) < 1e-30) break;
  }
  return R;
}

/// Mass centre in the reference, m.
Vec3 reference_center(const Bodies& bodies, BodyRef body) {
  const FiniteElementBody* const mesh = bodies.mesh(body);
  if (mesh == nullptr) return bodies.characteristics(body).center;
  double mass = 0.0;
  Vec3 sum;
  for (std::size_t a = 0; a < mesh->elements.mass.size(); ++a) {
    mass += mesh->elements.mass[a];
    sum += mesh->elements.mass[a] * mesh->elements.node[a];
  }
  return sum / mass;
}

TakenMotion motion_of(const Domain& domain, BodyId id) {
  const Bodies& bodies = domain.bodies;
  const BodyRef body = domain.body_ref(id);
  const Mat3 gradient = bodies.gradient(body);
  if (!(determinant(gradient) > 0.0)) {
    throw InputError(cat(describe(record_of(domain, id)),
                         " has no rotation: the determinant of its gradient is ",
                         determinant(gradient)));
  }
  const RigidInertia inertia = bodies.rigid_inertia(body);
  return {rotation_part(gradient), reference_center(bodies, body), inertia.center,
          inertia.mass * inertia.linear, bodies.spin_momentum(body)};
}

/// Puts a body where a motion puts its reference, at rest.
void give_place(Domain& domain, BodyId id, const TakenMotion& motion) {
  const BodyRef body = domain.body_ref(id);
  if (const FiniteElementBody* const mesh = domain.bodies.mesh(body)) {
    std::vector<Vec3> positions;
    for (const Vec3 node : mesh->elements.node) positions.push_back(motion.place(node));
    give_nodes(domain, id, positions, std::vector<Vec3>(positions.size()));
    return;
  }
  std::vector<double> state(at(domain.bodies.state_size(body)));
  NumberWriter writer(state);
  writer.put(motion.rotation);
  writer.put(motion.place(reference_center(domain.bodies, body)));
  domain.give_state(id, state);
}

}  // namespace

void take_motion(Domain& domain, BodyId id, BodyId source) {
  const BodyRecord& record = record_of(domain, id);
  check_has_inertia(record);
  check_has_inertia(record_of(domain, source));
  check_free(domain, id);
  const BodyRef body = domain.body_ref(id);
  if (has_mesh(record.kind) && is_reduced(domain.bodies.form(body))) {
    throw InputError(cat(describe(record), " must not be of a reduced form"));
  }
  const TakenMotion motion = motion_of(domain, source);
  if (domain.bodies.rotation_disabled(body) && motion.spin != Vec3{}) {
    throw InputError(cat(describe(record),
                         ", whose rotation is disabled, cannot take the turning "
                         "of ",
                         describe(record_of(domain, source))));
  }
  give_place(domain, id, motion);
  const RigidInertia inertia = domain.bodies.rigid_inertia(body);
  const Vec3 about = motion.spin + cross(motion.center - inertia.center, motion.momentum);
  domain.bodies.add_rigid_velocity(body, motion.momentum / inertia.mass,
                                   inertia.inverse_inertia * about);
}

}  // namespace solfec
