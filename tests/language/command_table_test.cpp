#include "language/table/command_table.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/cat.h"
#include "language/table/reference.h"
#include "language/table/signature.h"

namespace solfec {
namespace {

TEST(CommandTable, NamesAreUniqueAndFound) {
  std::set<std::string_view> seen;
  for (const std::string_view name : command_names()) {
    EXPECT_TRUE(seen.insert(name).second) << name;
    ASSERT_NE(find_command(name), nullptr) << name;
    EXPECT_EQ(find_command(name)->name, name);
  }
  EXPECT_EQ(find_command("body"), nullptr);
}

TEST(CommandTable, ArgumentsAreUniqueDocumentedAndRequiredOnesComeFirst) {
  for (const CommandGroup& group : command_groups()) {
    for (const CommandSpec& command : group.commands) {
      std::set<std::string_view> names;
      bool optional_seen = false;
      for (const ArgumentSpec& argument : command.arguments) {
        EXPECT_TRUE(names.insert(argument.name).second) << command.name << argument.name;
        EXPECT_FALSE(argument.doc.empty()) << command.name << argument.name;
        EXPECT_FALSE(describe_kind(argument).empty()) << command.name << argument.name;
        EXPECT_FALSE(optional_seen && argument.required()) << command.name << argument.name;
        optional_seen = !argument.required();
      }
    }
  }
}

TEST(CommandTable, ChoicesHoldTheirDefault) {
  for (const CommandGroup& group : command_groups()) {
    for (const CommandSpec& command : group.commands) {
      for (const ArgumentSpec& argument : command.arguments) {
        if (argument.kind != ValueKind::choice) continue;
        bool found = argument.required() || argument.none_is_absent();
        for (const std::string_view choice : argument.choices) {
          found = found || argument.default_text == cat("'", choice, "'");
        }
        EXPECT_TRUE(found) << command.name << " " << argument.name;
      }
    }
  }
}

TEST(Signature, ShowsLiteralDefaultsAndDotsForOthers) {
  EXPECT_EQ(signature(*find_command("OUTPUT")),
            "OUTPUT(solfec, interval, compression='ON', contacts='EVERY')");
  const std::string solver = signature(*find_command("GAUSS_SEIDEL_SOLVER"));
  EXPECT_NE(solver.find("meritval=1E-3"), std::string::npos);
  EXPECT_NE(solver.find("diagepsilon=..."), std::string::npos);
}

TEST(Reference, HelpHasShortLinesAndNamesEveryArgumentAndMember) {
  for (const std::string_view name : command_names()) {
    const CommandSpec& command = *find_command(name);
    const std::string text = help_text(command);
    for (const ArgumentSpec& argument : command.arguments) {
      EXPECT_NE(text.find("  " + std::string(argument.name) + " "), std::string::npos) << name;
    }
    for (const MemberSpec& member : command.members) {
      EXPECT_NE(text.find("  " + std::string(member.name)), std::string::npos) << name;
    }
  }
}

}  // namespace
}  // namespace solfec
