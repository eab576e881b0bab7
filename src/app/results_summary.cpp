#include "app/results_summary.h"

#include <array>

#include "base/cat.h"
#include "output/result_reader.h"

namespace solfec {

std::string results_summary(const std::string& folder) {
  const ResultReader reader(folder);
  const int frames = reader.frame_count();
  std::string text = cat(folder, ": ", frames, frames == 1 ? " frame" : " frames",
                         ", t = ", reader.time(0), " to ", reader.time(frames - 1), " s, ",
                         reader.analysis() == Analysis::dynamic ? "DYNAMIC" : "QUASI_STATIC", "\n");
  std::array<int, 3> counts{};
  for (const StoredBody& body : reader.bodies()) ++counts.at(static_cast<std::size_t>(body.kind));
  text += cat("bodies: ", reader.bodies().size());
  for (const BodyKind kind : {BodyKind::obstacle, BodyKind::rigid, BodyKind::pseudo_rigid}) {
    const int count = counts.at(static_cast<std::size_t>(kind));
    if (count > 0) text += cat(", ", count, " ", body_kind_name(kind));
  }
  text += cat("\nbulk materials: ", reader.bulk_materials().size(),
              ", surface materials: ", reader.surface_materials().size(), "\n");
  if (reader.damaged_bytes() > 0) {
    text += cat("the file ends with ", reader.damaged_bytes(),
                " bytes that are no complete frame; they are ignored\n");
  }
  return text;
}

}  // namespace solfec
