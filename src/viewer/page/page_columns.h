#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace solfec {

/// Packed columns of a page: code c stands for the value lo + c step, and kNoValue for not a
/// number. A column has one code per frame, from `first` on; -1: all its values are lo.
struct PackedColumns {
  std::vector<double> lo;
  std::vector<double> step;
  std::vector<std::int32_t> first;
  std::vector<std::uint16_t> code;
};

/// Columns of numbers that change from frame to frame. Each number is rounded to 16 bits of the
/// range of its column, so no value is off by more than the range over 131068.
class PageColumns {
 public:
  static constexpr std::uint16_t kNoValue = 65535;

  explicit PageColumns(int frames) : frames_(frames) {}

  /// Adds `n` columns without values (all not a number). @return The number of the first one.
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
