#pragma once

#include <string>
#include <vector>

#include "archive/hdf5_file.h"
#include "local_dynamics/stored/scalar_matrix.h"

namespace solfec {

/// Data sets that an FCLIB file holds at a path, read with checks. All functions throw ArchiveError
/// naming file, dataset and rule.
class FclibDatasets {
 public:
  /// Keeps references to both.
  FclibDatasets(const Hdf5Contents& contents, const std::string& name)
      : contents_(contents), name_(name) {}

  [[noreturn]] void fail(const std::string& path, const std::string& text) const;
  [[nodiscard]] bool has(const std::string& path) const {
    return contents_.numbers.count(path) != 0;
  }
  /// Finite numbers, as many as there are or `size`.
  [[nodiscard]] const std::vector<double>& numbers(const std::string& path) const;
  [[nodiscard]] const std::vector<double>& numbers(const std::string& path, int size) const;
  [[nodiscard]] std::vector<int> integers(const std::string& path) const;
  [[nodiscard]] int integer(const std::string& path) const;
  /// "" when it is missing.
  [[nodiscard]] std::string text(const std::string& path) const;
  /// A matrix by compressed rows, compressed columns or triplets.
  [[nodiscard]] ScalarMatrix matrix(const std::string& path) const;

 private:
  [[nodiscard]] int whole(const std::string& path, double value) const;
  void append_compressed(const std::string& path, bool by_rows, ScalarMatrix& matrix) const;
  void append_triplets(const std::string& path, int triplets, ScalarMatrix& matrix) const;

  const Hdf5Contents& contents_;
  const std::string& name_;
};

}  // namespace solfec
