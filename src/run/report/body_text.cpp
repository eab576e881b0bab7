#include "run/report/body_text.h"

#include "base/cat.h"

namespace solfec {

std::string body_text(const Domain& domain, BodyId id) {
  const BodyRecord* const record = domain.find_record(id);
  return record == nullptr ? cat("body ", id, " (deleted)") : describe(*record);
}

std::string body_name(const Domain& domain, BodyId id) {
  const BodyRecord* const record = domain.find_record(id);
  if (record == nullptr || record->label.empty()) return cat("body ", id);
  return cat("body '", record->label, "'");
}

std::string pair_name(const Domain& domain, BodyId one, BodyId other) {
  const std::string name = body_name(domain, one);
  return other == 0 ? name : cat(name, " and ", body_name(domain, other));
}

std::string partner_name(const Domain& domain, BodyId id) {
  return id == 0 ? "space" : body_name(domain, id);
}

}  // namespace solfec
