#include "run/watch/overlapping_pieces.h"

#include <cmath>

#include "base/cat.h"
#include "body/common/characteristics.h"
#include "body/finite_element/part_materials.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/piece_overlap.h"
#include "run/report/body_text.h"

namespace solfec {

namespace {

/// True when mass, volume, centre and tensor of a body are sums over its pieces; false when
/// BODY_CHARS has given others.
bool are_sums(const Domain& domain, const BodyRecord& record) {
  constexpr double kRounding = 1e-9;
  if (has_mesh(record.kind)) return true;  // which BODY_CHARS leaves alone
  const PartMaterials parts{domain.bulk_materials(), record.material, record.part_materials};
  const MassProperties weighted =
      mass_properties(*record.shape, [&](VolumeId part) { return parts.of(part).density; });
  const BodyCharacteristics sums = uniform_characteristics(record.kind, weighted, 1.0);
  const BodyCharacteristics found = domain.characteristics(record.id);
  const double volume = mass_properties(*record.shape).volume;
  double largest = 0.0;
  double apart = 0.0;
  for (std::size_t i = 0; i < 9; ++i) {
    largest = std::fmax(largest, std::fabs(sums.tensor.m[i]));
    apart = std::fmax(apart, std::fabs(sums.tensor.m[i] - found.tensor.m[i]));
  }
  return std::fabs(found.mass - sums.mass) <= kRounding * sums.mass &&
         std::fabs(found.volume - volume) <= kRounding * volume &&
         norm(found.center - sums.center) <= kRounding * (std::cbrt(volume) + norm(sums.center)) &&
         apart <= kRounding * largest;
}

}  // namespace

std::vector<std::string> overlapping_pieces(const Domain& domain, BodyId first) {
  constexpr double kMuch = 1e-3;  // of the volume of the body
  std::vector<std::string> lines;
  for (const BodyRecord& record : domain.body_records()) {
    if (record.id < first || !has_inertia(record.kind)) continue;
    const PieceOverlap overlap = piece_overlap(*record.pieces);
    const double volume = domain.characteristics(record.id).volume;
    if (!(overlap.volume > kMuch * volume) || !are_sums(domain, record)) continue;
    lines.push_back(cat(body_text(domain, record.id), " has pieces that overlap by about ",
                        short_number(overlap.volume), " m^3, most of all pieces ", overlap.first,
                        " and ", overlap.second, " (counted from 0): its volume of ",
                        short_number(volume),
                        " m^3, its mass and its inertia are sums over the pieces"));
  }
  return lines;
}

}  // namespace solfec
