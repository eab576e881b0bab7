#include "domain/part_materials.h"

#include <algorithm>
#include <vector>

#include "geometry/mass_properties.h"
#include "material/kirchhoff.h"

namespace solfec {
namespace {

void set_mean_stiffness(PseudoRigidSet& set, int slot, const Shape& shape,
                        const PartMaterials& parts) {
  double lambda = 0.0;
  double mu = 0.0;
  double sum = 0.0;
  for (const auto& [id, volume] : volumes_by_id(shape)) {
    lambda += volume * lame_lambda(parts.of(id));
    mu += volume * lame_mu(parts.of(id));
    sum += volume;
  }
  set.lame_lambda[static_cast<std::size_t>(slot)] = lambda / sum;
  set.lame_mu[static_cast<std::size_t>(slot)] = mu / sum;
}

}  // namespace

int PartMaterials::index(VolumeId volume) const {
  const auto found = std::find_if(by_part.begin(), by_part.end(),
                                  [volume](const auto& part) { return part.first == volume; });
  return found == by_part.end() ? base : found->second;
}

void set_part_stiffness(Bodies& bodies, BodyRef body, const Shape& shape,
                        const PartMaterials& parts) {
  if (body.kind == BodyKind::pseudo_rigid) {
    set_mean_stiffness(bodies.pseudo_rigid, body.slot, shape, parts);
  }
  if (body.kind != BodyKind::finite_element) return;
  std::vector<int> material;
  for (const VolumeId volume : bodies.finite_element[body.slot].part_volumes()) {
    material.push_back(parts.index(volume));
  }
  const MassProperties weighted =
      mass_properties(shape, [&](VolumeId part) { return parts.of(part).density; });
  bodies.set_element_materials(body, weighted, parts.all, material);
}

}  // namespace solfec
