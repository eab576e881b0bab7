#include "body/body_record.h"

#include "base/cat.h"

namespace solfec {

std::string describe(const BodyRecord& record) {
  std::string text =
      record.label.empty() ? cat("body ", record.id) : cat("body '", record.label, "'");
  if (!record.origin.empty()) text += cat(" (created at ", record.origin, ")");
  return text;
}

}  // namespace solfec
