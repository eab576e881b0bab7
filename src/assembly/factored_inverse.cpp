#include "assembly/factored_inverse.h"

#include <algorithm>

#include "base/count.h"
#include "body/finite_element/finite_element_inverse.h"

namespace solfec {
namespace {

// Column by column: unit forces at the place of one side make all nodes that rows see respond
// (NodalInverse::respond), and each other place takes its weights of that. Only t <= s is found,
// the matrix is symmetric.

using Sides = std::span<const BodyOperator::FactoredSide>;

/// The nodes that places see, without repetition, ascending.
void find_nodes(const BodyOperator& body_space, Sides places, MeshWorkspace& workspace) {
  workspace.node.clear();
  for (const BodyOperator::FactoredSide side : places) {
    const NodalPoint& point = body_space.point(side);
    workspace.node.insert(workspace.node.end(), point.node, point.node + point.count);
  }
  std::sort(workspace.node.begin(), workspace.node.end());
  workspace.node.erase(std::unique(workspace.node.begin(), workspace.node.end()),
                       workspace.node.end());
  for (int k = 0; k < count(workspace.node); ++k) workspace.seen[at(workspace.node[at(k)])] = k;
}

}  // namespace

void set_factored_inverse(double step, int slot, FiniteElementBody& body, MeshWorkspace& workspace,
                          BodyOperator& body_space) {
  const Sides places = body_space.factored_places(slot);
  workspace.seen.resize(at(body.node_count()), -1);
  find_nodes(body_space, places, workspace);
  std::vector<WeightedRows> points;
  points.reserve(places.size());
  for (const BodyOperator::FactoredSide side : places) {
    const NodalPoint& point = body_space.point(side);
    points.push_back({{point.node, at(point.count)}, {point.weight, at(point.count)}});
  }
  const std::span<const Mat3> all = body.inverse_mass.respond(points, workspace.node);
  const Mat3& rotation = body.inverse_rotation;
  for (int s = 0; s < count(places); ++s) {
    const auto response = all.subspan(at(s) * workspace.node.size(), workspace.node.size());
    for (int t = 0; t <= s; ++t) {
      const NodalPoint& point = body_space.point(places[at(t)]);
      Mat3 sum;
      for (int a = 0; a < point.count; ++a) {
        sum += point.weight[a] * response[at(workspace.seen[at(point.node[a])])];
      }
      sum *= step;
      if (t == s) sum = 0.5 * (sum + transpose(sum));
      if (body.form == FiniteElementForm::corotational) {
        sum = rotation * sum * transpose(rotation);
      }
      body_space.set_factored_inverse(slot, t, s, sum);
    }
  }
  for (const std::int32_t node : workspace.node) workspace.seen[at(node)] = -1;
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
  apply_inverse(body, force, body.change);
  for (Vec3& change : body.change) change *= step;
}

}  // namespace solfec
