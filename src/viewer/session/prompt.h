#pragma once

#include <functional>
#include <string>

#include "viewer/session/keys.h"

namespace solfec {

/// A question to the user that is answered by a line of text.
class Prompt {
 public:
  using Answer = std::function<void(const std::string& text)>;

  void ask(std::string question, std::string text, Answer answer);
  [[nodiscard]] bool is_open() const { return open_; }
  void close() { open_ = false; }
  /// Gives an answer in place of the text. @pre is_open()
  void answer(const std::string& text);
  /// RETURN gives the answer, ESC none.
  void key(Key key);
  [[nodiscard]] const std::string& question() const { return question_; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  bool open_ = false;
  bool fresh_ = false;  // the text is the one that was proposed
  std::string question_;
  std::string text_;
  Answer answer_;
};

}  // namespace solfec
