#include "run/body_text.h"

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

}  // namespace solfec
