#pragma once

namespace solfec {

// What is not worth waking threads: fewer examinations, contacts to carry on, cheap tests, bodies.
inline constexpr int kParallelExaminations = 32;
inline constexpr int kParallelContacts = 512;
inline constexpr int kParallelTests = 1024;
inline constexpr int kParallelBodies = 128;

}  // namespace solfec
