#include "solver/law/traction_separation.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

/// Mortar, and a zone whose line of Mohr ends at the tensile strength.
std::vector<CohesiveZone> zones() {
  return {{.normal_stiffness = 8e9,
           .tangential_stiffness = 4e9,
           .tension = 2e5,
           .cohesion = 3e5,
           .friction = 0.7,
           .normal_energy = 15.0,
           .tangential_energy = 60.0},
          {.normal_stiffness = 3.0,
           .tangential_stiffness = 5.0,
           .tension = 1.0,
           .cohesion = 0.5,
           .friction = 0.5,
           .normal_energy = 1.2,
           .tangential_energy = 0.1}};
}

/// Work of the traction along straight ways, by a fine trapezoidal rule over states that remember
/// their damage; it is what the law is defined by.
class Path {
 public:
  explicit Path(const CohesiveZone& zone) : zone_(zone) {}

  void go(Vec3 end, int parts = 20000) {
    const Vec3 from = place_;
    for (int k = 1; k <= parts; ++k) {
      const Vec3 next = from + (static_cast<double>(k) / parts) * (end - from);
      const Vec3 before = zone_traction(zone_, place_, damage_);
      damage_ = zone_damage(zone_, next, damage_);
      work_ += 0.5 * dot(before + zone_traction(zone_, next, damage_), next - place_);
      place_ = next;
    }
  }
  [[nodiscard]] double work() const { return work_; }
  [[nodiscard]] double damage() const { return damage_; }
  [[nodiscard]] Vec3 traction() const { return zone_traction(zone_, place_, damage_); }

 private:
  const CohesiveZone& zone_;
  Vec3 place_;
  double damage_{};
  double work_{};
};

double pull_at_end(const CohesiveZone& zone) { return 2.0 * zone.normal_energy / zone.tension; }
double shear_at_end(const CohesiveZone& zone) {
  return 2.0 * zone.tangential_energy / zone.cohesion;
}

TEST(TractionSeparation, APullRisesToTheStrengthAndFallsLinearlyToZero) {
  for (const CohesiveZone& zone : zones()) {
    const double first = zone.tension / zone.normal_stiffness;
    const double end = pull_at_end(zone);
    for (double x = 0.01; x < 1.3; x += 0.037) {
      const double opening = x * end;
      const double expected = opening <= first ? zone.normal_stiffness * opening
                              : opening < end  ? zone.tension * (end - opening) / (end - first)
                                               : 0.0;
      const Vec3 separation{0.0, 0.0, opening};
      const double damage = zone_damage(zone, separation, 0.0);
      const Vec3 traction = zone_traction(zone, separation, damage);
      EXPECT_NEAR(traction.z, expected, 1e-12 * zone.tension) << x;
      EXPECT_EQ(traction.x, 0.0);
    }
  }
}

TEST(TractionSeparation, AShearTakesTheCohesionInAnyDirection) {
  const CohesiveZone zone = zones()[0];
  const double first = zone.cohesion / zone.tangential_stiffness;
  const double end = shear_at_end(zone);
  for (const double x : {0.3, 0.9, 0.999}) {
    const Vec3 separation = (x * end) * Vec3{0.6, -0.8, 0.0};
    const Vec3 traction = zone_traction(zone, separation, zone_damage(zone, separation, 0.0));
    const double expected = zone.cohesion * (1.0 - x) * end / (end - first);
    EXPECT_NEAR(traction.x, 0.6 * expected, 1e-9 * zone.cohesion);
    EXPECT_NEAR(traction.y, -0.8 * expected, 1e-9 * zone.cohesion);
    EXPECT_EQ(traction.z, 0.0);
  }
}

TEST(TractionSeparation, ThePeakLiesOnMohrsLineWithACutOff) {
  int cut = 0;
  for (const CohesiveZone& zone : zones()) {
    for (double angle = 0.0; angle <= 1.57; angle += 0.05) {
      const Vec3 way{std::sin(angle) / zone.tangential_stiffness, 0.0,
                     std::cos(angle) / zone.normal_stiffness};
      double pull = 0.0;
      double shear = 0.0;
      double size = -1.0;
      for (double x = 0.0; x < 2.0; x += 1e-4) {
        const Vec3 at = (x * zone.tension) * way;
        const Vec3 t = zone_traction(zone, at, zone_damage(zone, at, 0.0));
        if (norm(t) <= size) break;
        size = norm(t);
        pull = t.z;
        shear = t.x;
      }
      const double by_line = (shear + zone.friction * pull) / zone.cohesion;
      EXPECT_NEAR(std::max(by_line, pull / zone.tension), 1.0, 2e-3) << angle;
      cut += pull / zone.tension > by_line ? 1 : 0;
    }
  }
  EXPECT_GT(cut, 3);
}

TEST(TractionSeparation, ABreakTakesTheEnergiesByTheirShares) {
  for (const CohesiveZone& zone : zones()) {
    for (const double mix : {0.0, 0.2, 0.7, 1.3, 1.5707963}) {
      const double far = 3.0 * std::max(pull_at_end(zone), shear_at_end(zone));
      const Vec3 way{std::sin(mix), 0.0, std::cos(mix)};
      Path path(zone);
      path.go(far * way, 50000);
      EXPECT_EQ(path.damage(), 1.0);
      const double normal = zone.normal_stiffness * way.z * way.z;
      const double tangential = zone.tangential_stiffness * way.x * way.x;
      const double share = normal / (normal + tangential);
      const double energy =
          1.0 / (share / zone.normal_energy + (1.0 - share) / zone.tangential_energy);
      EXPECT_NEAR(path.work() / energy, 1.0, 1e-4) << mix;
    }
  }
}

TEST(TractionSeparation, UnloadingLeadsToTheOriginAndReloadingBack) {
  const CohesiveZone zone = zones()[0];
  const Vec3 far{0.2 * shear_at_end(zone), 0.0, 0.3 * pull_at_end(zone)};
  Path path(zone);
  path.go(far);
  const Vec3 traction = path.traction();
  const double damage = path.damage();
  const double work = path.work();
  path.go(0.5 * far);
  EXPECT_NEAR(norm(path.traction() - 0.5 * traction), 0.0, 1e-9 * norm(traction));
  path.go({});
  EXPECT_EQ(path.damage(), damage);
  EXPECT_EQ(norm(path.traction()), 0.0);
  path.go(far);
  EXPECT_NEAR(norm(path.traction() - traction), 0.0, 1e-9 * norm(traction));
  EXPECT_NEAR(path.work(), work, 1e-9 * work);
  path.go({0.0, 0.0, -1.0});  // pressure is not the bond's
  EXPECT_EQ(norm(path.traction()), 0.0);
}

TEST(TractionSeparation, DissipationIsTheWorkWithoutWhatTheSpringsHold) {
  for (const CohesiveZone& zone : zones()) {
    for (const double mix : {0.0, 0.6, 1.2}) {
      const Vec3 way = (0.4 * std::min(pull_at_end(zone), shear_at_end(zone))) *
                       Vec3{std::sin(mix), 0.0, std::cos(mix)};
      Path path(zone);
      path.go(way, 20000);
      const double early = path.damage();
      const double first = zone_dissipation(zone, way, 0.0);
      EXPECT_NEAR(first, path.work() - zone_stored_energy(zone, way, early), 1e-6 * path.work());
      path.go(1.3 * way, 20000);
      const double second = zone_dissipation(zone, 1.3 * way, early);
      EXPECT_NEAR(first + second, path.work() - zone_stored_energy(zone, 1.3 * way, path.damage()),
                  1e-6 * path.work());
      EXPECT_EQ(zone_dissipation(zone, way, path.damage()), 0.0);
    }
  }
}

/// Steps of any size, in any direction, over all kinks.
TEST(TractionSeparation, TheMeanTractionOfAStepDoesTheWorkThatIsStoredOrLost) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (const CohesiveZone& zone : zones()) {
    for (int k = 0; k < 2000; ++k) {
      const auto place = [&] {
        return Vec3{0.6 * shear_at_end(zone) * number(random),
                    0.6 * shear_at_end(zone) * number(random), pull_at_end(zone) * number(random)};
      };
      const Vec3 start = place();
      const Vec3 end = place();
      const double damage = zone_damage(zone, start, 0.0);
      const double after = zone_damage(zone, end, damage);
      const double gained = zone_stored_energy(zone, end, after) -
                            zone_stored_energy(zone, start, damage) +
                            zone_dissipation(zone, end, damage);
      const Vec3 mean = zone_mean_traction(zone, start, damage, end).traction;
      EXPECT_NEAR(dot(mean, end - start), gained, 1e-11 * zone.tangential_energy);
    }
  }
}

TEST(TractionSeparation, AStepOfOpeningHasTheMeanOfItsWay) {
  const CohesiveZone zone = zones()[0];
  const double end = pull_at_end(zone);
  for (const auto& [from, to] : {std::pair{0.0, 0.01}, {0.0, 0.3}, {0.2, 0.6}, {0.7, 1.4}}) {
    Path path(zone);
    path.go({0.0, 0.0, from * end});
    const double work = path.work();
    const double damage = path.damage();
    path.go({0.0, 0.0, to * end}, 20000);
    const StepTraction step =
        zone_mean_traction(zone, {0.0, 0.0, from * end}, damage, {0.0, 0.0, to * end});
    EXPECT_NEAR(step.traction.z, (path.work() - work) / ((to - from) * end), 1e-5 * zone.tension);
  }
}

TEST(TractionSeparation, NoStepIsNoWayAndHasTheTractionOfItsPlace) {
  const CohesiveZone zone = zones()[1];
  const Vec3 place{0.02, 0.01, 0.4};
  const double damage = zone_damage(zone, place, 0.0);
  const Vec3 traction = zone_mean_traction(zone, place, damage, place).traction;
  EXPECT_NEAR(norm(traction - zone_traction(zone, place, damage)), 0.0, 1e-15);
}

TEST(TractionSeparation, SofteningIsToldByItsSteepestPart) {
  const CohesiveZone zone = zones()[0];
  double steepest = 0.0;
  constexpr double kPart = 1e-3;
  for (const Vec3 way : {Vec3{0.0, 0.0, pull_at_end(zone)}, Vec3{shear_at_end(zone), 0.0, 0.0}}) {
    for (double x = kPart; x < 1.0; x += kPart) {
      const auto size = [&](double at) {
        return norm(zone_traction(zone, at * way, zone_damage(zone, at * way, 0.0)));
      };
      steepest = std::max(steepest, (size(x) - size(x + kPart)) / (kPart * norm(way)));
    }
  }
  EXPECT_NEAR(softening_rate(zone) / steepest, 1.0, 1e-6);
}

}  // namespace
}  // namespace solfec
