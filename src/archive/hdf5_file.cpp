#include "archive/hdf5_file.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "archive/archive_error.h"
#include "archive/hdf5_library.h"
#include "base/cat.h"

namespace solfec {

bool is_hdf5_file(const std::string& path) {
  constexpr std::array<char, 8> kSignature{'\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n'};
  std::array<char, 8> start{};
  std::ifstream file(path, std::ios::binary);
  return file.read(start.data(), start.size()) && start == kSignature;
}

namespace {

/// Property list without time stamps, so that equal contents give equal bytes.
class Properties {
 public:
  explicit Properties(hid_t kind) : id_(hdf5_library().properties_create(kind)) {
    hdf5_library().properties_track_times(id_, false);
  }
  ~Properties() { hdf5_library().properties_close(id_); }
  Properties(const Properties&) = delete;
  Properties& operator=(const Properties&) = delete;
  [[nodiscard]] hid_t id() const { return id_; }

 private:
  hid_t id_;
};

}  // namespace

Hdf5Writer::Hdf5Writer(const std::string& path) : path_(path) {
  hdf5_library().set_error_printer(H5E_DEFAULT, nullptr, nullptr);
  errno = 0;
  file_ = hdf5_library().file_create(path.c_str(), kHdf5Truncate, H5P_DEFAULT, H5P_DEFAULT);
  if (file_ >= 0) return;
  const std::string reason = errno != 0 ? std::generic_category().message(errno) : "in use";
  throw OutputError(cat(path, ": cannot be created: ", reason), true);
}

Hdf5Writer::~Hdf5Writer() {
  if (file_ >= 0) hdf5_library().file_close(file_);
}

void Hdf5Writer::fail(const std::string& path) const {
  const std::string reason = errno != 0 ? std::generic_category().message(errno) : "HDF5 error";
  throw OutputError(cat(path_, ": ", path, " cannot be written: ", reason), false);
}

void Hdf5Writer::group(const std::string& path) {
  const Properties properties(hdf5_library().of_groups());
  const hid_t group =
      hdf5_library().group_create(file_, path.c_str(), H5P_DEFAULT, properties.id(), H5P_DEFAULT);
  if (group < 0 || hdf5_library().group_close(group) < 0) fail(path);
}

void Hdf5Writer::array(const std::string& path, std::int64_t type, const void* values,
                       std::size_t size) {
  const Properties properties(hdf5_library().of_sets());
  const hsize_t dimension = size;
  const hid_t space = hdf5_library().space_create_simple(1, &dimension, nullptr);
  const hid_t set = hdf5_library().set_create(file_, path.c_str(), type, space, H5P_DEFAULT,
                                              properties.id(), H5P_DEFAULT);
  const bool written =
      set >= 0 && (size == 0 ||
                   hdf5_library().set_write(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  const bool closed = set >= 0 && hdf5_library().set_close(set) >= 0;
  hdf5_library().space_close(space);
  if (!written || !closed) fail(path);
}

void Hdf5Writer::integers(const std::string& path, std::span<const std::int32_t> values) {
  array(path, hdf5_library().int32(), values.data(), values.size());
}

void Hdf5Writer::numbers(const std::string& path, std::span<const double> values) {
  array(path, hdf5_library().float64(), values.data(), values.size());
}

void Hdf5Writer::text(const std::string& path, const std::string& value) {
  const Properties properties(hdf5_library().of_sets());
  const hid_t type = hdf5_library().type_copy(hdf5_library().text());
  hdf5_library().type_set_size(type, value.size() + 1);
  const hid_t space = hdf5_library().space_create(H5S_SCALAR);
  const hid_t set = hdf5_library().set_create(file_, path.c_str(), type, space, H5P_DEFAULT,
                                              properties.id(), H5P_DEFAULT);
  const bool written = set >= 0 && hdf5_library().set_write(set, type, H5S_ALL, H5S_ALL,
                                                            H5P_DEFAULT, value.c_str()) >= 0;
  const bool closed = set >= 0 && hdf5_library().set_close(set) >= 0;
  hdf5_library().space_close(space);
  hdf5_library().type_close(type);
  if (!written || !closed) fail(path);
}

void Hdf5Writer::close() {
  errno = 0;
  const bool closed = hdf5_library().file_close(file_) >= 0;
  file_ = -1;
  if (!closed) fail("the file");
}

}  // namespace solfec
