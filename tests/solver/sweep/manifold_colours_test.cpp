#include "solver/sweep/manifold_colours.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/allocation_counter.h"

namespace solfec {
namespace {

constexpr int kMostColours = 62;  // of the docstring, without the overflow

using Pair = std::pair<int, int>;

struct Graph {
  int slots = 0;
  std::vector<RowJacobian> rows;
  std::vector<int> active;

  void add(int master, int slave, bool is_active = true) {
    RowJacobian row;
    row.master = master;
    row.slave = slave;
    if (is_active) active.push_back(static_cast<int>(rows.size()));
    rows.push_back(row);
  }
  /// Slots of a row, the smaller one first, -1 last.
  [[nodiscard]] Pair pair_of(int i) const {
    const RowJacobian& row = rows[static_cast<std::size_t>(i)];
    const auto [low, high] = std::minmax(row.master, row.slave);
    return low < 0 ? Pair{high, low} : Pair{low, high};
  }
};

/// Random contacts among slots and with obstacles, up to five per pair in shuffled order and roles.
Graph random_graph(int slots, int pairs, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_int_distribution<int> any(-1, slots - 1);
  std::vector<Pair> contacts;
  for (int k = 0; k < pairs; ++k) {
    const Pair pair{any(rng), any(rng)};
    if (pair.first == pair.second) continue;
    for (int p = static_cast<int>(rng() % 5); p >= 0; --p) {
      contacts.push_back(p % 2 == 0 ? pair : Pair{pair.second, pair.first});
    }
  }
  std::shuffle(contacts.begin(), contacts.end(), rng);
  Graph graph;
  graph.slots = slots;
  for (const Pair& contact : contacts) graph.add(contact.first, contact.second, rng() % 8 != 0);
  return graph;
}

std::vector<Manifold> all_manifolds(const ManifoldColours& colours) {
  std::vector<Manifold> all;
  for (int c = 0; c < colours.colour_count(); ++c) {
    const auto part = colours.colour(c);
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

void expect_every_active_row_once(const Graph& graph, const ManifoldColours& colours) {
  std::vector<int> seen;
  for (const Manifold& m : all_manifolds(colours)) {
    for (int k = m.begin; k < m.end; ++k) {
      seen.push_back(colours.rows()[static_cast<std::size_t>(k)]);
    }
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen, graph.active);
}

void expect_manifolds_hold_exactly_the_rows_of_a_pair(const Graph& graph,
                                                      const ManifoldColours& colours) {
  std::map<Pair, std::vector<int>> expected;
  for (const int i : graph.active) expected[graph.pair_of(i)].push_back(i);
  const std::vector<Manifold> all = all_manifolds(colours);
  EXPECT_EQ(all.size(), expected.size());
  for (const Manifold& m : all) {
    EXPECT_GE(m.first, 0);
    const auto rows = colours.rows();
    std::vector<int> found(rows.begin() + m.begin, rows.begin() + m.end);
    if (!found.empty() && found.front() > found.back()) std::reverse(found.begin(), found.end());
    EXPECT_EQ(found, (expected[{m.first, m.second}])) << m.first << " " << m.second;
  }
}

void expect_no_shared_slot_in_a_colour(const ManifoldColours& colours) {
  const int separate = colours.colour_count() - (colours.has_overflow() ? 1 : 0);
  EXPECT_LE(separate, kMostColours);
  for (int c = 0; c < separate; ++c) {
    EXPECT_FALSE(colours.colour(c).empty());
    std::set<int> used;
    for (const Manifold& m : colours.colour(c)) {
      EXPECT_TRUE(used.insert(m.first).second) << "slot " << m.first << " twice in " << c;
      if (m.second >= 0) {
        EXPECT_TRUE(used.insert(m.second).second) << m.second << " in " << c;
      }
    }
  }
}

std::vector<std::vector<int>> numbers(const ManifoldColours& colours) {
  std::vector<std::vector<int>> all{{colours.rows().begin(), colours.rows().end()}};
  for (int c = 0; c < colours.colour_count(); ++c) {
    all.emplace_back();
    for (const Manifold& m : colours.colour(c)) {
      all.back().insert(all.back().end(), {m.first, m.second, m.begin, m.end});
    }
  }
  return all;
}

class ManifoldColoursProperty : public ::testing::TestWithParam<Pair> {};

TEST_P(ManifoldColoursProperty, GroupsAndColoursRandomGraphs) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Graph graph = random_graph(GetParam().first, GetParam().second, seed);
    ManifoldColours colours;
    colours.update(graph.rows, {}, graph.active, graph.slots);
    expect_every_active_row_once(graph, colours);
    expect_manifolds_hold_exactly_the_rows_of_a_pair(graph, colours);
    expect_no_shared_slot_in_a_colour(colours);
  }
}

TEST_P(ManifoldColoursProperty, DependsOnNothingButTheRows) {
  const Graph graph = random_graph(GetParam().first, GetParam().second, 99);
  ManifoldColours fresh;
  fresh.update(graph.rows, {}, graph.active, graph.slots);
  ManifoldColours used;
  const Graph other = random_graph(GetParam().first + 3, GetParam().second, 98);
  used.update(other.rows, {}, other.active, other.slots);
  used.update(graph.rows, {}, graph.active, graph.slots);
  EXPECT_EQ(numbers(used), numbers(fresh));
}

// Slots and pairs: few, sparse, crowded (all pairs of a small set), large.
INSTANTIATE_TEST_SUITE_P(Sizes, ManifoldColoursProperty,
                         ::testing::Values(Pair{1, 3}, Pair{10, 5}, Pair{40, 100}, Pair{30, 2000},
                                           Pair{500, 1500}));

TEST(ManifoldColours, AboutHalfOfTheManifoldsAreReversed) {
  const Graph graph = random_graph(500, 1500, 4);
  ManifoldColours colours;
  colours.update(graph.rows, {}, graph.active, graph.slots);
  int several = 0;
  int reversed = 0;
  for (const Manifold& m : all_manifolds(colours)) {
    if (m.end - m.begin < 2) continue;
    const auto rows = colours.rows().subspan(static_cast<std::size_t>(m.begin));
    ++several;
    reversed += rows[0] > rows[1] ? 1 : 0;
  }
  EXPECT_GT(several, 800);
  EXPECT_NEAR(reversed, several / 2, 3.0 * std::sqrt(0.25 * several));
}

TEST(ManifoldColours, ObstaclesDoNotConflict) {
  Graph graph;
  graph.slots = 100;
  for (int s = 0; s < graph.slots; ++s) graph.add(s % 2 == 0 ? s : -1, s % 2 == 0 ? -1 : s);
  ManifoldColours colours;
  colours.update(graph.rows, {}, graph.active, graph.slots);
  EXPECT_EQ(colours.colour_count(), 1);
  EXPECT_FALSE(colours.has_overflow());
  EXPECT_EQ(colours.colour(0).size(), 100U);
}

TEST(ManifoldColours, HubWithThousandsOfContactsGoesToTheOverflow) {
  constexpr int kSpokes = 5000;
  Graph graph;
  graph.slots = kSpokes + 1;
  for (int s = 1; s <= kSpokes; ++s) {
    graph.add(s, 0);
    graph.add(s, -1);
  }
  ManifoldColours colours;
  colours.update(graph.rows, {}, graph.active, graph.slots);
  expect_every_active_row_once(graph, colours);
  expect_no_shared_slot_in_a_colour(colours);
  ASSERT_TRUE(colours.has_overflow());
  for (const Manifold& m : colours.colour(colours.colour_count() - 1)) EXPECT_EQ(m.first, 0);
  // the contacts of the spokes with the ground need no overflow
  EXPECT_GE(colours.colour(colours.colour_count() - 1).size(), kSpokes - kMostColours * 1UL);
}

TEST(ManifoldColours, ColoursOfAnOrdinaryPackingDoNotOverflow) {
  // cubic lattice: 6 neighbours, needs at least 6 colours; greedy stays below twice that
  constexpr int kSide = 12;
  Graph graph;
  graph.slots = kSide * kSide * kSide;
  for (int s = 0; s < graph.slots; ++s) {
    const int place[3] = {s % kSide, s / kSide % kSide, s / (kSide * kSide)};
    const int stride[3] = {1, kSide, kSide * kSide};
    for (int axis = 0; axis < 3; ++axis) {
      if (place[axis] + 1 < kSide) graph.add(s, s + stride[axis]);
    }
  }
  ManifoldColours colours;
  colours.update(graph.rows, {}, graph.active, graph.slots);
  expect_no_shared_slot_in_a_colour(colours);
  EXPECT_FALSE(colours.has_overflow());
  EXPECT_GE(colours.colour_count(), 6);
  EXPECT_LT(colours.colour_count(), 12);
}

TEST(ManifoldColours, NoRowsHaveNoColours) {
  ManifoldColours colours;
  EXPECT_EQ(colours.colour_count(), 0);
  colours.update({}, {}, {}, 0);
  EXPECT_EQ(colours.colour_count(), 0);
  colours.update({}, {}, {}, 4);
  EXPECT_EQ(colours.colour_count(), 0);
  EXPECT_TRUE(colours.rows().empty());
}

TEST(ManifoldColours, EqualInputDoesNothingAndOtherInputDoesNotAllocateAfterWarmUp) {
  Graph graph = random_graph(200, 600, 5);
  ManifoldColours colours;
  colours.update(graph.rows, {}, graph.active, graph.slots);
  const auto before = numbers(colours);
  const Manifold* memory = colours.colour(0).data();
  auto allocations = allocation_count();
  colours.update(graph.rows, {}, graph.active, graph.slots);
  EXPECT_EQ(allocation_count() - allocations, 0);
  EXPECT_EQ(colours.colour(0).data(), memory);
  EXPECT_EQ(numbers(colours), before);

  Graph fewer = graph;
  fewer.active.pop_back();
  allocations = allocation_count();
  colours.update(fewer.rows, {}, fewer.active, fewer.slots);
  colours.update(graph.rows, {}, graph.active, graph.slots);
  EXPECT_EQ(allocation_count() - allocations, 0);
  EXPECT_EQ(numbers(colours), before);
}

TEST(ManifoldColours, ARowThatMovesToOtherSlotsIsNoticed) {
  Graph graph = random_graph(20, 40, 6);
  ManifoldColours colours;
  colours.update(graph.rows, {}, graph.active, graph.slots);
  RowJacobian& row = graph.rows[static_cast<std::size_t>(graph.active[0])];
  row.master = row.master == 3 ? 4 : 3;
  row.slave = -1;
  colours.update(graph.rows, {}, graph.active, graph.slots);
  expect_manifolds_hold_exactly_the_rows_of_a_pair(graph, colours);
}

/// Laws for the rows of a graph, a third of them joints.
std::vector<RowLaw> random_laws(const Graph& graph, unsigned seed) {
  constexpr ConstraintKind kKinds[] = {ConstraintKind::contact,     ConstraintKind::spring_dashpot,
                                       ConstraintKind::fixed_point, ConstraintKind::contact,
                                       ConstraintKind::rigid_link,  ConstraintKind::contact};
  std::mt19937 rng(seed);
  std::vector<RowLaw> laws(graph.rows.size());
  for (RowLaw& law : laws) law.kind = kKinds[rng() % 6];
  return laws;
}

TEST(ManifoldColours, BilateralRowsComeBeforeContacts) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Graph graph = random_graph(60, 150, seed);
    const std::vector<RowLaw> laws = random_laws(graph, seed);
    ManifoldColours colours;
    colours.update(graph.rows, laws, graph.active, graph.slots);
    expect_every_active_row_once(graph, colours);
    expect_no_shared_slot_in_a_colour(colours);
    ASSERT_FALSE(colours.has_overflow());
    EXPECT_GT(colours.bilateral_colours(), 0);
    EXPECT_LT(colours.bilateral_colours(), colours.colour_count());
    for (int c = 0; c < colours.colour_count(); ++c) {
      for (const Manifold& m : colours.colour(c)) {
        const auto rows = colours.rows().subspan(static_cast<std::size_t>(m.begin),
                                                 static_cast<std::size_t>(m.end - m.begin));
        const auto contact = [&](int i) {
          return is_contact(laws[static_cast<std::size_t>(i)].kind);
        };
        EXPECT_TRUE(
            std::is_partitioned(rows.begin(), rows.end(), [&](int i) { return !contact(i); }));
        const bool bilateral = std::none_of(rows.begin(), rows.end(), contact);
        EXPECT_EQ(m.bilateral, bilateral);
        EXPECT_EQ(c < colours.bilateral_colours(), bilateral);
      }
    }
  }
}

TEST(ManifoldColours, ContactsAloneHaveTheColoursOfRowsWithoutLaws) {
  const Graph graph = random_graph(60, 150, 3);
  ManifoldColours without;
  without.update(graph.rows, {}, graph.active, graph.slots);
  ManifoldColours with;
  with.update(graph.rows, std::vector<RowLaw>(graph.rows.size()), graph.active, graph.slots);
  EXPECT_EQ(numbers(with), numbers(without));
}

TEST(ManifoldColours, ARowThatBecomesAJointIsNoticed) {
  const Graph graph = random_graph(20, 40, 6);
  std::vector<RowLaw> laws(graph.rows.size());
  ManifoldColours colours;
  colours.update(graph.rows, laws, graph.active, graph.slots);
  EXPECT_EQ(colours.bilateral_colours(), 0);
  for (RowLaw& law : laws) law.kind = ConstraintKind::fixed_point;
  EXPECT_TRUE(colours.update(graph.rows, laws, graph.active, graph.slots));
  EXPECT_EQ(colours.bilateral_colours(), colours.colour_count());
}

}  // namespace
}  // namespace solfec
