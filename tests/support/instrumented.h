#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SOLFEC_INSTRUMENTED 1
#elif defined(__has_feature)  // clang
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SOLFEC_INSTRUMENTED 1
#endif
#endif

namespace solfec::test {

/// A build with sanitizers, ten times slower than others.
#ifdef SOLFEC_INSTRUMENTED
inline constexpr bool kInstrumented = true;
#else
inline constexpr bool kInstrumented = false;
#endif
#undef SOLFEC_INSTRUMENTED

/// `all`, or `fewer` in an instrumented build: what a long test takes of its cases.
template <typename Number>
constexpr Number unless_instrumented(Number all, Number fewer) {
  return kInstrumented ? fewer : all;
}

}  // namespace solfec::test
