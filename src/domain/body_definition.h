#pragma once

#include <memory>
#include <string>

#include "base/ids.h"
#include "body/common/body_kind.h"
#include "body/common/reduced_base.h"
#include "geometry/shape/shape.h"

namespace solfec {

/// Definition of a new body, as BODY gives it.
struct BodyDefinition {
  BodyKind kind{};
  FiniteElementForm form{};                 // of finite elements
  ElementFormulation element{};             // likewise
  std::shared_ptr<const ReducedBase> base;  // of reduced forms
  Shape shape;
  int material{};  // index into bulk_materials()
  std::string label;
  std::string origin;
  bool in_callback = false;
  BodyId id = 0;  // 0: the next one; a restart gives that of the file, in any order
};

}  // namespace solfec
