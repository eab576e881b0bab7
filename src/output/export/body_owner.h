#pragma once

#include "output/export/export_arrays.h"
#include "output/result_reader.h"
#include "output/snapshot.h"

namespace solfec {

/// Arrays that describe the body of each item: body, label, kind, material, volume, rank.
class OwnerArrays {
 public:
  OwnerArrays(ExportArrays& arrays, const ResultReader& reader);

  /// Appends an item of a body in one of its volumes.
  void add(const SnapshotBody& body, VolumeId volume);

 private:
  const ResultReader& reader_;
  std::vector<std::int64_t>* id_;
  VtkStrings* label_;
  VtkStrings* kind_;
  std::vector<std::int32_t>* material_;
  std::vector<std::int32_t>* volume_;
  std::vector<std::int32_t>* rank_;
  BodyId last_ = 0;  // body to which `parts_`, the materials by volume, belong
  const std::vector<std::pair<VolumeId, int>>* parts_ = nullptr;
};

/// Returns the labels of the bulk materials, to which the array `material` refers.
VtkArray material_labels(const ResultReader& reader);

}  // namespace solfec
