#pragma once

#include <string_view>

namespace solfec {

class Viewer;

/// Functions of the actions of actions.cpp, called with the argument that stands in its table.
namespace action {

using Word = std::string_view;

void next_model(Viewer& viewer, Word by);
void tool(Viewer& viewer, Word name);
void previous_selection(Viewer& viewer, Word);
void toggle(Viewer& viewer, Word what);
void veil_all(Viewer& viewer, Word);
void show_all(Viewer& viewer, Word);
void wire_all(Viewer& viewer, Word);
void turn_lines(Viewer& viewer, Word);
void clear_cuts(Viewer& viewer, Word);
void legend_extents(Viewer& viewer, Word);
void run_python(Viewer& viewer, Word);
void select_label(Viewer& viewer, Word);
void highlight_label(Viewer& viewer, Word);
void arrows(Viewer& viewer, Word by);
void output_path(Viewer& viewer, Word);
void field(Viewer& viewer, Word name);
void next_field(Viewer& viewer, Word by);
void run(Viewer& viewer, Word);
void step(Viewer& viewer, Word by);
void end_of_frames(Viewer& viewer, Word which);
void seek(Viewer& viewer, Word);
void skip(Viewer& viewer, Word);
void view(Viewer& viewer, Word name);
void perspective(Viewer& viewer, Word);
void film(Viewer& viewer, Word);
void save(Viewer& viewer, Word ending);
void mouse(Viewer& viewer, Word mode);
void next_quantity(Viewer& viewer, Word);
void help(Viewer& viewer, Word);
void quit(Viewer& viewer, Word);

}  // namespace action

}  // namespace solfec
