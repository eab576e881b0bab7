#include "parallel/mpi/mpi_comm.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "parallel/colouring_checks.h"
#include "parallel/comm_checks.h"
#include "parallel/mailbox_comm.h"
#include "parallel/mpi/test_world.h"
#include "parallel/shared_items.h"

namespace solfec {
namespace {

TEST(MpiWorld, IsOfTheRanksOfMpirun) {
  World& world = test::world();
  EXPECT_TRUE(world.has_mpi());
  EXPECT_NE(world.bisection(), nullptr);
  if (const char* const size = std::getenv("OMPI_COMM_WORLD_SIZE")) {
    EXPECT_EQ(std::to_string(world.comm().size()), size);
  }
  const World::Neighbours neighbours = world.on_this_machine();
  EXPECT_EQ(neighbours.ranks, world.comm().size());  // tests run on one machine
  EXPECT_EQ(neighbours.before, world.comm().rank());
}

TEST(MpiComm, DoesAllThatRanksMustDo) { test::check_all_calls(test::world().comm()); }

TEST(MpiComm, CopiesDoNotHearEachOther) {
  MpiComm first(MPI_COMM_WORLD);
  MpiComm second(MPI_COMM_WORLD);
  test::ExchangeCase one(first, 1);
  test::ExchangeCase two(second, 2);
  const ExchangeTicket of_first = first.start_exchange(one.sent, one.received);
  second.exchange(two.sent, two.received);
  test::check_deliveries(second);
  first.finish_exchange(of_first);
  one.check(first);
  two.check(second);
}

TEST(MpiComm, RefusesWhatMpiCannotCount) {
  const std::span<const std::byte> huge(static_cast<const std::byte*>(nullptr),
                                        std::size_t{1} << 31);
  const std::span<std::byte> all(static_cast<std::byte*>(nullptr),
                                 huge.size() * at(test::world().comm().size()));
  EXPECT_THROW(test::world().comm().all_gather(huge, all), std::length_error);
}

/// Numbers of ghosts after `forward`, then of owned items after `reverse_add`.
std::vector<double> both_ways(Comm& comm, const test::Model& model) {
  const auto& owned = model.owned[at(comm.rank())];
  const auto& ghosts = model.ghosts[at(comm.rank())];
  const IndexMap map(comm, count(owned), ghosts, test::owners_of(model, ghosts));
  std::vector<double> mine;
  for (const GlobalIndex item : owned) {
    for (int c = 0; c < test::kColumns; ++c) mine.push_back(test::number(item, c, comm.rank()));
  }
  std::vector<double> theirs(at(test::kColumns) * ghosts.size());
  map.forward(comm, test::kColumns, mine, theirs);
  std::vector<double> result = theirs;
  for (double& number : theirs) number = 1.0 / (3.0 + number);
  map.reverse_add(comm, test::kColumns, mine, theirs);
  result.insert(result.end(), mine.begin(), mine.end());
  return result;
}

TEST(MpiComm, CarriesAnIndexMapAsTheMailboxDoesToTheBit) {
  Comm& comm = test::world().comm();
  for (unsigned seed = 0; seed < 10; ++seed) {
    const test::Model model = test::random_model(comm.size(), 20 * static_cast<int>(seed), seed);
    std::vector<std::vector<double>> expected(at(comm.size()));
    test::on_ranks(comm.size(), [&](Comm& mailbox) {
      expected[at(mailbox.rank())] = both_ways(mailbox, model);
    });
    EXPECT_EQ(both_ways(comm, model), expected[at(comm.rank())]);
  }
}

TEST(MpiComm, CarriesAColouring) { test::check_colouring(test::world().comm()); }

/// Only when launch_test.py asks for it: one rank fails while the others wait for it.
TEST(FailingRank, EndsTheJob) {
  const char* const text = std::getenv("SOLFEC_FAIL_ON_RANK");
  if (text == nullptr) GTEST_SKIP();
  ASSERT_NE(std::to_string(test::world().comm().rank()), text);
  test::world().comm().barrier();
}

/// Likewise: one rank comes to its end with a code while others wait for it, or all with one.
TEST(FailingRank, GivesItsCodeToTheJob) {
  const char* const text = std::getenv("SOLFEC_FINISH_ON_RANK");
  if (text == nullptr) GTEST_SKIP();
  World& world = test::world();
  const int rank = world.comm().rank();
  if (std::to_string(rank) == text) std::exit(world.finish(42, [] {}));
  if (std::string(text) == "all") std::exit(world.finish(rank == 1 ? 43 : 0, [] {}));
  world.comm().barrier();
}

}  // namespace
}  // namespace solfec
