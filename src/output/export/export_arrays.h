#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "math/vec3.h"
#include "output/export/export_request.h"
#include "output/vtk/vtk_data.h"

namespace solfec {

/// Arrays of one data set, filled item by item; arrays that were not requested are left out.
class ExportArrays {
 public:
  explicit ExportArrays(const ExportRequest& request) : request_(request) {}

  /// Returns an array to be filled, null when it was not requested. Its address stays valid.
  template <typename Values>
  Values* add(std::string_view name, int components = 1,
              std::vector<std::string_view> component_names = {}) {
    if (!request_.wants(name)) return nullptr;
    auto& entry = arrays_.emplace_back(std::make_unique<VtkArray>());
    *entry = {std::string(name), Values{}, components, std::move(component_names)};
    return &std::get<Values>(entry->values);
  }
  std::vector<double>* numbers(std::string_view name) { return add<std::vector<double>>(name); }
  std::vector<double>* vectors(std::string_view name) { return add<std::vector<double>>(name, 3); }
  std::vector<std::int64_t>* ids(std::string_view name) {
    return add<std::vector<std::int64_t>>(name);
  }
  std::vector<std::int32_t>* integers(std::string_view name) {
    return add<std::vector<std::int32_t>>(name);
  }
  VtkStrings* strings(std::string_view name) { return add<VtkStrings>(name); }

  std::vector<VtkArray> take() {
    std::vector<VtkArray> arrays;
    for (auto& array : arrays_) arrays.push_back(std::move(*array));
    return arrays;
  }

 private:
  const ExportRequest& request_;
  std::vector<std::unique_ptr<VtkArray>> arrays_;
};

/// Appends a value to an array unless this is null.
template <typename Number>
void put(std::vector<Number>* array, Number value) {
  if (array != nullptr) array->push_back(value);
}
inline void put(std::vector<double>* array, Vec3 value) {
  if (array != nullptr) append(value, *array);
}
inline void put(VtkStrings* array, std::string_view text) {
  if (array != nullptr) array->add(text);
}

}  // namespace solfec
