#pragma once

#include <string>
#include <vector>

#include "viewer/scene/overlay.h"
#include "viewer/session/actions.h"

namespace solfec {

/// The menu of the right mouse button. It has columns of entries: a submenu opens beside the entry
/// under the mouse. It is drawn in the window itself.
class Menu {
 public:
  /// A part of the menu.
  struct Entry {
    std::string text;
    const ViewerAction* action = nullptr;  // null: a submenu
    std::vector<Entry> entries;
  };

  Menu();

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] bool is_open() const { return open_; }
  /// Opens the menu at a pixel. @param width, height  Size of the window, pixels.
  void open(int x, int y, int width, int height);
  void close() { open_ = false; }
  /// Tells the menu that the mouse is at a pixel.
  void point_at(int x, int y);
  /// Handles a click: the menu closes unless the click opens a submenu. @return The action of the
  /// entry, null when there is none.
  const ViewerAction* click(int x, int y);
  void draw(Overlay& overlay, Colour ink, Colour ground) const;
  /// Finds the middle of a visible entry, in the last column that has it; for tests.
  /// @return False when the entry is not visible.
  [[nodiscard]] bool find(const std::string& text, int& x, int& y) const;

 private:
  struct Column {
    const std::vector<Entry>* entries = nullptr;
    double x{};
    double y{};
    double width{};
    int chosen = -1;
  };
  void add_column(const std::vector<Entry>& entries, double x, double y);
  [[nodiscard]] bool hit(int x, int y, std::size_t& column, int& row) const;

  std::vector<Entry> entries_;
  bool open_ = false;
  int width_ = 0;
  int height_ = 0;
  std::vector<Column> columns_;
};

}  // namespace solfec
