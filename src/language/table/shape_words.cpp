#include "language/table/shape_words.h"

#include <cstddef>

#include "base/cat.h"
#include "geometry/shape/simple_shape.h"

namespace solfec {

namespace {

void add_simple_types(std::vector<std::string_view>& names) {
  const Shape lists;
  for_each_simple_list(lists, [&](const auto& list) {
    names.emplace_back(std::decay_t<decltype(list)>::value_type::kName);
  });
}

}  // namespace

std::vector<std::string_view> shape_types() {
  std::vector<std::string_view> names{"CONVEX", "MESH"};
  add_simple_types(names);
  return names;
}

std::string listed(const std::vector<std::string_view>& names, std::string_view last,
                   std::string_view others) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k > 0) text += k + 1 == names.size() ? last : others;
    text += names[k];
  }
  return text;
}

std::string_view any_shape() {
  static const std::string text = cat("a ", listed(shape_types()), " object or a list of such");
  return text;
}

std::string_view any_shape_or_point() {
  static const std::string text =
      cat("a ", listed(shape_types()), " object, a list of such, or a point (x, y, z)");
  return text;
}

std::string_view any_shape_or_body() {
  static const std::string text =
      cat("a ", listed(shape_types()), " object, a list of such, or a BODY");
  return text;
}

std::string_view split_result() {
  const std::string one = listed(shape_types(), " | ", " | ");
  static const std::string text = cat("tuple[", one, " | list[", one, "] | None, ...]");
  return text;
}

}  // namespace solfec
