#pragma once

namespace solfec {

/// Tolerances that tell a gap to be closed in a dynamic step from one that errors leave.
struct GapScale {
  double tolerance{};  // m, geometric
  double accuracy{};   // m/s that the user allows rows to miss; 0: not given
  double step{};       // s
};

/// Gap up to which a contact without restitution touches, m: min(100 E h, 0.01 of the tolerance)
/// for an accuracy E, and 1e-5 of the tolerance at least, which is the band without an accuracy.
double touching_band(const GapScale& scale);

/// Gap that a contact with a law at its gap has to close in a dynamic step, m; without restitution.
///
/// A solution that is as exact as asked leaves gaps of about E h behind in each step, of either
/// sign. With a law at those gaps every row would ask for a velocity g / h of its own, as large as
/// E, and no motion of the bodies has all of them: which points of a patch carry would change from
/// step to step, and the last reactions would be a bad start. So inside of the band the law sees
/// no gap; where an accuracy is given, one hundredth of the gap, so that points that carry
/// nothing come down in the long run. Beyond the band the gap of the law grows twice as fast as
/// the gap until it is the whole one. It is continuous in the gap: rows whose gaps pass the bound
/// by an error of a step must not ask for g / h all of a sudden.
double law_gap(double gap, const GapScale& scale);

}  // namespace solfec
