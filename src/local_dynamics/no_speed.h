#pragma once

namespace solfec {

/// Speed below which nothing moves, m/s. Bodies that joints bring to rest without gravity keep
/// errors of rounding of errors of rounding, step by step; products of four smaller speeds
/// underflow.
inline constexpr double kNoSpeed = 1e-60;

}  // namespace solfec
