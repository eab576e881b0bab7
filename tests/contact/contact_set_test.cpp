#include "contact/contact_set.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "base/parallel_for.h"
#include "contact/examine.h"
#include "contact/scene.h"
#include "math/rotation.h"
#include "support/allocation_counter.h"

namespace solfec {
namespace {

using test::Scene;

constexpr double kTol = 1e-9;

Scene brick_on_floor() {
  Scene scene;
  scene.add(test::brick({-1, -1, -1}, {1, 1, 0}), {.obstacle = true});
  scene.add(test::brick({-0.5, -0.5, 0}, {0.5, 0.5, 1}, {2, 2, 1}));
  return scene;
}

// --- persistence

/// Distance of two spheres of radius 0.5 in their present places.
double ball_distance(const Scene& scene, int a, int b) {
  return norm(scene.pieces.vertex[b] - scene.pieces.vertex[a]) - 1.0;
}

TEST(ContactSet, StatesStayWithTheirPairsWhileContactsComeAndGo) {
  // The oracle: all pairs, new ones up to the tolerance, old ones up to ten of it.
  Scene scene;
  scene.params.tolerance = 0.02;
  scene.params.minimal_distance = 0.0;
  constexpr int kBalls = 40;
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (int b = 0; b < kBalls; ++b) {
    scene.add(test::ball(3.0 * Vec3{unit(rng), unit(rng), unit(rng)}, 0.5));
  }
  std::map<ContactKey, ConstraintId> alive;
  int came = 0;
  int went = 0;
  for (int step = 0; step < 200; ++step) {
    for (int b = 0; b < kBalls; ++b) {
      if (unit(rng) > 0.1) continue;
      scene.translate(b, 0.4 * Vec3{unit(rng) - 0.5, unit(rng) - 0.5, unit(rng) - 0.5});
    }
    const ConstraintId first_new = scene.next_id;
    scene.detect();
    std::map<ContactKey, ConstraintId> now;
    std::set<ConstraintId> ids;
    for (ContactPoint& point : scene.contacts.points()) {
      now[point.key] = point.state.id;
      const bool old = alive.contains(point.key);
      EXPECT_EQ(point.state.id < first_new, old);
      EXPECT_TRUE(!old || point.state.id == alive.at(point.key));
      EXPECT_TRUE(ids.insert(point.state.id).second);
      EXPECT_EQ(point.state.R.x, old ? static_cast<double>(point.state.id) : 0.0);
      point.state.R.x = static_cast<double>(point.state.id);
      came += old ? 0 : 1;
    }
    for (int a = 0; a < kBalls; ++a) {
      for (int b = a + 1; b < kBalls; ++b) {
        const ContactKey key{a + 1, 0, b + 1, 0};
        const bool old = alive.contains(key);
        const double distance = ball_distance(scene, a, b);
        EXPECT_EQ(now.contains(key), old ? distance < 0.2 : distance <= 0.02);
        went += old && !now.contains(key) ? 1 : 0;
      }
    }
    EXPECT_EQ(now.size(), scene.contacts.points().size());
    alive = std::move(now);
  }
  EXPECT_GT(came, 100);
  EXPECT_GT(went, 100);
}

TEST(ContactSet, MemoriesGoWithTheirContacts) {
  Scene scene;
  scene.add(test::brick({-1, -1, -1}, {9, 1, 0}), {.obstacle = true, .rigid = true});
  for (int k = 0; k < 4; ++k) {
    scene.add(test::brick({2.0 * k, 0, 0}, {2.0 * k + 1, 1, 1}), {.rigid = true});
  }
  scene.detect();
  EXPECT_EQ(scene.contacts.memories().size(), 4);
  scene.translate(2, {0, 0, 1});  // its contact goes, the others keep theirs
  for (const ContactPoint& point : scene.detect()) {
    const ContactReference& reference = scene.contacts.memories()[point.state.memory].reference;
    const Vec3 pivot = scene.pieces.body_pivot[0];
    EXPECT_LE(norm(pivot + reference.first_point - point.point), kTol);
  }
  EXPECT_EQ(scene.contacts.memories().size(), 3);
  scene.translate(2, {0, 0, -1});
  EXPECT_EQ(scene.detect().size(), 4u);
  EXPECT_EQ(scene.contacts.memories().size(), 4);
  scene.contacts.remove_body(2);
  EXPECT_EQ(scene.contacts.memories().size(), 3);
}

TEST(ContactSet, StateIsCarriedByKeyAndTheAgeCountsSteps) {
  Scene scene = brick_on_floor();
  scene.detect();
  std::map<ContactKey, ContactState> written;
  for (ContactPoint& point : scene.contacts.points()) {
    EXPECT_EQ(point.state.age, 0);
    EXPECT_EQ(point.state.R, (Vec3{}));
    point.state.R = {1.0 * static_cast<double>(point.state.id), 2.0, 3.0};
    point.state.bonded = true;
    written[point.key] = point.state;
  }
  ASSERT_EQ(written.size(), 4u);
  for (int step = 1; step <= 3; ++step) {
    scene.translate(1, {1e-3, 0, 0});
    for (const ContactPoint& point : scene.detect()) {
      const ContactState& before = written.at(point.key);
      EXPECT_EQ(point.state.id, before.id);
      EXPECT_EQ(point.state.R, before.R);
      EXPECT_TRUE(point.state.bonded);
      EXPECT_EQ(point.state.age, step);
    }
    EXPECT_EQ(scene.contacts.points().size(), 4u);
  }
  EXPECT_EQ(scene.next_id, 5);
}

TEST(ContactSet, PairLivesOpenUpToTenTolerancesAndComesBackAsANewContact) {
  Scene scene = brick_on_floor();
  ASSERT_EQ(scene.detect().size(), 4u);
  scene.translate(1, {0, 0, 9.9e-4});  // boxes are enlarged by one tolerance only
  auto points = scene.detect();
  ASSERT_EQ(points.size(), 4u);
  EXPECT_NEAR(points[0].gap, 9.9e-4, kTol);
  EXPECT_EQ(points[0].state.id, 1);
  EXPECT_EQ(points[0].state.age, 1);

  scene.translate(1, {0, 0, -9.9e-4});  // back in contact: still the same
  points = scene.detect();
  ASSERT_EQ(points.size(), 4u);
  EXPECT_EQ(points[0].gap, 0.0);
  EXPECT_EQ(points[0].state.id, 1);
  EXPECT_EQ(points[0].state.age, 2);

  scene.translate(1, {0, 0, 10.1e-4});
  EXPECT_EQ(scene.detect().size(), 0u);
  scene.translate(1, {0, 0, -5e-4});  // 5.1 tolerances: too far for a new pair
  EXPECT_EQ(scene.detect().size(), 0u);
  scene.translate(1, {0, 0, -5.1e-4});
  points = scene.detect();
  ASSERT_EQ(points.size(), 4u);
  EXPECT_EQ(points[0].state.id, 5);
  EXPECT_EQ(points[0].state.age, 0);
  EXPECT_EQ(scene.next_id, 9);
}

TEST(ContactSet, RolesOfSpheresStayWhenTheLexicographicOrderTurns) {
  Scene scene;
  scene.add(test::ball({0, 0, 0}, 0.5, 7));
  scene.add(test::ball({1e-5, 0, 1}, 0.5, 8));
  const auto before = scene.detect();
  ASSERT_EQ(before.size(), 1u);
  EXPECT_EQ(before[0].slave, 0);
  EXPECT_EQ(before[0].master, 1);
  EXPECT_EQ(before[0].slave_surface, 7);
  EXPECT_EQ(before[0].master_surface, 8);

  scene.translate(1, {-2e-5, 0, 0});
  const auto after = scene.detect();
  ASSERT_EQ(after.size(), 1u);
  EXPECT_EQ(after[0].slave, 0);
  EXPECT_EQ(after[0].slave_surface, 7);
  EXPECT_NEAR(after[0].frame(2, 2), 1.0, kTol);  // out of the slave, upwards
  EXPECT_EQ(after[0].state.id, before[0].state.id);

  Scene fresh;  // the same placement seen for the first time
  fresh.add(test::ball({0, 0, 0}, 0.5));
  fresh.add(test::ball({-1e-5, 0, 1}, 0.5));
  EXPECT_EQ(fresh.detect()[0].slave, 1);
}

TEST(ContactSet, PointsThatSparsificationRemovesUseUpNoIds) {
  Scene scene;
  scene.add(test::brick({0, 0, 0}, {3, 2, 1}, {3, 2, 1}));
  scene.add(test::brick({0, 0, 1}, {3, 2, 2}, {3, 2, 1}));
  for (int step = 0; step < 3; ++step) {
    ASSERT_EQ(scene.detect().size(), 6u);
    EXPECT_GT(scene.contacts.sparsified(), 0);
  }
  EXPECT_EQ(scene.next_id, 7);
  for (int k = 0; k < 6; ++k) {
    EXPECT_EQ(scene.contacts.points()[k].state.id, k + 1);
    EXPECT_EQ(scene.contacts.points()[k].state.age, 2);
  }
}

TEST(ContactSet, IdsFollowTheOrderOfTheKeys) {
  Scene scene = brick_on_floor();
  scene.next_id = 40;
  const auto points = scene.detect();
  for (int k = 0; k + 1 < count(points); ++k) {
    EXPECT_LT(points[k].key, points[k + 1].key);
    EXPECT_EQ(points[k + 1].state.id, points[k].state.id + 1);
  }
  EXPECT_EQ(points[0].state.id, 40);
}

// --- bodies that come and go

TEST(ContactSet, ContactsFollowTheirBodiesWhenAnotherBodyIsDeleted) {
  const ShapePieces floor = make_shape_pieces(test::brick({-9, -9, -1}, {19, 9, 0}), 1e-4);
  const ShapePieces ball = make_shape_pieces(test::ball({0, 0, 0.5}, 0.5), 1e-4);
  const auto place = [&](const std::vector<BodyId>& balls) {
    PieceSet pieces;
    pieces.append(1, true, false, floor);
    for (const BodyId id : balls) {
      pieces.append(id, false, false, ball);
      pieces.vertex.back().x = 2.0 * static_cast<double>(id);
    }
    pieces.refresh(1e-4);
    return pieces;
  };
  ContactSet contacts;
  ConstraintId next_id = 1;
  PieceSet pieces = place({2, 3, 4});
  contacts.detect(pieces, {}, next_id);
  ASSERT_EQ(contacts.points().size(), 3u);

  pieces = place({2, 4, 5});
  contacts.detect(pieces, {}, next_id);
  const auto points = contacts.points();
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[1].key.second_body, 4);
  EXPECT_EQ(points[1].state.id, 3);
  EXPECT_EQ(points[1].master, 2);  // its index now
  EXPECT_EQ(points[2].key.second_body, 5);
  EXPECT_EQ(points[2].state.id, 4);

  pieces.clear();
  contacts.detect(pieces, {}, next_id);
  EXPECT_TRUE(contacts.points().empty());
}

TEST(ContactSet, ExcludedBodiesHaveNoContacts) {
  Scene scene = brick_on_floor();
  scene.add(test::brick({-0.5, -0.5, 1}, {0.5, 0.5, 2}, {2, 2, 1}));
  ASSERT_EQ(scene.detect().size(), 8u);
  scene.contacts.exclude_bodies(2, 1);
  scene.contacts.exclude_bodies(1, 2);
  const auto points = scene.detect();
  ASSERT_EQ(points.size(), 4u);
  for (const ContactPoint& point : points) EXPECT_EQ(point.key.first_body, 2);
}

TEST(ContactSet, ExcludedPiecesDoNotTouchInWhateverOrderTheyAreNamed) {
  Scene scene = brick_on_floor();
  scene.contacts.exclude_pieces(2, 3, 1, 0);
  scene.contacts.exclude_pieces(1, 0, 2, 1);
  scene.contacts.exclude_pieces(1, 0, 2, 1);
  const auto points = scene.detect();
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].key.second_piece, 0);
  EXPECT_EQ(points[1].key.second_piece, 2);
}

TEST(ContactSet, BondedPairLivesAtAnyDistanceAndIsNeverSparsified) {
  Scene scene = brick_on_floor();
  scene.detect();
  scene.contacts.points()[1].state.bonded = true;
  scene.params.minimal_area = 10.0;  // removes all others
  scene.translate(1, {0, 0, 1.0});
  for (int step = 0; step < 3; ++step) {
    const auto points = scene.detect();
    ASSERT_EQ(points.size(), 1u);
    EXPECT_EQ(points[0].key.second_piece, 1);
    EXPECT_GT(points[0].gap, 0.0);
    EXPECT_EQ(points[0].state.id, 2);
  }
  scene.contacts.points()[0].state.bonded = false;
  EXPECT_EQ(scene.detect().size(), 0u);
}

TEST(ContactSet, AssignedContactsAreSortedAndCarriedOn) {
  Scene scene = brick_on_floor();
  scene.detect();
  std::vector<ContactPoint> stored(scene.contacts.points().begin(), scene.contacts.points().end());
  for (ContactPoint& point : stored) point.state.R.z = static_cast<double>(point.state.id);
  std::reverse(stored.begin(), stored.end());

  Scene restarted = brick_on_floor();
  restarted.next_id = scene.next_id;
  restarted.contacts.assign(stored);
  for (const ContactPoint& point : restarted.detect()) {
    EXPECT_EQ(point.state.R.z, static_cast<double>(point.state.id));
    EXPECT_EQ(point.state.age, 1);
  }
  EXPECT_EQ(restarted.next_id, scene.next_id);
}

TEST(ContactSet, SelfContactJoinsPiecesThatAreNotAdjacent) {
  // A row of four elements bent to a ring by hand: the last meets the first.
  Scene scene;
  Shape shape;
  for (const double x : {0.0, 1.5, 2.5}) {
    shape.meshes.push_back(test::hex_mesh({x, 0, 0}, {x + 1, 1, 1}, {1, 1, 1}, 1));
  }
  const int open = scene.add(shape, {.self_contact = true});
  EXPECT_EQ(scene.detect().size(), 0u);
  for (Vec3& v : scene.vertices(open).subspan(0, 8)) v.x += 0.5;  // first against second
  const auto points = scene.detect();
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].key, (ContactKey{1, 0, 1, 1}));
  EXPECT_NEAR(points[0].frame(0, 2), 1.0, kTol);
}

// --- against all pairs

Scene random_scene(unsigned seed, int bodies) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  Scene scene;
  scene.params = test::every_overlap();
  const double extent = 0.9 * std::cbrt(bodies);
  scene.add(test::brick({0, 0, -1}, {extent, extent, 0.1}), {.obstacle = true});
  for (int b = 0; b < bodies; ++b) {
    const Vec3 at = extent * Vec3{unit(rng), unit(rng), unit(rng)};
    if (b % 3 == 0) {
      scene.add(test::ball(at, 0.2 + 0.5 * unit(rng)));
      continue;
    }
    const Vec3 half{0.2 + 0.3 * unit(rng), 0.2 + 0.3 * unit(rng), 0.2 + 0.3 * unit(rng)};
    const int n = b % 3;  // one hexahedron or 2 x 1 x 2 of them
    const int body = scene.add(test::brick(-half, half, {n, 1, n}), {.obstacle = b % 10 == 1});
    scene.transform(body, test::random_rotation(rng), {}, at);
  }
  return scene;
}

/// Every pair of pieces, one after the other, for balls and convex pieces without neighbours.
std::vector<ContactKey> all_pairs(Scene& scene) {
  std::vector<ContactKey> keys;
  const PieceSet& set = scene.pieces;
  for (int i = 0; i < set.piece_count(); ++i) {
    for (int j = i + 1; j < set.piece_count(); ++j) {
      const int a = set.body[i];
      const int b = set.body[j];
      if (a == b || (set.body_is_obstacle[a] != 0 && set.body_is_obstacle[b] != 0)) continue;
      PairQuery query{{i, j}, -1, true, {}};
      if (!test::examine_query(set, scene.params, query).found) continue;
      keys.push_back({set.body_id[a], i - set.body_piece_start[a], set.body_id[b],
                      j - set.body_piece_start[b]});
    }
  }
  return keys;
}

/// Keys of a sphere against one of several elements; those may stand in a neighbour's shadow.
bool sphere_on_mesh(const Scene& scene, const ContactKey& key) {
  const ShapePieces& a = *scene.pieces.body_shape[key.first_body - 1];
  const ShapePieces& b = *scene.pieces.body_shape[key.second_body - 1];
  return (a.kind[0] == PieceKind::sphere) != (b.kind[0] == PieceKind::sphere) &&
         a.piece_count() + b.piece_count() > 2;
}

TEST(ContactSet, DetectionFindsTheContactsOfAllPairs) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    Scene scene = random_scene(seed, 90);
    std::vector<ContactKey> detected;
    for (const ContactPoint& point : scene.detect()) {
      if (!sphere_on_mesh(scene, point.key)) detected.push_back(point.key);
    }
    std::vector<ContactKey> expected = all_pairs(scene);
    std::erase_if(expected, [&](const ContactKey& key) { return sphere_on_mesh(scene, key); });
    EXPECT_EQ(detected, expected);
    EXPECT_GT(expected.size(), 100u);
  }
}

TEST(ContactSet, EverySphereInTouchWithAMeshKeepsAContactWithIt) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    Scene scene = random_scene(seed, 90);
    const auto body_pairs = [](const auto& keys) {
      std::vector<std::pair<BodyId, BodyId>> pairs;
      pairs.reserve(keys.size());
      for (const ContactKey& key : keys) pairs.emplace_back(key.first_body, key.second_body);
      std::sort(pairs.begin(), pairs.end());
      pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
      return pairs;
    };
    std::vector<ContactKey> detected;
    for (const ContactPoint& point : scene.detect()) detected.push_back(point.key);
    EXPECT_EQ(body_pairs(detected), body_pairs(all_pairs(scene)));
  }
}

TEST(ContactSet, PointsOfRandomScenesAreWellFormed) {
  Scene scene = random_scene(4, 200);
  scene.params = {};
  const auto points = scene.detect();
  ASSERT_GT(points.size(), 100u);
  for (const ContactPoint& c : points) {
    EXPECT_EQ(scene.pieces.body_id[c.slave],
              c.state.first_is_slave ? c.key.first_body : c.key.second_body);
    EXPECT_EQ(scene.pieces.body_id[c.master],
              c.state.first_is_slave ? c.key.second_body : c.key.first_body);
    EXPECT_EQ(c.slave_piece, c.state.first_is_slave ? c.key.first_piece : c.key.second_piece);
    EXPECT_EQ(c.master_piece, c.state.first_is_slave ? c.key.second_piece : c.key.first_piece);
    EXPECT_LE(c.gap, 0.0);
    EXPECT_GT(c.area, 0.0);
    EXPECT_NEAR(determinant(c.frame), 1.0, kTol);
    Box box = scene.pieces.box[scene.pieces.body_piece_start[c.master] + c.master_piece];
    box.grow(kTol);
    EXPECT_TRUE(overlap(box, Box{c.point, c.point}));
  }
}

// --- determinism

bool same_bytes(const ContactPoint& a, const ContactPoint& b) {
  using Words = std::array<std::uint64_t, 14>;
  const auto words = [](const ContactPoint& c) {
    struct Numbers {
      Vec3 point;
      Mat3 frame;
      double gap;
      double area;
    };
    return std::bit_cast<Words>(Numbers{c.point, c.frame, c.gap, c.area});
  };
  return a.key == b.key && a.state.id == b.state.id && a.state.age == b.state.age &&
         a.state.first_is_slave == b.state.first_is_slave && words(a) == words(b) &&
         a.master_surface == b.master_surface && a.slave_surface == b.slave_surface;
}

std::vector<std::vector<ContactPoint>> moving_scene(int threads) {
  set_thread_count(threads);
  Scene scene = random_scene(5, 300);
  scene.params = {};
  std::vector<std::vector<ContactPoint>> steps;
  std::mt19937 rng(7);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int step = 0; step < 8; ++step) {
    const auto points = scene.detect();
    steps.emplace_back(points.begin(), points.end());
    for (int b = 1; b < scene.pieces.body_count(); ++b) {
      scene.translate(b, 2e-3 * Vec3{unit(rng), unit(rng), unit(rng)});
    }
  }
  set_thread_count(1);
  return steps;
}

TEST(ContactSet, ContactsAreTheSameToTheBitForAnyNumberOfThreads) {
  const auto serial = moving_scene(1);
  ASSERT_GT(serial.front().size(), 100u);
  for (const int threads : {2, 4}) {
    const auto parallel = moving_scene(threads);
    for (std::size_t step = 0; step < serial.size(); ++step) {
      ASSERT_EQ(parallel[step].size(), serial[step].size());
      for (std::size_t k = 0; k < serial[step].size(); ++k) {
        EXPECT_TRUE(same_bytes(parallel[step][k], serial[step][k]));
      }
    }
  }
}

TEST(ContactSet, CachesDoNotChangeTheContacts) {
  // A set that has seen the motion against one that gets the same states and a cold start.
  Scene warm = random_scene(6, 200);
  warm.params = {};
  std::mt19937 rng(8);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int step = 0; step < 5; ++step) {
    ContactSet cold;
    cold.assign({warm.contacts.points().begin(), warm.contacts.points().end()});
    ConstraintId cold_id = warm.next_id;
    const auto expected = warm.detect();
    cold.detect(warm.pieces, warm.params, cold_id);
    EXPECT_EQ(cold_id, warm.next_id);
    ASSERT_EQ(cold.points().size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      EXPECT_TRUE(same_bytes(cold.points()[k], expected[k]));
    }
    for (int b = 1; b < warm.pieces.body_count(); ++b) {
      warm.translate(b, 5e-3 * Vec3{unit(rng), unit(rng), unit(rng)});
    }
  }
}

TEST(ContactSet, RigidPiecesThatWereApartAreFoundAsSoonAsTheyTouch) {
  // Rigid bodies that fly past each other together and alone, with turns: a set that remembers how
  // far apart pairs were against one that knows nothing of the motion.
  Scene warm;
  warm.params.tolerance = 1e-3;
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  std::vector<Vec3> velocity;
  for (int b = 0; b < 120; ++b) {
    const Vec3 at = 2.5 * Vec3{unit(rng), unit(rng), unit(rng)};
    if (b % 4 == 0) {
      warm.add(test::ball(at, 0.25), {.rigid = true});
    } else {
      const int body = warm.add(
          test::brick({-0.2, -0.25, -0.3}, {0.2, 0.25, 0.3}, {b % 2 + 1, 1, 1}), {.rigid = true});
      warm.transform(body, test::random_rotation(rng), {}, at);
    }
    velocity.push_back(2e-3 * Vec3{unit(rng), unit(rng), unit(rng)});
  }
  int came = 0;
  for (int step = 0; step < 150; ++step) {
    ContactSet cold;
    cold.assign({warm.contacts.points().begin(), warm.contacts.points().end()},
                warm.contacts.references(), warm.contacts.memories());
    ConstraintId cold_id = warm.next_id;
    PieceSet pieces = warm.pieces;
    const ConstraintId first_new = warm.next_id;
    cold.detect(pieces, warm.params, cold_id);
    const auto points = warm.detect();
    came += static_cast<int>(warm.next_id - first_new);
    ASSERT_EQ(points.size(), cold.points().size());
    for (std::size_t k = 0; k < points.size(); ++k) {
      EXPECT_EQ(points[k].key, cold.points()[k].key);
      EXPECT_EQ(points[k].point, cold.points()[k].point);
      EXPECT_EQ(points[k].frame, cold.points()[k].frame);
      EXPECT_EQ(points[k].gap, cold.points()[k].gap);
    }
    for (int b = 0; b < warm.pieces.body_count(); ++b) {
      const Vec3 wind{0.02, 0, 0};
      const Mat3 turn = rotation_about({unit(rng), unit(rng), 1.1}, b % 3 == 0 ? 0.5 : 0.0);
      warm.transform(b, turn, warm.pieces.body_pivot[b], wind + velocity[b]);
    }
  }
  EXPECT_GT(came, 80);
}

TEST(ContactSet, RigidBodiesThatWereFarAwayAtFirstAreFound) {
  Scene scene;
  scene.add(test::brick({-1, -1, -1}, {1, 1, 0}), {.obstacle = true, .rigid = true});
  scene.add(test::brick({-0.5, -0.5, 9}, {0.5, 0.5, 10}), {.rigid = true});
  EXPECT_EQ(scene.detect().size(), 0u);
  for (int step = 0; step < 90; ++step) {
    scene.translate(1, {0, 0, -0.1});
    EXPECT_EQ(scene.detect().size(), step == 89 ? 1u : 0u);
  }
}

// --- memory

TEST(ContactSet, DetectionAllocatesNothingOnceTheMotionRepeats) {
  for (const int threads : {1, 2}) {
    set_thread_count(threads);
    Scene scene = random_scene(9, 120);
    scene.params = {};
    constexpr int kPeriod = 16;  // steps, back and forth
    std::size_t most = 0;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    const auto run_period = [&] {
      for (int step = 0; step < kPeriod; ++step) {
        const double by = step < kPeriod / 2 ? 0.02 : -0.02;
        for (int b = 1; b < scene.pieces.body_count(); ++b) {
          scene.translate(b, b % 2 == 0 ? Vec3{by, 0, 0} : Vec3{0, -by, by});
        }
        const std::size_t points = scene.detect().size();
        most = std::max(most, points);
        fewest = std::min(fewest, points);
      }
    };
    for (int warm_up = 0; warm_up < 3; ++warm_up) run_period();
    const std::int64_t before = allocation_count();
    for (int period = 0; period < 2; ++period) run_period();
    EXPECT_EQ(allocation_count(), before) << threads << " threads";
    EXPECT_GT(most, fewest + 5);  // contacts did come and go
  }
  set_thread_count(1);
}

// Lists of contacts by body outlived a time without sparsification by distance.
TEST(ContactSet, SparsificationByDistanceStartsAnewAfterItWasOff) {
  constexpr int kBalls = 30;
  const auto fill = [](Scene& scene) {
    scene.add(test::brick({-50, -50, -1}, {50, 50, 0}), {.obstacle = true});
    for (int b = 0; b < kBalls; ++b) scene.add(test::ball({2.0 * b, 0, 0.5}, 0.5));
    scene.add(test::ball({-3.0, 0, 0.5}, 0.5));
  };
  const auto leave = [](Scene& scene) {
    for (int b = 1; b <= kBalls; ++b) scene.translate(b, {0, 0, 5});
  };
  Scene scene;
  fill(scene);
  scene.params.minimal_distance = 1e-3;
  for (int k = 0; k < 3; ++k) scene.detect();
  scene.params.minimal_distance = 0.0;
  leave(scene);
  for (int k = 0; k < 3; ++k) scene.detect();
  scene.params.minimal_distance = 1e-3;
  std::size_t found = 0;
  for (int k = 0; k < 3; ++k) found = scene.detect().size();
  EXPECT_EQ(found, 1U);
}

// Rules that change while bodies rest hold at once, as for bodies that come to rest under them.
TEST(ContactSet, RestingBodiesFollowChangedRules) {
  const auto make = [](double distance) {
    auto scene = std::make_unique<Scene>();
    scene->params.minimal_distance = distance;
    scene->add(test::brick({-5, -5, -1}, {5, 5, 0}), {.obstacle = true, .rigid = true});
    scene->add(test::brick({0, 0, 0}, {2, 1, 1}, {2, 1, 1}), {.rigid = true});
    return scene;
  };
  const auto changed = make(1e-4);
  for (int k = 0; k < 3; ++k) changed->detect();
  EXPECT_EQ(changed->contacts.points().size(), 2U);
  changed->params.minimal_distance = 2.0;
  for (int k = 0; k < 2; ++k) changed->detect();
  const auto fresh = make(2.0);
  fresh->detect();
  EXPECT_EQ(fresh->contacts.points().size(), 1U);
  EXPECT_EQ(changed->contacts.points().size(), fresh->contacts.points().size());
}

}  // namespace
}  // namespace solfec
