#include "viewer/session/prompt.h"

#include <utility>

namespace solfec {

void Prompt::ask(std::string question, std::string text, Answer answer) {
  open_ = fresh_ = true;
  question_ = std::move(question);
  text_ = std::move(text);
  answer_ = std::move(answer);
}

void Prompt::answer(const std::string& text) {
  close();
  const Answer answer = std::exchange(answer_, {});  // it may ask another question
  answer(text);
}

void Prompt::key(Key key) {
  if (key == keys::kEscape) {
    close();
  } else if (key == keys::kReturn) {
    answer(std::string(text_));
  } else if (key == keys::kBackspace || key == keys::kDelete) {
    if (!text_.empty()) text_.pop_back();
    fresh_ = false;
  } else if (key >= keys::kSpace && key < keys::kDelete) {
    if (fresh_) text_.clear();  // typing takes the place of what is proposed
    fresh_ = false;
    text_ += static_cast<char>(key);
  }
}

}  // namespace solfec
