#include "parallel/packet.h"

#include <vector>

#include <gtest/gtest.h>

#include "parallel/gather_lists.h"
#include "parallel/mailbox_comm.h"

namespace solfec {
namespace {

struct Item {
  std::int64_t id{};
  double value{};
  friend bool operator==(const Item&, const Item&) = default;
};

TEST(Packet, GivesWhatWasPutInTheSameOrder) {
  const std::vector<Item> items{{1, 0.5}, {-7, 1e300}};
  const std::vector<char> none;
  PacketWriter writer;
  EXPECT_TRUE(writer.empty());
  writer.put(3.25);
  writer.put_all(std::span<const Item>(items));
  writer.put_all(std::span<const char>(none));
  writer.put('x');
  const std::vector<std::byte> bytes = writer.take();
  EXPECT_TRUE(writer.empty());
  EXPECT_EQ(bytes.size(), 8 + 8 + 2 * sizeof(Item) + 8 + 1);

  PacketReader reader(bytes);
  std::vector<Item> read;
  std::vector<char> read_none{'a'};
  EXPECT_EQ(reader.get<double>(), 3.25);
  reader.get_all(read);
  reader.get_all(read_none);
  EXPECT_FALSE(reader.at_end());
  EXPECT_EQ(reader.get<char>(), 'x');
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(read, items);
  EXPECT_TRUE(read_none.empty());
}

TEST(GatherLists, EachRankGetsTheListsOfAll) {
  constexpr int kRanks = 4;
  std::vector<std::vector<std::vector<int>>> found(kRanks);
  test::on_ranks(kRanks, [&](test::MailboxComm& comm) {
    std::vector<int> own;  // rank 0: none, rank r: r times 10 r
    for (int k = 0; k < comm.rank(); ++k) own.push_back(10 * comm.rank() + k);
    found[static_cast<std::size_t>(comm.rank())] = gather_lists(comm, std::span<const int>(own));
  });
  const std::vector<std::vector<int>> expected{{}, {10}, {20, 21}, {30, 31, 32}};
  for (const auto& lists : found) EXPECT_EQ(lists, expected);
}

}  // namespace
}  // namespace solfec
