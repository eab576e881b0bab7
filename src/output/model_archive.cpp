#include "output/model_archive.h"

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/count.h"

namespace solfec {

void store_definitions(const Domain& domain, const RunConfiguration& run, StoredModel& model) {
  model.analysis = domain.analysis();
  model.bulk_materials.assign(domain.bulk_materials().begin(), domain.bulk_materials().end());
  model.surface_materials.resize(static_cast<std::size_t>(domain.surface_materials.size()));
  for (int i = 0; i < domain.surface_materials.size(); ++i) {
    model.surface_materials[static_cast<std::size_t>(i)] = domain.surface_materials[i];
  }
  store_settings(domain, run, model.settings);
}

void save_definitions(const StoredModel& model, XdrWriter& out) {
  FieldWriter<StoredModel, XdrWriter> writer(model, out);
  list_definitions(writer);
}

StoredModel load_definitions(XdrReader& in) {
  StoredModel model;
  FieldReader<StoredModel> reader(in, model);
  list_definitions(reader);
  return model;
}

void check_bodies(const StoredModel& model) {
  const auto check_material = [&model](int material, const char* of) {
    if (material >= 0 && material < count(model.bulk_materials)) return;
    throw ArchiveError(cat("the material of ", of, " must lie in [0, ",
                           count(model.bulk_materials) - 1, "], got ", material));
  };
  BodyId previous = 0;
  for (const StoredBody& body : model.bodies) {
    check_material(body.material, "a body");
    for (const auto& part : body.part_materials) check_material(part.second, "a part");
    if (body.id <= previous) throw ArchiveError("the ids of new bodies do not increase");
    previous = body.id;
  }
}

}  // namespace solfec
