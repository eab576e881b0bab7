#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "body/surface_fields.h"

namespace solfec {

/// Converts a symmetric tensor from the order of this program (xx, yy, zz, xy, xz, yz) to that of
/// VTK (xx, yy, zz, xy, yz, xz).
template <typename Six>
void to_vtk_order(Six&& tensor) {
  std::swap(tensor[4], tensor[5]);
}

/// True when a quantity is a symmetric tensor.
inline bool is_tensor(const SurfaceField& field) { return field.components == 6; }

/// Names of the components in the order of the file.
inline std::vector<std::string_view> vtk_component_names(const SurfaceField& field) {
  std::vector<std::string_view> names(field.component.begin(),
                                      field.component.begin() + field.components);
  if (is_tensor(field)) to_vtk_order(names);
  return names;
}

/// Appends the values of a quantity at points of a body.
inline void append_field(const SurfaceField& field, const Bodies& bodies, BodyRef body,
                         const SurfacePoints& points, std::vector<double>& all) {
  const std::size_t begin = all.size();
  const auto components = static_cast<std::size_t>(field.components);
  all.resize(begin + points.size() * components);
  const std::span<double> values = std::span(all).subspan(begin);
  field.write(bodies, body, points, values);
  if (!is_tensor(field)) return;
  for (std::size_t i = 0; i < values.size(); i += components) {
    to_vtk_order(values.subspan(i, components));
  }
}

}  // namespace solfec
