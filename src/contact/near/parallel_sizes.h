#pragma once

namespace solfec {

// Least numbers of items for which a loop wakes threads: examinations of pairs, contacts at rest,
// cheap tests of pairs, bodies to place.
inline constexpr int kParallelExaminations = 32;
inline constexpr int kParallelContacts = 512;
inline constexpr int kParallelTests = 1024;
inline constexpr int kParallelBodies = 128;

}  // namespace solfec
