#pragma once

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "archive/file_backend.h"

namespace solfec {

using Bytes = std::vector<std::byte>;

/// A file in memory; the bytes outlive it, so that a test can look at them and change them.
class MemoryFile final : public FileBackend {
 public:
  explicit MemoryFile(std::shared_ptr<Bytes> bytes) : bytes_(std::move(bytes)) {}

  IoResult open(const std::string& /*path*/, OpenMode mode) override {
    return {0, mode == OpenMode::create_new && !bytes_->empty() ? EEXIST : 0};
  }
  IoResult append(std::span<const std::byte> data) override {
    bytes_->insert(bytes_->end(), data.begin(), data.end());
    return {static_cast<std::int64_t>(data.size()), 0};
  }
  IoResult read(std::int64_t offset, std::span<std::byte> data) override {
    const auto start = std::min(static_cast<std::size_t>(offset), bytes_->size());
    const std::size_t length = std::min(data.size(), bytes_->size() - start);
    if (length > 0) std::memcpy(data.data(), bytes_->data() + start, length);
    return {static_cast<std::int64_t>(length), 0};
  }
  IoResult size() override { return {static_cast<std::int64_t>(bytes_->size()), 0}; }
  IoResult truncate(std::int64_t size) override {
    bytes_->resize(static_cast<std::size_t>(size));
    return {};
  }
  IoResult sync() override { return {}; }
  IoResult close_check() override { return {}; }

 private:
  std::shared_ptr<Bytes> bytes_;
};

/// Errors of a FaultyFile, and the calls at which they come (counted from 0 over all its
/// functions).
struct Fault {
  int first_call = 0;
  int calls = 1;   // how many calls in a row
  int error = 0;   // errno of these calls; 0 means that they move only one byte (short transfer)
  int leaves = 0;  // bytes that a failing append has written before it fails
};

/// Passes every call on to another file, but for those that the fault names.
class FaultyFile final : public FileBackend {
 public:
  FaultyFile(std::unique_ptr<FileBackend> file, Fault fault)
      : file_(std::move(file)), fault_(fault) {}

  IoResult open(const std::string& path, OpenMode mode) override {
    return fails() ? IoResult{0, fault_.error} : file_->open(path, mode);
  }
  IoResult append(std::span<const std::byte> data) override {
    if (!strikes()) return file_->append(data);
    if (fault_.error == 0) return file_->append(data.first(std::min<std::size_t>(1, data.size())));
    file_->append(
        data.first(std::min<std::size_t>(static_cast<std::size_t>(fault_.leaves), data.size())));
    return {0, fault_.error};
  }
  IoResult read(std::int64_t offset, std::span<std::byte> data) override {
    if (!strikes()) return file_->read(offset, data);
    if (fault_.error != 0) return {0, fault_.error};
    return file_->read(offset, data.first(std::min<std::size_t>(1, data.size())));
  }
  IoResult size() override { return fails() ? IoResult{0, fault_.error} : file_->size(); }
  IoResult truncate(std::int64_t size) override {
    return fails() ? IoResult{0, fault_.error} : file_->truncate(size);
  }
  IoResult sync() override { return fails() ? IoResult{0, fault_.error} : file_->sync(); }
  IoResult close_check() override {
    return fails() ? IoResult{0, fault_.error} : file_->close_check();
  }

 private:
  bool strikes() {
    const int call = call_++;
    return fault_.first_call <= call && call < fault_.first_call + fault_.calls;
  }
  bool fails() { return strikes() && fault_.error != 0; }

  std::unique_ptr<FileBackend> file_;
  Fault fault_;
  int call_ = 0;
};

}  // namespace solfec
