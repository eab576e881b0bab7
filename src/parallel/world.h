#pragma once

#include <functional>
#include <memory>
#include <string>

#include "parallel/bisection.h"
#include "parallel/comm.h"

namespace solfec {

/// The processes that were started together, as a program sees them from its first line to its
/// last. `start_world` is defined twice, for one rank in parallel/serial and for MPI in
/// parallel/mpi, and every program is linked to one of them (targets solfec_parallel_serial and
/// solfec_parallel_mpi): so a serial program needs no MPI, and nothing else asks which one it is.
class World {
 public:
  World() = default;
  virtual ~World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  World(World&&) = delete;
  World& operator=(World&&) = delete;

  virtual Comm& comm() = 0;
  /// How Balance cuts space, nullptr: one rank needs no cuts.
  virtual Bisection* bisection() = 0;
  /// Name and version of the MPI library, "none" without.
  [[nodiscard]] virtual std::string mpi() const = 0;
  [[nodiscard]] bool has_mpi() const { return mpi() != "none"; }
  /// Ranks on the machine of this one, and how many of them come before it. @note Collective.
  struct Neighbours {
    int ranks = 1;
    int before = 0;
  };
  virtual Neighbours on_this_machine() = 0;
  /// Ends what start_world began; nothing of it may be used any more. A rank that comes with a code
  /// other than 0 while others do not come for seconds ends them all at once, and does not return.
  /// @param alone  Called where a rank ends with a code that is not that of rank 0.
  /// @return The exit code of the program: the largest of all ranks.
  virtual int finish(int code, const std::function<void()>& alone) = 0;
  /// Ends all ranks at once with a code, whatever they do.
  [[noreturn]] virtual void abort(int code) = 0;
};

/// To be called once, before anything else. @throws std::runtime_error
std::unique_ptr<World> start_world(int* argc, char*** argv);

}  // namespace solfec
