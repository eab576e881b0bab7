#pragma once

#include <cstdint>

namespace solfec {

/// Style of what RUN prints on the console while it works.
enum class ProgressStyle : std::uint8_t {
  full,          // status lines
  percent,       // the share done, renewed in place on a terminal
  percent_lines  // the share done, on a line of its own each time
};

}  // namespace solfec
