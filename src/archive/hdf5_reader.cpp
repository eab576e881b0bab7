// read_hdf5: the HDF5 library runs in a child process, whose answer is a stream of records
// [kind: 1 byte] [length of the name: 8] [bytes of the value: 8] [name] [value].

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "archive/archive_error.h"
#include "archive/hdf5_file.h"
#include "archive/hdf5_library.h"
#include "base/check.h"

namespace solfec {
namespace {

enum class Record : char { numbers = 'n', text = 't', error = 'e', end = '.' };

constexpr std::size_t kHeader = 17;
constexpr std::uint64_t kMostCompression = 1032;  // of deflate

// ---- in the child: nothing here throws, allocation failure and all errors end the process

class Answer {
 public:
  explicit Answer(int pipe) : pipe_(pipe) {}

  void send(Record kind, const std::string& name, const void* value, std::uint64_t bytes) const {
    const std::uint64_t sizes[2] = {name.size(), bytes};
    write_all(&kind, 1);
    write_all(sizes, sizeof sizes);
    write_all(name.data(), name.size());
    write_all(value, bytes);
  }
  [[noreturn]] void fail(const std::string& text) const {
    send(Record::error, text, nullptr, 0);
    _exit(0);
  }

 private:
  void write_all(const void* data, std::uint64_t bytes) const {
    const char* from = static_cast<const char*>(data);
    while (bytes > 0) {
      const ssize_t done = write(pipe_, from, bytes);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) _exit(1);
      from += done;
      bytes -= static_cast<std::uint64_t>(done);
    }
  }

  int pipe_;
};

struct Visit {
  const Answer& answer;
  std::uint64_t file_size;
  int datasets = 0;
};

/// Bytes that `elements` items of `item` bytes may have, or an error.
void check_size(const Visit& visit, const std::string& name, hid_t set, std::uint64_t elements,
                std::uint64_t item) {
  const hid_t properties = hdf5_library().set_properties(set);
  const bool chunked = hdf5_library().properties_layout(properties) == H5D_CHUNKED;
  hdf5_library().properties_close(properties);
  const std::uint64_t most = (chunked ? kMostCompression : 1) * visit.file_size;
  if (elements > most / (item > 0 ? item : 1)) {
    visit.answer.fail(
        cat(name, " claims ", elements, " items, the file has ", visit.file_size, " bytes"));
  }
}

void send_numbers(const Visit& visit, const std::string& name, hid_t set, std::uint64_t elements) {
  std::vector<double> values(elements);
  if (elements > 0 && hdf5_library().set_read(set, hdf5_library().float64(), H5S_ALL, H5S_ALL,
                                              H5P_DEFAULT, values.data()) < 0) {
    visit.answer.fail(cat(name, " cannot be read"));
  }
  visit.answer.send(Record::numbers, name, values.data(), 8 * elements);
}

void send_text(const Visit& visit, const std::string& name, hid_t set, hid_t type) {
  std::string value(hdf5_library().type_size(type), '\0');
  if (hdf5_library().set_read(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data()) < 0) {
    visit.answer.fail(cat(name, " cannot be read"));
  }
  value.resize(std::strlen(value.c_str()));
  visit.answer.send(Record::text, name, value.data(), value.size());
}

/// Numbers, or one text of fixed length; other kinds are passed over.
void send_dataset(const Visit& visit, const std::string& name, hid_t set) {
  const hid_t type = hdf5_library().set_type(set);
  const hid_t space = hdf5_library().set_space(set);
  const H5T_class_t kind = hdf5_library().type_class(type);
  const hssize_t points = hdf5_library().space_points(space);
  if (points < 0) visit.answer.fail(cat(name, " has no size"));
  const auto elements = static_cast<std::uint64_t>(points);
  check_size(visit, name, set, elements, hdf5_library().type_size(type));
  if (kind == H5T_INTEGER || kind == H5T_FLOAT) send_numbers(visit, name, set, elements);
  const bool single =
      kind == H5T_STRING && hdf5_library().type_is_variable_text(type) == 0 && elements == 1;
  if (single) send_text(visit, name, set, type);
  hdf5_library().space_close(space);
  hdf5_library().type_close(type);
}

/// Called by the library for each object of the file, in the order of names.
herr_t visit_object(hid_t file, const char* name, const H5O_info_t* info, void* data) {
  auto& visit = *static_cast<Visit*>(data);
  if (info->type != H5O_TYPE_DATASET) return 0;
  if (++visit.datasets > kMostDatasets) {
    visit.answer.fail(cat("more than ", kMostDatasets, " datasets"));
  }
  const std::string path = cat("/", name);
  const hid_t set = hdf5_library().set_open(file, name, H5P_DEFAULT);
  if (set < 0) visit.answer.fail(cat(path, " cannot be opened"));
  send_dataset(visit, path, set);
  hdf5_library().set_close(set);
  return 0;
}

/// Ends the process: without a core dump, after kMostSeconds at the latest, and with the default
/// action for what a crash raises.
[[noreturn]] void read_in_child(const std::string& path, std::uint64_t file_size, int pipe) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const rlimit time{kMostSeconds, kMostSeconds + 1};
  setrlimit(RLIMIT_CPU, &time);
  for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGINT, SIGTERM}) {
    (void)std::signal(number, SIG_DFL);
  }
  const Answer answer(pipe);
  hdf5_library().set_error_printer(H5E_DEFAULT, nullptr, nullptr);
  const hid_t file = hdf5_library().file_open(path.c_str(), kHdf5ReadOnly, H5P_DEFAULT);
  if (file < 0) answer.fail("is no sound HDF5 file");
  Visit visit{answer, file_size};
  if (hdf5_library().visit_objects(file, H5_INDEX_NAME, H5_ITER_INC, visit_object, &visit,
                                   H5O_INFO_BASIC) < 0) {
    answer.fail("its groups cannot be read");
  }
  answer.send(Record::end, "", nullptr, 0);
  _exit(0);
}

// ---- in the parent

std::string read_answer(int pipe, std::uint64_t most) {
  std::string answer;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = read(pipe, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0 || answer.size() > most) return answer;
    answer.append(buffer, static_cast<std::size_t>(got));
  }
}

/// Decodes the records; false when the last one is not the end.
bool decode(const std::string& path, const std::string& answer, Hdf5Contents& contents) {
  std::size_t at = 0;
  while (answer.size() - at >= kHeader) {
    std::uint64_t sizes[2];
    const auto kind = static_cast<Record>(answer[at]);
    std::memcpy(sizes, answer.data() + at + 1, sizeof sizes);
    at += kHeader;
    const std::size_t rest = answer.size() - at;
    if (sizes[0] > rest || sizes[1] > rest - sizes[0]) return false;
    const std::string name = answer.substr(at, sizes[0]);
    const char* const value = answer.data() + at + sizes[0];
    at += sizes[0] + sizes[1];
    if (kind == Record::error) throw ArchiveError(cat(path, ": ", name));
    if (kind == Record::end) return true;
    if (kind == Record::text) contents.texts[name] = std::string(value, sizes[1]);
    if (kind == Record::numbers) {
      std::vector<double>& numbers = contents.numbers[name];
      numbers.resize(sizes[1] / 8);
      if (!numbers.empty()) std::memcpy(numbers.data(), value, 8 * numbers.size());
    }
  }
  return false;
}

/// Waits for the child; true when it ended by itself.
bool ended_well(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

Hdf5Contents read_hdf5(const std::string& path) {
  std::error_code missing;
  const std::uint64_t file_size = std::filesystem::file_size(path, missing);
  if (missing) {
    throw InputError(cat(path, ": cannot be opened: ", missing.message()), InputErrorKind::runtime);
  }
  (void)hdf5_library();  // a missing library is reported here and not in the child
  int ends[2];
  const auto system_failure = [&] {
    return InputError(
        cat(path, ": no process to read it: ", std::generic_category().message(errno)),
        InputErrorKind::runtime);
  };
  if (pipe(ends) != 0) throw system_failure();
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    throw system_failure();
  }
  if (child == 0) {
    close(ends[0]);
    read_in_child(path, file_size, ends[1]);
  }
  close(ends[1]);
  const std::string answer = read_answer(ends[0], 8 * kMostCompression * file_size);
  close(ends[0]);
  const bool sound = ended_well(child);
  Hdf5Contents contents;
  if (!decode(path, answer, contents) || !sound) {
    throw ArchiveError(cat(path, ": damaged, the HDF5 library fails on it"));
  }
  return contents;
}

}  // namespace solfec
