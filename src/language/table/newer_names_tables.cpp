#include <algorithm>

#include "base/cat.h"
#include "language/table/advice.h"
#include "language/table/newer_names.h"

namespace solfec {

namespace {

constexpr NewerName kNames[] = {
    {"FIELD", "defines a field over space and time"},
    {"SICONOS_SOLVER", "solves with an external library"},
    {"HYBRID_SOLVER", "couples with an explicit particle program"},
    {"MBFCP_EXPORT", "writes the model for another program"},
    {"FRACTURE_EXPORT_YAFFEMS", "writes recorded fracture states"},
    {"SOLFEC_EXPORT", "copies a part of stored results"},
};

}  // namespace

std::span<const NewerName> newer_names() { return kNames; }

const NewerName* find_newer_name(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kNames), std::end(kNames),
                                         [&](const NewerName& one) { return one.name == name; });
  return found == std::end(kNames) ? nullptr : found;
}

std::string newer_name_error(const NewerName& entry) {
  const std::string_view advice = advice_on_name(entry.name);
  return cat("is newer than the 2010 language, not built", advice.empty() ? "" : "; ", advice);
}

std::string newer_name_text(const NewerName& entry) {
  return cat(entry.name, " ", newer_name_error(entry), ".\n\n  It ", entry.meaning, ".\n");
}

}  // namespace solfec
