#include "domain/quasi_static/static_point.h"

#include <cmath>

#include "base/count.h"
#include "integrator/static_balance.h"

namespace solfec {

void StaticPoint::take(const RigidSet& rigid, const std::vector<Vec3>& R,
                       const std::vector<Vec3>& U) {
  angular_ = rigid.angular;
  linear_ = rigid.linear;
  angular_change_ = rigid.angular_change;
  linear_change_ = rigid.linear_change;
  force_ = rigid.force;
  torque_ = rigid.torque;
  stiffness_ = rigid.turning_stiffness;
  push_ = rigid.static_push;
  R_ = R;
  U_ = U;
}

void StaticPoint::restore(RigidSet& rigid, std::vector<Vec3>& R, std::vector<Vec3>& U) const {
  rigid.angular = angular_;
  rigid.linear = linear_;
  rigid.angular_change = angular_change_;
  rigid.linear_change = linear_change_;
  rigid.force = force_;
  rigid.torque = torque_;
  rigid.turning_stiffness = stiffness_;
  rigid.static_push = push_;
  R = R_;
  U = U_;
}

double StaticPoint::largest_speed() const {
  double largest = 0.0;
  for (std::size_t i = 0; i < linear_.size(); ++i) {
    largest = std::fmax(largest, norm(linear_[i] + linear_change_[i]));
  }
  return largest;
}

bool StaticPoint::strays(const RigidSet& rigid, double step, double speed) const {
  constexpr double kSizes = 5.0;
  for (int slot = 0; slot < rigid.owned(); ++slot) {
    const auto i = at(slot);
    const Vec3 change =
        (rigid.linear[i] + rigid.linear_change[i]) - (linear_[i] + linear_change_[i]);
    const double most = kSizes * mean_distance(rigid, slot) + step * speed;
    if (!(step * norm(change) <= most)) return true;
  }
  return false;
}

}  // namespace solfec
