#include "body/finite_element/part_materials.h"

#include <algorithm>

namespace solfec {

int PartMaterials::index(VolumeId volume) const {
  const auto found = std::find_if(by_part.begin(), by_part.end(),
                                  [volume](const auto& part) { return part.first == volume; });
  return found == by_part.end() ? base : found->second;
}

}  // namespace solfec
