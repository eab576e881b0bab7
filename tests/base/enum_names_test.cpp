#include "base/enum_names.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace solfec {
namespace {

enum class Fruit : std::uint8_t { apple, pear, plum };

constexpr std::string_view name_of(Fruit item) {
  switch (item) {
    case Fruit::apple:
      return "APPLE";
    case Fruit::pear:
      return "PEAR";
    case Fruit::plum:
      return "PLUM";
  }
  return {};
}

TEST(EnumNames, AreCountedListedAndFound) {
  static_assert(item_count<Fruit>() == 3);
  static_assert(all_names<Fruit>() == std::array<std::string_view, 3>{"APPLE", "PEAR", "PLUM"});
  EXPECT_EQ(find_item<Fruit>("PLUM"), Fruit::plum);
  EXPECT_EQ(find_item<Fruit>("plum"), std::nullopt);
  EXPECT_EQ(find_item<Fruit>(""), std::nullopt);
}

TEST(EnumNames, NumbersOfNoItemAreRefused) {
  EXPECT_FALSE(is_item<Fruit>(-1));
  EXPECT_TRUE(is_item<Fruit>(0));
  EXPECT_TRUE(is_item<Fruit>(2));
  EXPECT_FALSE(is_item<Fruit>(3));
  EXPECT_FALSE(is_item<Fruit>(1LL << 40));
}

}  // namespace
}  // namespace solfec
