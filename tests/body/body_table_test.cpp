#include "body/body_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "base/shuffle.h"
#include "body/bodies.h"
#include "geometry/shape/shape_pieces.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

const BulkMaterial kMaterial{"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0};

/// A small mesh, the same for all.
struct MeshShape {
  MeshShape() {
    auto made = std::make_shared<Shape>();
    made->meshes.push_back(test::hexahedra_block({1.0, 1.0, 1.0}, {1, 1, 1}));
    pieces = make_shape_pieces(*made, 1e-4);
    shape = std::move(made);
  }
  std::shared_ptr<const Shape> shape;
  ShapePieces pieces;
};

void add(Bodies& bodies, BodyId id, BodyKind kind) {
  static const MeshShape mesh;
  MassProperties unit{1.0, {}, identity()};
  if (has_mesh(kind)) unit = mass_properties(*mesh.shape);
  BodyRecord record;
  record.label = std::to_string(id);
  const BodyRef made =
      bodies.add({id, kind, unit, kMaterial, mesh.shape, &mesh.pieces}, std::move(record));
  // a velocity that tells whose it is
  bodies.set_rigid_velocity(made, {static_cast<double>(id), 0.0, 0.0}, {});
}

BodyKind kind_of(BodyId id) { return static_cast<BodyKind>(id % 4); }

/// Owners by id, as the test knows them.
using Expected = std::map<BodyId, int>;

void expect_same(const Bodies& bodies, const Expected& expected) {
  ASSERT_EQ(bodies.count(), count(expected));
  std::array<std::vector<int>, kBodyKinds> slots;
  int index = 0;
  for (const auto& [id, owner] : expected) {
    EXPECT_EQ(bodies.ids()[at(index)], id);
    EXPECT_EQ(bodies.find(id), index);
    const BodyRef ref = bodies.ref(id);
    EXPECT_EQ(ref.kind, kind_of(id));
    EXPECT_EQ(bodies.refs()[at(index)].slot, ref.slot);
    EXPECT_EQ(bodies.is_ghost(id), owner != 0);
    EXPECT_EQ(bodies.table().row(index).owner, owner);
    EXPECT_EQ(bodies.record(id)->label, std::to_string(id));
    EXPECT_EQ(bodies.records()[at(index)].id, id);
    EXPECT_DOUBLE_EQ(bodies.velocity(ref, {0.5, 0.5, 0.5}).x, static_cast<double>(id));
    bodies.visit(ref, [known = id, ghost = owner != 0](const auto& set, int slot) {
      EXPECT_EQ(set.id_of(slot), known);
      EXPECT_EQ(slot >= set.owned(), ghost);
    });
    slots[static_cast<std::size_t>(ref.kind)].push_back(ref.slot);
    ++index;
  }
  int records = 0;
  for (const BodyRecord& record : bodies.records()) {
    EXPECT_EQ(record.id, bodies.ids()[at(records++)]);
  }
  EXPECT_EQ(records, index);
  for (std::size_t kind = 0; kind < kBodyKinds; ++kind) {
    const auto sorted = bodies.table().slots(static_cast<BodyKind>(kind));
    EXPECT_TRUE(std::equal(sorted.begin(), sorted.end(), slots[kind].begin(), slots[kind].end()));
  }
  bodies.for_each_set([&]<typename Set>(const Set& set) {
    EXPECT_EQ(set.size(), count(slots[static_cast<std::size_t>(Set::kKind)]));
  });
}

TEST(BodyTable, IsThatOfTheTestAfterBodiesComeGoAndChangeHandsInAnyOrder) {
  std::mt19937 rng(11);
  Bodies bodies;
  Expected expected;
  for (int change = 0; change < 3000; ++change) {
    const auto id = static_cast<BodyId>(1 + rng() % 60);
    const auto found = expected.find(id);
    if (found == expected.end()) {
      add(bodies, id, kind_of(id));
      expected[id] = 0;
      if (rng() % 3 == 0) bodies.set_owner(id, expected[id] = 2);
    } else if (rng() % 2 == 0) {
      bodies.remove(id);
      expected.erase(found);
    } else {
      found->second = static_cast<int>(rng() % 3);
      bodies.set_owner(id, found->second);
    }
    EXPECT_EQ(bodies.find(id) >= 0, expected.count(id) == 1);
    if (change % 10 == 0) expect_same(bodies, expected);
    if (HasFailure()) FAIL() << "change " << change;
  }
}

/// An action that goes over all bodies of a rank leaves ghosts alone.
TEST(Bodies, GravityGoesToTheBodiesOfThisRankOnly) {
  Bodies bodies;
  for (BodyId id = 1; id <= 40; ++id) add(bodies, id, kind_of(id));
  for (BodyId id = 1; id <= 40; id += 3) bodies.set_owner(id, 1);
  bodies.for_each_set([](auto& set) { set.add_gravity({0.0, 0.0, -10.0}); });
  for (BodyId id = 1; id <= 40; ++id) {
    const BodyRef ref = bodies.ref(id);
    if (!has_inertia(ref.kind)) continue;
    const Vec3 center = bodies.rigid_inertia(ref).center;
    const double weight = bodies.load_work(ref, center, {0.0, 0.0, -1.0}, {});
    const double expected = id % 3 == 1 ? 0.0 : 10.0 * bodies.characteristics(ref).mass;
    EXPECT_NEAR(weight, expected, 1e-12 * bodies.characteristics(ref).mass) << id;
  }
}

TEST(Bodies, TheLowestIdThatIsNotFiniteDoesNotDependOnTheOrder) {
  for (const bool backward : {false, true}) {
    Bodies bodies;
    for (BodyId k = 1; k <= 12; ++k) add(bodies, backward ? 13 - k : k, BodyKind::rigid);
    EXPECT_EQ(bodies.find_not_finite(), 0);
    for (const BodyId id : {4, 9}) {
      bodies.set_rigid_velocity(bodies.ref(id), {std::nan(""), 0.0, 0.0}, {});
    }
    EXPECT_EQ(bodies.find_not_finite(), 4);
  }
}

TEST(BodyTable, TheRevisionTellsOfEveryChange) {
  Bodies bodies;
  std::int64_t last = bodies.table().revision();
  const auto changed = [&] { return std::exchange(last, bodies.table().revision()) != last; };
  add(bodies, 5, BodyKind::rigid);
  EXPECT_TRUE(changed());
  add(bodies, 2, BodyKind::rigid);
  EXPECT_TRUE(changed());
  EXPECT_EQ(bodies.ids().front(), 2);
  EXPECT_FALSE(changed());
  bodies.set_owner(2, 1);
  EXPECT_TRUE(changed());
  bodies.remove(5);  // as many as before, with the same largest id, after the next line
  add(bodies, 5, BodyKind::obstacle);
  EXPECT_TRUE(changed());
}

// ---- what changes cost -------------------------------------------------------------------------

constexpr int kMany = 100'000;

std::vector<BodyId> shuffled_ids() {
  std::vector<BodyId> ids(kMany);
  std::iota(ids.begin(), ids.end(), BodyId{1});
  shuffle(std::span(ids));
  return ids;
}

/// Rows touched by inserting and removing 100 000 bodies one by one in random order, with an order
/// asked for after every tenth part: twenty sorts, else a few rows per change. An array that is
/// kept sorted would touch 100 000² / 2 rows.
TEST(BodyTable, ManyChangesCostAFewRowsEach) {
  const std::vector<BodyId> ids = shuffled_ids();
  Bodies bodies;
  const MassProperties unit{1.0, {}, identity()};
  const auto& table = bodies.table();
  const double sort = kMany * std::log2(kMany);
  std::int64_t rows = 0;  // without those of orders
  const auto change = [&](const auto& f) {
    const std::int64_t before = table.work();
    f();
    rows += table.work() - before;
  };
  int changes = 0;
  const auto maybe_order = [&] {
    if (++changes % (kMany / 10) == 0) {
      EXPECT_EQ(count(bodies.ids()), bodies.count());
    }
  };
  for (const BodyId id : ids) {
    change([&] {
      bodies.add(id, id % 2 == 0 ? BodyKind::rigid : BodyKind::obstacle, unit, kMaterial);
    });
    maybe_order();
  }
  EXPECT_TRUE(std::is_sorted(bodies.ids().begin(), bodies.ids().end()));
  std::vector<BodyId> again = ids;
  std::reverse(again.begin(), again.end());
  shuffle(std::span(again));
  for (const BodyId id : again) {
    change([&] { bodies.remove(id); });
    maybe_order();
  }
  EXPECT_EQ(bodies.count(), 0);
  EXPECT_LE(static_cast<double>(rows), 5.0 * 2 * kMany);
  EXPECT_LE(static_cast<double>(table.work()), 20.0 * 1.1 * sort + 10.0 * kMany);
}

/// Ids that increase keep the order without sorting.
TEST(BodyTable, IncreasingIdsKeepTheOrder) {
  Bodies bodies;
  const MassProperties unit{1.0, {}, identity()};
  for (BodyId id = 1; id <= 1000; ++id) {
    bodies.add(id, BodyKind::rigid, unit, kMaterial);
    EXPECT_EQ(bodies.ids().back(), id);
  }
  EXPECT_EQ(bodies.table().work(), 1000);
}

/// Numbers alone, to count how often they are moved.
struct CountedSet : OwnedRange<CountedSet> {
  [[nodiscard]] int size() const { return count(item); }
  int append(int value) {
    item.push_back(value);
    return settle_last();
  }
  void swap_slots(int a, int b) {
    if (a == b) return;
    ++swaps;
    std::swap(item[at(a)], item[at(b)]);
  }
  void drop_last() { item.pop_back(); }

  std::vector<int> item;
  int swaps = 0;
};

TEST(OwnedRange, AChangeMovesAtMostTwoOthers) {
  std::mt19937 rng(5);
  CountedSet set;
  std::map<int, bool> ghost;  // by item
  int made = 0;
  for (int change = 0; change < 20000; ++change) {
    const int before = set.swaps;
    const std::vector<int> items = set.item;
    const int slot = items.empty() ? -1 : static_cast<int>(rng() % items.size());
    const unsigned choice = slot < 0 ? 0 : rng() % 4;
    if (choice < 2) {
      ghost[++made] = false;
      EXPECT_EQ(set.item[at(set.append(made))], made);
    } else if (choice == 2) {
      ghost.erase(items[at(slot)]);
      set.erase(slot);
    } else {
      bool& is_ghost = ghost[items[at(slot)]];
      is_ghost = !is_ghost;
      EXPECT_EQ(set.item[at(set.set_ghost(slot, is_ghost))], items[at(slot)]);
    }
    EXPECT_LE(set.swaps - before, 2);
    int moved = 0;
    for (std::size_t i = 0; i < std::min(items.size(), set.item.size()); ++i) {
      moved += items[i] != set.item[i] ? 1 : 0;
    }
    EXPECT_LE(moved, 2);
    ASSERT_EQ(set.size(), count(ghost));
    if (change % 100 != 0) continue;
    for (int i = 0; i < set.size(); ++i) ASSERT_EQ(ghost.at(set.item[at(i)]), i >= set.owned());
  }
  EXPECT_GT(set.size(), 1000);
  EXPECT_GT(set.ghosts(), 100);
}

}  // namespace
}  // namespace solfec
