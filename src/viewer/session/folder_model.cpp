#include "viewer/session/folder_model.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/count.h"
#include "output/result_files.h"

namespace solfec {

FolderModel::FolderModel(std::string folder) : folder_(std::move(folder)), bytes_(bytes()) {
  reader_ = std::make_unique<ResultReader>(folder_);
}

std::uintmax_t FolderModel::bytes() const {
  std::uintmax_t sum = 0;
  for (int rank = 0;; ++rank) {
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(frames_file(folder_, rank), missing);
    if (missing) return sum;
    sum += size;
  }
}

std::shared_ptr<const Snapshot> FolderModel::snapshot() {
  if (shown_ == nullptr) show(frame_);
  return shown_;
}

void FolderModel::show(int frame) {
  shown_.reset();  // its memory serves again
  shown_ = reader_->snapshot(frame);
  frame_ = frame;
}

bool FolderModel::refresh() {
  const std::uintmax_t now = bytes();
  if (now == bytes_) return false;
  auto newer = std::make_unique<ResultReader>(folder_);
  bytes_ = now;
  const bool grown = newer->frame_count() != reader_->frame_count();
  if (!grown) return false;
  reader_ = std::move(newer);
  shown_.reset();
  frame_ = std::min(frame_, reader_->frame_count() - 1);
  return true;
}

BodyFacts FolderModel::facts(BodyId id) const {
  const auto& bodies = reader_->bodies();
  const auto found =
      std::lower_bound(bodies.begin(), bodies.end(), id,
                       [](const StoredBody& body, BodyId key) { return body.id < key; });
  if (found == bodies.end() || found->id != id) return {};
  const auto& materials = reader_->bulk_materials();
  const bool known = found->material >= 0 && found->material < count(materials);
  return {found->label, known ? materials[at(found->material)].label : "", found->origin};
}

double FolderModel::friction(int material) const {
  const auto& all = reader_->surface_materials();
  return material >= 0 && material < count(all) ? sliding_friction(all[at(material)]) : 0.0;
}

}  // namespace solfec
