#include "archive/layout.h"

#include <algorithm>
#include <utility>

namespace solfec {

namespace {

std::string quoted(const std::string& text) { return cat("\"", text, "\""); }

/// "(\"a\", \"b\",)", which Python takes for a tuple at any length.
std::string python_tuple(const std::vector<std::string>& items) {
  std::string text = "(";
  for (const std::string& item : items) text += cat(text.size() > 1 ? " " : "", quoted(item), ",");
  return text + ")";
}

/// Name that headings and links of a document share.
std::string anchor(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '-');
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

std::string meaning_of(const FieldLayout& field) {
  std::string text = field.meaning;
  for (const std::string& condition : field.conditions) {
    text += cat(text.empty() ? "" : "; ", "only if ", condition);
  }
  return text;
}

}  // namespace

bool Layout::knows(std::string_view name) const {
  return std::any_of(types_.begin(), types_.end(),
                     [name](const TypeLayout& type) { return type.name == name; });
}

void Layout::add_enumeration(std::string_view name, std::vector<std::string> items) {
  for (const EnumerationLayout& known : enumerations_) {
    if (known.name == name) return;
  }
  enumerations_.push_back({std::string(name), std::move(items)});
}

std::string python_layout(const Layout& layout) {
  std::string text = "ENUMERATIONS = {\n";
  for (const EnumerationLayout& each : layout.enumerations()) {
    text += cat("    ", quoted(each.name), ": ", python_tuple(each.items), ",\n");
  }
  text += "}\n# By type: name, type and conditions of each field.\nTYPES = {\n";
  for (const TypeLayout& type : layout.types()) {
    text += cat("    ", quoted(type.name), ": (\n");
    for (const FieldLayout& field : type.fields) {
      text += cat("        (", quoted(field.name), ", ", quoted(field.type), ", ",
                  python_tuple(field.conditions), "),\n");
    }
    text += "    ),\n";
  }
  return text + "}\n";
}

std::string markdown_layout(const Layout& layout) {
  std::string text;
  for (const TypeLayout& type : layout.types()) {
    text += cat("\n<a id=\"", anchor(type.name), "\"></a>**", type.name,
                "**\n\n| field | type | meaning |\n|---|---|---|\n");
    for (const FieldLayout& field : type.fields) {
      text += cat("| ", field.name, " | ", field.type, " | ", meaning_of(field), " |\n");
    }
  }
  text += "\n| enumeration | numbers |\n|---|---|\n";
  for (const EnumerationLayout& each : layout.enumerations()) {
    text += cat("| ", each.name, " | ");
    for (std::size_t i = 0; i < each.items.size(); ++i) {
      text += cat(i == 0 ? "" : ", ", i, " ", each.items[i]);
    }
    text += " |\n";
  }
  return text;
}

}  // namespace solfec
