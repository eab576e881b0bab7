#pragma once

#include "language/arguments/arguments.h"
#include "language/arguments/objects.h"

namespace solfec {

/// TETRAHEDRALIZE: a MESH of tetrahedra inside a surface, from its cache file where there is one.
py::object tetrahedralize(const Arguments& args);

/// ELLIP_MESH: a MESH of tetrahedra with three radii.
py::object ellip_mesh(const Arguments& args);

}  // namespace solfec
