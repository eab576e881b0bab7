#pragma once

#include "language/arguments/arguments.h"
#include "language/arguments/objects.h"
#include "language/arguments/shape_objects.h"

namespace solfec {

/// MESH_SPLIT: the parts of a mesh that is opened along faces, a list of MESH; None where no face
/// is opened.
py::object split_mesh_object(const Arguments& args);

/// RT_SPLIT: opens the mesh of a body during a run; the object of the body then stands for its
/// first part. (second part or None, former nodes of the first, of the second or None); None where
/// no face is opened.
py::object split_body_object(const Arguments& args);

}  // namespace solfec
