#include "contact/search/query_list.h"

#include <vector>

#include <gtest/gtest.h>

#include "contact/scene.h"

namespace solfec {
namespace {

using test::Scene;

/// Three cubes and two balls, ids 1 to 5, far from each other: the lists are made by hand.
Scene five_bodies() {
  Scene scene;
  for (int b = 0; b < 3; ++b) scene.add(test::brick({3.0 * b, 0, 0}, {3.0 * b + 1, 1, 1}));
  for (int b = 3; b < 5; ++b) scene.add(test::ball({3.0 * b, 0, 0}, 0.5));
  scene.pieces.refresh(scene.params.tolerance);
  return scene;
}

/// Old contact of two bodies; indices of bodies and pieces are those of another listing.
ContactPoint old_point(BodyId first, BodyId second, std::uint64_t feature,
                       bool first_is_slave = true) {
  ContactPoint point;
  point.key = {first, 0, second, 0, feature};
  point.state.first_is_slave = first_is_slave;
  point.master = point.slave = 77;
  point.master_piece = point.slave_piece = 77;
  return point;
}

struct Listing {
  explicit Listing(std::vector<ContactPoint> old) : points(std::move(old)) {}
  void collect(std::span<const PiecePair> candidates) {
    list.collect(scene.pieces, candidates, false, excluded, points, spheres);
  }

  Scene scene = five_bodies();
  ContactExclusions excluded;
  std::vector<ContactPoint> points;
  SpherePairList spheres;
  QueryList list;
};

TEST(QueryList, PairHasTheRangeOfItsOldContactsWhateverTheirNumber) {
  Listing all({old_point(1, 2, 0), old_point(1, 2, 4), old_point(1, 2, ~std::uint64_t{0}),
               old_point(2, 3, 4, false), old_point(2, 3, 5, false), old_point(3, 4, 0)});
  all.collect(std::vector<PiecePair>{{0, 1}, {0, 2}, {1, 2}, {2, 4}});
  const auto queries = all.list.queries();
  ASSERT_EQ(queries.size(), 5u);
  const std::vector<PiecePair> pairs{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {2, 4}};
  const std::vector<int> previous{0, -1, 3, 5, -1};
  const std::vector<int> number{3, 0, 2, 1, 0};
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(queries[k].pair, pairs[k]) << k;
    EXPECT_EQ(queries[k].previous, previous[k]) << k;
    EXPECT_EQ(queries[k].previous_count, number[k]) << k;
    EXPECT_EQ(queries[k].first_is_slave, k != 2) << k;
  }
  EXPECT_FALSE(all.list.lost());
}

TEST(QueryList, AllOldContactsOfAPairGetTheirPresentRoles) {
  Listing all({old_point(1, 2, 1), old_point(1, 2, 2), old_point(2, 3, 1, false),
               old_point(2, 3, 2, false), old_point(2, 3, 3, false)});
  all.collect({});
  for (const ContactPoint& point : all.points) {
    const bool first = point.state.first_is_slave;
    EXPECT_EQ(point.slave, (first ? point.key.first_body : point.key.second_body) - 1);
    EXPECT_EQ(point.master, (first ? point.key.second_body : point.key.first_body) - 1);
    EXPECT_EQ(point.slave_piece, 0);
    EXPECT_EQ(point.master_piece, 0);
  }
}

TEST(QueryList, ExcludedPiecesLoseAllTheirContacts) {
  Listing all({old_point(1, 2, 1), old_point(1, 2, 2), old_point(2, 3, 7)});
  all.excluded.pieces = {{1, 0, 2, 0}};
  all.collect(std::vector<PiecePair>{{0, 1}});
  ASSERT_EQ(all.list.queries().size(), 1u);
  EXPECT_EQ(all.list.queries()[0].pair, (PiecePair{1, 2}));
  EXPECT_EQ(all.list.queries()[0].previous, 2);
  EXPECT_TRUE(all.list.lost());
  EXPECT_TRUE(is_excluded(all.excluded, {1, 0, 2, 0, 9}));
  EXPECT_FALSE(is_excluded(all.excluded, {1, 1, 2, 0, 9}));
}

TEST(QueryList, ContactsOfABodyThatIsGoneAreSkippedTogether) {
  Listing all({old_point(1, 9, 1), old_point(1, 9, 2), old_point(2, 3, 1), old_point(2, 3, 2)});
  all.collect({});
  ASSERT_EQ(all.list.queries().size(), 1u);
  EXPECT_EQ(all.list.queries()[0].previous, 2);
  EXPECT_EQ(all.list.queries()[0].previous_count, 2);
  EXPECT_TRUE(all.list.lost());
}

TEST(QueryList, TwoSpheresKeepOneContact) {
  Listing all({old_point(4, 5, 0)});
  all.collect({});
  ASSERT_EQ(all.spheres.pairs().size(), 1u);
  EXPECT_EQ(all.spheres.pairs()[0].previous, 0);
  EXPECT_FALSE(all.list.lost());
  all.points = {old_point(4, 5, 0), old_point(4, 5, 1)};  // from a damaged file
  all.collect({});
  ASSERT_EQ(all.spheres.pairs().size(), 1u);
  EXPECT_EQ(all.spheres.pairs()[0].previous, 0);
  EXPECT_TRUE(all.list.lost());
}

}  // namespace
}  // namespace solfec
