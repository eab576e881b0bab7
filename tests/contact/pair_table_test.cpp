// The pair table as a whole: which function a pair of kinds reaches, lists, and swapped pairs. The
// oracle of the single functions is in narrow_phase_test.cpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "contact/examine.h"
#include "contact/pair/narrow_phase.h"
#include "contact/scene.h"

namespace solfec {
namespace {

using test::Examined;
using test::Scene;

constexpr double kTol = 1e-9;        // closest points are good to about 1e-12
constexpr double kTolerance = 1e-4;  // geometric tolerance of the scenes, m
constexpr double kHalf = 0.5;        // of the edge of a cube, and radius of a sphere, m

// rods and bores touch at several points: tests/contact/pair/rod_contact_test.cpp
constexpr auto kKinds =
    std::to_array({PieceKind::polyhedron, PieceKind::sphere, PieceKind::ellipsoid});
static_assert(kKinds.size() + 2 == kPieceKinds);

/// Cube, sphere or ellipsoid with equal radii, of size 2 kHalf.
Shape shape_at(PieceKind kind, Vec3 center) {
  const Vec3 corner{kHalf, kHalf, kHalf};
  if (kind == PieceKind::polyhedron) return test::brick(center - corner, center + corner);
  if (kind == PieceKind::sphere) return test::ball(center, kHalf);
  Shape shape;
  shape.ellipsoids.push_back({center, corner, identity(), 2, 1});
  return shape;
}

/// Distance of a cube or ball at the origin from one at `at`, both in their own axes, by hand.
double distance_by_hand(PieceKind first, PieceKind second, Vec3 at) {
  const bool spheres = is_round(first) && is_round(second);
  const bool cubes = first == PieceKind::polyhedron && second == PieceKind::polyhedron;
  if (spheres) return norm(at) - 2.0 * kHalf;
  // a cube grown by the other cube, or by nothing; the closest point of it by clamping
  const double half = cubes ? 2.0 * kHalf : kHalf;
  const Vec3 outside{std::max(std::abs(at.x) - half, 0.0), std::max(std::abs(at.y) - half, 0.0),
                     std::max(std::abs(at.z) - half, 0.0)};
  return norm(outside) - (cubes ? 0.0 : kHalf);
}

TEST(PairTable, EveryPairOfKindsReachesTheFunctionOfItsGeometry) {
  // From a corner outwards, the pairs have three different distances.
  for (const PieceKind first : kKinds) {
    for (const PieceKind second : kKinds) {
      const auto at = [](double s) { return s * Vec3{0.9, 0.8, 1.0}; };
      // s where the distance is five tolerances, by bisection of the distance by hand
      double near = 0.0;
      double far = 2.0;
      while (far - near > 1e-14) {
        const double middle = 0.5 * (near + far);
        (distance_by_hand(first, second, at(middle)) < 5 * kTolerance ? near : far) = middle;
      }
      Scene scene;
      scene.add(shape_at(first, {}));
      scene.add(shape_at(second, at(far)));
      scene.pieces.refresh(kTolerance);
      PairQuery query{{0, 1}, 0, true, {}};
      const Examined contact = test::examine_query(scene.pieces, {.tolerance = kTolerance}, query);
      const int row = static_cast<int>(first);
      const int column = static_cast<int>(second);
      ASSERT_TRUE(contact.found) << row << column;
      EXPECT_NEAR(contact.gap, 5 * kTolerance, kTol) << row << column;
      const bool cubes = first == PieceKind::polyhedron && second == PieceKind::polyhedron;
      EXPECT_EQ(contact.area, cubes ? 0.0 : 1.0) << row << column;
    }
  }
}

TEST(PairTable, FunctionsLookAtTheListedQueriesOnly) {
  for (const PieceKind first : kKinds) {
    for (const PieceKind second : kKinds) {
      // one piece above another, eight times; every third pair is not listed, every second apart
      constexpr int kPairs = 8;
      Scene scene;
      std::vector<PairQuery> queries;
      std::vector<int> list;
      for (int k = 0; k < kPairs; ++k) {
        const Vec3 at{10.0 * k, 0, 0};
        const double depth = k % 2 == 0 ? 1e-3 * (k + 1) : -0.5;
        scene.add(shape_at(first, at));
        scene.add(shape_at(second, at + Vec3{0, 0, 2.0 * kHalf - depth}));
        queries.push_back({{2 * k, 2 * k + 1}, -1, true, {}});
        if (k % 3 != 0) list.push_back(k);
      }
      scene.pieces.refresh(kTolerance);
      const ContactParams params{.tolerance = kTolerance};
      PairContacts contacts;
      contacts.resize(kPairs);
      NarrowScratch scratch;
      pair_function(first, second)({scene.pieces, params, queries, {}, nullptr, contacts}, list,
                                   scratch);
      for (int k = 0; k < kPairs; ++k) {
        ASSERT_EQ(contacts.of(k).size(), k % 3 != 0 && k % 2 == 0 ? 1u : 0u) << k;
        if (!contacts.any(k)) continue;
        EXPECT_NEAR(contacts.of(k)[0].gap, -1e-3 * (k + 1), kTol) << k;
        EXPECT_NEAR(contacts.of(k)[0].point.x, 10.0 * k, 1e-6) << k;
      }
    }
  }
}

/// Normal out of the first piece, whichever is the slave.
Vec3 out_of_first(const PairContact& contact) {
  return contact.first_is_slave ? contact.normal : -contact.normal;
}

TEST(PairTable, SwappedPairsGiveMirroredContacts) {
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const ContactParams params{.tolerance = kTolerance};
  for (const PieceKind one : kKinds) {
    for (const PieceKind other : kKinds) {
      int hits = 0;
      for (int sample = 0; sample < 200; ++sample) {
        const Vec3 at{1.1 * unit(rng), 1.1 * unit(rng), 1.1 * unit(rng)};
        const Mat3 turn = test::random_rotation(rng);
        const Shape still = shape_at(one, {});
        const Shape turned = shape_at(other, {});
        const auto examine = [&](bool swapped) {
          Scene scene;
          scene.add(swapped ? turned : still);
          scene.add(swapped ? still : turned);
          scene.transform(swapped ? 0 : 1, turn, {}, at);
          scene.pieces.refresh(kTolerance);
          PairQuery query{{0, 1}, -1, true, {}};
          return test::examine_query(scene.pieces, params, query);
        };
        const Examined contact = examine(false);
        const Examined mirrored = examine(true);
        ASSERT_EQ(contact.found, mirrored.found) << sample;
        if (!contact.found) continue;
        ++hits;
        EXPECT_NEAR(contact.gap, mirrored.gap, 1e-7) << sample;
        EXPECT_NEAR(contact.area, mirrored.area, 1e-7) << sample;
        EXPECT_LE(norm(contact.point - mirrored.point), 1e-6) << sample;
        EXPECT_LE(norm(out_of_first(contact) + out_of_first(mirrored)), 1e-6) << sample;
        EXPECT_EQ(contact.first_surface, mirrored.second_surface);
        EXPECT_EQ(contact.second_surface, mirrored.first_surface);
        const bool cubes = one == PieceKind::polyhedron && other == PieceKind::polyhedron;
        // the first of two polyhedra is the slave; of others it does not matter which is first
        EXPECT_EQ(contact.first_is_slave == mirrored.first_is_slave, cubes) << sample;
      }
      EXPECT_GT(hits, 50);
    }
  }
}

}  // namespace
}  // namespace solfec
