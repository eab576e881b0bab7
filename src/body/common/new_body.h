#pragma once

#include <memory>

#include "base/ids.h"
#include "body/common/body_kind.h"
#include "body/common/reduced_base.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/piece_arrays.h"
#include "geometry/shape/shape.h"
#include "material/bulk_material.h"

namespace solfec {

/// Definition of a new body. Of the objects that it refers to only `shape` is kept: material and
/// pieces are read until `Bodies::add` returns.
struct NewBody {
  BodyId id{};
  BodyKind kind{};
  MassProperties properties;  // of its shape
  const BulkMaterial& material;
  // of kinds with a mesh; others do not need it
  std::shared_ptr<const Shape> shape = nullptr;  // one mesh; or convices and what covers them
  const ShapePieces* pieces = nullptr;  // for contact; of a mesh with the nodes of its elements
  FiniteElementForm form{};
  ElementFormulation element{};                       // of a body on its own mesh
  std::shared_ptr<const ReducedBase> base = nullptr;  // of reduced forms
};

}  // namespace solfec
