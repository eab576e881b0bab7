#include "app/launch.h"

#include <cstdlib>

#include <gtest/gtest.h>

namespace solfec {
namespace {

class LaunchTest : public ::testing::Test {
 protected:
  LaunchTest() { clear(); }
  ~LaunchTest() override { clear(); }
  static void clear() {
    for (const char* const name :
         {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE", "PMI_RANK"}) {
      unsetenv(name);
    }
  }
};

TEST_F(LaunchTest, IsReadFromTheEnvironment) {
  EXPECT_EQ(launch_of_environment().ranks, 1);
  setenv("PMI_SIZE", "3", 1);
  setenv("PMI_RANK", "2", 1);
  EXPECT_EQ(launch_of_environment().ranks, 3);
  EXPECT_EQ(launch_of_environment().rank, 2);
  setenv("OMPI_COMM_WORLD_SIZE", "8", 1);
  EXPECT_EQ(launch_of_environment().ranks, 8);
  EXPECT_EQ(launch_of_environment().rank, 0);
}

TEST_F(LaunchTest, OfAProgramForOneRankIsRefusedWithTheRightCommand) {
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(refuse_launch({4, 0}, {"-w", "a.py"}), 64);
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("use: mpirun -np 4 solfec-mpi -w a.py\n"),
            std::string::npos);
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(refuse_launch({4, 3}, {"a.py"}), 0);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(CoreWarning, IsGivenWhereThreadsHaveNoCoreOfTheirOwn) {
  EXPECT_EQ(core_warning({4, 2, 8, 8}), "");
  EXPECT_EQ(core_warning({4, 2, 2, 8}), "");
  EXPECT_EQ(
      core_warning({4, 1, 2, 2}),
      "4 ranks of 1 thread each share 2 cores and wait for each other; take fewer ranks (-np) "
      "or threads (-t)");
  EXPECT_EQ(core_warning({1, 3, 2, 2}),
            "1 rank of 3 threads share 2 cores and wait for each other; take fewer ranks (-np) or "
            "threads (-t)");
  EXPECT_EQ(core_warning({2, 4, 1, 8}),
            "a rank of 4 threads was bound to 1 core; start with mpirun --bind-to none");
}

}  // namespace
}  // namespace solfec
