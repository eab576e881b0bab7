#include "body/finite_element/reduced_body.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/count.h"
#include "math/dense_panel.h"

namespace solfec {
namespace {

/// The placement of the present nodes, which stay where they are.
void find_motion(const FiniteElementBody& body, ReducedMotion& motion) {
  find_placement(*body.reduced, body.elements.mass, body.displacement, body.rotation, motion);
}

/// Matrix A of the placement but for its part of the vectors, which is factored.
bool border_stiff(const ReducedModel& model, ReducedMotion& motion, double c) {
  Mat3 rotation = motion.inertia;
  for (int k = 0; k < 3; ++k) {
    for (int l = 0; l < 3; ++l) {
      rotation(k, l) += c * quadratic_form(model.turned_twice[at(3 * k + l)], motion.z);
    }
  }
  std::vector<Vec3>& coupling = motion.mode;
  coupling = motion.coupling;
  std::vector<double> part(motion.z.size());
  for (int k = 0; k < 3; ++k) {
    multiply_square(model.turned[at(k)], motion.z, part);
    for (std::size_t j = 0; j < part.size(); ++j) coupling[j][k] += c * part[j];
  }
  return motion.inverse.set(motion.stiff, rotation, coupling);
}

/// Point of a mesh as velocities see it: y and the vectors there.
struct SeenPoint {
  Vec3 y;
  std::vector<Vec3> shape;
};

SeenPoint see(const FiniteElementBody& body, const ReducedMotion& motion,
              const WeightedRows& point) {
  const ReducedModel& model = *body.reduced;
  const std::size_t size = 3 * model.arm.size();
  SeenPoint seen;
  seen.shape.resize(at(model.modes));
  for (std::size_t a = 0; a < point.row.size(); ++a) {
    const std::size_t node = at(point.row[a]);
    seen.y += point.weight[a] * motion.y[node];
    const double* column = model.shape.data() + 3 * node;
    for (std::size_t j = 0; j < seen.shape.size(); ++j, column += size) {
      seen.shape[j] += point.weight[a] * Vec3{column[0], column[1], column[2]};
    }
  }
  return seen;
}

/// Parts Z of points in A⁻¹, by columns: N A⁻¹ N'ᵀ of two of them is 1/m + Z Z'ᵀ. Three rows for
/// each point; a column for each vector and three for the rotation.
struct PointParts {
  std::vector<double> Z;
  int rows{};
  int columns{};
};

void set_part(const BorderedInverse& inverse, const SeenPoint& seen, int point, PointParts& parts) {
  const std::size_t modes = seen.shape.size();
  Mat3 turning = -1.0 * skew(seen.y);
  for (std::size_t j = 0; j < modes; ++j) turning -= outer(seen.shape[j], inverse.response()[j]);
  std::vector<double> one(modes);
  for (int k = 0; k < 3; ++k) {
    double* to = parts.Z.data() + 3L * point + k;
    for (std::size_t j = 0; j < modes; ++j) one[j] = seen.shape[j][k];
    inverse.factor().forward(one);
    for (const double part : one) {
      *to = part;
      to += parts.rows;
    }
    std::array<double, 3> turned{turning(k, 0), turning(k, 1), turning(k, 2)};
    inverse.remainder_factor().forward(turned);
    for (const double part : turned) {
      *to = part;
      to += parts.rows;
    }
  }
}

PointParts parts_of(const FiniteElementBody& body, const ReducedMotion& motion,
                    const BorderedInverse& inverse, std::span<const WeightedRows> points) {
  PointParts parts;
  parts.rows = 3 * count(points);
  parts.columns = body.reduced->modes + 3;
  parts.Z.resize(at(parts.rows) * at(parts.columns));
  for (int s = 0; s < count(points); ++s) {
    set_part(inverse, see(body, motion, points[at(s)]), s, parts);
  }
  return parts;
}

/// Block N_t A⁻¹ N_sᵀ. @param product  Minus Z Zᵀ, its lower triangle by columns.
Mat3 block_at(const std::vector<double>& product, std::size_t rows, std::size_t s, std::size_t t,
              double mass) {
  Mat3 block;
  for (std::size_t l = 0; l < 3; ++l) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t high = std::max(s + l, t + k);
      const std::size_t low = std::min(s + l, t + k);
      block.m[3 * l + k] = (l == k ? 1.0 / mass : 0.0) - product[rows * low + high];
    }
  }
  return block;
}

/// Blocks N_t A⁻¹ N_sᵀ at s (s + 1) / 2 + t for t <= s.
void set_blocks(double mass, PointParts& parts, std::vector<Mat3>& blocks) {
  const std::size_t rows = at(parts.rows);
  std::vector<double> product(rows * rows, 0.0);
  subtract_square({parts.Z.data(), parts.rows, parts.columns, parts.rows},
                  {product.data(), parts.rows, parts.rows, parts.rows});
  blocks.clear();
  for (std::size_t s = 0; s < rows; s += 3) {
    for (std::size_t t = 0; t <= s; t += 3) blocks.push_back(block_at(product, rows, s, t, mass));
  }
}

WeightedRows rows_of(const MeshPoint& point) {
  return {{point.node.data(), at(point.count)}, {point.weight.data(), at(point.count)}};
}

}  // namespace

void settle(FiniteElementBody& body, ReducedMotion& motion) {
  find_motion(body, motion);
  for (std::size_t a = 0; a < motion.y.size(); ++a) {
    body.displacement[a] = motion.shift + (motion.rotation * motion.y[a] - body.reduced->arm[a]);
  }
}

void set_inertia(const FiniteElementBody& body, ReducedMotion& motion) {
  const ReducedModel& model = *body.reduced;
  const std::vector<double>& mass = body.elements.mass;
  const std::size_t nodes = mass.size();
  Mat3 moment;
  for (std::size_t a = 0; a < nodes; ++a) moment += mass[a] * outer(motion.y[a], motion.y[a]);
  const double sum = trace(moment);
  motion.inertia = diagonal(sum, sum, sum) - moment;
  motion.coupling = model.arm_coupling;
  const Vec3* from = model.vector_coupling.data();
  for (Vec3& coupling : motion.coupling) {
    for (const double z : motion.z) coupling += z * *from++;
  }
  [[maybe_unused]] const bool definite =
      motion.inverse_mass.set(model.mass_factor, motion.inertia, motion.coupling);
  SOLFEC_ASSERT(definite);
}

bool set_reduced_inverse(const FiniteElementBody& body, ReducedMotion& motion, double step) {
  const ReducedModel& model = *body.reduced;
  const double c = 0.25 * step * step + 0.5 * body.damping * step;
  if (motion.step != step || motion.damping != body.damping) {
    std::vector<double> A = model.mass_matrix;
    for (std::size_t k = 0; k < A.size(); ++k) A[k] += c * model.stiffness[k];
    for (std::size_t j = 0; j < model.ratio_damping.size(); ++j) {
      A[at(model.modes) * j + j] += 0.5 * step * model.ratio_damping[j];
    }
    motion.step = 0.0;
    if (!motion.stiff.factor(std::move(A), model.modes)) return false;
    motion.step = step;
    motion.damping = body.damping;
  }
  return border_stiff(model, motion, c);
}

ReducedMomentum momentum_of(const FiniteElementBody& body) {
  const ReducedModel& model = *body.reduced;
  const std::vector<double>& mass = body.elements.mass;
  ReducedMomentum momentum;
  Vec3 shift;
  for (std::size_t a = 0; a < mass.size(); ++a) {
    momentum.linear += mass[a] * body.velocity[a];
    shift += mass[a] * body.displacement[a];
  }
  momentum.linear = momentum.linear / model.mass;
  shift = shift / model.mass;
  for (std::size_t a = 0; a < mass.size(); ++a) {
    const Vec3 arm = model.arm[a] + (body.displacement[a] - shift);
    momentum.angular += mass[a] * cross(arm, body.velocity[a] - momentum.linear);
  }
  return momentum;
}

void base_momentum(const FiniteElementBody& body, ReducedMotion& motion, const Mat3& Q,
                   std::span<const Vec3> u, Vec3 linear, std::span<double> momentum) {
  for (std::size_t a = 0; a < u.size(); ++a) {
    motion.node[a] = body.elements.mass[a] * transposed_times(Q, u[a] - linear);
  }
  project(*body.reduced, motion.node, momentum);
}

ReducedRates rates_of(const ReducedMotion& motion, const ReducedMomentum& momentum) {
  ReducedRates rates;
  rates.linear = momentum.linear;
  rates.z = momentum.z;
  const Vec3 moment = transposed_times(motion.rotation, momentum.angular);
  rates.angular = motion.inverse_mass.solve(moment, rates.z);
  return rates;
}

void node_velocities(const FiniteElementBody& body, ReducedMotion& motion,
                     const ReducedRates& rates, std::span<Vec3> u) {
  combine(*body.reduced, rates.z, motion.node);
  for (std::size_t a = 0; a < u.size(); ++a) {
    const Vec3 seen = cross(rates.angular, motion.y[a]) + motion.node[a];
    u[a] = rates.linear + motion.rotation * seen;
  }
}

ReducedRates reduced_change(const FiniteElementBody& body, ReducedMotion& motion,
                            const BorderedInverse& inverse, std::span<const Vec3> force) {
  ReducedRates change;
  change.z.resize(at(body.reduced->modes));
  Vec3 moment;
  for (std::size_t a = 0; a < force.size(); ++a) {
    change.linear += force[a];
    motion.node[a] = transposed_times(motion.rotation, force[a]);
    moment += cross(motion.y[a], motion.node[a]);
  }
  change.linear = change.linear / body.reduced->mass;
  project(*body.reduced, motion.node, change.z);
  change.angular = inverse.solve(moment, change.z);
  return change;
}

void apply_reduced_inverse(FiniteElementBody& body, std::span<const Vec3> b, std::span<Vec3> x) {
  ReducedMotion& motion = body.motion.get();
  const ReducedRates change = reduced_change(body, motion, motion.inverse, b);
  node_velocities(body, motion, change, x);
}

void reduced_response(FiniteElementBody& body, std::span<const WeightedRows> points,
                      std::vector<Mat3>& response) {
  const ReducedMotion& motion = body.motion.get();
  PointParts parts = parts_of(body, motion, motion.inverse, points);
  set_blocks(body.reduced->mass, parts, response);
}

Mat3 reduced_mobility(const FiniteElementBody& body, const MeshPoint& a, const MeshPoint& b) {
  ReducedMotion motion;
  find_motion(body, motion);
  set_inertia(body, motion);
  const std::array<WeightedRows, 2> points{rows_of(b), rows_of(a)};
  PointParts parts = parts_of(body, motion, motion.inverse_mass, points);
  std::vector<Mat3> blocks;
  set_blocks(body.reduced->mass, parts, blocks);
  return motion.rotation * transpose(blocks[1]) * transpose(motion.rotation);
}

void add_reduced_push(const FiniteElementBody& body, const MeshPoint& point, Vec3 impulse,
                      std::span<Vec3> target) {
  ReducedMotion motion;
  find_motion(body, motion);
  set_inertia(body, motion);
  std::vector<Vec3> force(target.size());
  for (int a = 0; a < point.count; ++a) {
    force[at(point.node[at(a)])] += point.weight[at(a)] * impulse;
  }
  const ReducedRates change = reduced_change(body, motion, motion.inverse_mass, force);
  node_velocities(body, motion, change, force);
  for (std::size_t a = 0; a < target.size(); ++a) target[a] += force[a];
}

}  // namespace solfec
