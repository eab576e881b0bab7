#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "output/result_reader.h"
#include "viewer/session/viewed_model.h"

namespace solfec {

/// Model of a folder of results, without its script. A run may still be writing the folder.
class FolderModel : public ViewedModel {
 public:
  /// @throws InputError without results, ArchiveError when none is readable.
  explicit FolderModel(std::string folder);

  [[nodiscard]] std::string name() const override { return folder_; }
  [[nodiscard]] bool computes() const override { return false; }
  std::shared_ptr<const Snapshot> snapshot() override;
  ModelStep step() override { return {}; }
  void finish() override {}
  [[nodiscard]] int frame_count() const override { return reader_->frame_count(); }
  [[nodiscard]] double time_of(int frame) const override { return reader_->time(frame); }
  [[nodiscard]] int frame() const override { return frame_; }
  void show(int frame) override;
  [[nodiscard]] int stored_count() override { return frame_count(); }
  std::shared_ptr<const Snapshot> sample(int frame) override { return reader_->snapshot(frame); }
  bool refresh() override;
  [[nodiscard]] BodyFacts facts(BodyId id) const override;
  [[nodiscard]] double friction(int material) const override;
  [[nodiscard]] ModelView view() const override { return {}; }

 private:
  [[nodiscard]] std::uintmax_t bytes() const;

  std::string folder_;
  std::unique_ptr<ResultReader> reader_;
  std::uintmax_t bytes_ = 0;  // of the files of all ranks when they were opened
  int frame_ = 0;
  std::shared_ptr<const Snapshot> shown_;
};

}  // namespace solfec
