#include <chrono>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include <mpi.h>
#include <zoltan.h>

#include "parallel/mpi/mpi_comm.h"
#include "parallel/mpi/zoltan_bisection.h"
#include "parallel/world.h"

namespace solfec {

namespace {

constexpr std::chrono::seconds kPatience{5};  // of a failed rank, for others to fail as well

class MpiWorld final : public World {
 public:
  MpiWorld(int* argc, char*** argv) {
    int provided = 0;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED) {
      throw std::runtime_error("this MPI library does not allow threads (MPI_THREAD_FUNNELED)");
    }
    float version = 0.0F;
    if (Zoltan_Initialize(*argc, *argv, &version) != ZOLTAN_OK) {
      throw std::runtime_error("Zoltan_Initialize failed");
    }
    comm_.emplace(MPI_COMM_WORLD);
    bisection_.emplace(comm_->handle());
  }

  Comm& comm() override { return *comm_; }
  Bisection* bisection() override { return &*bisection_; }

  [[nodiscard]] std::string mpi() const override {
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int size = 0;
    MPI_Get_library_version(text, &size);
    const std::string whole(text);
    return whole.substr(0, whole.find_first_of(",\n"));
  }

  Neighbours on_this_machine() override {
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(comm_->handle(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    Neighbours found;
    MPI_Comm_size(machine, &found.ranks);
    MPI_Comm_rank(machine, &found.before);
    MPI_Comm_free(&machine);
    return found;
  }

  int finish(int code, const std::function<void()>& alone) override {
    int largest = code;
    MPI_Request agreement = MPI_REQUEST_NULL;
    MPI_Iallreduce(&code, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &agreement);
    wait_for(&agreement, code, alone);
    MPI_Wait(&agreement, MPI_STATUS_IGNORE);  // it is over
    int of_first = code;
    MPI_Bcast(&of_first, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (code != 0 && code != of_first) alone();
    comm_.reset();
    MPI_Finalize();
    return largest;
  }

  [[noreturn]] void abort(int code) override {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
  }

 private:
  /// Until all have come; a failed rank does not wait for long.
  void wait_for(MPI_Request* agreement, int code, const std::function<void()>& alone) {
    const auto start = std::chrono::steady_clock::now();
    for (;;) {
      int all_are_here = 0;
      MPI_Test(agreement, &all_are_here, MPI_STATUS_IGNORE);
      if (all_are_here != 0) return;
      if (code != 0 && std::chrono::steady_clock::now() - start > kPatience) {
        alone();
        abort(code);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  std::optional<MpiComm> comm_;
  std::optional<ZoltanBisection> bisection_;
};

}  // namespace

std::unique_ptr<World> start_world(int* argc, char*** argv) {
  return std::make_unique<MpiWorld>(argc, argv);
}

}  // namespace solfec
