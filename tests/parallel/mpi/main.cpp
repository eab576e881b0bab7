// Runs the tests on all ranks of mpirun at once. The first failure on any rank ends the job: the
// others may be waiting for that rank, and would wait for ever.

#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include "parallel/mpi/test_world.h"

namespace solfec {
namespace {

std::unique_ptr<World>& running_world() {
  static std::unique_ptr<World> world;
  return world;
}

class EndAtFailure : public ::testing::EmptyTestEventListener {
  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::printf("rank %d: %s:%d: %s\n", test::world().comm().rank(), result.file_name(),
                result.line_number(), result.message());
    std::fflush(stdout);
    std::_Exit(1);  // mpirun ends the others
  }
};

int run(int argc, char** argv) {
  running_world() = start_world(&argc, &argv);
  ::testing::InitGoogleTest(&argc, argv);
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (test::world().comm().rank() != 0)
    delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new EndAtFailure);
  return test::world().finish(RUN_ALL_TESTS(), [] {});
}

}  // namespace

World& test::world() { return *running_world(); }

}  // namespace solfec

int main(int argc, char** argv) { return solfec::run(argc, argv); }
