#include "constraint/spring.h"

#include <algorithm>
#include <utility>

#include "body/point_load.h"
#include "math/mat3.h"

namespace solfec {

Spring make_linear_spring(double stiffness) {
  Spring spring;
  spring.row.stiffness = stiffness;
  return spring;
}

Spring make_table_spring(std::shared_ptr<const TimeSeries> table) {
  Spring spring;
  const auto [least, most] = std::minmax_element(table->values().begin(), table->values().end());
  spring.row.least_force = *least;
  spring.row.most_force = *most;
  spring.row.table = std::move(table);
  return spring;
}

Vec3 carried_direction(const Bodies& bodies, BodyRef body, Vec3 reference, Vec3 direction) {
  const auto image = [&](Vec3 d) { return convected_direction(bodies, body, reference, d); };
  const Mat3 gradient = from_columns(image({1, 0, 0}), image({0, 1, 0}), image({0, 0, 1}));
  return inverse(gradient) * direction;
}

Vec3 current_direction(const Bodies& bodies, BodyRef body, Vec3 reference, Vec3 carried) {
  return normalized(convected_direction(bodies, body, reference, carried));
}

StrokeState mean_state(const SpringRow& row, double step, bool quasi_static, double V, double U) {
  if (quasi_static) return {row.stroke + step * U, U};
  return {row.stroke + 0.25 * step * (U - V), 0.5 * (U + V)};
}

}  // namespace solfec
