#pragma once

#include <string_view>

namespace solfec {

/// The parts of a page that no model changes: its elements and their look, and the scripts that
/// read the numbers, draw them and answer the mouse. docs/pages.md tells what the page shows.
struct PageTexts {
  std::string_view style;
  std::string_view elements;
  std::string_view numbers;   // script: decodes the arrays, values of fields
  std::string_view drawing;   // script: three.js objects of a frame, picking
  std::string_view controls;  // script: slider, legend, panel, curves
};

const PageTexts& page_texts();

}  // namespace solfec
