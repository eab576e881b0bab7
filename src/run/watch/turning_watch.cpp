#include "run/watch/turning_watch.h"

#include "base/cat.h"
#include "base/count.h"
#include "run/body_text.h"

namespace solfec {

namespace {

// Largest turn of the angular momentum against the body in a step, rad.
constexpr double kLargestTurn = 0.2;
constexpr double kLargestImplicitTurn = 1.0;  // of RIG_IMP

}  // namespace

std::string TurningWatch::news(const Domain& domain, double step) {
  if (told_) return {};
  const RigidSet& rigid = domain.bodies.rigid;
  const double fast = kLargestTurn / step;
  for (std::size_t i = 0; i < rigid.id.size(); ++i) {
    const Vec3 turning = rigid.angular[i];
    if (!(dot(turning, turning) > fast * fast)) continue;
    const Vec3 momentum = rigid.inertia[i] * turning;
    const double turn = norm(cross(turning, momentum)) * step / norm(momentum);
    const bool is_implicit = rigid.scheme[i] == Scheme::rig_imp;
    const double largest = is_implicit ? kLargestImplicitTurn : kLargestTurn;
    if (!(turn > largest)) continue;
    told_ = true;
    return cat("t=", short_number(domain.time()), " s: ", body_text(domain, rigid.id[i]),
               " turns so fast that its angular momentum turns by ", short_number(turn),
               " rad against it in a step: above ", largest, " rad ", name_of(rigid.scheme[i]),
               " does not keep its energy; take a step below ", short_number(step * largest / turn),
               is_implicit ? " s" : " s or BODY.scheme = 'RIG_IMP'");
  }
  return {};
}

}  // namespace solfec
