#include "solver/measure/contact_states.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include <Eigen/Dense>

namespace solfec {

RowLaw ContactState::law() const {
  RowLaw law;
  law.kind = ConstraintKind::contact;
  law.friction = friction;
  law.velocity_shift = velocity_shift;
  law.cohesion = cohesion;
  law.bonded = cohesion > 0.0;
  return law;
}

ContactState ContactState::with_scale(double scale) const {
  ContactState state = *this;
  state.R = (1.0 / scale) * R;
  state.cohesion = cohesion / scale;
  return state;
}

// Friction 3/4 makes 1 + mu² = 25/16: the cone point of a slipping trial x is
// n = (x_n + 3/4 |x_T|) 16/25, |p_T| = 3/4 n.
std::span<const ContactState> contact_states() {
  static const std::vector<ContactState> states{
      // ũ = (3, 4, 19/4); the trial -ũ has 15/4 <= 19/4
      {"open and parting", 0.75, 0, 0, {0, 0, 0}, {3, 4, 1}, {0, 0, 0}},
      // ũ = (6, 8, 75/2), trial (-5, -6, -69/2): nothing of r is allowed
      {"open under a reaction", 0.75, 0, 0, {1, 2, 3}, {6, 8, 30}, {1, 2, 3}},
      // ũ = (3, 4, 15/4): the trial is on the edge of the polar cone
      {"touching and sliding without load", 0.75, 0, 0, {0, 0, 0}, {3, 4, 0}, {0, 0, 0}},
      // ũ = (3, 4, 11/4): |x_T| 3/4 = 15/4 > 11/4, n = 1 · 16/25, p = (-36, -48, 80) / 125 · 1
      {"just inside the polar edge", 0.75, 0, 0, {0, 0, 0}, {3, 4, -1}, {0.288, 0.384, -0.64}},
      {"sticking", 0.75, 0, 0, {1, 2, 10}, {0, 0, 0}, {0, 0, 0}},
      // ũ = (0.3, 0.4, -5/8), trial inside of the cone: all of ũ is missed
      {"sticking but moving", 0.75, 0, 0, {1, 2, 10}, {0.3, 0.4, -1}, {0.3, 0.4, -0.625}},
      // ũ = (-6, -8, 15/2), trial (9, 12, -5/6): n = (-5/6 + 45/4) 16/25 = 20/3
      {"slipping", 0.75, 0, 0, {3, 4, 20.0 / 3}, {-6, -8, 0}, {0, 0, 0}},
      // ũ = (6, 8, 15/2), trial (-3, -4, -5/6): n = (-5/6 + 15/4) 16/25 = 28/15
      {"slipping along its friction", 0.75, 0, 0, {3, 4, 20.0 / 3}, {6, 8, 0}, {3.84, 5.12, 4.8}},
      // ũ = (-4, -3, 23/4), trial (6, 8, 5): n = 8, p_T = 6 (3, 4) / 5
      {"slipping, all wrong", 0.75, 0, 0, {2, 5, 10.75}, {-4, -3, 2}, {-1.6, 0.2, 2.75}},
      // trial (6, 8, -5), between the cone and its polar: n = (5/2) 16/25 = 8/5
      {"pulled, at rest", 0.75, 0, 0, {6, 8, -5}, {0, 0, 0}, {5.28, 7.04, -6.6}},
      // R_n + 3 and U_n - 3/2 are those of "slipping, all wrong"
      {"bond", 0.75, 0, 3, {2, 5, 7.75}, {-4, -3, 2}, {-1.6, 0.2, 2.75}},
      {"restitution", 0.75, -1.5, 0, {2, 5, 10.75}, {-4, -3, 3.5}, {-1.6, 0.2, 2.75}},
      {"bond that pulls", 0.75, 0, 3, {0, 0, -2}, {0, 0, 0.5}, {0, 0, 0.5}},
      {"rebound", 0.75, -1.5, 0, {1, 2, 10}, {0, 0, 1.5}, {0, 0, 0}},
      // without friction x_T is dropped and n = max(0, x_n)
      {"smooth", 0, 0, 0, {0, 0, 2}, {3, 4, 0}, {0, 0, 0}},
      {"smooth with friction", 0, 0, 0, {1, 2, 2}, {3, 4, 1}, {1, 2, 1}},
      {"smooth and parting", 0, 0, 0, {0, 0, 1}, {0, 0, 2}, {0, 0, 1}},
      {"smooth and pulled", 0, 0, 0, {0, 0, -1}, {0, 0, 0}, {0, 0, -1}},
      {"smooth at nothing", 0, 0, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
      // above a friction of 10 each part by itself: w r - u = (3, 4, 4) is within the cone
      {"rough", 1e9, 0, 0, {3.6, 4.8, 3}, {0.6, 0.8, -1}, {0.6, 0.8, -1}},
      {"rough and held", 1e9, 0, 0, {4, -8, 2}, {0, 0, -0.5}, {0, 0, -0.5}},
  };
  return states;
}

std::vector<ContactState> random_contact_states(int count, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto vector = [&] { return Vec3{unit(rng), unit(rng), unit(rng)}; };
  constexpr double kFriction[] = {0.0, 1e-3, 0.3, 0.8, 3.0, 1e3};
  std::vector<ContactState> states;
  for (int k = 0; k < count; ++k) {
    ContactState state;
    state.name = "random";
    state.friction = kFriction[rng() % 6];
    if (rng() % 3 == 0) state.velocity_shift = unit(rng);
    if (rng() % 3 == 0) state.cohesion = 1.0 + unit(rng);
    state.R = vector() + Vec3{0, 0, rng() % 2 == 0 ? 1.0 : 0.0};
    // friction lifts ũ by mu |u_T|: slow sliding is what brings a rough contact to stick or slip
    const double slow = rng() % 2 == 0 ? 1.0 / (1.0 + state.friction * state.friction) : 1.0;
    const Vec3 any = vector();
    state.U = {slow * any.x, slow * any.y, any.z};
    states.push_back(state);
  }
  return states;
}

namespace {

struct PlanePoint {
  double along = 0.0;  // in the direction of the half-plane, >= 0
  double height = 0.0;
  double distance_squared = 0.0;
  ConeRegion region{};
};

/// The nearest point with 0 <= along <= mu height: inside, or the nearest of both rays and 0.
PlanePoint nearest_in_plane(double along, double height, double mu) {
  if (0.0 <= height && 0.0 <= along && along <= mu * height)
    return {along, height, 0.0, ConeRegion::stick};
  const auto distance = [&](double a, double b) {
    return (a - along) * (a - along) + (b - height) * (b - height);
  };
  PlanePoint best{0.0, 0.0, distance(0.0, 0.0), ConeRegion::open};
  for (const double slope : {0.0, mu}) {  // the ray through (slope, 1)
    const double t = (slope * along + height) / (1.0 + slope * slope);
    const double squared = distance(slope * t, t);
    if (t > 0.0 && squared < best.distance_squared) {
      best = {slope * t, t, squared, ConeRegion::slip};
    }
  }
  return best;
}

}  // namespace

NearestPoint nearest_on_cone(Vec3 s, double mu) {
  const auto at_angle = [&](double angle) {
    PlanePoint found = nearest_in_plane(s.x * std::cos(angle) + s.y * std::sin(angle), s.z, mu);
    const double aside = s.y * std::cos(angle) - s.x * std::sin(angle);
    found.distance_squared += aside * aside;
    return found;
  };
  const auto missed = [&](double angle) { return at_angle(angle).distance_squared; };
  constexpr int kScan = 64;
  const double step = 2.0 * std::acos(-1.0) / kScan;
  double best = 0.0;
  for (int k = 1; k < kScan; ++k) {
    if (missed(k * step) < missed(best)) best = k * step;
  }
  const double golden = 0.5 * (std::sqrt(5.0) - 1.0);
  double low = best - step;
  double high = best + step;
  for (int k = 0; k < 60; ++k) {
    const double a = high - golden * (high - low);
    const double b = low + golden * (high - low);
    (missed(a) < missed(b) ? high : low) = missed(a) < missed(b) ? b : a;
  }
  const double angle = 0.5 * (low + high);
  const PlanePoint found = at_angle(angle);
  return {{found.along * std::cos(angle), found.along * std::sin(angle), found.height},
          found.region};
}

SearchedMiss searched_miss(const RowLaw& law, double scale, Vec3 R, Vec3 U) {
  const Vec3 r{scale * R.x, scale * R.y, scale * (R.z + law.cohesion)};
  if (law.friction > 10.0) {  // Alart and Curnier
    const Vec3 y{r.x - U.x, r.y - U.y, r.z - U.z - law.velocity_shift};
    const double pressure = std::fmax(y.z, 0.0);
    const double length = std::fmin(std::hypot(y.x, y.y), law.friction * pressure);
    const double angle = std::atan2(y.y, y.x);
    const Vec3 nearest{length * std::cos(angle), length * std::sin(angle), pressure};
    const bool sticks = std::hypot(y.x, y.y) <= law.friction * pressure;
    const ConeRegion region = sticks ? ConeRegion::stick : ConeRegion::slip;
    return {r - nearest, pressure > 0.0 ? region : ConeRegion::open, norm(y)};
  }
  const double lift = law.friction * std::hypot(U.x, U.y);
  const Vec3 trial{r.x - U.x, r.y - U.y, r.z - (U.z + law.velocity_shift + lift)};
  const NearestPoint nearest = nearest_on_cone(trial, law.friction);
  return {r - nearest.point, nearest.region, norm(trial)};
}

double inverse_energy(const Mat3& W, Vec3 x) {
  const Eigen::Map<const Eigen::Matrix3d> map(W.m);
  const Eigen::Matrix3d symmetric = 0.5 * (map + map.transpose());
  const Eigen::Vector3d v(x.x, x.y, x.z);
  return v.dot(symmetric.ldlt().solve(v));
}

}  // namespace solfec
