#include "assembly/factored_inverse.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/count.h"
#include "body/finite_element/finite_element_inverse.h"
#include "body/finite_element/reduced_body.h"
#include "local_dynamics/sweep_work.h"

namespace solfec {
namespace {

constexpr int kFewPlaces = 64;           // whose blocks are not deferred
constexpr double kSweeps = 150.0;        // with the blocks, in the time of a solution
constexpr double kFactorisations = 4.0;  // that a solution without them takes more
constexpr double kStatic = 1.0;   // cost of all blocks over that of the diagonal ones, above which
constexpr double kDynamic = 4.0;  // they are; dynamic steps do better without Newton steps

using Sides = std::span<const BodyOperator::FactoredSide>;

bool is_turned(const FiniteElementBody& body) { return is_corotational(body.form); }

WeightedRows rows_of(const NodalPoint& point) {
  return {{point.node, at(point.count)}, {point.weight, at(point.count)}};
}

std::vector<WeightedRows> points_of(const BodyOperator& body_space, int slot) {
  std::vector<WeightedRows> points;
  for (const NodalPoint& point : body_space.border_points(slot)) points.push_back(rows_of(point));
  for (const BodyOperator::FactoredSide side : body_space.factored_places(slot)) {
    points.push_back(rows_of(body_space.point(side)));
  }
  return points;
}

Mat3 symmetric_part(const Mat3& block) { return 0.5 * (block + transpose(block)); }

/// h A⁻¹ of a mesh of form 'TL' between points, through its factors. The mesh is found by its id:
/// others may come and go before somebody asks.
class MeshInverse final : public DeferredInverse {
 public:
  MeshInverse(double step, FiniteElementSet& meshes, int mesh, std::vector<NodalPoint> points)
      : step_(step), meshes_(meshes), id_(meshes.id_of(mesh)), points_(std::move(points)) {}

  void multiply(std::span<const double> forces, std::span<double> velocities) override {
    FiniteElementBody& body = mesh();
    const std::size_t n = points_.size();
    node_.assign(at(body.node_count()), {});
    for (std::size_t s = 0; s < n; ++s) {
      const Vec3 p{forces[s], forces[n + s], forces[2 * n + s]};
      const NodalPoint& point = points_[s];
      for (int a = 0; a < point.count; ++a) node_[at(point.node[a])] += point.weight[a] * p;
    }
    apply_inverse(body, node_, node_);
    for (std::size_t s = 0; s < n; ++s) {
      const NodalPoint& point = points_[s];
      Vec3 v;
      for (int a = 0; a < point.count; ++a) v += point.weight[a] * node_[at(point.node[a])];
      for (int k = 0; k < 3; ++k) velocities[n * at(k) + s] = step_ * v[k];
    }
  }

  void find_blocks(std::span<Mat3> blocks) override {
    FiniteElementBody& body = mesh();
    std::vector<WeightedRows> points;
    points.reserve(points_.size());
    for (const NodalPoint& point : points_) points.push_back(rows_of(point));
    const std::span<const Mat3> response = body.inverse_mass.respond(points);
    std::size_t entry = 0;
    for (std::size_t s = 0; s < points.size(); ++s) {
      for (std::size_t t = 0; t <= s; ++t, ++entry) {
        const Mat3 block = step_ * response[entry];
        blocks[entry] = t == s ? symmetric_part(block) : block;
      }
    }
  }

 private:
  FiniteElementBody& mesh() {
    const auto found = std::find_if(meshes_.body.begin(), meshes_.body.end(),
                                    [&](const FiniteElementBody& body) { return body.id == id_; });
    SOLFEC_ASSERT(found != meshes_.body.end());
    return *found;
  }

  double step_;
  FiniteElementSet& meshes_;
  BodyId id_;
  std::vector<NodalPoint> points_;
  std::vector<Vec3> node_;  // forces, velocities
};

/// Rows that see one body on both sides have blocks beside the diagonal in their W_ii.
bool has_rows_within(const BodyOperator& body_space, int slot) {
  const Sides sides = body_space.factored_sides(slot);
  return std::any_of(sides.begin(), sides.end(), [&](BodyOperator::FactoredSide side) {
    const RowJacobian& row = body_space.rows()[at(side.row)];
    return row.master == row.slave;
  });
}

/// Writes the blocks between the places that rows see (NodalInverse::respond; t <= s alone, the
/// matrix is symmetric) in the order of PlaceInverse, in the memory of the last ones unless
/// somebody still looks at them.
void write_blocks(const Mat3* response, int places, MeshWorkspace& workspace) {
  auto& blocks = workspace.inverse;
  if (blocks == nullptr || blocks.use_count() > 1) blocks = std::make_shared<std::vector<double>>();
  blocks->resize(9 * at(places) * at(places));
  for (int s = 0; s < places; ++s) {
    for (int t = 0; t <= s; ++t) {
      const Mat3 block = *response++;
      set_place_block(*blocks, places, t, s, t == s ? symmetric_part(block) : block);
    }
  }
}

/// Rows with critical damping ask for W of their patches.
bool damps_critically(std::span<const RowLaw> law, const Sides& sides) {
  return std::any_of(sides.begin(), sides.end(),
                     [&](const auto& side) { return law[at(side.row)].dashpot < 0.0; });
}

/// Whether sweeps through the blocks cost more than Newton steps without them. Pressed cubes of
/// tetrahedra whose ratio of the two is 1 to 2 take 1.2 to 3 times longer without blocks, blocks of
/// hexahedra with 2.7 as long, with 20 and more a third (docs/developer/solvers.md).
bool sweeps_are_dear(const FiniteElementBody& body, const Sides& sides) {
  const double sweeps = kSweeps * operations_of_sweep(static_cast<double>(sides.size()));
  return sweeps > kFactorisations * body.inverse_mass.operations();
}

bool has_contacts_above_all(std::span<const RowLaw> law, const Sides& sides) {
  const auto contacts = std::count_if(sides.begin(), sides.end(), [&](const auto& side) {
    return law[at(side.row)].kind == ConstraintKind::contact;
  });
  return 2 * contacts > static_cast<std::ptrdiff_t>(sides.size());
}

}  // namespace

void set_tangent(const InverseWanted& wanted, int slot, FiniteElementSet& meshes, int mesh,
                 BodyOperator& body_space) {
  const FiniteElementBody& body = meshes[mesh];
  if (is_reduced(body.form)) return;  // known by its inverse alone
  body_space.set_tangent(slot, {.stiffness = &body.stiffness,
                                .mass = masses_of(body),
                                .c = body.inverse_mass.c(),
                                .rotation = is_turned(body) ? body.inverse_rotation : identity(),
                                .operations = body.inverse_mass.operations(),
                                .entries = body.inverse_mass.entries()});
  // DEF_IMP makes another A after the rows are solved, and W must be there when it is asked for.
  if (wanted.on_ranks || (!wanted.quasi_static && body.scheme == Scheme::def_imp)) return;
  const Sides places = body_space.factored_places(slot);
  if (count(places) < kFewPlaces || has_rows_within(body_space, slot)) return;
  const Sides sides = body_space.factored_sides(slot);
  if (!has_contacts_above_all(wanted.law, sides) || damps_critically(wanted.law, sides)) return;
  if (!sweeps_are_dear(body, sides)) return;
  const double most = wanted.quasi_static ? kStatic : kDynamic;
  if (!(body.inverse_mass.cost_of_respond(points_of(body_space, slot)) > most)) return;
  SOLFEC_ASSERT(!is_turned(body));  // of which columns are kept and no blocks cost anything
  std::vector<NodalPoint> points;
  points.reserve(places.size());
  for (const BodyOperator::FactoredSide side : places) points.push_back(body_space.point(side));
  body_space.defer_inverse(
      slot, std::make_shared<MeshInverse>(wanted.step, meshes, mesh, std::move(points)));
}

void set_factored_inverse(double step, int slot, FiniteElementBody& body, MeshWorkspace& workspace,
                          BodyOperator& body_space) {
  const std::vector<WeightedRows> points = points_of(body_space, slot);
  if (is_reduced(body.form)) {
    std::vector<Mat3> response;
    reduced_response(body, points, response);
    write_blocks(response.data(), count(points), workspace);
    workspace.answer = 0;  // of no NodalInverse
    body_space.set_factored_inverse(slot, {.block = workspace.inverse,
                                           .rotation = body.inverse_rotation,
                                           .scale = step,
                                           .matrix = 0});
    return;
  }
  if (body_space.is_deferred(slot)) {
    std::vector<Mat3> blocks(points.size());
    body.inverse_mass.respond_each(points, blocks);
    for (int s = 0; s < count(points); ++s) {
      body_space.set_factored_diagonal(slot, s, symmetric_part(step * blocks[at(s)]));
    }
    return;
  }
  const std::span<const Mat3> response = body.inverse_mass.respond(points);
  if (workspace.answer != body.inverse_mass.answer()) {
    write_blocks(response.data(), count(points), workspace);
    workspace.answer = body.inverse_mass.answer();
  }
  body_space.set_factored_inverse(slot,
                                  {.block = workspace.inverse,
                                   .rotation = is_turned(body) ? body.inverse_rotation : identity(),
                                   .scale = step,
                                   .matrix = body.inverse_mass.matrix()});
}

void find_factored_change(const BodyOperator& body_space, const LocalSolution& solution,
                          double step, int slot, FiniteElementBody& body) {
  std::vector<Vec3>& force = body.reaction;
  std::fill(force.begin(), force.end(), Vec3{});
  const auto add = [&](const NodalPoint& point, Vec3 p) {
    for (int a = 0; a < point.count; ++a) force[at(point.node[a])] += point.weight[a] * p;
  };
  const std::span<const NodalPoint> border = body_space.border_points(slot);
  const int place = body_space.slot_place(slot);
  for (int k = 0; k < count(border); ++k) {
    add(border[at(k)], solution.velocities.border_force(place, k));
  }
  for (const BodyOperator::FactoredSide side : body_space.factored_sides(slot)) {
    if (body_space.factored_side(side.row, side.master)[1] < count(border)) continue;
    const Vec3 p = body_space.rows()[at(side.row)].frame * solution.R[at(side.row)];
    add(body_space.point(side), side.master ? p : -p);
  }
  apply_inverse_to_few(body, force, body.change);
  for (Vec3& change : body.change) change *= step;
}

}  // namespace solfec
