#pragma once

#include <limits>
#include <span>
#include <vector>

#include "solver/measure/staged_problem.h"
#include "solver/newton/newton_direction.h"
#include "solver/row/row_operator.h"

namespace solfec {

/// How an augmented Lagrangian is solved, and when its solution ends.
struct AugmentedSettings {
  // 1 / (ρ w) of contacts, with the mobility w = tr(W_ii) / 3. Larger ones take more rounds, and
  // from 1e-7 on Newton's method ends at rounding. When failed rounds were tried again, a step of a
  // wall with a door that rocks took 13 factorisations with 1e-4, 10 with 1e-5 and 7.5 with 3e-6.
  double compliance = 3e-6;
  double first_softness = 1.0;  // compliance of the first round over that of the others
  // Excess over the criteria that ends the rounds. What is left moves standing bodies in each step,
  // all of them the same way.
  double goal = 1e-3;
  // Largest error of velocity of the reactions of the start, over the largest change of velocity
  // without reactions. Where it is larger many contacts meet or part in the step, and a third of
  // the solutions fails.
  double most_error = 0.3;
  double inner = 0.1;         // error of velocity that ends a round, over that of the goal
  int most_rounds = 8;        // changes of the multipliers
  double round_gain = 0.5;    // excess after a round over the least one before it, at most, for
                              // another round
  double gain = 0.5;          // error after a step of Newton's method over the least one before it,
                              // at most, for a gain
  int most_steps = 12;        // of Newton's method in a round
  int idle_steps = 3;         // steps in a row without a gain end the solution
  double rounding = 0.1;      // error over that of the criteria, where idle steps are rounding
  double overshoot = 0.5;     // slope at the end of a step over that at its start, at most
  int most_cuts = 8;          // of the length of a step
  double shortest_cut = 0.1;  // part of the interval of lengths that a cut leaves on either side
  double border = 1e-6;       // share of the bound of friction from which a contact slides
  double slide = 1e-3;  // share of R_N by which a sliding contact is beyond its bound at least
};

/// Work and outcome of a solution.
struct AugmentedResult {
  bool met = false;        // the criteria, by the reactions that are returned
  int factorisations = 0;  // 0: nothing was tried
  double before = 0.0;     // excess over the criteria of the reactions of the start
  double after = 0.0;      // of the best ones
};

/// Settings for contacts beside stiff bonds. Reactions of the start tell little of velocities that
/// bonds hold, and Newton's method first finds out which contacts carry: the errors of its steps
/// stay while it does. In the first round contacts are softer, so fewer of them change at once. A
/// wall of 32 bricks with elastic bonds that is pushed at its top solved 60 of 60 steps of 1 ms and
/// 50 of 60 of 0.1 ms; with 3e-4 in all rounds it was 60 and 36, with 1e-3 in all 54 and 50.
inline AugmentedSettings bonded_settings() {
  AugmentedSettings settings;
  settings.compliance = 1e-3;
  settings.first_softness = 10.0;
  settings.round_gain = 0.8;
  settings.goal = 0.1;
  settings.inner = 1e-3;
  settings.most_error = std::numeric_limits<double>::infinity();
  settings.most_rounds = 20;
  settings.most_steps = 40;
  settings.idle_steps = 12;
  return settings;
}

/// A contact of Signorini and Coulomb in the augmented Lagrangian, alone or beside a bond.
struct AugmentedContact {
  int row{};
  bool bonded{};  // beside a bond that softens (solver/law/cohesive_contact.h)
  double friction{};
  double cohesion{};   // N
  double shift{};      // of its normal velocity, m/s
  double mobility{};   // w = tr(W_ii) / 3, s/kg
  double stiffness{};  // ρ, kg/s
  Vec3 velocity;       // of the start of the step, or at the end of the last round, m/s
  Vec3 multiplier;     // λ, N
  Vec3 argument;       // of the projection, N
  Vec3 force;          // the projection, N
  Vec3 bond;           // force of the bond beside it, N
};

/// Memory of solutions, kept from step to step.
struct AugmentedWorkspace {
  RowOperator W;
  std::vector<AugmentedContact> contacts;
  std::vector<int> others;             // rows of other laws
  std::vector<RowLinearisation> rows;  // of Newton's method
  std::vector<Vec3> R;                 // N
  std::vector<Vec3> U;                 // m/s
  std::vector<Vec3> dR;                // N
  std::vector<Vec3> dU;                // m/s
  std::vector<Vec3> best;              // N, reactions of the least excess
};

/// Solves U = B + W R with the laws of the rows by an augmented Lagrangian whose unknowns are the
/// velocities v of bodies, and a semismooth Newton method.
///
/// Contacts have multipliers λ and a stiffness ρ, and reactions, in shifted variables
/// (row_quantities.h),
///   r = P_K(λ - ρ (u + s n)),   s = μ|u_T|,   M (v - v_free) = h Hᵀ R.
/// Where λ = r the law of De Saxcé and Feng (1998), Math. Comput. Model. 28, 225-245, holds. Each
/// round finds v for its λ and then takes r for λ; it leaves errors of velocity of about
/// (r - λ) / ρ, so a large ρ needs few rounds (Rockafellar (1976), Math. Oper. Res. 1, 97-116).
/// Steps of Newton's method have the matrix M + h Hᵀ E H, E = ρ P'_K (1 + μ n tᵀ), t = u_T/|u_T|,
/// which is regular however redundant contacts are, while W is not (Qi and Sun (1993), Math.
/// Program. 58, 353-367; Li, Sun and Toh (2018), SIAM J. Optim. 28, 433-458).
///
/// The length of a step is found by the slope along it of
///   1/2 |v - v_free|²_M / h + Σ |P_K(λ - ρ (u + s n))|² / (2 ρ),
/// the convex function that a round minimises while s stays. Where steps do not lead on, as where
/// much slides, the solution ends: sweeps are better there. Rounds that keep s, the fixed point of
/// Acary, Cadoux, Lemaréchal and Malick (2011), Z. Angew. Math. Mech. 91, 155-175, seldom help.
///
/// The first step of a round goes from velocities at which each contact sticks, slides or is open
/// as its multiplier says: a wall that rocks mostly goes on as in the step before.
///
/// Beside a bond that softens while it breaks the reaction of a row is that of its contact and the
/// force F(U) of the bond, which adds its derivative to E and -F δU to the slope. Rows of other
/// laws take part by their linearisation.
///
/// @param direction            Solver of the linear systems of all rows of the problem.
/// @param most_factorisations  At most.
/// @param[in,out] R  Reactions of the step before, N; on return those of the solution, unchanged
///                   where they do not meet the criteria.
AugmentedResult solve_augmented(const StagedProblem& staged, NewtonDirection& direction,
                                const AugmentedSettings& settings, int most_factorisations,
                                AugmentedWorkspace& work, std::span<Vec3> R);

}  // namespace solfec
