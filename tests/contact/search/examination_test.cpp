#include "contact/search/examination.h"

#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/parallel_for.h"
#include "contact/examine.h"
#include "contact/scene.h"
#include "support/allocation_counter.h"

namespace solfec {
namespace {

using test::Examined;
using test::Scene;

/// Cubes and balls of edge or diameter 1 in random places of a small box, all kinds mixed.
Scene crowd(int n) {
  Scene scene;
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> unit(0.0, 4.0);
  for (int b = 0; b < n; ++b) {
    const Vec3 at{unit(rng), unit(rng), unit(rng)};
    const bool cube = b % 3 != 0;
    const Vec3 half{0.5, 0.5, 0.5};
    const int body = scene.add(cube ? test::brick(-half, half) : test::ball({}, 0.5));
    scene.transform(body, test::random_rotation(rng), {}, at);
  }
  scene.pieces.refresh(scene.params.tolerance);
  return scene;
}

std::vector<PairQuery> all_queries(const PieceSet& pieces) {
  std::vector<PairQuery> queries;
  for (int a = 0; a < pieces.piece_count(); ++a) {
    for (int b = a + 1; b < pieces.piece_count(); ++b) queries.push_back({{a, b}, -1, true, {}});
  }
  return queries;
}

/// A crowd of bodies with what an examination reads.
struct Crowd {
  explicit Crowd(int bodies_in_it) : scene(crowd(bodies_in_it)) {
    bodies.group(scene.pieces, queries);
    clearances.find_apart(scene.pieces, scene.params, true, queries);
  }
  /// Step that examines `asked`, the queries or a copy of them.
  ExaminationStep step(std::vector<PairQuery>& asked) const {
    return {scene.pieces, scene.params, asked, count(asked), bodies, clearances, memories, nullptr};
  }

  Scene scene;
  std::vector<PairQuery> queries = all_queries(scene.pieces);
  BodyPairList bodies;
  Clearances clearances;
  ContactMemories memories;
};

/// The pair table, asked about one query after the other, is the oracle for lists and threads.
TEST(Examination, ListsOfMixedKindsGiveWhatSinglePairsGiveWithAnyThreads) {
  const Crowd all(60);
  const Scene& scene = all.scene;
  const std::vector<PairQuery>& queries = all.queries;
  std::vector<ContactPoint> points;
  const int n = count(queries);
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    Examination examination;
    examination.prepare(scene.pieces, queries, scene.params.points, true);
    std::vector<PairQuery> asked = queries;
    examination.run(all.step(asked), points);
    int hits = 0;
    for (int k = 0; k < n; ++k) {
      PairQuery query = queries[k];
      const Examined single = test::examine_query(scene.pieces, scene.params, query);
      ASSERT_EQ(examination.contacts().any(k), single.found) << k;
      if (!single.found) continue;
      ++hits;
      const PairContact& contact = examination.contacts().of(k).front();
      EXPECT_EQ(contact.point, single.point);
      EXPECT_EQ(contact.normal, single.normal);
      EXPECT_EQ(contact.gap, single.gap);
      EXPECT_EQ(contact.area, single.area);
    }
    EXPECT_GT(hits, 60);
  }
  set_thread_count(1);
}

TEST(Examination, AllocatesNothingOnceItHasMetAsManyContacts) {
  Crowd all(40);
  std::vector<ContactPoint> points;
  Examination examination;
  examination.prepare(all.scene.pieces, all.queries, all.scene.params.points, true);
  examination.run(all.step(all.queries), points);
  examination.prepare(all.scene.pieces, all.queries, all.scene.params.points, true);
  const std::int64_t before = allocation_count();
  examination.run(all.step(all.queries), points);
  EXPECT_EQ(allocation_count(), before);
}

}  // namespace
}  // namespace solfec
