#pragma once

#include <cstdint>

namespace solfec {

/// Kind of analysis: with inertia (integrator.h) or as a sequence of equilibria (quasi_static.h).
enum class Analysis : std::uint8_t { dynamic, quasi_static };

}  // namespace solfec
