#include "assembly/factored_inverse.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "base/count.h"
#include "body/finite_element/finite_element_inverse.h"

namespace solfec {
namespace {

// Blocks between the places that rows see (NodalInverse::respond); only t <= s, the matrix is
// symmetric.

using Sides = std::span<const BodyOperator::FactoredSide>;

/// Writes the blocks in the order of PlaceInverse, in the memory of the last ones unless somebody
/// still looks at them.
void write_blocks(const Mat3* response, int places, MeshWorkspace& workspace) {
  auto& blocks = workspace.inverse;
  if (blocks == nullptr || blocks.use_count() > 1) blocks = std::make_shared<std::vector<double>>();
  blocks->resize(9 * at(places) * at(places));
  for (int s = 0; s < places; ++s) {
    for (int t = 0; t <= s; ++t) {
      Mat3 block = *response++;
      if (t == s) block = 0.5 * (block + transpose(block));
      set_place_block(*blocks, places, t, s, block);
    }
  }
}

}  // namespace

void set_factored_inverse(double step, int slot, FiniteElementBody& body, MeshWorkspace& workspace,
                          BodyOperator& body_space) {
  const bool turned = body.form == FiniteElementForm::corotational;
  body_space.set_tangent(slot, {.stiffness = &body.stiffness,
                                .mass = body.elements.mass,
                                .c = body.inverse_mass.c(),
                                .rotation = turned ? body.inverse_rotation : identity(),
                                .operations = body.inverse_mass.operations(),
                                .entries = body.inverse_mass.entries()});
  const Sides places = body_space.factored_places(slot);
  std::vector<WeightedRows> points;
  points.reserve(places.size());
  for (const BodyOperator::FactoredSide side : places) {
    const NodalPoint& point = body_space.point(side);
    points.push_back({{point.node, at(point.count)}, {point.weight, at(point.count)}});
  }
  const std::span<const Mat3> response = body.inverse_mass.respond(points);
  if (workspace.answer != body.inverse_mass.answer()) {
    write_blocks(response.data(), count(places), workspace);
    workspace.answer = body.inverse_mass.answer();
  }
  body_space.set_factored_inverse(slot, {.block = workspace.inverse,
                                         .rotation = turned ? body.inverse_rotation : identity(),
                                         .scale = step,
                                         .matrix = body.inverse_mass.matrix()});
}

void find_factored_change(const BodyOperator& body_space, std::span<const Vec3> R, double step,
                          int slot, FiniteElementBody& body) {
  std::vector<Vec3>& force = body.reaction;
  std::fill(force.begin(), force.end(), Vec3{});
  const Sides sides = body_space.factored_sides(slot);
  for (const BodyOperator::FactoredSide side : sides) {
    const auto row = at(side.row);
    const Vec3 p = body_space.rows()[row].frame * R[row];
    const Vec3 signed_force = side.master ? p : -p;
    const NodalPoint& point = body_space.point(side);
    for (int a = 0; a < point.count; ++a)
      force[at(point.node[a])] += point.weight[a] * signed_force;
  }
  apply_inverse_to_few(body, force, body.change);
  for (Vec3& change : body.change) change *= step;
}

}  // namespace solfec
