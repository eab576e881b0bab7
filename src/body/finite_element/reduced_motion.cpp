#include "body/finite_element/reduced_motion.h"

#include "base/count.h"

namespace solfec {

bool BorderedInverse::set(const DenseFactor& factor, const Mat3& rotation,
                          std::span<const Vec3> coupling) {
  factor_ = &factor;
  response_.assign(coupling.begin(), coupling.end());
  std::vector<double> column(coupling.size());
  for (int k = 0; k < 3; ++k) {
    for (std::size_t j = 0; j < column.size(); ++j) column[j] = coupling[j][k];
    factor.solve(column);
    for (std::size_t j = 0; j < column.size(); ++j) response_[j][k] = column[j];
  }
  Mat3 rest = rotation;
  for (std::size_t j = 0; j < coupling.size(); ++j) rest -= outer(coupling[j], response_[j]);
  rest = 0.5 * (rest + transpose(rest));
  if (!remainder_factor_.factor(std::vector<double>(rest.m, rest.m + 9), 3)) return false;
  remainder_ = inverse(rest);
  return true;
}

Vec3 BorderedInverse::solve(Vec3 moment, std::span<double> z) const {
  for (std::size_t j = 0; j < z.size(); ++j) moment -= z[j] * response_[j];
  const Vec3 angular = remainder_ * moment;
  factor_->solve(z);
  for (std::size_t j = 0; j < z.size(); ++j) z[j] -= dot(response_[j], angular);
  return angular;
}

void find_placement(const ReducedModel& model, std::span<const double> mass,
                    std::span<const Vec3> q, const Mat3& rotation, ReducedMotion& motion) {
  const std::size_t nodes = model.arm.size();
  motion.node.resize(nodes);
  motion.y.resize(nodes);
  motion.z.resize(at(model.modes));
  motion.rotation = rotation;
  Vec3 sum;
  for (std::size_t a = 0; a < nodes; ++a) sum += mass[a] * q[a];
  motion.shift = sum / model.mass;
  for (std::size_t a = 0; a < nodes; ++a) {
    const Vec3 x = model.arm[a] + (q[a] - motion.shift);
    motion.node[a] = mass[a] * (transposed_times(motion.rotation, x) - model.arm[a]);
  }
  project(model, motion.node, motion.z);
  model.mass_factor.solve(motion.z);
  combine(model, motion.z, motion.node);
  for (std::size_t a = 0; a < nodes; ++a) motion.y[a] = model.arm[a] + motion.node[a];
}

double quadratic_form(const std::vector<double>& S, std::span<const double> z) {
  double sum = 0.0;
  const double* column = S.data();
  for (const double right : z) {
    double part = 0.0;
    for (const double left : z) part += left * *column++;
    sum += right * part;
  }
  return sum;
}

double reduced_energy(const ReducedModel& model, std::span<const double> mass,
                      std::span<const Vec3> q, const Mat3& rotation) {
  ReducedMotion motion;
  find_placement(model, mass, q, rotation, motion);
  return 0.5 * quadratic_form(model.stiffness, motion.z);
}

}  // namespace solfec
