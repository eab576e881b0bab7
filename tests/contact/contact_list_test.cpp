#include "contact/contact_list.h"

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "contact/feature_step.h"
#include "support/allocation_counter.h"

namespace solfec {
namespace {

using test::FeatureStep;
using test::found_point;

constexpr double kTol = 1e-12;
constexpr std::uint64_t kLarge = std::uint64_t{1} << 63;  // features use all their bits

std::vector<std::uint64_t> features_of(std::span<const ContactPoint> points) {
  std::vector<std::uint64_t> features;
  for (const ContactPoint& point : points) features.push_back(point.key.feature);
  return features;
}

TEST(ContactList, PointsOfAPairKeepTheirStatesByFeatureWhileOthersComeAndGo) {
  FeatureStep step;
  const auto at = [](double x) { return Vec3{x, 0, 0}; };
  step.run(
      {{found_point(7, at(0.7)), found_point(3, at(0.3)), found_point(kLarge, at(0.9))}, {}, {}});
  ASSERT_EQ(features_of(step.of(0)), (std::vector<std::uint64_t>{3, 7, kLarge}));
  for (ContactPoint& point : step.points) point.state.R.z = static_cast<double>(point.state.id);

  // 3 goes, and is the first of the pair; 9 comes with nothing near but 3
  step.run(
      {{found_point(9, at(0.4)), found_point(kLarge, at(0.95)), found_point(7, at(0.75))}, {}, {}});
  ASSERT_EQ(features_of(step.of(0)), (std::vector<std::uint64_t>{7, 9, kLarge}));
  EXPECT_EQ(step.of(0)[0].state.id, 2);
  EXPECT_EQ(step.of(0)[0].state.age, 1);
  EXPECT_EQ(step.of(0)[0].point, at(0.75));
  EXPECT_EQ(step.of(0)[0].state.R.z, 2.0);
  EXPECT_EQ(step.of(0)[1].state.id, 4);
  EXPECT_EQ(step.of(0)[1].state.age, 0);
  EXPECT_EQ(step.of(0)[1].state.R.z, 1.0);  // of 3
  EXPECT_EQ(step.of(0)[2].state.id, 3);
  EXPECT_EQ(step.of(0)[2].state.age, 1);
  EXPECT_EQ(step.of(0)[2].state.R.z, 3.0);
}

TEST(ContactList, EqualFeaturesOfOtherPairsAreOtherContacts) {
  FeatureStep step;
  step.run({{found_point(5, {})}, {}, {found_point(5, {}), found_point(6, {})}});
  ASSERT_EQ(step.points.size(), 3u);
  for (ContactPoint& point : step.points) point.state.R.z = 1.0;
  EXPECT_EQ(step.run({{}, {found_point(5, {})}, {found_point(5, {}), found_point(6, {})}}),
            ContactChange::other_contacts);
  EXPECT_TRUE(step.of(0).empty());
  EXPECT_EQ(step.queries[0].previous, -1);
  ASSERT_EQ(step.of(1).size(), 1u);
  EXPECT_EQ(step.of(1)[0].state.R.z, 0.0);  // no warm start from another pair
  ASSERT_EQ(step.of(2).size(), 2u);
  EXPECT_EQ(step.of(2)[1].state.age, 1);
}

TEST(ContactList, ComparisonSeesThatOnePointOfAPairChangedItsFeature) {
  FeatureStep step;
  EXPECT_EQ(step.run({{found_point(1, {}), found_point(2, {})}, {}, {}}),
            ContactChange::other_contacts);
  EXPECT_EQ(step.run({{found_point(2, {}), found_point(1, {})}, {}, {}}),
            ContactChange::same_contacts);
  EXPECT_EQ(step.run({{found_point(2, {}), found_point(4, {})}, {}, {}}),
            ContactChange::other_contacts);
  EXPECT_EQ(step.run({{found_point(2, {})}, {}, {}}), ContactChange::other_contacts);
  step.points[0].state.bonded = true;
  EXPECT_EQ(step.run({{}, {}, {}}), ContactChange::same_contacts);  // a bond lives on
  EXPECT_GT(step.points[0].gap, 0.0);
}

TEST(ContactList, AllPointsOfAPairKeepTheRolesOfTheFirst) {
  FeatureStep step;
  const auto as_master = [](PairContact contact) {
    contact.first_is_slave = false;
    return contact;
  };
  step.run({{as_master(found_point(1, {}))}, {}, {}});
  EXPECT_FALSE(step.queries[0].first_is_slave);
  step.run({{as_master(found_point(1, {})), as_master(found_point(2, {}))}, {}, {}});
  for (const ContactPoint& point : step.of(0)) {
    EXPECT_EQ(point.master, 0);
    EXPECT_EQ(point.slave, 1);
  }
  step.run({{as_master(found_point(2, {}))}, {}, {}});
  EXPECT_FALSE(step.queries[0].first_is_slave);
}

TEST(ContactList, ReferencesHaveTheMeasuredGapOfTheirOwnPoint) {
  FeatureStep step;
  std::vector<PairContact> four;
  for (const std::uint64_t feature : {40u, 20u, 10u, 30u}) {
    four.push_back(found_point(feature, {0, 0, 1.0 / static_cast<double>(feature)}));
    four.back().measured = 1e-6 * static_cast<double>(feature);
  }
  step.run({four, {}, {}});
  ASSERT_EQ(step.of(0).size(), 4u);
  for (const ContactPoint& point : step.of(0)) {
    EXPECT_TRUE(point.state.referenced);
    EXPECT_EQ(step.memories[point.state.memory].reference.gap,
              1e-6 * static_cast<double>(point.key.feature));
  }
}

/// Model of what a step must do with the points of all pairs, worked out pair by pair from maps.
class Model {
 public:
  explicit Model(FeatureStep& step) : step_(step), old_(step.points) {}

  void check(const std::vector<std::vector<PairContact>>& found) {
    ASSERT_TRUE(std::is_sorted(step_.points.begin(), step_.points.end(),
                               [](const auto& a, const auto& b) { return a.key < b.key; }));
    std::size_t total = 0;
    for (int k = 0; k < count(step_.queries); ++k) {
      check_pair(k, found[static_cast<std::size_t>(k)]);
      total += step_.queries[k].previous_count;
    }
    EXPECT_EQ(total, step_.points.size());
  }

  int handed_over = 0;

 private:
  void check_pair(int k, const std::vector<PairContact>& found) {
    const ContactKey pair = key_of(step_.scene.pieces, step_.queries[k].pair);
    std::map<std::uint64_t, const ContactPoint*> was;
    for (const ContactPoint& point : old_) {
      if (same_pieces(point.key, pair)) was[point.key.feature] = &point;
    }
    std::map<std::uint64_t, const ContactPoint*> is;
    for (const ContactPoint& point : step_.of(k)) {
      EXPECT_TRUE(same_pieces(point.key, pair));
      is[point.key.feature] = &point;
    }
    std::set<std::uint64_t> expected;
    std::vector<const ContactPoint*> fresh;
    for (const PairContact& contact : found) {
      expected.insert(contact.feature);
      ASSERT_TRUE(is.contains(contact.feature));
      const ContactPoint& point = *is.at(contact.feature);
      EXPECT_EQ(point.point, contact.point);
      EXPECT_EQ(point.frame.column(2), contact.normal);
      const auto before = was.find(contact.feature);
      if (before == was.end()) {
        fresh.push_back(&point);
        EXPECT_EQ(point.state.age, 0);
        EXPECT_FALSE(point.state.bonded);
        continue;
      }
      EXPECT_EQ(point.state.id, before->second->state.id);
      EXPECT_EQ(point.state.age, before->second->state.age + 1);
      EXPECT_EQ(point.state.R, before->second->state.R);
      EXPECT_EQ(point.state.bonded, before->second->state.bonded);
      was.erase(before);
    }
    std::vector<const ContactPoint*> ended;
    for (const auto& [feature, point] : was) {
      if (point->state.bonded) {
        expected.insert(feature);
        EXPECT_GT(is.at(feature)->gap, 0.0);
        EXPECT_EQ(is.at(feature)->state.id, point->state.id);
      } else {
        ended.push_back(point);
      }
    }
    EXPECT_EQ(is.size(), expected.size());
    check_warm_starts(ended, fresh);
  }

  /// The two nearest of all that are left, again and again.
  void check_warm_starts(std::vector<const ContactPoint*> ended,
                         std::vector<const ContactPoint*> fresh) {
    while (!ended.empty() && !fresh.empty()) {
      double least = std::numeric_limits<double>::infinity();
      std::pair<std::size_t, std::size_t> best;
      for (std::size_t i = 0; i < ended.size(); ++i) {
        for (std::size_t j = 0; j < fresh.size(); ++j) {
          const double distance = norm(ended[i]->point - fresh[j]->point);
          if (distance < least) best = {i, j};
          least = std::min(least, distance);
        }
      }
      const ContactPoint& from = *ended[best.first];
      const ContactPoint& to = *fresh[best.second];
      EXPECT_LE(norm(to.frame * to.state.R - from.frame * from.state.R), kTol);
      ++handed_over;
      ended.erase(ended.begin() + static_cast<std::ptrdiff_t>(best.first));
      fresh.erase(fresh.begin() + static_cast<std::ptrdiff_t>(best.second));
    }
    for (const ContactPoint* point : fresh) EXPECT_EQ(point->state.R, (Vec3{}));
  }

  FeatureStep& step_;
  std::vector<ContactPoint> old_;
};

TEST(ContactList, RandomPatchesFollowTheModelOfMaps) {
  FeatureStep step;
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto random = [&] { return Vec3{unit(rng), unit(rng), unit(rng)}; };
  int handed_over = 0;
  for (int s = 0; s < 300; ++s) {
    std::vector<std::vector<PairContact>> found(3);
    for (auto& points : found) {
      if (unit(rng) > 0.8) continue;
      std::set<std::uint64_t> features;
      for (int n = 0; n < 8; ++n) features.insert(rng() % 12);
      for (const std::uint64_t feature : features) {
        points.push_back(found_point(feature, random(), normalized(random())));
      }
      std::shuffle(points.begin(), points.end(), rng);
    }
    Model model(step);
    step.run(found);
    model.check(found);
    handed_over += model.handed_over;
    std::set<ConstraintId> ids;
    std::set<int> memories;
    for (ContactPoint& point : step.points) {
      EXPECT_TRUE(ids.insert(point.state.id).second);
      EXPECT_TRUE(point.state.memory < 0 || memories.insert(point.state.memory).second);
      point.state.R = random();
      point.state.bonded = unit(rng) > 0.9;
    }
    EXPECT_EQ(step.memories.size(), count(memories));
  }
  EXPECT_GT(handed_over, 300);
}

}  // namespace
}  // namespace solfec
