#include "local_dynamics/stored/stored_problem_file.h"

#include <string>
#include <utility>

#include "archive/foreign_file.h"
#include "archive/hdf5_file.h"
#include "archive/text_file.h"
#include "base/cat.h"
#include "base/check.h"
#include "base/whole_file.h"
#include "local_dynamics/stored/fclib_format.h"
#include "local_dynamics/stored/text_format.h"

namespace solfec {
namespace {

[[noreturn]] void fail_to_open(const std::string& path, const std::string& problem) {
  throw InputError(cat(path, ": cannot be opened: ", problem), InputErrorKind::runtime);
}

std::string contents_of(const std::string& path) {
  WholeFile whole = read_whole_file(path);
  if (!whole.problem.empty()) fail_to_open(path, whole.problem);
  return std::move(whole.text);
}

}  // namespace

StoredProblem read_stored_problem(const std::string& path) {
  if (is_special_file(path)) fail_to_open(path, kSpecialFile);
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
