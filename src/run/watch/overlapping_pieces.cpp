#include "run/watch/overlapping_pieces.h"

#include "base/cat.h"
#include "geometry/shape/piece_overlap.h"
#include "run/body_text.h"

namespace solfec {

std::vector<std::string> overlapping_pieces(const Domain& domain, BodyId first) {
  constexpr double kMuch = 1e-3;  // of the volume of the body
  std::vector<std::string> lines;
  for (const BodyRecord& record : domain.body_records()) {
    if (record.id < first || !has_inertia(record.kind)) continue;
    const PieceOverlap overlap = piece_overlap(*record.pieces);
    const double volume = domain.characteristics(record.id).volume;
    if (!(overlap.volume > kMuch * volume)) continue;
    lines.push_back(cat(body_text(domain, record.id), " has pieces that overlap by about ",
                        short_number(overlap.volume), " m^3, most of all pieces ", overlap.first,
                        " and ", overlap.second, " (counted from 0): its volume of ",
                        short_number(volume),
                        " m^3, its mass and its inertia are sums over the pieces"));
  }
  return lines;
}

}  // namespace solfec
