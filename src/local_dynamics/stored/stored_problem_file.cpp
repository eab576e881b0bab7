#include "local_dynamics/stored/stored_problem_file.h"

#include <string>
#include <utility>

#include "archive/archive_error.h"
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

/// @throws OutputError (creating) when a file that is no stored problem stands at `path`.
void check_replaceable(const std::string& path) {
  if (!is_foreign_file(path, {})) return;  // none, or an empty one
  try {
    (void)read_stored_problem(path);
  } catch (const ArchiveError&) {
    check_not_foreign(path, "a stored problem", {});
  }
}

}  // namespace

StoredProblem read_stored_problem(const std::string& path) {
  if (is_special_file(path)) fail_to_open(path, kSpecialFile);
  if (is_hdf5_file(path)) return fclib_problem(read_hdf5(path), path);
  return parse_text_problem(contents_of(path), path);
}

void write_stored_problem(const StoredProblem& problem, const std::string& path) {
  check_replaceable(path);
  if (path.ends_with(".hdf5") || path.ends_with(".h5")) {
    write_fclib(problem, path);
  } else {
    write_text_file(path, text_problem(problem));
  }
}

}  // namespace solfec
