#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "domain/domain_fixture.h"
#include "domain/ranks/ranked_runs.h"
#include "math/rotation.h"

// Restitution that is limited (domain/impacts/bounce_limit.h), on ranks that are fibers.

namespace solfec {
namespace {

using test::add;
using test::Ended;
using test::expect_same;
using test::run;

constexpr int kSteps = 8;

void bouncing_floor(Domain& domain, double restitution) {
  domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
  SurfaceMaterial rough;
  rough.friction = 0.5;
  rough.restitution = restitution;
  domain.surface_materials.define(rough);
  add(domain, BodyKind::obstacle, box_shape({-20, -20, -0.5}, {20, 20, 0}));
}

/// Adds a bar turned by 40 degrees that slides and meets z = `height` with an edge at once.
void add_bar(Domain& domain, Vec3 middle, double height) {
  const double angle = 40 * M_PI / 180;
  const Mat3 turn = exponential_map({0, angle, 0});
  middle.z = height + 0.5 * std::sin(angle) + 0.01 * std::cos(angle) + 1e-5;
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner{(i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.05 : -0.05,
                      (i & 4) != 0 ? 0.01 : -0.01};
    corners.push_back(turn * corner + middle);
  }
  Shape shape;
  shape.convices.push_back(make_convex_hull(corners, 1, 1));
  add(domain, BodyKind::rigid, std::move(shape), {-0.5, 0, -1});
}

double kinetic_energy(const Ended& ended) {
  double sum = 0.0;
  for (const auto& [id, energies] : ended.energies) sum += energies.kinetic;
  return sum;
}

double energy_before(const test::Model& model) { return kinetic_energy(run(model, 1, 0)); }

TEST(BouncesOnRanks, ALossElsewhereDoesNotHideAGain) {
  // bars in a row, and balls between them that bounce with their e = 0.9
  const auto bars_and_balls = [](Domain& domain) {
    bouncing_floor(domain, 0.9);
    for (int k = 0; k < 4; ++k) {
      add_bar(domain, {3.0 * k, 0, 0}, 0.0);
      add(domain, BodyKind::rigid, ball_shape({3.0 * k + 1.5, 0, 0.1 + 1e-5}, 0.1), {0, 0, -1});
    }
  };
  const double before = energy_before(bars_and_balls);
  const Ended one = run(bars_and_balls, 1, kSteps);
  double bars = 0.0;
  for (BodyId bar = 2; bar < 10; bar += 2) bars += one.energies.at(bar).kinetic;
  const double bar_before = 4 * 0.5 * 2.0 * 1.25;
  EXPECT_LE(bars / bar_before, 1.0 + 1e-6);
  EXPECT_GE(bars / bar_before, 1.0 - 1e-3);
  EXPECT_LT(kinetic_energy(one), before);
  for (const int ranks : {2, 3, 4}) expect_same(one, run(bars_and_balls, ranks, kSteps), 1e-7);
}

TEST(BouncesOnRanks, BodiesOfSeveralRanksAreOneGroup) {
  // bars that hit a plate at once, whose ends are far apart, and a bar beside it
  const auto plate_and_bars = [](Domain& domain) {
    bouncing_floor(domain, 0.95);
    add(domain, BodyKind::rigid, box_shape({-8, -1, 0.5}, {8, 1, 0.6}));
    for (int k = -3; k <= 3; ++k) add_bar(domain, {2.3 * k, 0.1 * k, 0}, 0.6);
    add_bar(domain, {0, 6, 0}, 0.0);
  };
  const double before = energy_before(plate_and_bars);
  const Ended one = run(plate_and_bars, 1, kSteps);
  EXPECT_LE(kinetic_energy(one) / before, 1.0 + 1e-6);
  EXPECT_GE(kinetic_energy(one) / before, 1.0 - 2e-3);
  for (const int ranks : {2, 3, 5}) {
    const Ended several = run(plate_and_bars, ranks, kSteps);
    expect_same(one, several, 1e-6);
    EXPECT_GT(*std::max_element(several.shared.begin(), several.shared.end()), 0);
  }
}

}  // namespace
}  // namespace solfec
