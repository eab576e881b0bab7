#include "domain/quasi_static/static_groups.h"

#include <algorithm>

#include "base/count.h"
#include "solver/measure/natural_residual.h"
#include "solver/measure/row_residual.h"

namespace solfec {

namespace {

/// Item of a body; -1: an obstacle, which connects nothing.
int item(const Bodies& bodies, BodyRef body) {
  switch (body.kind) {
    case BodyKind::rigid:
      return body.slot;
    case BodyKind::pseudo_rigid:
      return bodies.rigid.size() + body.slot;
    case BodyKind::finite_element:
      return bodies.rigid.size() + bodies.pseudo_rigid.size() + body.slot;
    case BodyKind::obstacle:
      break;
  }
  return -1;
}

}  // namespace

void StaticGroups::find(const Bodies& bodies, std::span<const UserConstraint> constraints,
                        std::span<const ContactPoint> contacts, bool together) {
  const int rigid = bodies.rigid.size();
  const int all = rigid + bodies.pseudo_rigid.size() + bodies.finite_element.size();
  connected_.start(all);
  const auto refs = bodies.refs();
  const auto of_constraint = [&](BodyId body) {
    return body == 0 ? -1 : item(bodies, bodies.ref(body));
  };
  row_items_.clear();
  for (const UserConstraint& one : constraints) {
    row_items_.emplace_back(of_constraint(one.master), of_constraint(one.slave));
  }
  for (const ContactPoint& one : contacts) {
    row_items_.emplace_back(item(bodies, refs[at(one.master)]), item(bodies, refs[at(one.slave)]));
  }
  for (const auto& [a, b] : row_items_) {
    if (a >= 0 && b >= 0) connected_.join(a, b);
  }
  for (int i = 1; together && i < all; ++i) connected_.join(0, i);
  deforms_.assign(at(all), 0);
  for (int i = rigid; i < all; ++i) deforms_[at(connected_.root(i))] = 1;
  yields_.resize(at(rigid));
  for (int i = 0; i < rigid; ++i) yields_[at(i)] = deforms_[at(connected_.root(i))];
  row_yields_.clear();
  for (const auto& [a, b] : row_items_) {
    const int one = std::max(a, b);
    row_yields_.push_back(one >= 0 ? deforms_[at(connected_.root(one))] : char{1});
  }
}

double StaticGroups::standing_error(const LocalDynamics& problem,
                                    const LocalSolution& solution) const {
  const double scale = mean_inverse_mass(problem);
  double largest = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    if (row_yields_[at(i)] != 0) continue;
    const Vec3 miss = natural_row_residual(problem, i, scale, solution.R[at(i)], solution.U[at(i)]);
    largest = std::max(largest, norm(miss));
  }
  return largest;
}

}  // namespace solfec
