#include "output/export/body_owner.h"

#include <algorithm>

namespace solfec {

OwnerArrays::OwnerArrays(ExportArrays& arrays, const ResultReader& reader)
    : reader_(reader),
      id_(arrays.ids("body")),
      label_(arrays.strings("label")),
      kind_(arrays.strings("kind")),
      material_(arrays.integers("material")),
      volume_(arrays.integers("volume")),
      rank_(arrays.integers("rank")) {}

void OwnerArrays::add(const SnapshotBody& body, VolumeId volume) {
  put<std::int64_t>(id_, body.id);
  put(label_, body.label);
  put(kind_, name_of(body.place.kind));
  put(volume_, volume);
  put(rank_, body.rank);
  if (material_ == nullptr) return;
  if (body.id != last_) {
    const auto& all = reader_.bodies();
    const auto stored =
        std::lower_bound(all.begin(), all.end(), body.id,
                         [](const StoredBody& one, BodyId id) { return one.id < id; });
    last_ = body.id;
    parts_ = &stored->part_materials;
  }
  const auto part = std::find_if(parts_->begin(), parts_->end(),
                                 [volume](const auto& one) { return one.first == volume; });
  material_->push_back(part == parts_->end() ? body.material : part->second);
}

VtkArray material_labels(const ResultReader& reader) {
  VtkStrings labels;
  for (const BulkMaterial& material : reader.bulk_materials()) labels.add(material.label);
  return {"material_labels", std::move(labels), 1, {}};
}

}  // namespace solfec
