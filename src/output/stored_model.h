#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "body/body_kind.h"
#include "body/characteristics.h"
#include "domain/domain.h"
#include "geometry/shape.h"
#include "material/bulk_material.h"
#include "material/surface_material.h"
#include "output/settings_payload.h"

namespace solfec {

/// Body as the file knows it: what the first frame, or the frame that inserted it, stores once.
struct StoredBody {
  BodyId id{};
  BodyKind kind{};
  FiniteElementForm form{};
  std::string label;
  std::string origin;  // script line that made it
  int ordinal{};       // n-th BODY call of the script, 0 when made in a callback
  int material{};      // index into the stored bulk materials
  std::vector<std::pair<VolumeId, int>> part_materials;  // likewise, by volume id
  bool self_contact = false;
  BodyCharacteristics characteristics;
  std::uint64_t geometry_hash{};  // geometry_hash(shape)
  Shape shape;
};

/// The model as far as one frame adds to it: all materials and settings of that time and the
/// bodies that are new.
struct StoredModel {
  Analysis analysis{};
  std::vector<BulkMaterial> bulk_materials;
  std::vector<SurfaceMaterial> surface_materials;
  StoredSettings settings;
  std::vector<StoredBody> bodies;  // ids increase
};

}  // namespace solfec
