#pragma once

namespace solfec {

// What is not worth waking threads, in items of a loop: fewer examinations of pairs, contacts to
// carry on, cheap tests of pairs, bodies to place.
inline constexpr int kParallelExaminations = 32;
inline constexpr int kParallelContacts = 512;
inline constexpr int kParallelTests = 1024;
inline constexpr int kParallelBodies = 128;

}  // namespace solfec
