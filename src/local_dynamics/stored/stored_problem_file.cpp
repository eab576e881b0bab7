#include "local_dynamics/stored/stored_problem_file.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "archive/foreign_file.h"
#include "archive/hdf5_file.h"
#include "archive/text_file.h"
#include "base/cat.h"
#include "base/check.h"
#include "local_dynamics/stored/fclib_format.h"
#include "local_dynamics/stored/text_format.h"

namespace solfec {
namespace {

std::string contents_of(const std::string& path) {
  std::error_code ignored;
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file || !std::filesystem::is_regular_file(path, ignored)) {
    const std::string reason = errno != 0 ? std::generic_category().message(errno) : "no file";
    throw InputError(cat(path, ": cannot be opened: ", reason), InputErrorKind::runtime);
  }
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) throw InputError(cat(path, ": cannot be read"), InputErrorKind::runtime);
  return text;
}

}  // namespace

StoredProblem read_stored_problem(const std::string& path) {
  if (is_hdf5_file(path)) return fclib_problem(read_hdf5(path), path);
  return parse_text_problem(contents_of(path), path);
}

void write_stored_problem(const StoredProblem& problem, const std::string& path) {
  if (path.ends_with(".hdf5") || path.ends_with(".h5")) {
    check_not_foreign(path, "a file of HDF5", {"\x89HDF"});
    write_fclib(problem, path);
  } else {
    check_not_foreign(path, "a stored problem", {"3\n"});
    write_text_file(path, text_problem(problem));
  }
}

}  // namespace solfec
