#pragma once

#include <string>

namespace solfec {

/// A key: a printable character, or one of those below.
using Key = int;

namespace keys {
inline constexpr Key kNone = 0;
inline constexpr Key kBackspace = 8;
inline constexpr Key kReturn = 13;
inline constexpr Key kEscape = 27;
inline constexpr Key kSpace = 32;
inline constexpr Key kDelete = 127;
inline constexpr Key kLeft = 256;
inline constexpr Key kUp = 257;
inline constexpr Key kRight = 258;
inline constexpr Key kDown = 259;
inline constexpr Key kHome = 260;
inline constexpr Key kEnd = 261;
}  // namespace keys

/// "RETURN", "UP", or the character itself; '' for no key.
std::string key_name(Key key);

}  // namespace solfec
