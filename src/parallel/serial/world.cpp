#include "parallel/world.h"

#include <cstdlib>

namespace solfec {

namespace {

class SerialWorld final : public World {
 public:
  Comm& comm() override { return one_rank(); }
  Bisection* bisection() override { return nullptr; }
  [[nodiscard]] std::string mpi() const override { return "none"; }
  Neighbours on_this_machine() override { return {}; }
  int finish(int code, const std::function<void()>& /*alone*/) override { return code; }
  [[noreturn]] void abort(int code) override { std::_Exit(code); }
};

}  // namespace

std::unique_ptr<World> start_world(int* /*argc*/, char*** /*argv*/) {
  return std::make_unique<SerialWorld>();
}

}  // namespace solfec
