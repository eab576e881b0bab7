#pragma once

#include "output/export/export_arrays.h"
#include "output/result_reader.h"
#include "output/snapshot.h"

namespace solfec {

/// Arrays that say whose an item is: body, label, kind, material, volume, rank.
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
  BodyId last_ = 0;  // whose materials by volume `parts_` are
  const std::vector<std::pair<VolumeId, int>>* parts_ = nullptr;
};

/// The labels of the bulk materials, to which the array `material` refers.
VtkArray material_labels(const ResultReader& reader);

}  // namespace solfec
