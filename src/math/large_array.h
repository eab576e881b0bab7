#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

namespace solfec {

/// Numbers that are not set when they are made, on large pages of memory where there are such: for
/// megabytes that are written once and read often, which would cost more to clear, page by page,
/// than to fill.
class LargeArray {
 public:
  LargeArray() = default;
  ~LargeArray() = default;
  LargeArray(const LargeArray&) = delete;
  LargeArray& operator=(const LargeArray&) = delete;
  LargeArray(LargeArray&& other) noexcept { *this = std::move(other); }
  LargeArray& operator=(LargeArray&& other) noexcept {
    memory_ = std::move(other.memory_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] double* data() { return memory_.get(); }
  [[nodiscard]] const double* data() const { return memory_.get(); }

  [[nodiscard]] double& operator[](std::size_t i) { return memory_[i]; }
  [[nodiscard]] double operator[](std::size_t i) const { return memory_[i]; }

  /// Room for so many numbers. What is there is lost unless it had that size already.
  /// @throws std::bad_alloc
  void make_room(std::size_t size);
  /// Room for so many numbers or more. What is there is lost where there was less.
  /// @throws std::bad_alloc
  void make_room_at_least(std::size_t size) {
    if (size_ < size) make_room(size);
  }

 private:
  struct Free {
    void operator()(double* memory) const { std::free(memory); }
  };
  std::unique_ptr<double[], Free> memory_;
  std::size_t size_ = 0;
};

}  // namespace solfec
