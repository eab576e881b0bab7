#include "domain/contacts/shift_momentum.h"

#include <algorithm>
#include <cstddef>

#include "base/check.h"
#include "base/count.h"
#include "math/rotation.h"

namespace solfec {

namespace {

/// Σ m (|r|² 1 - r rᵀ) of one mass, kg m².
Mat3 point_inertia(double mass, Vec3 arm) {
  return mass * (dot(arm, arm) * identity() - outer(arm, arm));
}

}  // namespace

MomentumBody moved(const MomentumBody& body, Vec3 shift, Vec3 turn) {
  const Mat3 rotation = exponential_map(turn);
  return {body.mass, body.center + shift, body.linear, rotation * body.spin,
          rotation * body.inertia * transpose(rotation)};
}

void MomentumGroups::start(int bodies) {
  joined_.start(bodies);
  held_.assign(at(bodies), 0);
}

void MomentumGroups::join(int a, int b) {
  if (a < 0 && b < 0) return;
  if (a < 0 || b < 0) {
    held_[at(joined_.root(std::max(a, b)))] = 1;
    return;
  }
  const bool held = held_[at(joined_.root(a))] != 0 || held_[at(joined_.root(b))] != 0;
  joined_.join(a, b);
  held_[at(joined_.root(a))] = held ? 1 : 0;
}

int MomentumGroups::free_group(int body) {
  const int group = joined_.root(body);
  return held_[at(group)] != 0 ? -1 : group;
}

void give_momentum_back(std::span<const MomentumBody> before, std::span<const MomentumBody> after,
                        MomentumGroups& groups, std::vector<MomentumSum>& sums,
                        std::vector<RigidVelocity>& change) {
  SOLFEC_ASSERT(before.size() == after.size());
  const int n = count(after);
  sums.assign(after.size(), {});
  change.assign(after.size(), {});
  const auto for_each_free = [&](const auto& visit) {
    for (int k = 0; k < n; ++k) {
      const int group = groups.free_group(k);
      if (group >= 0) visit(k, sums[at(group)]);
    }
  };
  for_each_free([&](int k, MomentumSum& sum) {
    const MomentumBody& old = before[at(k)];
    const MomentumBody& now = after[at(k)];
    sum.mass += now.mass;
    sum.moment += now.mass * now.center;
    sum.lost += cross(old.center - now.center, now.mass * now.linear) + (old.spin - now.spin);
  });
  for_each_free([&](int k, MomentumSum& sum) {
    const MomentumBody& now = after[at(k)];
    sum.inertia += now.inertia + point_inertia(now.mass, now.center - sum.moment / sum.mass);
  });
  for (MomentumSum& sum : sums) {
    if (sum.lost != Vec3{}) sum.angular = inverse(sum.inertia) * sum.lost;
  }
  for_each_free([&](int k, const MomentumSum& sum) {
    const Vec3 arm = after[at(k)].center - sum.moment / sum.mass;
    change[at(k)] = {cross(sum.angular, arm), sum.angular};
  });
}

}  // namespace solfec
