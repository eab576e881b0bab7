#include "viewer/session/menu.h"

#include <algorithm>

#include "base/cat.h"
#include "base/count.h"
#include "base/split_text.h"
#include "viewer/text/stroke_font.h"

namespace solfec {

namespace {

constexpr double kText = 9.0;  // height of capitals, pixels
constexpr double kRow = 20.0;  // of an entry
constexpr double kPad = 9.0;   // beside the text

std::string key_text(const Menu::Entry& entry) {
  return entry.action == nullptr ? ">" : key_name(entry.action->key);
}

double width_of(const std::vector<Menu::Entry>& entries) {
  double width = 0.0;
  for (const Menu::Entry& one : entries) {
    width = std::max(width, text_width(one.text, kText) + text_width(key_text(one), kText));
  }
  return width + 4.0 * kPad;
}

}  // namespace

Menu::Menu() {
  for (const ViewerAction& action : actions()) {
    if (action.menu.empty()) continue;
    std::vector<Entry>* level = &entries_;
    for (const std::string& word : split_text(std::string(action.menu), '/')) {
      if (word == ".") continue;  // at the top
      auto place = std::find_if(level->begin(), level->end(), [&](const Entry& one) {
        return one.action == nullptr && one.text == word;
      });
      if (place == level->end()) place = level->insert(place, {word, nullptr, {}});
      level = &place->entries;
    }
    level->push_back({std::string(action.text), &action, {}});
  }
}

void Menu::open(int x, int y, int width, int height) {
  open_ = true;
  width_ = width;
  height_ = height;
  columns_.clear();
  add_column(entries_, x, y);
}

/// Moved so far that it is inside the window.
void Menu::add_column(const std::vector<Entry>& entries, double x, double y) {
  Column column;
  column.entries = &entries;
  column.width = width_of(entries);
  column.x = std::max(0.0, std::min(x, width_ - column.width));
  column.y = std::max(0.0, std::min(y, height_ - kRow * count(entries)));
  columns_.push_back(column);
}

/// The last column that has the pixel.
bool Menu::hit(int x, int y, std::size_t& column, int& row) const {
  for (column = columns_.size(); column-- > 0;) {
    const Column& one = columns_[column];
    if (x < one.x || x >= one.x + one.width || y < one.y) continue;
    row = static_cast<int>((y - one.y) / kRow);
    if (row < count(*one.entries)) return true;
  }
  return false;
}

void Menu::point_at(int x, int y) {
  std::size_t column = 0;
  int row = 0;
  if (!open_ || !hit(x, y, column, row) || columns_[column].chosen == row) return;
  columns_.resize(column + 1);
  columns_[column].chosen = row;
  const Entry& entry = (*columns_[column].entries)[at(row)];
  if (entry.action != nullptr) return;
  const Column here = columns_[column];
  const double right = here.x + here.width;
  const double width = width_of(entry.entries);
  add_column(entry.entries, right + width <= width_ ? right : here.x - width, here.y + kRow * row);
}

const ViewerAction* Menu::click(int x, int y) {
  std::size_t column = 0;
  int row = 0;
  if (!hit(x, y, column, row)) {
    close();
    return nullptr;
  }
  point_at(x, y);
  const ViewerAction* const action = (*columns_[column].entries)[at(row)].action;
  if (action != nullptr) close();
  return action;
}

void Menu::draw(Overlay& overlay, Colour ink, Colour ground) const {
  if (!open_) return;
  constexpr Colour kChosen{92, 140, 200, 110};
  for (const Column& column : columns_) {
    const double height = kRow * count(*column.entries);
    overlay.rectangles.push_back({column.x - 1, column.y - 1, column.width + 2, height + 2, ink});
    overlay.rectangles.push_back({column.x, column.y, column.width, height, ground});
    for (int i = 0; i < count(*column.entries); ++i) {
      const Entry& entry = (*column.entries)[at(i)];
      const double y = column.y + kRow * i;
      if (i == column.chosen) {
        overlay.rectangles.push_back({column.x, y, column.width, kRow, kChosen});
      }
      const double base = y + 0.5 * (kRow + kText);
      overlay.texts.push_back({column.x + kPad, base, kText, entry.text, ink});
      const std::string key = key_text(entry);
      overlay.texts.push_back(
          {column.x + column.width - kPad - text_width(key, kText), base, kText, key, ink});
    }
  }
}

bool Menu::find(const std::string& text, int& x, int& y) const {
  for (std::size_t last = columns_.size(); last-- > 0;) {
    const Column& column = columns_[last];
    for (int i = 0; i < count(*column.entries); ++i) {
      if ((*column.entries)[at(i)].text != text) continue;
      x = static_cast<int>(column.x + 0.5 * column.width);
      y = static_cast<int>(column.y + kRow * (i + 0.5));
      return open_;
    }
  }
  return false;
}

}  // namespace solfec
