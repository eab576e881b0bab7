#pragma once

// The Python headers come first.
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pybind11/pybind11.h>

namespace solfec {

namespace py = pybind11;

}  // namespace solfec
