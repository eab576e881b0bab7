#pragma once

#include <string_view>
#include <vector>

#include "archive/fields.h"
#include "domain/stored_body.h"
#include "integrator/analysis.h"
#include "material/material_archive.h"
#include "output/settings_archive.h"

namespace solfec {

/// The model as far as one frame adds to it: all materials and settings of that time and the
/// bodies that are new.
struct StoredModel {
  Analysis analysis{};
  std::vector<BulkMaterial> bulk_materials;
  std::vector<SurfaceMaterial> surface_materials;
  StoredSettings settings;
  std::vector<StoredBody> bodies;  // ids increase
};

/// Analysis, materials and settings of a domain: all of the model data but the bodies. Keeps the
/// storage of `model`.
void store_definitions(const Domain& domain, const RunConfiguration& run, StoredModel& model);
/// Appends them.
void save_definitions(const StoredModel& model, XdrWriter& out);
/// Reads what save_definitions wrote; the bodies stay empty. @throws ArchiveError.
StoredModel load_definitions(XdrReader& in);

constexpr std::string_view type_name(const Analysis*) { return "Analysis"; }
constexpr std::string_view type_name(const StoredModel*) { return "Model"; }

/// Bodies refer to materials that are there, in the order of their ids. @throws ArchiveError.
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
