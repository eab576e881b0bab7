#pragma once

#include <span>
#include <vector>

#include "solver/newton/newton_direction.h"
#include "solver/row/row_operator.h"
#include "solver/sweep/interior_stage.h"

namespace solfec {

/// When bodies count as standing, and how exactly their reactions are found.
struct StandingSettings {
  double still = 0.05;  // speed of contacts at the start of a step over the accuracy; bodies that
                        // sweeps have solved to the accuracy alone are faster
  double tolerance = 1e-3;   // error of velocity that is left, over the accuracy: it moves standing
                             // bodies in each step, all of them the same way
  double compliance = 1e-4;  // of contacts in the linear system, over tr(W_ii) / 3
  double rounding = 1e-11;   // likewise, over the largest free velocity: the linear system is exact
                             // to about that
  double still_part = 0.8;   // largest part of `still` that counts as rounding
  int most_projections = 10;     // of one start
  int most_factorisations = 40;  // of a step, with those of the interior point
  double handover = 1e-2;  // excess of the interior point over that before it, where turns from its
                           // reactions are tried; 1e-5 takes two steps more and leaves as much
  double interior_tolerance = 1e-2;  // excess over the criteria where the interior point ends
  int most_starts = 3;               // of the interior point, which begins anew after a short step
  double widening = 10.0;            // error of velocity at a new start over that before
  ConeSystems systems{.proximal = 1e-9};  // of the interior point
  double most_cost = 300.0;               // of a factorisation, in sweeps
  double work = 1.0;  // of all factorisations over the sweeps that the user allows
};

/// Whether bodies stand, and the work that it took to find out.
struct StandingResult {
  bool stands = false;     // to the tolerance, by the reactions that are returned
  int projections = 0;     // solutions of the linear system, by one factorisation
  int factorisations = 0;  // with those of the interior point; 0: nothing was tried
  double before = 0.0;     // excess over the criteria of the reactions of the step before
  double after = 0.0;      // of those found last
};

/// Memory of standing bodies, kept from step to step.
struct StandingWorkspace {
  RowOperator W;
  std::vector<double> stiffness;       // of contacts, kg/s; 0: R = 0
  std::vector<int> others;             // rows of other laws
  std::vector<RowLinearisation> rows;  // of the linear system
  std::vector<Vec3> R;                 // N
  std::vector<Vec3> deep;              // N, of the interior point
  std::vector<Vec3> U;                 // m/s
  std::vector<Vec3> dR;                // N
  std::vector<Vec3> slack;             // m/s, in the dual cone
};

/// Reactions of bodies that stand on each other: all of their contacts stick, so U = 0 is a linear
/// problem whose reactions have to lie in the cones of friction.
///
/// Sweeps end with errors of velocity of the accuracy, and errors of the same sign in each step are
/// a creep: walls of 8 x 10 bricks that are shaken far below their limit moved by 3 µm in 0.4 s.
/// Here the bodies stand to a thousandth of that.
///
/// Contacts get a stiffness of 1 / (compliance tr(W_ii) / 3), and the alternating directions method
/// of multipliers (Boyd, Parikh, Chu, Peleato and Eckstein (2011), Found. Trends Mach. Learn. 3,
/// 1-122) takes turns of
///   found = R - stiffness (U - slack)  with U = B + W found,
///   R = P_K(found - stiffness slack),  slack = (R - found) / stiffness.
/// All turns have the matrix of one factorisation, which has the velocities of bodies as unknowns.
/// As long as reactions stay inside of their cones the first turn ends it, with the solution
/// nearest to the reactions of the step before. When ten turns are not enough an interior point
/// finds reactions that lie deep in the cones, from where turns and the next steps start; s =
/// μ|u_T| is left out of it, since nothing slides.
///
/// Nothing is tried where contacts move at the start of the step, where a factorisation costs too
/// much, on more than one rank, in quasi-static steps and in stored problems. Rows of other laws
/// take part by their linearisation.
///
/// @param direction    Solver of the linear systems of all rows of the problem.
/// @param most_sweeps  Sweeps that the user allows.
/// @param[in,out] R    Reactions of the step before, N; on return those of standing bodies,
///                     unchanged when the bodies do not stand.
StandingResult solve_standing(const StagedProblem& staged, NewtonDirection& direction,
                              const StandingSettings& settings, int most_sweeps,
                              StandingWorkspace& work, std::span<Vec3> R);

}  // namespace solfec
