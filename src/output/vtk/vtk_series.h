#pragma once

#include <string>
#include <utility>
#include <vector>

#include "archive/file_backend.h"
#include "output/vtk/vtk_file.h"

namespace solfec {

/// The files of one part over time, FOLDER/NAME_00000.vtu, ..., and FOLDER/NAME.pvd, which has the
/// time of each file. When the data have not changed, the last file also serves the new time: parts
/// that do not move are written once.
///
/// NAME.pvd is written last, by `finish`; without it the files are no series.
class VtkSeries {
 public:
  /// Prepares a series; does not write or remove any file yet.
  /// @throws OutputError (creating) when a file of another program has the name of one of the
  ///         series, FOLDER/NAME.pvd or FOLDER/NAME_digits.vtu or .vtp.
  VtkSeries(std::string folder, std::string name, FileFactory files = make_posix_file);

  /// Removes the files of an earlier series of this name; call it before the first `add`.
  void clear_place();
  /// Writes the data of one time. @param number  Of the frame, in the name of the file.
  /// @throws OutputError
  void add(int number, double time, VtkData data);
  /// @throws OutputError
  void finish();
  /// Removes all written files, when an export has failed.
  void remove();

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] long long bytes() const { return bytes_; }
  [[nodiscard]] int file_count() const { return static_cast<int>(written_.size()); }
  /// Points of all files.
  [[nodiscard]] long long points() const { return points_; }

 private:
  std::string folder_;
  std::string name_;
  FileFactory files_;
  VtkFileMaker maker_;
  std::vector<std::pair<double, std::string>> times_;  // s, file
  std::vector<std::string> written_;
  long long bytes_ = 0;
  long long points_ = 0;
};

}  // namespace solfec
