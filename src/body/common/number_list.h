#pragma once

#include <cstddef>
#include <span>

#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Writes numbers one after another into a span, matrices by columns.
class NumberWriter {
 public:
  explicit NumberWriter(std::span<double> target) : target_(target) {}
  void put(const Mat3& value) {
    for (const double entry : value.m) target_[next_++] = entry;
  }
  void put(double value) { target_[next_++] = value; }
  void put(Vec3 value) {
    for (int i = 0; i < 3; ++i) target_[next_++] = value[i];
  }

 private:
  std::span<double> target_;
  std::size_t next_ = 0;
};

/// Reads numbers in the order in which NumberWriter wrote them.
class NumberReader {
 public:
  explicit NumberReader(std::span<const double> source) : source_(source) {}
  void get(Mat3& value) {
    for (double& entry : value.m) entry = source_[next_++];
  }
  void get(double& value) { value = source_[next_++]; }
  void get(Vec3& value) {
    for (int i = 0; i < 3; ++i) value[i] = source_[next_++];
  }

 private:
  std::span<const double> source_;
  std::size_t next_ = 0;
};

}  // namespace solfec
