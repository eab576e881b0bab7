#pragma once

#include <string_view>
#include <vector>

#include "archive/fields.h"
#include "domain/stored_body.h"
#include "integrator/analysis.h"
#include "material/material_archive.h"
#include "output/settings_archive.h"

namespace solfec {

/// Model data of one frame: all materials and settings of its time, and the bodies that are new.
struct StoredModel {
  Analysis analysis{};
  std::vector<BulkMaterial> bulk_materials;
  std::vector<SurfaceMaterial> surface_materials;
  StoredSettings settings;
  std::vector<StoredBody> bodies;  // ids increase
};

/// Stores the analysis, materials and settings of a domain in `model`, that is all model data
/// except the bodies. Reuses the storage of `model`.
void store_definitions(const Domain& domain, const RunConfiguration& run, StoredModel& model);
/// Appends the definitions of a model to a buffer.
void save_definitions(const StoredModel& model, XdrWriter& out);
/// Reads the data that save_definitions wrote; the bodies stay empty. @throws ArchiveError when
/// they are invalid.
StoredModel load_definitions(XdrReader& in);

constexpr std::string_view type_name(const Analysis*) { return "Analysis"; }
constexpr std::string_view type_name(const StoredModel*) { return "Model"; }

/// Checks that bodies have increasing ids and existing materials. @throws ArchiveError when not.
void check_bodies(const StoredModel& model);

template <typename Fields>
void list_definitions(Fields& fields) {
  using M = StoredModel;
  fields("analysis", "", &M::analysis);
  fields("bulk_materials", "", &M::bulk_materials);
  fields("surface_materials", "the first is the default", &M::surface_materials);
  fields("settings", "", &M::settings);
}

template <typename Fields>
void list_fields(Fields& fields, const StoredModel*) {
  list_definitions(fields);
  fields("bodies", "new ones; in the first frame all", &StoredModel::bodies);
  fields.check([](const StoredModel& model) { check_bodies(model); });
}

}  // namespace solfec
