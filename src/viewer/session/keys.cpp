#include "viewer/session/keys.h"

namespace solfec {

std::string key_name(Key key) {
  switch (key) {
    case keys::kNone:
      return "";
    case keys::kBackspace:
      return "BACKSPACE";
    case keys::kReturn:
      return "RETURN";
    case keys::kEscape:
      return "ESC";
    case keys::kSpace:
      return "SPACE";
    case keys::kDelete:
      return "DELETE";
    case keys::kLeft:
      return "LEFT";
    case keys::kUp:
      return "UP";
    case keys::kRight:
      return "RIGHT";
    case keys::kDown:
      return "DOWN";
    case keys::kHome:
      return "HOME";
    case keys::kEnd:
      return "END";
    default:
      return {static_cast<char>(key)};
  }
}

}  // namespace solfec
