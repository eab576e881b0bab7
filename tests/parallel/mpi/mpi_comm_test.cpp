#include "parallel/mpi/mpi_comm.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "parallel/colouring_checks.h"
#include "parallel/comm_checks.h"
#include "parallel/mailbox_comm.h"
#include "parallel/mpi/test_world.h"

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

TEST(MpiComm, CarriesAColouring) { test::check_colouring(test::world().comm()); }

/// Only when launch_test.py asks for it: one rank fails while the others wait for it.
TEST(FailingRank, EndsTheJob) {
  const char* const text = std::getenv("SOLFEC_FAIL_ON_RANK");
  if (text == nullptr) GTEST_SKIP();
  ASSERT_NE(std::to_string(test::world().comm().rank()), text);
  test::world().comm().barrier();
}

/// Only when launch_test.py asks for it: one rank comes to its end with a code while others wait
/// for it, or all ranks with one.
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
