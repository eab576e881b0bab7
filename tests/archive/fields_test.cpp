#include "archive/fields.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "archive/columns.h"
#include "archive/layout.h"
#include "archive/stored_function.h"
#include "support/round_trip.h"

namespace solfec {
namespace {

enum class Colour : std::uint8_t { red, green };

constexpr std::string_view name_of(Colour item) {
  switch (item) {
    case Colour::red:
      return "RED";
    case Colour::green:
      return "GREEN";
  }
  return {};
}

constexpr std::string_view type_name(const Colour*) { return "Colour"; }

struct Leaf {
  std::int64_t id{};
  Colour colour{};
  double weight{};  // green ones only
};

constexpr std::string_view type_name(const Leaf*) { return "Leaf"; }

struct LeafColumns {
  static constexpr std::string_view kName = "Leaves";

  template <typename Fields>
  void operator()(Fields& fields) const {
    fields("id", "", &Leaf::id);
    fields("colour", "", &Leaf::colour);
    fields.when(is("colour", &Leaf::colour, Colour::green),
                [](auto& f) { f.finite("weight", "kg", &Leaf::weight); });
  }
};

template <typename Fields>
void list_fields(Fields& fields, const Leaf*) {
  LeafColumns{}(fields);
}

/// One value of each sort.
struct Tree {
  bool alive = false;
  std::uint64_t feature{};
  std::string label;
  Vec3 place;
  Mat3 frame;
  std::vector<int> years;
  std::vector<Leaf> leaves;
  std::optional<Leaf> top;
  std::vector<std::pair<std::int64_t, int>> pairs;
  int even{};  // stored as its half
};

constexpr std::string_view type_name(const Tree*) { return "Tree"; }

template <typename Fields>
void list_fields(Fields& fields, const Tree*) {
  fields("alive", "", &Tree::alive);
  fields("feature", "", &Tree::feature);
  fields("label", "", &Tree::label);
  fields.finite("place", "m", &Tree::place);
  fields("frame", "", &Tree::frame);
  fields("years", "", &Tree::years);
  fields.columns("leaves", "", &Tree::leaves, LeafColumns{});
  fields("top", "", &Tree::top);
  fields("pairs", "", &Tree::pairs);
  fields.through(
      "half", "", [](const Tree& tree) { return tree.even / 2; },
      [](Tree& tree, int half) { tree.even = static_cast<int>(2 * std::int64_t{half}); });
}

Tree sample() {
  Tree tree;
  tree.alive = true;
  tree.feature = 0xFEDCBA9876543210U;
  tree.label = "oak";
  tree.place = {1, 2, 3};
  tree.frame = diagonal(4, 5, 6);
  tree.years = {7, -8};
  tree.leaves = {{1, Colour::green, 0.5}, {2, Colour::red, 0.0}, {3, Colour::green, 0.25}};
  tree.top = Leaf{9, Colour::red, 0.0};
  tree.pairs = {{10, 11}};
  tree.even = 24;
  return tree;
}

TEST(Fields, TheBytesAreThoseThatAHandWouldWrite) {
  XdrWriter expected;
  expected.write_bool(true);
  expected.write_int64(static_cast<std::int64_t>(0xFEDCBA9876543210U));
  expected.write_string("oak");
  for (const double x : {1.0, 2.0, 3.0}) expected.write_double(x);
  for (const double x : {4.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 6.0}) expected.write_double(x);
  expected.write_uint32(2);
  expected.write_int32(7);
  expected.write_int32(-8);
  expected.write_uint32(3);  // leaves by columns
  for (const int id : {1, 2, 3}) expected.write_int64(id);
  for (const int colour : {1, 0, 1}) expected.write_int32(colour);
  for (const double weight : {0.5, 0.25}) expected.write_double(weight);
  expected.write_bool(true);  // top
  expected.write_int64(9);
  expected.write_int32(0);
  expected.write_uint32(1);
  expected.write_int64(10);
  expected.write_int32(11);
  expected.write_int32(12);
  const auto bytes = expected.bytes();
  EXPECT_EQ(test::saved(sample()), std::vector<std::byte>(bytes.begin(), bytes.end()));
}

TEST(Fields, WhatIsReadIsWhatWasWritten) {
  const std::vector<std::byte> bytes = test::saved(sample());
  XdrReader in{std::span<const std::byte>(bytes)};
  const Tree tree = load<Tree>(in);
  EXPECT_EQ(tree.feature, sample().feature);
  EXPECT_EQ(tree.label, "oak");
  EXPECT_EQ(tree.place, (Vec3{1, 2, 3}));
  ASSERT_EQ(tree.leaves.size(), 3U);
  EXPECT_EQ(tree.leaves[1].colour, Colour::red);
  EXPECT_EQ(tree.leaves[2].weight, 0.25);
  EXPECT_EQ(tree.top->id, 9);
  EXPECT_EQ(tree.even, 24);
}

TEST(Fields, DamageIsRefusedOrReadAsAnotherValue) { test::check_round_trip(sample()); }

TEST(Fields, ColumnsAreTheSameHoweverManyRowsComeAtATime) {
  std::vector<Leaf> leaves;
  for (int i = 0; i < 1000; ++i) {
    leaves.push_back({i, i % 3 == 0 ? Colour::green : Colour::red, 0.5 * i});
  }
  XdrWriter columns;
  save_columns(leaves, LeafColumns{}, columns);
  XdrWriter expected;
  for (const Leaf& leaf : leaves) expected.write_int64(leaf.id);
  for (const Leaf& leaf : leaves) expected.write_int32(leaf.colour == Colour::green ? 1 : 0);
  for (int i = 0; i < 1000; i += 3) expected.write_double(0.5 * i);
  ASSERT_EQ(columns.bytes().size(), expected.bytes().size());
  EXPECT_TRUE(std::equal(columns.bytes().begin(), columns.bytes().end(), expected.bytes().begin()));
}

/// Columns of which one is stored by planes.
struct PlanedLeaves {
  static constexpr std::string_view kName = "PlanedLeaves";

  template <typename Fields>
  void operator()(Fields& fields) const {
    fields("id", "", &Leaf::id);
    fields("colour", "", &Leaf::colour);
    fields.when(is("colour", &Leaf::colour, Colour::green),
                [](auto& f) { f.planes("weight", "kg", &Leaf::weight); });
  }
};

TEST(Fields, PlanesHaveTheFirstBytesOfAllItemsThenTheSecondOnes) {
  std::vector<Leaf> leaves;
  for (int i = 0; i < 200; ++i) {  // more than a writer asks for at a time
    leaves.push_back({i, i % 3 == 0 ? Colour::red : Colour::green, 1.0 / (i + 1)});
  }
  XdrWriter columns;
  save_columns(leaves, PlanedLeaves{}, columns);
  XdrWriter rows;
  for (const Leaf& leaf : leaves) {
    if (leaf.colour == Colour::green) rows.write_double(leaf.weight);
  }
  const auto stored = columns.bytes().subspan(leaves.size() * (8 + 4));
  const std::size_t n = rows.bytes().size() / 8;
  ASSERT_EQ(stored.size(), 8 * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(stored[k * n + i], rows.bytes()[8 * i + k]);
  }
  std::vector<Leaf> again(leaves.size());
  XdrReader in(columns.bytes());
  ColumnReader<Leaf> reader(in, std::span(again));
  PlanedLeaves{}(reader);
  in.expect_end();
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    EXPECT_EQ(again[i].weight, leaves[i].colour == Colour::green ? leaves[i].weight : 0.0);
  }
  XdrReader cut(columns.bytes().first(columns.bytes().size() - 1));
  ColumnReader<Leaf> too_short(cut, std::span(again));
  EXPECT_THROW(PlanedLeaves{}(too_short), ArchiveError);
}

/// Columns by planes of another form of the weight: how much it is above a base.
struct WeightsAboveBase {
  static constexpr std::string_view kName = "WeightsAboveBase";
  std::uint64_t base = 0;

  template <typename Fields>
  void operator()(Fields& fields) const {
    const std::uint64_t b = base;
    fields.planes_through(
        "above", "kg",
        [b](const Leaf& leaf) { return static_cast<std::uint64_t>(leaf.weight) - b; },
        [b](Leaf& leaf, std::uint64_t above) { leaf.weight = static_cast<double>(above + b); });
  }
};

TEST(Fields, OtherFormsStandByPlanesToo) {
  const std::vector<Leaf> leaves{{1, Colour::red, 1000.0}, {2, Colour::red, 1258.0}};
  XdrWriter out;
  save_columns(leaves, WeightsAboveBase{1000}, out);
  const std::vector<int> expected{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2};
  ASSERT_EQ(out.bytes().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(static_cast<int>(out.bytes()[i]), expected[i]) << i;
  }
  std::vector<Leaf> again(2);
  XdrReader in(out.bytes());
  ColumnReader<Leaf> reader(in, std::span(again));
  WeightsAboveBase{1000}(reader);
  in.expect_end();
  EXPECT_EQ(again[0].weight, 1000.0);
  EXPECT_EQ(again[1].weight, 1258.0);
}

TEST(Fields, MessagesNameTypeAndField) {
  const auto message_of = [](const Tree& tree) {
    const std::vector<std::byte> bytes = test::saved(tree);
    XdrReader in{std::span<const std::byte>(bytes)};
    try {
      (void)load<Tree>(in);
    } catch (const ArchiveError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  Tree tree = sample();
  tree.place.y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_of(tree), "place of Tree is not finite");
  tree = sample();
  tree.top->colour = static_cast<Colour>(7);
  EXPECT_EQ(message_of(tree), "colour of Leaf has the unknown number 7");
}

TEST(Fields, TheLayoutSaysWhatTheBytesAre) {
  Layout layout;
  layout.add<Tree>();
  EXPECT_EQ(python_layout(layout), R"(ENUMERATIONS = {
    "Colour": ("RED", "GREEN",),
}
# By type: name, type and conditions of each field.
TYPES = {
    "Leaves": (
        ("id", "hyper", ()),
        ("colour", "Colour", ()),
        ("weight", "double", ("colour == GREEN",)),
    ),
    "Leaf": (
        ("id", "hyper", ()),
        ("colour", "Colour", ()),
        ("weight", "double", ("colour == GREEN",)),
    ),
    "Tree": (
        ("alive", "bool", ()),
        ("feature", "unsigned hyper", ()),
        ("label", "string", ()),
        ("place", "double[3]", ()),
        ("frame", "double[9]", ()),
        ("years", "int<>", ()),
        ("leaves", "Leaves by columns", ()),
        ("top", "Leaf?", ()),
        ("pairs", "(hyper, int)<>", ()),
        ("half", "int", ()),
    ),
}
)");
}

TEST(StoredFunction, IntegralsComeBackWithTheirCurvature) {
  const TimeSeries twice = TimeSeries({0.0, 2.0, 3.0}, {6.0, 6.0, 6.0}).integrated().integrated();
  StoredFunction function(0.0, &twice);
  test::check_round_trip(StoredFunction(function));
  StoredFunction wrong(function);
  EXPECT_EQ(function.take_series()->value(1.0), 3.0);  // 6 t^2 / 2
  wrong.integrations = -1;
  EXPECT_THROW((void)StoredFunction(wrong).take_series(), ArchiveError);
  wrong.integrations = TimeSeries::kMostIntegrations + 1;
  EXPECT_THROW((void)wrong.take_series(), ArchiveError);
}

TEST(StoredFunction, NumbersAndSeriesComeBack) {
  const TimeSeries series({0.0, 1.0, 3.0}, {2.0, 4.0, -1.0});
  test::check_round_trip(StoredFunction(1.5, nullptr));
  test::check_round_trip(StoredFunction(0.0, &series));
  StoredFunction function(0.0, &series);
  EXPECT_EQ(function.take_series()->value(2.0), 1.5);
  StoredFunction wrong(0.0, &series);
  wrong.times[2] = 0.5;
  EXPECT_THROW((void)wrong.take_series(), ArchiveError);
}

}  // namespace
}  // namespace solfec
