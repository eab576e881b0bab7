#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <string_view>

#include "solver/measure/merit.h"
#include "solver/measure/natural_residual.h"
#include "solver/measure/velocity_accuracy.h"

namespace solfec {

/// Criterion that a solution does not meet.
enum class Miss { nothing, change, residual, merit, accuracy, velocities };
inline constexpr int kMisses = 6;

/// As messages name it.
constexpr std::string_view name_of(Miss item) {
  switch (item) {
    case Miss::nothing:
      return "";
    case Miss::change:
      return "change of the reactions";
    case Miss::residual:
      return "residual";
    case Miss::merit:
      return "merit";
    case Miss::accuracy:
      return "error of velocity";
    case Miss::velocities:
      return "residual over velocities";
  }
  return {};
}

/// Single rows may miss this many times an accuracy that the mean over the bodies keeps.
inline constexpr double kSingleRow = 10.0;

/// How far errors of velocity are above an accuracy E; at most 1 where they keep it. Either each
/// row keeps E, or the root of Σ error² over the number of bodies does and no single row misses
/// more than kSingleRow E. Among many bodies one row then does not decide how long the others are
/// solved for. Measured on a shaken wall of 85 bricks, E = 1e-3 |g| h, until joints open by a tenth
/// of a brick: motion within 0.8 % of the largest slip of a run with 1e-2 E, 0.4 % where each row
/// has to keep E.
/// @param worst     Largest error of a row, m/s.
/// @param mean      NaturalViolation::mean, m/s.
/// @param accuracy  E, m/s; infinite asks for nothing.
inline double accuracy_excess(double worst, double mean, double accuracy) {
  const double of_bodies = std::fmax(mean, worst / kSingleRow);
  return std::isnan(worst) || std::isnan(mean) ? worst + mean
                                               : std::fmin(worst, of_bodies) / accuracy;
}

/// When a solution is good enough. Iterations end by the same test that gives the verdict. A bound
/// that is infinite asks for nothing. Rows that miss no more than rounding meet every criterion.
struct Criteria {
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  double change = kNone;      // by a sweep (relative_change)
  double residual = kNone;    // e, natural_residual.h
  double merit = kNone;       // g, merit.h
  double row_error = kNone;   // largest error of velocity of a row, m/s
  double accuracy = kNone;    // error of velocity as accuracy_excess judges it, m/s
  double velocities = kNone;  // e with max(|q|, |u|) as its scale: reactions that grow without end
                              // make e small although velocities stay wrong

  /// The first that is missed.
  /// @param change_of_reactions  In the last sweep; 0 where there are no sweeps.
  [[nodiscard]] Miss missed(double change_of_reactions, const NaturalViolation& map,
                            double merit_value) const {
    if (map.violation == 0.0 && map.is_measured()) return Miss::nothing;
    // Written as !(x <= bound) so that NaN misses too.
    if (!(change_of_reactions <= change)) return Miss::change;
    if (!(map.natural() <= residual)) return Miss::residual;
    if (!(merit_value <= merit)) return Miss::merit;
    if (!(map.worst <= row_error)) return Miss::accuracy;
    if (!(accuracy_excess(map.worst, map.mean, accuracy) <= 1.0)) return Miss::accuracy;
    if (!(map.violation <= velocities * map.velocity_scale)) return Miss::velocities;
    return Miss::nothing;
  }

  /// Largest ratio of a measure to its bound, each in a form that is linear in the error; without
  /// the change.
  [[nodiscard]] double excess(const NaturalViolation& map, double merit_value) const;
};

/// Sets the bounds of errors of velocity that a step and the user ask for.
/// @return Whether an accuracy is given, which takes the place of the other criteria.
bool set_speed_criteria(const VelocityAccuracy& accuracy, const LocalDynamics& problem,
                        Criteria& criteria);

/// Criteria of a stored problem: e up to a tolerance, and over velocities alone up to its root.
Criteria residual_criteria(double tolerance);

/// Natural residual of reactions, and their merit where the criteria have a bound of it, else 0.
/// A merit takes longer than all the rest.
Residual residual_for(const Criteria& criteria, const LocalDynamics& problem,
                      std::span<const Vec3> R, std::span<const Vec3> U);

}  // namespace solfec
