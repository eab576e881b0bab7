#include "run/body_text.h"

#include "base/cat.h"

namespace solfec {

std::string body_text(const Domain& domain, BodyId id) {
  const BodyRecord* record = domain.find_body(id);
  return record == nullptr ? cat("body ", id, " (deleted)") : describe(*record);
}

std::string body_name(const Domain& domain, BodyId id) {
  const BodyRecord* record = domain.find_body(id);
  if (record == nullptr || record->label.empty()) return cat("body ", id);
  return cat("body '", record->label, "'");
}

}  // namespace solfec
