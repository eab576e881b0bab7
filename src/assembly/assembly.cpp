#include "assembly/assembly.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "assembly/bond_planes.h"
#include "assembly/contact_turning.h"
#include "assembly/factored_inverse.h"
#include "assembly/hollow_turning.h"
#include "assembly/law_gap.h"
#include "assembly/nodal_slots.h"
#include "assembly/press_fit.h"
#include "assembly/rolling_rows.h"
#include "assembly/row_end.h"
#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "body/finite_element/for_each_mesh.h"
#include "body/point_velocity.h"
#include "body/turning_inertia.h"
#include "local_dynamics/contact_block.h"

namespace solfec {

namespace {

constexpr int kChunk = 256;  // rows; fewer are not worth waking threads

/// Pieces of one rigid or pseudo-rigid body: the same point of the same motion on both sides never
/// moves relatively, so the row is empty and its reaction zero.
bool is_within_one_motion(const ContactPoint& contact, BodyRef body) {
  return contact.master == contact.slave && is_homogeneous(body.kind);
}

/// Marks the bodies that rows see by 0, the others by -1.
void mark_seen_bodies(const AssemblyInput& input, const HeldRows& held, BodySlots& slots) {
  const Bodies& bodies = input.bodies;
  const auto refs = bodies.refs();
  bodies.for_each_set([&](const auto& set) { slots[set.kKind].assign(at(set.size()), -1); });
  const auto mark = [&](BodyRef body) {
    if (has_inertia(body.kind)) slots[body] = 0;
  };
  for (int i = 0; i < count(input.constraints); ++i) {
    if (held.holds(i)) continue;
    const UserConstraint& constraint = input.constraints[at(i)];
    for (const BodyId id : {constraint.master, constraint.slave}) {
      if (id != 0) mark(refs[at(bodies.find(id))]);
    }
  }
  for (const BodyId id : input.shared) mark(bodies.ref(id));
  for (const ContactPoint& contact : input.contacts) {
    const BodyRef master = refs[at(contact.master)];
    if (is_within_one_motion(contact, master)) continue;
    mark(master);
    mark(refs[at(contact.slave)]);
  }
}

double push_of(const AssemblyInput& input) { return input.push > 0.0 ? input.push : input.step; }

/// Slots of the bodies that rows see.
void add_slots(const AssemblyInput& input, AssemblyWorkspace& workspace, BodyOperator& body_space) {
  const Bodies& bodies = input.bodies;
  const double push = push_of(input);
  BodySlots& slots = workspace.slots;
  std::vector<RigidMotion>& motion = workspace.rigid;
  mark_seen_bodies(input, workspace.held, slots);
  const RigidSet& rigid = bodies.rigid;
  motion.resize(rigid.id.size());
  std::vector<int>& rigid_slot = slots[BodyKind::rigid];
  for (const int place : bodies.table().slots(BodyKind::rigid)) {
    const std::size_t i = at(place);
    if (rigid_slot[i] < 0) continue;
    const Mat3& rotation = rigid.rotation[i];
    motion[i] = {.center = rigid.center[i],
                 .start_linear = rigid.start_linear[i],
                 .start_angular = rotation * rigid.start_angular[i],
                 .linear = rigid.linear[i],
                 .angular = rotation * rigid.angular[i],
                 .turns = !rigid.rotation_disabled_of(place)};
    const double own = input.quasi_static ? rigid.static_push[i] : input.step;
    const double square = input.quasi_static ? input.step * own : 0.25 * input.step * input.step;
    const Mat3 inverse = turning_inverse_inertia(rigid, place, square);
    const Mat3 world = rotation * inverse * transpose(rotation);
    rigid_slot[i] = body_space.add_slot(SlotKind::rigid, own * world, own / rigid.mass[i]);
  }
  const PseudoRigidSet& soft = bodies.pseudo_rigid;
  std::vector<int>& soft_slot = slots[BodyKind::pseudo_rigid];
  for (const int place : bodies.table().slots(BodyKind::pseudo_rigid)) {
    const std::size_t i = at(place);
    if (soft_slot[i] < 0) continue;
    const double inverse_mass = push / soft.mass[i];
    soft_slot[i] =
        soft.implicit[i] != 0
            ? body_space.add_dense_slot(soft.effective_inverse[i], push, inverse_mass)
            : body_space.add_slot(SlotKind::affine, push * soft.inverse_euler[i], inverse_mass);
  }
  slots.first_mesh = body_space.slot_count();
  slots.seen_mesh.clear();
  for (const int i : bodies.table().slots(BodyKind::finite_element)) {
    int& slot = slots[BodyKind::finite_element][at(i)];
    if (slot < 0) continue;
    slot = bodies.finite_element[i].factored ? body_space.add_factored_slot()
                                             : body_space.add_nodal_slot();
    slots.seen_mesh.push_back(i);
  }
}

/// Whether a node stands so near to a place that it is the same to the geometry of contacts; then
/// that node alone becomes the point.
///
/// Points of contacts lie midway in their gaps, so those of different neighbours at one node are
/// different by parts of the gaps: as many columns of the inverse mass as there are neighbours. A
/// force R at the node in place of the point has the moment of R with an arm of at most
/// kAtNode tolerance, unless meet_at_one_place lets the other body have its force there as well.
bool take_node(const FiniteElementBody& mesh, Vec3 place, double tolerance, NodalPoint& nodes) {
  constexpr double kAtNode = 0.1;
  if (nodes.count <= 0) return false;
  const auto heaviest = std::max_element(nodes.weight, nodes.weight + nodes.count);
  if (!(*heaviest > 0.5)) return false;
  const int node = nodes.node[heaviest - nodes.weight];
  const Vec3 arm = mesh.elements.node[at(node)] + mesh.displacement[at(node)] - place;
  if (dot(arm, arm) > kAtNode * tolerance * kAtNode * tolerance) return false;
  nodes.count = 1;
  nodes.node[0] = node;
  nodes.weight[0] = 1.0;
  return true;
}

/// Leaves out nodes whose weights are those of rounding: a row at a node then sees that node alone.
void leave_out_rounding(NodalPoint& nodes) {
  constexpr double kNoWeight = 1e-10;
  double sum = 0.0;
  int kept = 0;
  for (int a = 0; a < nodes.count; ++a) {
    if (std::abs(nodes.weight[a]) < kNoWeight) continue;
    nodes.node[kept] = nodes.node[a];
    nodes.weight[kept++] = nodes.weight[a];
    sum += nodes.weight[a];
  }
  if (kept == nodes.count) return;
  nodes.count = kept;
  for (int a = 0; a < kept; ++a) nodes.weight[a] /= sum;
}

Vec3 sum_of(const NodalPoint& nodes, std::span<const Vec3> field) {
  Vec3 sum;
  for (int a = 0; a < nodes.count; ++a) sum += nodes.weight[a] * field[at(nodes.node[a])];
  return sum;
}

/// The nodes of a point of a mesh.
void find_nodes(const FiniteElementBody& mesh, double tolerance, const RowEnd& end,
                NodalPoint& nodes) {
  if (end.spread != nullptr) {
    nodes.count = end.spread->count;
    std::copy_n(end.spread->node.begin(), end.spread->count, nodes.node);
    std::copy_n(end.spread->weight.begin(), end.spread->count, nodes.weight);
    return;
  }
  const MeshPoint point =
      end.piece < 0 ? mesh.named_point(end.reference) : mesh.point_of_piece(end.piece, end.point);
  nodes.count = point.count;
  std::copy_n(point.node.begin(), point.count, nodes.node);
  std::copy_n(point.weight.begin(), point.count, nodes.weight);
  if (!end.at_nodes || !take_node(mesh, end.point, tolerance, nodes)) leave_out_rounding(nodes);
}

/// Place at which a force that is divided among nodes acts, m.
Vec3 place_of(const FiniteElementBody& mesh, const NodalPoint& nodes) {
  Vec3 sum;
  for (int a = 0; a < nodes.count; ++a) {
    const std::size_t node = at(nodes.node[a]);
    sum += nodes.weight[a] * (mesh.elements.node[node] + mesh.displacement[node]);
  }
  return sum;
}

/// Adds weights of a point of a mesh, times a factor.
void add_weights(const MeshPoint& point, double factor, NodalPoint& nodes) {
  for (int a = 0; a < point.count; ++a) {
    const int* const last = nodes.node + nodes.count;
    const auto place =
        std::find(nodes.node, nodes.node + nodes.count, point.node[at(a)]) - nodes.node;
    if (nodes.node + place == last) {
      SOLFEC_ASSERT(nodes.count < NodalPoint::kMostNodes);
      nodes.node[nodes.count] = point.node[at(a)];
      nodes.weight[nodes.count++] = 0.0;
    }
    nodes.weight[place] += factor * point.weight[at(a)];
  }
}

/// Moves the place of some nodes to another one beside the element of a contact, by the difference
/// of the weights that the shape functions of the element have at both: it has no force.
void move_place(const FiniteElementBody& mesh, int piece, Vec3 from, Vec3 to, NodalPoint& nodes) {
  const MeshPoint there = mesh.point_of_piece(piece, to);
  add_weights(there, 1.0, nodes);
  add_weights(mesh.point_at(there.element, from), -1.0, nodes);
}

/// Weight of free nodes that is that of the gap of a contact, midway in which its point lies.
constexpr double kHardly = 1e-3;

/// The velocities of a point of a mesh; no slot where nothing of it can move.
void find_nodal_motion(const FiniteElementBody& mesh, int number, EndMotion& motion) {
  motion.start = sum_of(motion.nodes, mesh.start_velocity);
  motion.free = sum_of(motion.nodes, mesh.velocity);
  if (!mesh.factored || mesh.held.empty()) return;
  double free = 0.0;
  for (int a = 0; a < motion.nodes.count; ++a) {
    const int node = motion.nodes.node[a];
    if (std::binary_search(mesh.held.begin(), mesh.held.end(), node)) continue;
    free += std::abs(motion.nodes.weight[a]);
  }
  if (free == 0.0) {
    motion.slot = -1;
    motion.held_mesh = number;
  }
  motion.hardly_moves = free < kHardly;
}

/// Input of the assembly of all rows of a step, with the problem that it fills.
struct Assembly {
  const AssemblyInput& input;
  std::span<const BodyRef> refs;  // of the bodies, by index
  const BodySlots& slots;
  std::span<const RigidMotion> rigid;
  HeldRows& held;
  LocalDynamics& problem;
};

/// The mesh of an end; null of other bodies.
const FiniteElementBody* mesh_of(const Assembly& assembly, const RowEnd& end) {
  if (end.in_space || end.body.kind != BodyKind::finite_element) return nullptr;
  return &assembly.input.bodies.finite_element[end.body.slot];
}

/// The nodes of an end at a mesh.
void find_nodes_of_end(const Assembly& assembly, const RowEnd& end, EndMotion& motion) {
  const FiniteElementBody* const mesh = mesh_of(assembly, end);
  if (mesh != nullptr) find_nodes(*mesh, assembly.input.tolerance, end, motion.nodes);
}

/// Lets both forces of a contact act at one place, so that they have no moment: points lie midway
/// in gaps, while nodes that stand for them and means of nodes do not. The place is that of an end
/// that cannot be moved, else that with fewer nodes. A rigid body has its arm there; a mesh without
/// a factored inverse moves its place by the shape functions of the element. Two meshes with
/// factored inverses stay as they are, since other nodes are other columns of these.
void meet_at_one_place(const Assembly& assembly, RowEnd& master, RowEnd& slave, EndMotion& plus,
                       EndMotion& minus) {
  if (master.in_space || slave.in_space || assembly.input.quasi_static) return;
  if (!has_inertia(master.body.kind) || !has_inertia(slave.body.kind)) return;
  constexpr double kSame = 1e-9;  // of the tolerance
  const FiniteElementBody* const upper = mesh_of(assembly, master);
  const FiniteElementBody* const lower = mesh_of(assembly, slave);
  if (upper == nullptr && lower == nullptr) return;
  if (upper == nullptr) master.point = place_of(*lower, minus.nodes);
  if (lower == nullptr) slave.point = place_of(*upper, plus.nodes);
  if (upper == nullptr || lower == nullptr || (upper->factored && lower->factored)) return;
  const bool moves_upper =
      upper->factored == lower->factored ? plus.nodes.count > minus.nodes.count : lower->factored;
  const Vec3 at_upper = place_of(*upper, plus.nodes);
  const Vec3 at_lower = place_of(*lower, minus.nodes);
  if (norm(at_upper - at_lower) <= kSame * assembly.input.tolerance) return;
  if (moves_upper) {
    move_place(*upper, master.piece, at_upper, at_lower, plus.nodes);
  } else {
    move_place(*lower, slave.piece, at_lower, at_upper, minus.nodes);
  }
}

/// Velocities of an end by the kinematics of its body: v + ω × a, v + Ḟ A, or Σ N_a u_a.
/// @param[in,out] motion  With the nodes of a mesh.
void find_motion(const Assembly& assembly, const RowEnd& end, EndMotion& motion) {
  if (end.in_space) return;
  const Bodies& bodies = assembly.input.bodies;
  motion.slot = assembly.slots[end.body];
  if (end.body.kind == BodyKind::rigid) {
    const RigidMotion& body = assembly.rigid[static_cast<std::size_t>(end.body.slot)];
    if (body.turns) motion.arm = end.point - body.center;
    motion.start = body.start_linear + cross(body.start_angular, motion.arm);
    motion.free = body.linear + cross(body.angular, motion.arm);
    return;
  }
  if (end.body.kind == BodyKind::finite_element) {
    find_nodal_motion(bodies.finite_element[end.body.slot], end.body.slot, motion);
    return;
  }
  motion.arm = point_arm(bodies, end.body, end.point);
  motion.start = start_velocity(bodies, end.body, motion.arm);
  motion.free = free_velocity(bodies, end.body, motion.arm);
}

/// Rounding of the velocities of a point, m/s: each is a sum of a few terms of its size. What comes
/// to rest without friction halves for ever, and squares of the least numbers vanish.
double rounding_of(const EndMotion& end) {
  constexpr double kRoundings = 4.0;
  constexpr double kLeast = 1e-130;  // m/s, of any model
  constexpr double kUnit = std::numeric_limits<double>::epsilon();
  return kLeast + kRoundings * kUnit * (norm(end.start) + norm(end.free));
}

/// Rounding of a distance along a row over the step, m/s, where U_N makes up for one: the length of
/// a rigid link, the gap of a contact.
double distance_rounding(const RowJacobian& row, Vec3 point, double step) {
  constexpr double kRoundings = 4.0;
  constexpr double kUnit = std::numeric_limits<double>::epsilon();
  return kRoundings * kUnit * (norm(point) + norm(row.master_arm) + norm(row.slave_arm)) / step;
}

/// A contact of held nodes with an obstacle has no coupling but that of its gap: none is better.
void leave_at_rest(EndMotion& master, EndMotion& slave) {
  const bool at_rest = (master.hardly_moves || slave.hardly_moves) &&
                       (master.hardly_moves || master.slot < 0) &&
                       (slave.hardly_moves || slave.slot < 0);
  if (at_rest) master.slot = slave.slot = -1;
}

/// Fills Jacobian, V, B, its rounding and W_ii of row i.
void set_row(const Assembly& assembly, RowEnd master, RowEnd slave, const Mat3& frame,
             Meeting meeting, int i) {
  EndMotion plus;
  EndMotion minus;
  find_nodes_of_end(assembly, master, plus);
  find_nodes_of_end(assembly, slave, minus);
  if (meeting != Meeting::joined) meet_at_one_place(assembly, master, slave, plus, minus);
  find_motion(assembly, master, plus);
  find_motion(assembly, slave, minus);
  if (!assembly.input.quasi_static) {
    const TurningStep step{assembly.input.bodies, assembly.rigid, assembly.input.step};
    turn_to_ends(step, {frame.column(2), master, slave, meeting}, plus, minus);
  }
  leave_at_rest(plus, minus);
  LocalDynamics& problem = assembly.problem;
  RowJacobian& row = problem.body_space.row(i);
  row.frame = frame;
  row.master_arm = plus.arm;
  row.slave_arm = minus.arm;
  row.master = plus.slot;
  row.slave = minus.slot;
  if (problem.body_space.has_mesh_slots()) {
    problem.body_space.set_points(i, plus.nodes, minus.nodes);
    if (plus.held_mesh >= 0) assembly.held.note_side(i, true, plus.held_mesh);
    if (minus.held_mesh >= 0) assembly.held.note_side(i, false, minus.held_mesh);
  }
  const auto k = static_cast<std::size_t>(i);
  problem.V[k] = transposed_times(frame, plus.start - minus.start);
  problem.B[k] = transposed_times(frame, plus.free - minus.free);
  problem.rounding[k] = rounding_of(plus) + rounding_of(minus);
  if (!problem.body_space.has_mesh_slots()) {
    problem.W_diagonal[k] = problem.body_space.diagonal(i);
  }
}

/// Whether a constraint holds an obstacle in space, which moves all the same: its row is fulfilled.
bool holds_obstacle(const Bodies& bodies, const UserConstraint& constraint) {
  const bool holds = constraint.kind == ConstraintKind::fixed_point ||
                     constraint.kind == ConstraintKind::fixed_direction;
  return holds && constraint.slave == 0 && !has_inertia(bodies.ref(constraint.master).kind);
}

/// Row i of a user constraint, placed by `place_constraint`.
void set_constraint_row(const Assembly& assembly, const UserConstraint& constraint, int i) {
  const Bodies& bodies = assembly.input.bodies;
  const auto end = [&](BodyId body, Vec3 point, Vec3 reference) {
    if (body == 0) return RowEnd{{}, true, point, -1, {}};
    return RowEnd{assembly.refs[at(bodies.find(body))], false, point, -1, reference};
  };
  const ForcePoints points = force_points(bodies, constraint);
  const auto reference = [&](BodyId body, Vec3 own, Vec3 point, Vec3 of_own) {
    return point == own || body == 0 ? of_own : bodies.reference_point(bodies.ref(body), point);
  };
  set_row(assembly,
          end(constraint.master, points.master,
              reference(constraint.master, constraint.point, points.master,
                        constraint.master_reference)),
          end(constraint.slave, points.slave,
              reference(constraint.slave, constraint.slave_point, points.slave,
                        constraint.slave_reference)),
          constraint.frame, Meeting::joined, i);
  LocalDynamics& problem = assembly.problem;
  const auto k = static_cast<std::size_t>(i);
  problem.key[k] = {.constraint = constraint.id};
  set_law(constraint, i, problem);
  problem.B[k] += constraint.turning;
  // A driven obstacle moves as it was told over the whole step: its row is fulfilled.
  const RowJacobian& row = problem.body_space.row(i);
  if (row.master < 0 && row.slave < 0) problem.law[k].target = problem.B[k].z;
  if (holds_obstacle(bodies, constraint)) problem.V[k] = problem.B[k] = {};
  if (constraint.kind == ConstraintKind::rigid_link) {
    problem.rounding[k] += distance_rounding(row, constraint.point, assembly.input.step) +
                           distance_rounding(row, constraint.slave_point, assembly.input.step);
  }
  if (constraint.kind == ConstraintKind::drive &&
      constraint.joint.motor == MotorKind::place) {  // makes up for a way
    problem.rounding[k] += distance_rounding(row, constraint.point, assembly.input.step);
  }
}

/// Returns the velocity that a dynamic contact adds to U_N, m/s: Newton's restitution, or the way
/// to the surface per step. A pair that would meet within the step bounces off at once when it has
/// restitution, since the velocity of the impact would be gone a step later.
double dynamic_shift(const AssemblyInput& input, const RowLaw& law, double gap, double restitution,
                     double start) {
  const double bounce = restitution * std::min(0.0, start);
  if (law.open || !(gap > 0.0)) return bounce;
  const double way = gap / input.step;
  return restitution > 0.0 && start < -way ? bounce : way;
}

/// Returns the velocity that the overlap of a press fit adds to U_N in a dynamic step, m/s: minus
/// that at which it opens, at most the speed that the user allows. An overlap within the band of
/// errors opens as slowly as a gap as small closes.
double press_shift(const AssemblyInput& input, const ContactPoint& contact,
                   const SurfaceMaterial& material) {
  if (!(contact.gap < 0.0)) return 0.0;
  const double way = law_gap(-contact.gap, {input.tolerance, input.accuracy, input.step});
  return -std::min(way / input.step, material.press_speed);
}

/// Looks up the materials of contacts; neighbours mostly have the same surfaces.
class MaterialFinder {
 public:
  explicit MaterialFinder(const SurfaceMaterialTable& table) : table_(table) {}
  const SurfaceMaterial& operator()(SurfaceId master, SurfaceId slave) {
    if (found_ == nullptr || master != master_ || slave != slave_) {
      master_ = master;
      slave_ = slave;
      found_ = &table_[table_.find(master, slave)];
    }
    return *found_;
  }

 private:
  const SurfaceMaterialTable& table_;
  const SurfaceMaterial* found_ = nullptr;  // of the last pair
  SurfaceId master_{};
  SurfaceId slave_{};
};

/// Whether a bond holds its pieces where they are; one that softens lets them move.
bool is_held(const ContactPoint& contact, const SurfaceMaterial& material) {
  return contact.state.bonded && material.model != SurfaceModel::cohesive_zone;
}

/// Returns the velocity that the gap adds to U_N in a quasi-static step, m/s: pieces that overlap
/// are pushed apart when the law is one at a gap. A bond holds its pieces where they are.
double quasi_static_shift(const AssemblyInput& input, const ContactPoint& contact,
                          const SurfaceMaterial& material) {
  if (contact.gap_law && is_held(contact, material)) return 0.0;
  return (contact.gap_law ? contact.gap : std::max(contact.gap, 0.0)) / input.step;
}

/// Gap up to which a contact obeys its law, m. One with restitution is let alone beyond the
/// tolerance: what it would lose on the way to the surface would be gone for its bounce.
double reach_of(const AssemblyInput& input, const ContactPoint& contact,
                const SurfaceMaterial& material) {
  if (material.model == SurfaceModel::spring_dashpot) return 0.0;
  if (!contact.gap_law || is_held(contact, material)) return input.prediction;
  return material.restitution > 0.0 ? std::max(input.prediction, input.tolerance)
                                    : std::numeric_limits<double>::infinity();
}

/// Gap that a contact has to close in a dynamic step, m. Without a law at its gap a contact has its
/// own. A contact that bounces touches wherever its gap is within the tolerance. A contact whose
/// material has restitution but that approaches too slowly for a bounce closes its gap, with the
/// speed of slow approach at most: a neighbour that is hit in this step may push it faster, and
/// what it would lose on the way to the surface would be gone for its bounce.
double gap_to_close(const AssemblyInput& input, const ContactPoint& contact,
                    const SurfaceMaterial& material, bool bounces) {
  const bool touches = contact.gap <= input.tolerance;
  if (bounces && contact.gap_law) return touches ? 0.0 : contact.gap;
  const double gap = contact.gap_law
                         ? law_gap(contact.gap, {input.tolerance, input.accuracy, input.step})
                         : contact.gap;
  if (bounces || !(material.restitution > 0.0) || !touches) return gap;
  return std::min(gap, input.bounce_speed * input.step);
}

/// Part of -V_N of a contact that carried in the last step which comes from the turning of its
/// normal, m/s: no impact, and U_N is that speed at the end of the step.
/// @param start  V_N, m/s.
double speed_of_turning(const AssemblyInput& input, const ContactPoint& contact, double start) {
  if (!input.has_hollows || input.quasi_static || !(contact.state.R.z > 0.0)) return 0.0;
  const double speed = turning_speed(input.bodies, contact, input.step);
  return std::clamp(speed, std::min(0.0, -start), std::max(0.0, -start));
}

bool damps_critically(const SurfaceMaterial& material) { return material.dashpot < 0.0; }

/// Whether a contact slid at the end of the last step: its reaction is at the bound of one of its
/// two coefficients, and its velocity is against it and more than an error of the solution.
bool slid(const AssemblyInput& input, const ContactPoint& contact,
          const SurfaceMaterial& material) {
  constexpr double kAtBound = 1e-6;  // of the bound: solutions reach it to their tolerance
  const Vec3 R = contact.state.R;
  const Vec3 U = contact.state.U;
  if (!(R.z > 0.0) || !(std::hypot(U.x, U.y) > input.accuracy)) return false;
  const double dynamic = sliding_friction(material);
  if (dynamic > 0.0 && !(R.x * U.x + R.y * U.y < 0.0)) return false;
  const double ratio = std::hypot(R.x, R.y) / R.z;
  const double margin = kAtBound * material.friction;
  return ratio >= material.friction - margin || std::fabs(ratio - dynamic) <= margin;
}

double friction_of(const AssemblyInput& input, const ContactPoint& contact,
                   const SurfaceMaterial& material) {
  if (material.model != SurfaceModel::static_dynamic) return material.friction;
  return slid(input, contact, material) ? sliding_friction(material) : material.friction;
}

ConstraintKind kind_of(SurfaceModel model, bool bonded) {
  if (model == SurfaceModel::spring_dashpot) return ConstraintKind::spring_dashpot;
  const bool softens = bonded && model == SurfaceModel::cohesive_zone;
  return softens ? ConstraintKind::cohesive_zone : ConstraintKind::contact;
}

/// Values of a bond that softens. @param V  Relative velocity at the start of the step, m/s.
CohesiveRow cohesive_row(const AssemblyInput& input, const ContactPoint& contact,
                         const SurfaceMaterial& material, Vec3 V) {
  const ContactMemory& memory = (*input.memories)[contact.state.memory];
  CohesiveRow row;
  row.zone = {.normal_stiffness = normal_stiffness_of(material),
              .tangential_stiffness = tangential_stiffness_of(material),
              .tension = material.tension,
              .cohesion = material.cohesion,
              .friction = material.friction,
              .normal_energy = material.normal_energy,
              .tangential_energy = material.tangential_energy};
  row.area = contact.area;
  row.damage = memory.anchor.damage;
  row.by_end = input.quasi_static;
  row.placement = transposed_times(contact.frame, memory.separation);
  row.reach = input.quasi_static ? input.step : 0.5 * input.step;
  row.start = input.quasi_static ? row.placement : row.placement - row.reach * V;
  row.expected = input.quasi_static ? row.placement : row.placement + row.reach * V;
  return row;
}

/// Whether a bond that softened to nothing is still counted with those of its pair, but its
/// material has another model now.
bool lost_its_bond(const AssemblyInput& input, const ContactPoint& contact,
                   const SurfaceMaterial& material) {
  if (material.model == SurfaceModel::cohesive_zone || input.memories == nullptr) return false;
  const int memory = contact.state.memory;
  return memory >= 0 && (*input.memories)[memory].anchor.damage >= 1.0;
}

/// Law of a contact; springs, dashpots and bonds by its share of the patch.
/// @param start  V of the row, m/s.
RowLaw contact_law(const AssemblyInput& input, const ContactPoint& contact,
                   const SurfaceMaterial& material, Vec3 start) {
  RowLaw law;
  law.kind = kind_of(material.model, contact.state.bonded);
  // A slow approach is no impact, since loads give such a velocity in a step: the body rests. With
  // e = 1 nothing ever rests, and the energy of small impacts is kept.
  // The margin is that of rounding: bodies that begin to fall have the speeds of whole steps.
  constexpr double kWithRounding = 1.0 + 1e-9;
  const double slow = material.restitution < 1.0 ? kWithRounding * input.bounce_speed : 0.0;
  const double turning = speed_of_turning(input, contact, start.z);
  const double approach = start.z + turning;
  const double restitution = approach < -slow ? material.restitution : 0.0;
  law.open = !input.quasi_static && contact.gap > reach_of(input, contact, material);
  law.bonded = contact.state.bonded && !lost_its_bond(input, contact, material);
  const double gap = gap_to_close(input, contact, material, restitution > 0.0);
  law.friction = friction_of(input, contact, material);
  law.velocity_shift = input.quasi_static ? quasi_static_shift(input, contact, material)
                                          : dynamic_shift(input, law, gap, restitution, approach);
  law.pressed = !input.quasi_static && contact.gap_law && !contact.state.bonded &&
                is_press_fit(input.bodies, contact, material);
  if (law.pressed) {
    law.velocity_shift = std::min(law.velocity_shift, press_shift(input, contact, material));
  }
  if (law.velocity_shift <= 0.0) law.velocity_shift -= turning;
  law.cohesion = law.bonded ? material.cohesion * contact.area : 0.0;
  law.gap = contact.gap;
  law.spring = contact.part * material.spring;
  law.dashpot = damps_critically(material) ? kCriticalDashpot  // until set_critical_damping
                                           : contact.part * material.dashpot;
  law.power = material.hpow;
  return law;
}

RowKey key_of(const ContactKey& key) {
  return {.first_body = key.first_body,
          .second_body = key.second_body,
          .first_piece = key.first_piece,
          .second_piece = key.second_piece,
          .feature = key.feature};
}

void set_contact_row(const Assembly& assembly, const ContactPoint& contact, int i,
                     MaterialFinder& find_material) {
  const auto refs = assembly.refs;
  RowEnd master{refs[at(contact.master)], false, contact.point, contact.master_piece, {}};
  RowEnd slave{refs[at(contact.slave)], false, contact.point, contact.slave_piece, {}};
  master.at_nodes = slave.at_nodes = contact.gap_law;
  master.index = contact.master;
  slave.index = contact.slave;
  if (contact.spread >= 0) {
    const NodeSpread& spread = assembly.input.spreads[at(contact.spread)];
    const bool of_slave = spread.of_first == contact.state.first_is_slave;
    (of_slave ? slave : master).spread = &spread;
  }
  if (is_within_one_motion(contact, master.body)) master.in_space = slave.in_space = true;
  const SurfaceMaterial& material = find_material(contact.master_surface, contact.slave_surface);
  set_row(assembly, master, slave, contact.frame,
          contact.state.bonded ? Meeting::bonded : Meeting::contact, i);
  LocalDynamics& problem = assembly.problem;
  const auto k = static_cast<std::size_t>(i);
  problem.key[k] = key_of(contact.key);
  problem.law[k] = contact_law(assembly.input, contact, material, problem.V[k]);
  if (problem.law[k].kind == ConstraintKind::cohesive_zone) {
    problem.cohesive[k] = cohesive_row(assembly.input, contact, material, problem.V[k]);
  }
  const std::size_t place = k - assembly.input.constraints.size();
  if (!assembly.input.turning.empty()) problem.B[k] += assembly.input.turning[place];
  const bool closes_gap = contact.gap > 0.0 && problem.law[k].velocity_shift > 0.0;
  if (assembly.input.quasi_static || closes_gap) {
    problem.rounding[k] +=
        distance_rounding(problem.body_space.row(i), contact.point, assembly.input.step);
  }
}

bool any_damps_critically(const SurfaceMaterialTable& materials) {
  for (int m = 0; m < materials.size(); ++m) {
    if (damps_critically(materials[m])) return true;
  }
  return false;
}

/// Whether bodies rest that joints alone hold, and no load pushes: no row has a reaction.
bool rests(const LocalDynamics& problem) {
  for (std::size_t k = 0; k < problem.law.size(); ++k) {
    const ConstraintKind kind = problem.law[k].kind;
    if (kind == ConstraintKind::velocity_direction || is_elastic(kind)) return false;
    if (problem.B[k] != Vec3{} || problem.V[k] != Vec3{}) return false;
  }
  return true;
}

/// Completes the slots of meshes, which depend on the points of all rows, and sets W_ii.
void finish_mesh_slots(const AssemblyInput& input, AssemblyWorkspace& workspace,
                       LocalDynamics& problem) {
  BodyOperator& body_space = problem.body_space;
  FiniteElementSet& meshes = input.bodies.finite_element;
  workspace.mesh.resize(meshes.body.size());
  const BodySlots& slots = workspace.slots;
  if (input.meshes != nullptr) {
    input.meshes->find_borders(input.bodies, slots, workspace.mesh, body_space);
  }
  number_seen_nodes(input.bodies, push_of(input), slots, workspace.mesh, body_space);
  if (body_space.has_factored_slots()) {
    body_space.allocate_factored_sides();
    const InverseWanted wanted{push_of(input), input.quasi_static, input.meshes != nullptr,
                               problem.law};
    for (int i = 0; i < meshes.owned(); ++i) {
      const int slot = slots[BodyKind::finite_element][at(i)];
      if (meshes[i].factored && slot >= 0) set_tangent(wanted, slot, meshes, i, body_space);
    }
    for_each_mesh(meshes, [&](FiniteElementBody& body) {
      const auto i = static_cast<std::size_t>(&body - meshes.body.data());
      const int slot = slots[BodyKind::finite_element][i];
      if (!body.factored || slot < 0) return;
      set_factored_inverse(push_of(input), slot, body, workspace.mesh[i], body_space);
    });
  }
  if (input.meshes != nullptr) input.meshes->bring_inverses(body_space);
  parallel_for(problem.size(), kChunk,
               [&](int i) { problem.W_diagonal[at(i)] = body_space.diagonal(i); });
}

/// Sets by how much bonds may soften in the step, which W_ii tells.
void set_softening(LocalDynamics& problem) {
  for (std::size_t i = 0; i < problem.cohesive.size(); ++i) {
    if (problem.law[i].kind != ConstraintKind::cohesive_zone) continue;
    const Mat3& W = problem.W_diagonal[i];
    const double largest = largest_eigenvalue(0.5 * (W + transpose(W)));
    problem.cohesive[i].softening = softening_in_step(problem.cohesive[i], largest);
  }
}

}  // namespace

void assemble(const AssemblyInput& input, AssemblyWorkspace& workspace, LocalDynamics& problem,
              std::vector<Vec3>& R) {
  problem.step = input.step;
  problem.push = push_of(input);
  problem.quasi_static = input.quasi_static;
  problem.body_space.clear_slots();
  HeldRows& held = workspace.held;
  held.move(input.bodies, input.constraints, input.quasi_static);
  add_slots(input, workspace, problem.body_space);
  const int constraints = count(input.constraints);
  const int contacts = count(input.contacts);
  held.start_sides(constraints + contacts);
  problem.resize(constraints + contacts);  // rows of the last step are overwritten
  R.resize(problem.law.size());
  const Assembly assembly{input,  input.bodies.refs(), workspace.slots, workspace.rigid, held,
                          problem};
  for (int i = 0; i < constraints; ++i) {
    const UserConstraint& constraint = input.constraints[static_cast<std::size_t>(i)];
    set_constraint_row(assembly, constraint, i);
    const bool is_point = constraint.kind == ConstraintKind::fixed_point;
    R[at(i)] = is_point ? constraint.R : Vec3{0.0, 0.0, constraint.R.z};
    if (held.holds(i)) R[at(i)] = {};  // it follows from the others
  }
  const bool any_softens = input.materials.first_of(SurfaceModel::cohesive_zone) >= 0;
  problem.cohesive.resize(any_softens ? problem.law.size() : 0);
  parallel_for((contacts + kChunk - 1) / kChunk, 2, [&](int chunk) {
    MaterialFinder find_material(input.materials);
    const int end = std::min(contacts, (chunk + 1) * kChunk);
    for (int c = chunk * kChunk; c < end; ++c) {
      const ContactPoint& contact = input.contacts[static_cast<std::size_t>(c)];
      const int row = constraints + c;
      set_contact_row(assembly, contact, row, find_material);
      R[static_cast<std::size_t>(row)] = contact.state.R;
    }
  });
  set_bond_planes({assembly.refs, input.contacts, input.materials, input.memories, constraints},
                  workspace.damping.patches, problem);
  const bool share_meshes = input.meshes != nullptr && input.meshes->any();
  if (problem.body_space.has_mesh_slots() || share_meshes) {
    finish_mesh_slots(input, workspace, problem);
  }
  if (any_damps_critically(input.materials)) {
    set_critical_damping(input.contacts, constraints, workspace.damping, problem);
  }
  set_softening(problem);
  problem.rolling.clear();
  if (!input.quasi_static && input.meshes == nullptr) {  // else a RUN refuses them
    set_rolling_rows({input.bodies, input.contacts, input.materials, workspace.rigid, constraints},
                     problem);
  }
  // an impact may have left reactions, which no criterion relative to themselves ever ends
  if (!input.quasi_static && contacts == 0 && rests(problem)) std::fill(R.begin(), R.end(), Vec3{});
}

void write_velocity_changes(const LocalDynamics& problem, LocalSolution& solution,
                            AssemblyWorkspace& workspace, Bodies& bodies) {
  static constexpr double kRest[12] = {};  // of bodies without rows
  const BodyVelocities& velocities = solution.velocities;
  const BodySlots& slots = workspace.slots;
  bodies.for_each_set([&]([[maybe_unused]] const auto& set) {
    SOLFEC_ASSERT(count(slots[set.kKind]) == set.size());
  });
  const std::vector<int>& rigid_slot = slots[BodyKind::rigid];
  const std::vector<int>& soft_slot = slots[BodyKind::pseudo_rigid];
  const auto change_of = [&](int slot) -> const double* {
    return slot < 0 ? kRest : velocities.slot_velocity(slot).data();
  };
  RigidSet& rigid = bodies.rigid;
  for (std::size_t i = 0; i < rigid_slot.size(); ++i) {
    const double* v = change_of(rigid_slot[i]);
    rigid.angular_change[i] = transposed_times(rigid.rotation[i], {v[0], v[1], v[2]});
    rigid.linear_change[i] = {v[3], v[4], v[5]};
    workspace.rigid[i].angular += {v[0], v[1], v[2]};
    workspace.rigid[i].linear += {v[3], v[4], v[5]};
  }
  PseudoRigidSet& soft = bodies.pseudo_rigid;
  for (std::size_t i = 0; i < soft_slot.size(); ++i) {
    const double* v = change_of(soft_slot[i]);
    std::copy_n(v, 9, soft.rate_change[i].m);
    soft.linear_change[i] = {v[9], v[10], v[11]};
  }
  for_each_mesh(bodies.finite_element, [&](FiniteElementBody& body) {
    const auto i = static_cast<std::size_t>(&body - bodies.finite_element.body.data());
    const int slot = slots[BodyKind::finite_element][i];
    if (slot < 0) {
      if (body.factored) std::fill(body.reaction.begin(), body.reaction.end(), Vec3{});
      std::fill(body.change.begin(), body.change.end(), Vec3{});
    } else if (body.factored) {
      find_factored_change(problem.body_space, solution, problem.push, slot, body);
    } else {
      find_nodal_change(velocities.node_velocities(slot), workspace.mesh[i], body);
    }
  });
  workspace.held.write_reactions(problem, bodies, solution.R);
}

}  // namespace solfec
