#pragma once

#include <cstdint>

namespace solfec {

/// Time integration scheme of a body (manual Table 4.6).
enum class Scheme : std::uint8_t { none, rig_pos, rig_neg, rig_imp, def_exp };

}  // namespace solfec
