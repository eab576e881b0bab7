// Stored problems, whatever their bytes are. Bytes that begin as HDF5 go through a file and the
// child process; lines "/dataset number number ..." are the contents of an FCLIB file without the
// HDF5 library; everything else is one of the text formats. What is accepted must survive writing,
// reading and a few sweeps.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

#include "archive/archive_error.h"
#include "archive/hdf5_file.h"
#include "base/check.h"
#include "local_dynamics/stored/fclib_format.h"
#include "local_dynamics/stored/solvable_check.h"
#include "local_dynamics/stored/stored_conversion.h"
#include "local_dynamics/stored/stored_problem_file.h"
#include "local_dynamics/stored/text_format.h"
#include "solver/named_solvers.h"

namespace {

using namespace solfec;  // NOLINT: one page

constexpr int kMostRows = 200;  // sweeps over more take the fuzzer's time

StoredProblem from_hdf5(std::string_view bytes) {
  const int file = memfd_create("stored_problem", 0);
  if (file < 0 || write(file, bytes.data(), bytes.size()) != ssize_t(bytes.size())) abort();
  struct Closer {
    int file;
    ~Closer() { close(file); }
  } const closer{file};
  return read_stored_problem("/proc/self/fd/" + std::to_string(file));
}

StoredProblem from_lines(std::string_view text) {
  Hdf5Contents contents;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string path;
    words >> path;
    std::vector<double>& numbers = contents.numbers[path];
    for (double number = 0.0; words >> number;) numbers.push_back(number);
  }
  return fclib_problem(contents, "fuzz");
}

StoredProblem read(std::string_view bytes) {
  if (bytes.starts_with("\x89HDF")) return from_hdf5(bytes);
  if (bytes.starts_with('/')) return from_lines(bytes);
  return parse_text_problem(bytes, "fuzz");
}

void use(const StoredProblem& problem) {
  try {
    require_solvable(problem, "fuzz");
  } catch (const ArchiveError&) {
  }
  if (problem.equality_components.empty()) {
    const std::string text = text_problem(problem);
    if (text_problem(parse_text_problem(text, "again")) != text) abort();
  }
  if (problem.row_count() > kMostRows) return;
  SolvableProblem again = solvable(problem);
  std::vector<Vec3> R(again.dynamics.law.size());
  std::vector<Vec3> U(R.size());
  (void)solve_to_residual(*find_solver("gauss-seidel"), again.dynamics, &again.W, {1e-8, 20}, R, U);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    use(read({reinterpret_cast<const char*>(data), size}));
  } catch (const ArchiveError&) {
  } catch (const InputError&) {
  }
  return 0;
}
