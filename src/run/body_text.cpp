#include "run/body_text.h"

#include "base/cat.h"

namespace solfec {

namespace {

/// Also of bodies that other ranks have; null: there is none.
const BodyRecord* record_of(const Domain& domain, BodyId id) {
  const BodyRecord* const record = domain.find_body(id);
  const bool elsewhere = record == nullptr && domain.ranks() && domain.ranks()->absent().has(id);
  return elsewhere ? &domain.ranks()->absent().record(id) : record;
}

}  // namespace

std::string body_text(const Domain& domain, BodyId id) {
  const BodyRecord* record = record_of(domain, id);
  return record == nullptr ? cat("body ", id, " (deleted)") : describe(*record);
}

std::string body_name(const Domain& domain, BodyId id) {
  const BodyRecord* record = record_of(domain, id);
  if (record == nullptr || record->label.empty()) return cat("body ", id);
  return cat("body '", record->label, "'");
}

}  // namespace solfec
