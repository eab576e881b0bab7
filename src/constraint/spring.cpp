#include "constraint/spring.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "body/point_load.h"
#include "local_dynamics/turned_link.h"
#include "math/mat3.h"
#include "math/mean_value.h"

namespace solfec {

double SpringBracket::error() const { return std::fabs(below.is_last ? below.miss : above.miss); }

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

double present_stiffness(const SpringRow& row) {
  return row.table ? std::max(0.0, value_and_slope(*row.table, row.stroke).slope) : row.stiffness;
}

StrokeState mean_state(const SpringRow& row, const StrokeStep& step, Vec3 V, Vec3 U) {
  const double h = step.step;
  if (step.quasi_static) return {row.stroke + h * U.z, U.z};
  StrokeState mean{row.stroke + 0.25 * h * (U.z - V.z), 0.5 * (U.z + V.z)};
  if (!(step.length > 0.0)) return mean;
  const TurnedLink turned = turn_link(step.length, h, V, U);
  mean.velocity += (turned.end_excess - turned.start_excess) / h;
  mean.stroke +=
      0.5 * (turned.start_excess + turned.end_excess) + 0.5 * row.end_share * h * mean.velocity;
  return mean;
}

double mean_table_force(const SpringRow& row, const StrokeStep& step, Vec3 V, Vec3 U) {
  if (step.quasi_static) return row.table->value(row.stroke + step.step * U.z);
  return mean_value(*row.table, row.stroke - 0.5 * step.step * V.z,
                    row.stroke + 0.5 * step.step * U.z)
      .value;
}

double end_stroke(const SpringRow& row, const StrokeStep& step, Vec3 V, Vec3 U) {
  const double excess =
      step.length > 0.0 ? turn_link(step.length, step.step, V, U).end_excess : 0.0;
  return row.stroke + 0.5 * step.step * U.z + excess;
}

double stored_energy(const SpringRow& row, double stroke) {
  if (!row.table) return stroke * (row.force + row.stiffness * (0.5 * stroke - row.at_stroke));
  return stroke * mean_value(*row.table, 0.0, stroke).value;
}

}  // namespace solfec
