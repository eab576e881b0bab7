#pragma once

#include <cstdint>

namespace solfec {

/// Which part of a tangent stiffness goes into a matrix.
enum class StiffnessPart : std::uint8_t {
  all,
  positive  // without the negative eigenvalues that rotations have under compression
};

}  // namespace solfec
