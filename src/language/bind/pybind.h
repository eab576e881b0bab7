#pragma once

// The Python headers come first; this file is the precompiled header of the folder.
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pybind11/pybind11.h>

namespace solfec {

namespace py = pybind11;

}  // namespace solfec
