#include "output/body_binding.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

// Ids differ between the run that wrote and the script that reads, so bodies of a script are found
// by the number of their BODY call (ordinal) and must then agree in kind, label, geometry, element
// and material. A script may leave BODY calls out: passed_over_ is how far its numbers lag behind.

[[noreturn]] void fail(const std::string& text) { throw InputError(text, InputErrorKind::runtime); }

bool same_values(const BulkMaterial& a, const BulkMaterial& b) {
  return a.model == b.model && a.young == b.young && a.poisson == b.poisson &&
         a.density == b.density && a.yield_stress == b.yield_stress && a.hardening == b.hardening;
}

std::string quoted(const std::string& label) {
  return label.empty() ? std::string("no label") : cat("label '", label, "'");
}

std::string values_of(const BulkMaterial& m) { return values_text(m); }

std::string difference_of_materials(const ModelArchive& archive, const StoredBody& stored,
                                    const BulkMaterial& material) {
  const auto& known = archive.model.bulk_materials[static_cast<std::size_t>(stored.material)];
  if (known.label != material.label) {
    return cat("has the material '", material.label, "', but '", known.label, "' in the results");
  }
  const bool seen = std::any_of(
      archive.bulk_versions.begin(), archive.bulk_versions.end(),
      [&](const BulkMaterial& m) { return m.label == material.label && same_values(m, material); });
  if (seen) return {};
  return cat("has the material '", material.label, "' with ", values_of(material), ", but ",
             values_of(known), " in the results");
}

/// How form or base of a body differ from those of the stored one, where one of them is reduced: a
/// state of one form is none of the other.
std::string base_difference(const StoredBody& stored, const BodyRecord& record) {
  if (!is_reduced(record.form) && !is_reduced(stored.form)) return {};
  if (record.form != stored.form) {
    return cat("has the form '", name_of(record.form), "', but '", name_of(stored.form),
               "' in the results");
  }
  if (*record.base != stored.base) return "has another base than in the results";
  return {};
}

/// How kind, label, geometry or element of a body differ from those of the stored one; empty when
/// nothing does.
std::string model_difference(const StoredBody& stored, const BodyRecord& record) {
  if (record.kind != stored.kind) {
    return cat("has the kind ", name_of(record.kind), ", but ", name_of(stored.kind),
               " in the results");
  }
  if (record.label != stored.label) {
    return cat("has ", quoted(record.label), ", but ", quoted(stored.label), " in the results");
  }
  if (geometry_hash(*record.shape) != stored.geometry_hash) {
    return "has another geometry than in the results";
  }
  if (record.element != stored.element) {
    return cat("has the element '", name_of(record.element), "', but '", name_of(stored.element),
               "' in the results");
  }
  return base_difference(stored, record);
}

constexpr const char* kRemedy =
    "; run with -w to compute new results, or read these with the script that made them";

}  // namespace

std::string material_difference(const ModelArchive& archive, const StoredBody& stored,
                                const BodyRecord& record, const Domain& domain) {
  const auto material = static_cast<std::size_t>(record.material);
  return difference_of_materials(archive, stored, domain.bulk_materials()[material]);
}

std::string body_difference(const ModelArchive& archive, const StoredBody& stored,
                            const BodyRecord& record, const Domain& domain) {
  std::string text = model_difference(stored, record);
  if (!text.empty() || archive.other_materials_pass) return text;
  return material_difference(archive, stored, record, domain);
}

// ---- archive ---------------------------------------------------------------------------------

void ModelArchive::add(StoredModel part) {
  const BodyId last = model.bodies.empty() ? 0 : model.bodies.back().id;
  if (!part.bodies.empty() && part.bodies.front().id <= last) {
    throw ArchiveError(cat("body ", part.bodies.front().id, " is stored after body ", last));
  }
  if (part.bulk_materials.size() < model.bulk_materials.size()) {
    throw ArchiveError("bulk materials of earlier frames are missing");
  }
  for (const BulkMaterial& material : part.bulk_materials) {
    const bool known =
        std::any_of(bulk_versions.begin(), bulk_versions.end(), [&](const BulkMaterial& m) {
          return m.label == material.label && same_values(m, material);
        });
    if (!known) bulk_versions.push_back(material);
  }
  model.analysis = part.analysis;
  model.settings.contact_params = part.settings.contact_params;
  model.bulk_materials = std::move(part.bulk_materials);
  model.surface_materials = std::move(part.surface_materials);
  for (StoredBody& body : part.bodies) model.bodies.push_back(std::move(body));
}

int ModelArchive::find(BodyId id) const {
  const auto& all = model.bodies;
  const auto found = std::lower_bound(
      all.begin(), all.end(), id, [](const StoredBody& body, BodyId key) { return body.id < key; });
  return found == all.end() || found->id != id ? -1 : static_cast<int>(found - all.begin());
}

// ---- binding ---------------------------------------------------------------------------------

/// Forgets bodies that the domain has lost, or another domain at the same place.
void BodyBinding::drop_stale(const ModelArchive& archive, const Domain& domain) {
  domain_ids_.resize(archive.model.bodies.size(), 0);
  for (std::size_t i = 0; i < domain_ids_.size(); ++i) {
    const BodyRecord* record = domain_ids_[i] == 0 ? nullptr : domain.find_body(domain_ids_[i]);
    const StoredBody& stored = archive.model.bodies[i];
    if (record == nullptr || record->kind != stored.kind || record->label != stored.label) {
      domain_ids_[i] = 0;
    }
  }
}

/// Binds a body of the script to the stored one with its ordinal or, when that differs, to the next
/// one that agrees.
void BodyBinding::bind_to_script(const ModelArchive& archive, const BodyRecord& record,
                                 const Domain& domain) {
  const int wanted = record.ordinal + passed_over_;
  const auto first = by_ordinal_.find(wanted);
  if (first == by_ordinal_.end()) return;
  std::string text;  // what is wrong with the first one
  bool only_material = false;
  for (auto at = first; at != by_ordinal_.end(); ++at) {
    const auto& [ordinal, index] = *at;
    const StoredBody& stored = archive.model.bodies[static_cast<std::size_t>(index)];
    const std::string difference = body_difference(archive, stored, record, domain);
    if (difference.empty()) {
      for (int passed = wanted; passed < ordinal; ++passed) not_made_.insert(passed);
      passed_over_ += ordinal - wanted;
      domain_ids_[static_cast<std::size_t>(index)] = record.id;
      return;
    }
    if (at == first) {
      text = difference;
      only_material = model_difference(stored, record).empty();
    }
  }
  fail(cat(archive.file, ": ", describe(record), " ", text, kRemedy,
           only_material ? "; --read reads them all the same" : ""));
}

void BodyBinding::bind(const ModelArchive& archive, const Domain& domain) {
  const Seen seen{&domain, domain.bodies.table().revision(), archive.model.bodies.size()};
  if (seen == bound_for_) return;
  bound_for_ = {};  // until all is done
  index_of_.clear();
  drop_stale(archive, domain);
  for (; known_ < count(archive.model.bodies); ++known_) {
    const int ordinal = archive.model.bodies[static_cast<std::size_t>(known_)].ordinal;
    if (ordinal > 0) by_ordinal_.emplace(ordinal, known_);
  }
  std::unordered_map<BodyId, int> bound;  // ordinal of the stored body
  for (std::size_t i = 0; i < domain_ids_.size(); ++i) {
    if (domain_ids_[i] != 0) bound.emplace(domain_ids_[i], archive.model.bodies[i].ordinal);
  }
  passed_over_ = 0;
  for (const BodyRecord& record : domain.body_records()) {
    if (record.ordinal == 0) continue;
    const auto known = bound.find(record.id);
    if (known == bound.end()) {
      bind_to_script(archive, record, domain);
    } else if (known->second > 0) {
      passed_over_ = known->second - record.ordinal;
    }
  }
  for (std::size_t i = 0; i < domain_ids_.size(); ++i) {
    const StoredBody& stored = archive.model.bodies[i];
    if (domain_ids_[i] != 0 || stored.ordinal > 0 || bound.count(stored.id) != 0) continue;
    const BodyRecord* record = domain.find_body(stored.id);
    const bool same = record != nullptr && record->ordinal == 0 &&
                      body_difference(archive, stored, *record, domain).empty();
    if (same) domain_ids_[i] = stored.id;
  }
  for (std::size_t i = 0; i < domain_ids_.size(); ++i) {
    if (domain_ids_[i] != 0) index_of_.emplace(domain_ids_[i], static_cast<int>(i));
  }
  bound_for_ = seen;
}

/// Bodies that the script makes later, after a RUN that was stopped, are no error: they are absent.
void BodyBinding::check_no_more_bodies(const ModelArchive& archive, const Domain& domain) {
  if (counted_) return;
  int last_ordinal = 0;
  for (const StoredBody& body : archive.model.bodies) {
    last_ordinal = std::max(last_ordinal, body.ordinal);
  }
  for (const BodyRecord& record : domain.body_records()) {
    if (record.ordinal + passed_over_ <= last_ordinal) continue;
    fail(cat(archive.file, ": ", describe(record), " is not in the results, which know ",
             last_ordinal, " bodies of the script", kRemedy));
  }
  counted_ = true;
}

void BodyBinding::bind_or_create(const ModelArchive& archive, std::span<const BodyId> stored,
                                 Domain& domain) {
  bind(archive, domain);
  check_no_more_bodies(archive, domain);
  for (const BodyId id : stored) {
    const int index = archive.find(id);
    if (index < 0) {
      throw ArchiveError(cat(archive.file, ": body ", id, " is not described",
                             archive.damage.empty() ? "" : "; ", archive.damage));
    }
    if (domain_id(index) != 0) continue;
    const StoredBody& body = archive.model.bodies[static_cast<std::size_t>(index)];
    if (body.ordinal > domain.script_body_count() + passed_over_ ||
        not_made_.count(body.ordinal) != 0) {
      const std::string name =
          body.label.empty() ? cat("body ", id) : cat("body '", body.label, "'");
      adopted_.push_back(cat(name,
                             body.origin.empty() ? "" : cat(" (created at ", body.origin, ")"),
                             " of the results"));
    }
    create(archive, index, domain);
  }
}

void BodyBinding::create_all(const ModelArchive& archive, Domain& domain) {
  SOLFEC_ASSERT(domain.body_records().empty());
  domain_ids_.assign(archive.model.bodies.size(), 0);
  for (const BulkMaterial& material : archive.model.bulk_materials) {
    domain.define_bulk_material(material);
  }
  const auto& surface_materials = archive.model.surface_materials;
  for (int i = 0; i < count(surface_materials); ++i) {
    const SurfaceMaterial& material = surface_materials[static_cast<std::size_t>(i)];
    validate(material);
    if (i == 0) {
      domain.surface_materials[0] = material;  // the default, defined by the user or not
    } else {
      domain.surface_materials.define(material);
    }
  }
  for (int i = 0; i < count(archive.model.bodies); ++i) create(archive, i, domain);
}

void BodyBinding::create(const ModelArchive& archive, int index, Domain& domain) {
  const auto i = static_cast<std::size_t>(index);
  domain_ids_[i] = create_stored_body(archive, archive.model.bodies[i], 0, domain);
  index_of_.emplace(domain_ids_[i], index);
}

BodyId create_stored_body(const ModelArchive& archive, const StoredBody& stored, BodyId wanted,
                          Domain& domain) {
  try {
    return add_stored_body(stored, archive.model.bulk_materials, wanted, domain);
  } catch (const InputError& error) {
    throw ArchiveError(cat(archive.file, ": body ", stored.id, ": ", error.what()));
  }
}

std::vector<std::string> BodyBinding::take_adopted() { return std::exchange(adopted_, {}); }

int BodyBinding::stored_index(BodyId domain_body) const {
  const auto found = index_of_.find(domain_body);
  return found == index_of_.end() ? -1 : found->second;
}

}  // namespace solfec
