#include "run/watch/turning_watch.h"

#include <cmath>

#include "base/cat.h"
#include "base/count.h"
#include "integrator/rigid_step.h"
#include "run/report/body_text.h"

namespace solfec {

namespace {

// Largest turn of the angular momentum against the body in a step, rad.
constexpr double kLargestTurn = 0.2;
constexpr double kLargestImplicitTurn = 1.0;  // of RIG_IMP
constexpr double kGrowth = 0.01;              // of the energy, by RIG_POS

}  // namespace

std::string TurningWatch::news(const Domain& domain, double step) {
  std::string text = told_ ? "" : too_far(domain, step);
  if (text.empty() && !told_growth_) text = growth(domain, step);
  return text;
}

/// Takes the work that is booked as numerical for shifts out of the growth: it is none of the
/// scheme.
void TurningWatch::add_shifts(const Domain& domain) {
  for (const ShiftWork& shift : domain.contact_projection().work()) {
    const auto found = grown_.find(shift.body);
    if (found != grown_.end()) found->second.numerical -= shift.work;
  }
}

std::string TurningWatch::growth(const Domain& domain, double step) {
  const RigidSet& rigid = domain.bodies.rigid;
  add_shifts(domain);
  for (std::size_t i = 0; i < rigid.id.size(); ++i) {
    if (rigid.scheme[i] != Scheme::rig_pos) continue;
    const BodyId id = rigid.id[i];
    const Energies energies = domain.bodies.energies(domain.body_ref(id));
    const auto [at, is_new] = grown_.try_emplace(id);
    Grown& one = at->second;
    if (!is_new) one.grown += energies.numerical - one.numerical;
    one.numerical = energies.numerical;
    one.largest = std::fmax(one.largest, energies.kinetic - one.grown);
    if (!(one.grown > kGrowth * one.largest)) continue;
    told_growth_ = true;
    return cat("t=", short_number(domain.time()), " s: the scheme RIG_POS has added ",
               short_number(100.0 * one.grown / one.largest), " % to the energy of ",
               body_text(domain, id), ", which grows on; take a shorter step than ",
               short_number(step), " s or BODY.scheme = 'RIG_NEG' or 'RIG_IMP'");
  }
  return {};
}

std::string TurningWatch::too_far(const Domain& domain, double step) {
  const RigidSet& rigid = domain.bodies.rigid;
  const double fast = kLargestTurn / step;
  for (std::size_t i = 0; i < rigid.id.size(); ++i) {
    const Vec3 turning = rigid.angular[i];
    if (!(dot(turning, turning) > fast * fast)) continue;
    const Vec3 momentum = rigid.inertia[i] * turning;
    const double turn = norm(cross(turning, momentum)) * step / norm(momentum);
    const bool is_implicit = rigid.scheme[i] == Scheme::rig_imp ||
                             (rigid.scheme[i] == Scheme::rig_neg &&
                              turns_far(rigid.inertia[i], rigid.inverse_inertia[i], turning, step));
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
