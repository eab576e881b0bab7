#include "assembly/critical_damping.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/count.h"
#include "material/surface_material.h"

namespace solfec {
namespace {

using Patch = std::span<const ContactPatches::Point>;

/// W' of a patch, s/kg. Leaves the velocities at rest, up to rounding.
double response_of(Patch patch, int first_row, BodyVelocities& velocities) {
  const auto push = [&](double sign) {
    for (const auto& point : patch) {
      if (point.share == 0.0) continue;
      velocities.scatter(first_row + point.contact, {0.0, 0.0, sign * point.share});
    }
  };
  push(1.0);
  double response = 0.0;
  for (const auto& point : patch) {
    if (point.share == 0.0) continue;
    response += point.share * velocities.gather(first_row + point.contact).z;
  }
  push(-1.0);
  return response;
}

}  // namespace

void set_critical_damping(std::span<const ContactPoint> contacts, int first_row,
                          CriticalDampingWorkspace& workspace, LocalDynamics& problem) {
  const auto is_critical = [&](const ContactPatches::Point& point) {
    return problem.law[at(first_row + point.contact)].dashpot == kCriticalDashpot;
  };
  const auto first = problem.law.begin() + first_row;
  if (std::none_of(first, first + count(contacts),
                   [](const RowLaw& law) { return law.dashpot == kCriticalDashpot; })) {
    return;
  }
  workspace.patches.find(contacts);
  workspace.velocities.start(problem.body_space);
  for (int p = 0; p < workspace.patches.size(); ++p) {
    const Patch patch = workspace.patches[p];
    if (patch.size() == 1 && contacts[at(patch[0].contact)].part == 1.0) continue;
    if (std::none_of(patch.begin(), patch.end(), is_critical)) continue;
    const double of_patch = response_of(patch, first_row, workspace.velocities);
    for (const auto& point : patch) {
      if (!is_critical(point)) continue;
      const auto row = at(first_row + point.contact);
      const double own = problem.W_diagonal[row](2, 2);
      if (!(own > 0.0) || !(of_patch > 0.0)) continue;
      problem.law[row].dashpot =
          kCriticalDashpot * std::sqrt(contacts[at(point.contact)].part * own / of_patch);
    }
  }
}

}  // namespace solfec
