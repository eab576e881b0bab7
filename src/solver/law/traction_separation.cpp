#include "solver/law/traction_separation.h"

#include <algorithm>
#include <cmath>

namespace solfec {
namespace {

/// A number with its derivative by the separation.
struct Sloped {
  double value{};
  Vec3 slope;  // 1/m
};

/// A separation with its closing part left out, and how near the strength it is.
struct Loading {
  Vec3 spring;          // K (δ_t, d), Pa, the derivative of the energy
  double energy{};      // ½ K (δ_t, d)², J/m²
  bool opens = false;   // d > 0
  Sloped ratio;         // r
  Sloped end{1.0, {}};  // r_f
};

Loading loading_of(const CohesiveZone& zone, Vec3 separation) {
  const double opening = std::max(separation.z, 0.0);
  const double shear = std::hypot(separation.x, separation.y);
  const double k_t = zone.tangential_stiffness;
  const double pull = zone.normal_stiffness * opening;
  Loading load;
  load.opens = opening > 0.0;
  load.spring = {k_t * separation.x, k_t * separation.y, pull};
  load.energy = 0.5 * (pull * opening + k_t * shear * shear);
  const double normal_rate = load.opens ? zone.normal_stiffness : 0.0;
  const double by_tension = pull / zone.tension;
  const double by_line = (k_t * shear + zone.friction * pull) / zone.cohesion;
  if (by_tension > by_line) {
    load.ratio = {by_tension, {0.0, 0.0, normal_rate / zone.tension}};
  } else {
    const double rate = shear > 0.0 ? k_t / (zone.cohesion * shear) : 0.0;
    load.ratio = {
        by_line,
        {rate * separation.x, rate * separation.y, zone.friction * normal_rate / zone.cohesion}};
  }
  const Vec3 share_slope{2.0 * load.spring.x / zone.tangential_energy,
                         2.0 * load.spring.y / zone.tangential_energy,
                         2.0 * load.spring.z / zone.normal_energy};
  const double share = 0.5 * dot(share_slope, {separation.x, separation.y, opening});
  if (!(share > 0.0)) return load;
  const double r = load.ratio.value;
  load.end.value = 2.0 * r * r / share;
  load.end.slope = (4.0 * r / share) * load.ratio.slope - (load.end.value / share) * share_slope;
  return load;
}

/// D(r) of a first loading.
Sloped damage_of(const Loading& load) {
  const double r = load.ratio.value;
  const double end = load.end.value;
  if (!(r > 1.0)) return {};
  if (r >= end) return {1.0, {}};
  const double left = end - 1.0;
  return {end * (r - 1.0) / (r * left),
          end / (left * r * r) * load.ratio.slope - (r - 1.0) / (r * left * left) * load.end.slope};
}

/// ∫ ½ K δ² dD from a damage on, with D(r) along a constant ratio of shear to opening.
Sloped dissipation_of(const Loading& load, double damage) {
  if (!(damage_of(load).value > damage)) return {};
  const double r = load.ratio.value;
  const double end = load.end.value;
  const double divisor = end - damage * (end - 1.0);
  const Sloped before{end / divisor, damage / (divisor * divisor) * load.end.slope};
  const Sloped& reached = r < end ? load.ratio : load.end;
  const double at_strength = load.energy / (r * r);
  const Vec3 strength_slope =
      (1.0 / (r * r)) * load.spring - (2.0 * at_strength / r) * load.ratio.slope;
  const double factor = end / (end - 1.0);
  const double factor_rate = -1.0 / ((end - 1.0) * (end - 1.0));
  const double grown = reached.value - before.value;
  return {at_strength * factor * grown, factor * grown * strength_slope +
                                            at_strength * factor_rate * grown * load.end.slope +
                                            at_strength * factor * (reached.slope - before.slope)};
}

StepTraction spring_of(const CohesiveZone& zone, const Loading& load, double damage) {
  const double kept = 1.0 - damage;
  const double along = kept * zone.tangential_stiffness;
  return {kept * load.spring,
          diagonal(along, along, load.opens ? kept * zone.normal_stiffness : 0.0)};
}

/// Traction and damage at the end of a step.
struct EndOfStep {
  Loading load;
  Sloped damage;
  Vec3 traction;
  Mat3 slope;  // of the traction
};

EndOfStep end_of_step(const CohesiveZone& zone, Vec3 separation, double damage) {
  EndOfStep end;
  end.load = loading_of(zone, separation);
  end.damage = damage_of(end.load);
  if (!(end.damage.value > damage)) end.damage = {damage, {}};
  const StepTraction spring = spring_of(zone, end.load, end.damage.value);
  end.traction = spring.traction;
  end.slope = spring.slope - outer(end.load.spring, end.damage.slope);
  return end;
}

constexpr double kRounding = 1e-13;  // of the energies whose difference is work

}  // namespace

Vec3 zone_traction(const CohesiveZone& zone, Vec3 separation, double damage) {
  return zone_spring(zone, separation, damage).traction;
}

StepTraction zone_spring(const CohesiveZone& zone, Vec3 separation, double damage) {
  return spring_of(zone, loading_of(zone, separation), damage);
}

double zone_damage(const CohesiveZone& zone, Vec3 separation, double damage) {
  return std::max(damage, damage_of(loading_of(zone, separation)).value);
}

double zone_stored_energy(const CohesiveZone& zone, Vec3 separation, double damage) {
  return (1.0 - damage) * loading_of(zone, separation).energy;
}

double zone_dissipation(const CohesiveZone& zone, Vec3 separation, double damage) {
  return dissipation_of(loading_of(zone, separation), damage).value;
}

StepTraction zone_end_traction(const CohesiveZone& zone, Vec3 separation, double damage) {
  const EndOfStep end = end_of_step(zone, separation, damage);
  return {end.traction, end.slope};
}

StepTraction zone_mean_traction(const CohesiveZone& zone, Vec3 start, double damage,
                                Vec3 separation) {
  const EndOfStep end = end_of_step(zone, separation, damage);
  const Vec3 mean = 0.5 * (zone_traction(zone, start, damage) + end.traction);
  StepTraction result{mean, 0.5 * end.slope};
  const Vec3 change = separation - start;
  const double square = dot(change, change);
  const Sloped dissipation = dissipation_of(end.load, damage);
  const double before = zone_stored_energy(zone, start, damage);
  const double kept = 1.0 - end.damage.value;
  const double gained = kept * end.load.energy - before + dissipation.value;
  const double lacking = gained - dot(mean, change);
  // Without damage the zone is linear and the mean exact, but for rounding.
  if (!(square > 0.0) || std::fabs(lacking) <= kRounding * (before + kept * end.load.energy)) {
    return result;
  }
  const double share = lacking / square;
  const Vec3 gained_slope = end.traction - end.load.energy * end.damage.slope + dissipation.slope;
  const Vec3 lacking_slope = gained_slope - mean - transposed_times(result.slope, change);
  const Vec3 share_slope = (1.0 / square) * lacking_slope - (2.0 * share / square) * change;
  result.traction += share * change;
  result.slope += share * identity() + outer(change, share_slope);
  return result;
}

}  // namespace solfec
