#include "solver/interior_point/interior_point.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/count.h"
#include "local_dynamics/body_velocities.h"
#include "solver/interior_point/second_order_cone.h"
#include "solver/measure/merit.h"
#include "solver/newton/row_linearisation.h"
#include "solver/row_quantities.h"
#include "solver/sweep/row_reaction.h"
#include "solver/sweep/sweep.h"

namespace solfec {
namespace {

constexpr double kToBorder = 0.99;       // share of the way to the border of a cone
constexpr double kShortStep = 0.1;       // a step below keeps s in the next linearisations
constexpr int kKept = 3;                 // so many of them
constexpr double kShortest = 1e-8;       // a step below ends the iteration
constexpr double kLeastCentring = 1e-3;  // σ
constexpr int kRefinements = 3;          // of a linear solution
constexpr double kRefined = 1e-12;       // residual of a linear solution that needs none, over k
constexpr int kWatched = 10;             // iterations in which m has to fall
constexpr double kSlow = 0.25;           // to this share
constexpr double kLeastError = 1e-6;     // of the start, over the scale of e

/// A contact and its scaled variables.
struct ConeRow {
  int row{};
  double friction{};     // 1 without friction
  double mobility{};     // tr(W_ii) / 3, s/kg
  bool one_dimension{};  // no friction
  Vec3 x;                // N
  Vec3 z;                // m/s
  Vec3 target;           // z(U), m/s
  Vec3 dx;
  Vec3 dz;
  Vec3 product;  // (W⁻¹ dx) ∘ (W dz) of the predictor
  ConeScaling scaling;
  Mat3 bounded;  // (1 + δ E)⁻¹
};

/// State of one solution.
class InteriorPoint {
 public:
  InteriorPoint(const LocalDynamics& problem, BlockCsrOperator* blocks, NewtonDirection& direction,
                const InteriorPointParams& params, std::span<Vec3> R, std::span<Vec3> U)
      : problem_(problem), blocks_(blocks), direction_(direction), params_(params), R_(R), U_(U) {
    if (blocks == nullptr) velocities_.start(problem.body_space);
    dR_.resize(R.size());
    dU_.resize(R.size());
    rest_.resize(R.size());
    more_.resize(R.size());
  }

  InteriorPointResult run() {
    InteriorPointResult result;
    find_rows();
    update();
    Residual residual = residual_of(problem_, R_, U_);
    keep_best(residual);
    result.met = is_met(residual);
    if (!result.met && std::isfinite(least_)) {
      start(residual.map);
      while (!result.met && result.iterations < params_.most_iterations && step()) {
        if (++result.iterations % kWatched == 0 && params_.ends_when_slow) {
          const double m = barrier(0.0);
          if (result.iterations > kWatched && m > kSlow * watched_) break;
          watched_ = m;
        }
        residual = residual_of(problem_, R_, U_);
        result.history.push_back({result.iterations, residual.map.natural()});
        result.met = is_met(residual);
        keep_best(residual);
      }
    }
    std::copy(best_.begin(), best_.end(), R_.begin());
    update();
    return result;
  }

 private:
  [[nodiscard]] bool is_met(const Residual& residual) const {
    return params_.criteria.missed(0.0, residual.map, residual.merit) == Miss::nothing;
  }

  /// The last ones where they meet the criteria.
  void keep_best(const Residual& residual) {
    const double e = residual.map.natural();
    if (!best_.empty() && !(e < least_) && !is_met(residual)) return;
    least_ = e;
    best_.assign(R_.begin(), R_.end());
  }

  void update() {
    if (blocks_ != nullptr) {
      update_velocities(problem_, *blocks_, R_, U_);
    } else {
      update_velocities(problem_, velocities_, R_, U_);
    }
  }

  /// dU = W dR.
  void multiply() {
    const auto gather_all = [&](auto& W) {
      W.reset(dR_);
      for (int i = 0; i < problem_.size(); ++i) dU_[at(i)] = W.gather(i);
    };
    if (blocks_ != nullptr) {
      gather_all(*blocks_);
    } else {
      gather_all(velocities_);
    }
  }

  void find_rows() {
    for (int i = 0; i < problem_.size(); ++i) {
      const RowLaw& law = problem_.law[at(i)];
      const Mat3& W = problem_.W_diagonal[at(i)];
      if (stays_at_rest(law, W)) {
        R_[at(i)] = {};
        idle_.push_back(i);
      } else if (!is_signorini(law.kind)) {
        others_.push_back(i);
      } else {
        ConeRow cone;
        cone.row = i;
        cone.one_dimension = !(law.friction > 0.0);
        cone.friction = cone.one_dimension ? 1.0 : law.friction;
        cone.mobility = trace(W) / 3.0;
        if (cone.one_dimension) R_[at(i)].x = R_[at(i)].y = 0.0;
        cones_.push_back(cone);
      }
    }
  }

  [[nodiscard]] Vec3 x_of(const ConeRow& cone) const {
    const Vec3 r = shifted_reaction(problem_.law[at(cone.row)], R_[at(cone.row)]);
    if (cone.one_dimension) return {0.0, 0.0, r.z};
    return {r.x, r.y, cone.friction * r.z};
  }

  [[nodiscard]] Vec3 z_of(const ConeRow& cone) const {
    const Vec3 u = shifted_velocity(problem_.law[at(cone.row)], U_[at(cone.row)]);
    if (cone.one_dimension) return {0.0, 0.0, u.z};
    return {u.x, u.y, u.z / cone.friction + std::hypot(u.x, u.y)};
  }

  void set_reaction(const ConeRow& cone) {
    const double cohesion = problem_.law[at(cone.row)].cohesion;
    R_[at(cone.row)] = {cone.x.x, cone.x.y, cone.x.z / cone.friction - cohesion};
  }

  void start(const NaturalViolation& map) {
    double error = std::max(map.worst, kLeastError * map.scale);
    for (const ConeRow& cone : cones_) error = std::max(error, norm(problem_.B[at(cone.row)]));
    const double m = error * error / mean_inverse_mass(problem_);
    for (ConeRow& cone : cones_) {
      const Vec3 d = x_of(cone) - z_of(cone) / cone.mobility;
      const ConePair pair = smoothed_cone_pair(d, m / cone.mobility, cone.one_dimension);
      cone.x = pair.x;
      cone.z = cone.mobility * pair.z;
      set_reaction(cone);
    }
    update();
  }

  /// m, the mean of x·z over the contacts, W.
  [[nodiscard]] double barrier(double length) const {
    double sum = 0.0;
    for (const ConeRow& cone : cones_) {
      sum += dot(cone.x + length * cone.dx, cone.z + length * cone.dz);
    }
    return cones_.empty() ? 0.0 : sum / count(cones_);
  }

  /// 1 + μ n tᵀ.
  [[nodiscard]] Mat3 dilation(const ConeRow& cone) const {
    Mat3 D = identity();
    const Vec3 u = U_[at(cone.row)];
    const double speed = std::hypot(u.x, u.y);
    if (cone.one_dimension || kept_ > 0 || !(speed > 0.0)) return D;
    D(2, 0) = cone.friction * u.x / speed;
    D(2, 1) = cone.friction * u.y / speed;
    return D;
  }

  /// Matrices of the rows at x, z and U.
  void linearise() {
    rows_.assign(R_.size(), {});
    for (int i = 0; i < problem_.size(); ++i) rows_[at(i)].k = R_[at(i)];
    for (const int i : others_) rows_[at(i)] = linearise_row(problem_, i, R_[at(i)], U_[at(i)]);
    for (ConeRow& cone : cones_) {
      cone.target = z_of(cone);
      cone.product = {};
      Mat3& E = rows_[at(cone.row)].E;
      if (cone.one_dimension) {
        cone.scaling = half_line_scaling(cone.x.z, cone.z.z);
        E = cone.scaling.squared;
      } else {
        const Mat3 T = diagonal(1.0, 1.0, 1.0 / cone.friction);
        cone.scaling = nesterov_todd(cone.x, cone.z);
        E = T * (cone.scaling.squared * (T * dilation(cone)));
      }
      cone.bounded = inverse(identity() + params_.proximal * cone.mobility * E);
      E = cone.bounded * E;
    }
  }

  /// Steps towards x ∘ z = target e. @return The largest part of them that stays inside, at most 1;
  /// negative when the linear system could not be solved.
  double find_steps(double target) {
    for (const ConeRow& cone : cones_) {
      const Vec3 l = cone.scaling.lambda;
      const Vec3 wanted = Vec3{0.0, 0.0, target} - cone_product(l, l) - cone.product;
      const Vec3 k =
          cone.scaling.squared * (cone.target - cone.z) - cone.scaling.W * cone_quotient(wanted, l);
      const Vec3 R = R_[at(cone.row)];
      rows_[at(cone.row)].k =
          cone.bounded *
          (cone.one_dimension ? Vec3{R.x, R.y, k.z} : Vec3{k.x, k.y, k.z / cone.friction});
    }
    if (!solve_rows()) return -1.0;
    double length = 1.0;
    for (ConeRow& cone : cones_) {
      const Vec3 dR = dR_[at(cone.row)];
      const Vec3 dU = dilation(cone) * dU_[at(cone.row)];
      const double across = cone.one_dimension ? 0.0 : 1.0;
      cone.dx = {across * dR.x, across * dR.y, cone.friction * dR.z};
      cone.dz = Vec3{across * dU.x, across * dU.y, dU.z / cone.friction} + cone.target - cone.z;
      length = std::min({length, cone_step(cone.x, cone.dx), cone_step(cone.z, cone.dz)});
    }
    return length;
  }

  /// Takes the rounding of a linear solution off what stays zero.
  void clear_idle(std::span<Vec3> dR) const {
    for (const int i : idle_) dR[at(i)] = {};
    for (const ConeRow& cone : cones_) {
      Vec3& step = dR[at(cone.row)];
      if (cone.one_dimension) step.x = step.y = 0.0;
    }
  }

  /// dR + k + E dU of all rows, and its size over that of k.
  double find_rest() {
    double rest = 0.0;
    double size = 0.0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      rest_[i] = {rows_[i].E, dR_[i] + rows_[i].k + rows_[i].E * dU_[i]};
      rest += dot(rest_[i].k, rest_[i].k);
      size += dot(rows_[i].k, rows_[i].k);
    }
    return size > 0.0 ? std::sqrt(rest / size) : 0.0;
  }

  /// dR = -(k + E dU) and dU of all rows, refined while that gains.
  bool solve_rows() {
    const bool again = std::exchange(factored_, true);
    if (!(again ? direction_.again(rows_, dR_) : direction_.step(rows_, dR_))) return false;
    clear_idle(dR_);
    multiply();
    double rest = find_rest();
    for (int k = 0; k < kRefinements && rest > kRefined; ++k) {
      if (!direction_.again(rest_, more_)) return false;
      clear_idle(more_);
      before_.assign(dR_.begin(), dR_.end());
      for (std::size_t i = 0; i < dR_.size(); ++i) dR_[i] += more_[i];
      multiply();
      const double last = std::exchange(rest, find_rest());
      if (rest < last) continue;
      dR_.swap(before_);
      multiply();
      break;
    }
    return true;
  }

  /// @return false when no step leads on.
  bool step() {
    const double m = barrier(0.0);
    linearise();
    factored_ = false;
    const double part = find_steps(0.0);
    if (part < 0.0) return false;
    const double left = std::clamp(barrier(part) / m, 0.0, 1.0);
    for (ConeRow& cone : cones_) {
      if (!(part > kShortStep)) break;  // a product of long steps that lead out says nothing
      const Vec3 l = cone.scaling.lambda;
      const Vec3 dz = cone.scaling.W * cone.dz;
      cone.product = cone_product(-l - dz, dz);  // W⁻¹ dx + W dz = -λ
    }
    const double length = kToBorder * find_steps(std::max(kLeastCentring, left * left * left) * m);
    if (!(length > kShortest)) return false;
    kept_ = length < kShortStep ? kKept : std::max(0, kept_ - 1);
    for (const int i : others_) R_[at(i)] += length * dR_[at(i)];
    for (ConeRow& cone : cones_) {
      cone.x += length * cone.dx;
      cone.z += length * cone.dz;
      set_reaction(cone);
    }
    update();
    return true;
  }

  const LocalDynamics& problem_;
  BlockCsrOperator* blocks_;
  NewtonDirection& direction_;
  const InteriorPointParams& params_;
  std::span<Vec3> R_;
  std::span<Vec3> U_;
  BodyVelocities velocities_;
  std::vector<ConeRow> cones_;
  std::vector<int> others_;  // rows of other laws
  std::vector<int> idle_;    // rows that keep R = 0
  std::vector<RowLinearisation> rows_;
  std::vector<RowLinearisation> rest_;
  std::vector<Vec3> dR_;
  std::vector<Vec3> dU_;
  std::vector<Vec3> more_;
  std::vector<Vec3> before_;
  std::vector<Vec3> best_;
  double least_ = 0.0;     // e of them
  bool factored_ = false;  // the matrices of this iteration
  double watched_ = 0.0;   // m at the start of the iterations that are watched, W
  int kept_ = 0;           // linearisations to come that keep s
};

}  // namespace

InteriorPointResult solve_interior_point(const LocalDynamics& problem, BlockCsrOperator* blocks,
                                         NewtonDirection& direction,
                                         const InteriorPointParams& params, std::span<Vec3> R,
                                         std::span<Vec3> U) {
  return InteriorPoint(problem, blocks, direction, params, R, U).run();
}

}  // namespace solfec
