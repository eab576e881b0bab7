#include "run/script_trail.h"

#include <array>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace solfec {
namespace {

std::uint64_t hash_of(const std::string& command, const std::string& line, std::uint64_t digest,
                      std::string_view name = "shape") {
  ScriptTrail trail;
  const TrailArgument argument{name, digest, "text"};
  trail.note(command, line, std::array{argument});
  return trail.hash();
}

TEST(ScriptTrail, CommandLineNamesAndDigestsOfArgumentsMakeTheHash) {
  const std::set<std::uint64_t> hashes = {
      hash_of("BODY", "a.py:1", 1), hash_of("BODY", "a.py:1", 2), hash_of("BODY", "a.py:2", 1),
      hash_of("MASS", "a.py:1", 1), hash_of("BODY", "a.py:1", 1, "label")};
  EXPECT_EQ(hashes.size(), 5U);
  EXPECT_EQ(hash_of("BODY", "a.py:1", 1), hash_of("BODY", "a.py:1", 1));
}

TEST(ScriptTrail, TheOrderOfCallsCountsAndWhatIsForgottenStaysInTheHash) {
  ScriptTrail one;
  ScriptTrail two;
  one.note("A", "x:1");
  one.note("B", "x:1");
  two.note("B", "x:1");
  two.note("A", "x:1");
  EXPECT_NE(one.hash(), two.hash());
  ScriptTrail same;
  same.note("A", "x:1");
  same.forget();
  same.note("B", "x:1");
  EXPECT_EQ(same.hash(), one.hash());
  ASSERT_EQ(same.hashes().size(), 1U);
  EXPECT_EQ(same.hashes()[0], one.hashes()[1]);
}

TEST(ScriptTrail, CallsAreThereWithTheirArguments) {
  ScriptTrail trail;
  trail.note("A", "x:1");
  const std::array<TrailArgument, 2> arguments = {{{"first", 1, "one"}, {"second", 2, "two"}}};
  trail.note("B", "x:2", arguments);
  EXPECT_EQ(trail.call(0).command, "A");
  EXPECT_TRUE(trail.call(0).arguments.empty());
  const ScriptTrail::Call call = trail.call(1);
  EXPECT_EQ(call.line, "x:2");
  ASSERT_EQ(call.arguments.size(), 2U);
  EXPECT_EQ(call.arguments[0].text, "one");
  EXPECT_EQ(call.arguments[1].name, "second");
  EXPECT_EQ(trail.last(), "x:2: B");
}

/// A script may make millions of bodies: then digests alone are kept.
TEST(ScriptTrail, TextsOfMoreCallsThanThereIsRoomForAreNotKept) {
  ScriptTrail trail;
  const TrailArgument argument{"shape", 1, std::string(1000, 'x')};
  for (int call = 0; call < 20000; ++call) trail.note("BODY", "x:1", std::array{argument});
  EXPECT_EQ(trail.hashes().size(), 20000U);
  EXPECT_EQ(trail.call(10).arguments.size(), 1U);
  EXPECT_TRUE(trail.call(19999).arguments.empty());
  EXPECT_EQ(trail.call(19999).command, "BODY");
}

}  // namespace
}  // namespace solfec
