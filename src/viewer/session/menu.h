#pragma once

#include <string>
#include <vector>

#include "viewer/scene/overlay.h"
#include "viewer/session/actions.h"

namespace solfec {

/// The menu of the right mouse button: columns of entries, the next one beside the entry that is
/// pointed at. It is drawn in the window itself.
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
  /// @param width, height  Of the window, pixels.
  void open(int x, int y, int width, int height);
  void close() { open_ = false; }
  /// The mouse is at a pixel.
  void point_at(int x, int y);
  /// A click: the menu closes unless a submenu was meant. @return The action, null: none.
  const ViewerAction* click(int x, int y);
  void draw(Overlay& overlay, Colour ink, Colour ground) const;
  /// Middle of an entry, of the last column that has it, for tests.
  /// @return False when it is not to be seen.
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
