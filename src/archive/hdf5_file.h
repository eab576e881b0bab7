#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace solfec {

/// Numbers and texts of an HDF5 file by the path of their dataset, e.g. "/fclib_local/W/x".
struct Hdf5Contents {
  std::map<std::string, std::vector<double>> numbers;  // integers up to 2^53 are exact
  std::map<std::string, std::string> texts;
};

/// True when the file begins as HDF5 files do.
bool is_hdf5_file(const std::string& path);

/// Reads every dataset of up to `kMostDatasets` that holds integers, floating-point numbers or one
/// fixed-length string; other kinds are passed over.
///
/// The HDF5 library is not safe against damaged files. So a child process reads and hands the
/// numbers over a pipe; when it dies or takes more than `kMostSeconds` of processor time, the file
/// is damaged. A dataset that claims more bytes than the file can hold is refused before memory is
/// allocated: more than the size of the file, or than 1032 times that size for chunks, which
/// deflate may have compressed.
///
/// @throws InputError when the file cannot be opened or the HDF5 library is not there, ArchiveError
/// naming file and dataset when it is damaged.
Hdf5Contents read_hdf5(const std::string& path);

/// Limits of read_hdf5; a file beyond them counts as damaged.
inline constexpr int kMostDatasets = 10000;
inline constexpr int kMostSeconds = 60;

/// Writes a new HDF5 file; equal contents give equal bytes.
class Hdf5Writer {
 public:
  /// @throws OutputError when the file cannot be created, InputError when the HDF5 library is not
  ///         there.
  explicit Hdf5Writer(const std::string& path);
  ~Hdf5Writer();
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  // All throw OutputError when writing fails. A group must be made before its datasets.
  void group(const std::string& path);
  void integers(const std::string& path, std::span<const std::int32_t> values);
  void integer(const std::string& path, std::int32_t value) { integers(path, {&value, 1}); }
  void numbers(const std::string& path, std::span<const double> values);
  void text(const std::string& path, const std::string& value);
  /// Flushes and closes the file; nothing can be written afterwards.
  void close();

 private:
  void array(const std::string& path, std::int64_t type, const void* values, std::size_t size);
  [[noreturn]] void fail(const std::string& path) const;

  std::string path_;
  std::int64_t file_ = -1;
};

}  // namespace solfec
