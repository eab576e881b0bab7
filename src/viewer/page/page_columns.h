#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace solfec {

/// Columns as a page has them: the value of code c is lo + c step, of kNoValue not a number. The
/// codes of a column begin at `first` and there is one per frame; -1: all values are lo.
struct PackedColumns {
  std::vector<double> lo;
  std::vector<double> step;
  std::vector<std::int32_t> first;
  std::vector<std::uint16_t> code;
};

/// Numbers that change from frame to frame. Each column is kept to 16 bits of its own range, so
/// that no value is off by more than the range over 131068.
class PageColumns {
 public:
  static constexpr std::uint16_t kNoValue = 65535;

  explicit PageColumns(int frames) : frames_(frames) {}

  /// @return The number of the first of `n` new columns, whose values are not a number.
  int add(int n);
  void set(int column, int frame, double value) {
    values_[static_cast<std::size_t>(column) * static_cast<std::size_t>(frames_) +
            static_cast<std::size_t>(frame)] = value;
  }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] PackedColumns pack() const;

 private:
  int frames_;
  int size_ = 0;
  std::vector<double> values_;
};

}  // namespace solfec
