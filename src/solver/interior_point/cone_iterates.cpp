#include "solver/interior_point/cone_iterates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/count.h"
#include "solver/law/row_quantities.h"
#include "solver/row/row_linearisation.h"
#include "solver/row/row_reaction.h"

namespace solfec {
namespace {

constexpr double kToBorder = 0.99;       // share of the way to the border of a cone
constexpr double kShortStep = 0.1;       // a step below keeps s in the next linearisations
constexpr int kConvexSteps = 3;          // so many of them
constexpr double kShortest = 1e-8;       // a step below ends the iteration
constexpr double kLeastCentring = 1e-3;  // σ
constexpr int kRefinements = 3;          // of a linear solution
constexpr double kUnrefined = 1.0;       // residual of a linear solution that never needs one
constexpr double kLeastError = 1e-6;     // of the start, over the scale of e

double tangential(Vec3 u) { return std::sqrt(u.x * u.x + u.y * u.y); }

/// T W² T (1 + μ n tᵀ) with T = diag (1, 1, 1/μ).
Mat3 stiffness_of(const ConeRow& cone) {
  const double share = 1.0 / cone.friction;
  const Mat3& W2 = cone.scaling.squared;
  Mat3 E =
      from_columns(W2.column(0) + (share * cone.slope[0]) * W2.column(2),
                   W2.column(1) + (share * cone.slope[1]) * W2.column(2), share * W2.column(2));
  for (int j = 0; j < 3; ++j) E(2, j) *= share;
  return E;
}

}  // namespace

ConeIterates::ConeIterates(const LocalDynamics& problem, BlockCsrOperator* blocks,
                           NewtonDirection& direction, const ConeSystems& systems,
                           std::span<Vec3> R, std::span<Vec3> U)
    : problem_(problem),
      direction_(direction),
      systems_(systems),
      R_(R),
      U_(U),
      mean_mobility_(mean_inverse_mass(problem)),
      dR_(R.size()),
      dU_(R.size()),
      more_(R.size()) {
  W_.start(problem, blocks);
  rest_.resize(R.size());
  find_rows();
  update();
}

void ConeIterates::update() { W_.update(R_, U_); }

/// dU = W dR.
void ConeIterates::multiply() { W_.multiply(dR_, dU_); }

void ConeIterates::find_rows() {
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

Vec3 ConeIterates::x_of(const ConeRow& cone) const {
  const Vec3 r = shifted_reaction(problem_.law[at(cone.row)], R_[at(cone.row)]);
  if (cone.one_dimension) return {0.0, 0.0, r.z};
  return {r.x, r.y, cone.friction * r.z};
}

Vec3 ConeIterates::z_of(const ConeRow& cone) const {
  const Vec3 u = shifted_velocity(problem_.law[at(cone.row)], U_[at(cone.row)]);
  if (cone.one_dimension) return {0.0, 0.0, u.z};
  return {u.x, u.y, u.z / cone.friction + (keeps_slip_ ? cone.slip : tangential(u))};
}

void ConeIterates::set_reaction(const ConeRow& cone) {
  const double cohesion = problem_.law[at(cone.row)].cohesion;
  R_[at(cone.row)] = {cone.x.x, cone.x.y, cone.x.z / cone.friction - cohesion};
}

void ConeIterates::start(double error) {
  const double m = error * error / mean_mobility_;
  for (ConeRow& cone : cones_) {
    const Vec3 d = x_of(cone) - z_of(cone) / cone.mobility;
    const ConePair pair = smoothed_cone_pair(d, m / cone.mobility, cone.one_dimension);
    cone.x = pair.x;
    cone.z = cone.mobility * pair.z;
    set_reaction(cone);
  }
  update();
}

double ConeIterates::free_error(const NaturalViolation& map) const {
  double error = std::max(map.worst, kLeastError * map.scale);
  for (const ConeRow& cone : cones_) error = std::max(error, norm(problem_.B[at(cone.row)]));
  return error;
}

double ConeIterates::keep_slip() {
  double change = 0.0;
  for (ConeRow& cone : cones_) {
    if (cone.one_dimension) continue;
    const double slip = tangential(U_[at(cone.row)]);
    change = std::max(change, std::abs(slip - cone.slip));
    cone.slip = slip;
  }
  keeps_slip_ = true;
  return change;
}

double ConeIterates::error() const {
  double worst = 0.0;
  for (const ConeRow& cone : cones_) {
    const double gap = std::max(dot(cone.x, cone.z), 0.0) * cone.mobility;
    worst = std::max({worst, std::sqrt(gap), norm(z_of(cone) - cone.z)});
  }
  return worst;
}

/// m, the mean of x·z over the contacts after a part of the steps, W.
double ConeIterates::barrier(double length) const {
  double sum = 0.0;
  for (const ConeRow& cone : cones_) {
    sum += dot(cone.x + length * cone.dx, cone.z + length * cone.dz);
  }
  return cones_.empty() ? 0.0 : sum / count(cones_);
}

/// Derivative of s by U.
void ConeIterates::set_slope(ConeRow& cone) const {
  cone.slope[0] = cone.slope[1] = 0.0;
  const Vec3 u = U_[at(cone.row)];
  const double speed = tangential(u);
  if (cone.one_dimension || keeps_slip_ || convex_steps_ > 0 || !(speed > 0.0)) return;
  cone.slope[0] = cone.friction * u.x / speed;
  cone.slope[1] = cone.friction * u.y / speed;
}

/// Matrices of the rows at x, z and U.
void ConeIterates::linearise() {
  rows_.assign(R_.size(), {});
  for (int i = 0; i < problem_.size(); ++i) rows_[at(i)].k = R_[at(i)];
  for (const int i : others_) rows_[at(i)] = linearise_row(problem_, i, R_[at(i)], U_[at(i)]);
  for (ConeRow& cone : cones_) {
    cone.target = z_of(cone);
    cone.product = {};
    set_slope(cone);
    Mat3& E = rows_[at(cone.row)].E;
    if (cone.one_dimension) {
      cone.scaling = half_line_scaling(cone.x.z, cone.z.z);
      E = cone.scaling.squared;
    } else {
      cone.scaling = nesterov_todd(cone.x, cone.z);
      E = stiffness_of(cone);
    }
    cone.bounded = inverse(identity() + systems_.proximal * cone.mobility * E);
    E = cone.bounded * E;
  }
}

/// Steps towards x ∘ z = target e. @return The largest part of them that stays inside, at most 1;
/// negative when the linear system could not be solved.
double ConeIterates::find_steps(double target, double refined) {
  for (const ConeRow& cone : cones_) {
    const ConeScaling& scaling = cone.scaling;
    const Vec3 l = scaling.lambda;
    const Vec3 wanted = Vec3{0.0, 0.0, target} - cone_product(l, l) - cone.product;
    const Vec3 q = cone_quotient(wanted, l, scaling.lambda_determinant);
    const Vec3 k = scaling.squared * (cone.target - cone.z) - scaling.W * q;
    const Vec3 R = R_[at(cone.row)];
    rows_[at(cone.row)].k =
        cone.bounded *
        (cone.one_dimension ? Vec3{R.x, R.y, k.z} : Vec3{k.x, k.y, k.z / cone.friction});
  }
  if (!solve_rows(refined)) return -1.0;
  double length = 1.0;
  for (ConeRow& cone : cones_) {
    const Vec3 dR = dR_[at(cone.row)];
    const Vec3 dU = dU_[at(cone.row)];
    const double dilated = cone.slope[0] * dU.x + cone.slope[1] * dU.y + dU.z;
    const double across = cone.one_dimension ? 0.0 : 1.0;
    cone.dx = {across * dR.x, across * dR.y, cone.friction * dR.z};
    cone.dz = Vec3{across * dU.x, across * dU.y, dilated / cone.friction} + cone.target - cone.z;
    length = std::min({length, cone_step(cone.x, cone.scaling.x_determinant, cone.dx),
                       cone_step(cone.z, cone.scaling.z_determinant, cone.dz)});
  }
  return length;
}

/// Takes the rounding of a linear solution off what stays zero.
void ConeIterates::clear_idle(std::span<Vec3> dR) const {
  for (const int i : idle_) dR[at(i)] = {};
  for (const ConeRow& cone : cones_) {
    Vec3& step = dR[at(cone.row)];
    if (cone.one_dimension) step.x = step.y = 0.0;
  }
}

/// dR + k + E dU of all rows, and its size over that of k.
double ConeIterates::find_rest() {
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
bool ConeIterates::solve_rows(double refined) {
  const bool again = std::exchange(factored_, true);
  if (!(again ? direction_.again(rows_, dR_) : direction_.step(rows_, dR_))) return false;
  clear_idle(dR_);
  multiply();
  double rest = find_rest();
  for (int k = 0; k < kRefinements && rest > refined; ++k) {
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

/// Velocity of the contact that is pressed most when x ∘ z = m e, m/s: what steps must tell from 0.
double ConeIterates::least_velocity(double m) const {
  double most = 0.0;
  for (const ConeRow& cone : cones_) most = std::max(most, cone.x.z);
  return most > 0.0 ? m / most : std::numeric_limits<double>::infinity();
}

bool ConeIterates::step() {
  const double m = barrier(0.0);
  linearise();
  factored_ = false;
  direction_.allow_error(least_velocity(m));
  const double part = find_steps(0.0, systems_.refines_predictor ? systems_.refined : kUnrefined);
  if (part < 0.0) return false;
  const double left = std::clamp(barrier(part) / m, 0.0, 1.0);
  for (ConeRow& cone : cones_) {
    if (!(part > kShortStep)) break;  // a product of long steps that lead out says nothing
    const Vec3 l = cone.scaling.lambda;
    const Vec3 dz = cone.scaling.W * cone.dz;
    cone.product = cone_product(-l - dz, dz);  // W⁻¹ dx + W dz = -λ
  }
  const double centring = std::max(kLeastCentring, left * left * left);
  const double length = kToBorder * find_steps(centring * m, systems_.refined);
  if (!(length > kShortest)) return false;
  short_ = length < kShortStep;
  convex_steps_ = short_ ? kConvexSteps : std::max(0, convex_steps_ - 1);
  for (const int i : others_) R_[at(i)] += length * dR_[at(i)];
  for (ConeRow& cone : cones_) {
    cone.x += length * cone.dx;
    cone.z += length * cone.dz;
    set_reaction(cone);
  }
  update();
  return true;
}

}  // namespace solfec
