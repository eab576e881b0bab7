#pragma once

#include <array>

#include "solver/augmented/augmented_lagrangian.h"
#include "solver/settings/default_settings.h"
#include "solver/sweep/interior_stage.h"
#include "solver/sweep/joint_blocks.h"
#include "solver/sweep/standing_bodies.h"
#include "solver/sweep/sweep_momentum.h"

namespace solfec {

/// Plain sweeps, the first stage with acceleration 'AUTO'.
struct PlainSweepSettings {
  int sweeps = 30;   // at most; with warm starts most steps take fewer
  int interval = 5;  // sweeps between two measurements at most; a measurement costs about a sweep
};

/// Proximal sweeps with momentum.
struct MomentumSettings {
  int first = 10;      // sweeps that foretell nothing, because they gain more than those after
  int block = 20;      // sweeps between two looks at the other stages; with 10 or 30 shaken walls
                       // take 22 % or 12 % more sweeps
  int longest = 3000;  // sweeps in a row where no other stage may follow
  int interval = 20;   // sweeps between two measurements at most
  int restart = 500;   // sweeps after which velocities are summed up anew from the reactions
  double slip = 0.1;   // tolerance of directions of slip over the last relative change of R;
                       // from 0.01 to 0.3 the number of sweeps stays within 2 %
  double finest = 1e-13;  // bounds of that tolerance
  double coarsest = 1e-2;
};

/// Newton steps in turn with sweeps.
struct NewtonStepSettings {
  double least_sweeps = 100.0;  // foretold sweeps up to which sweeps go on
  double least_steps = 4.0;    // likewise, as work in steps: in granular scenes four of five series
                               // were rejected, and a step costs 35 to 600 sweeps
  int between = 50;            // sweeps between two series of steps
  int longest_wait = 1 << 20;  // sweeps; a wait doubles after a rejected series, without a bound
                               // that matters: sweeps that cannot better the best reactions would
                               // be repeated for ever
  int steps = 12;              // in a series at most
  int smoothing = 10;          // sweeps after a step
  double accepted = 0.9;       // residual after a step over that before, at most
  double hopeless = 10.0;      // residual after the first two of these sweeps over the best one,
                               // from which on a step length is given up
  std::array<double, 2> lengths{1.0, 0.3};  // of a step, tried in turn
  double affordable = 5000.0;               // work of a factorisation at most, in sweeps
};

/// A series of BODY_SPACE steps from zero reactions, or over meshes.
struct SeriesSettings {
  double steps = 20.0;  // work at most, in steps with their smoothing
  int sweeps = 400;     // between the steps at most
};

/// Steps over meshes in dynamic analyses, whose factorisations cost more than is affordable.
struct LateSettings {
  int first = 150;  // sweeps before them at least
  int share = 6;    // or the sweeps that the user allows over this number
};

/// Newton steps from a solution of rows that see meshes in quasi-static steps.
struct RefinementSettings {
  int steps = 12;           // at most
  double residual = 1e-10;  // e that needs no refinement
  double gain = 0.5;        // e after a step over that before, at most; else it is the last one
};

/// Newton steps through the tangents of meshes before any sweep, while blocks of W are deferred.
struct MeshStepSettings {
  int steps = 25;  // at most
};

/// Sweeps before NEWTON_SOLVER where rows see meshes (first_sweeps.h).
struct FirstSweepSettings {
  int sweeps = 100;          // in dynamic steps; an iteration takes up to as many products of W
  double iterations = 30.0;  // in quasi-static steps: their work, in iterations
  double between = 20.0;     // sweeps that follow an iteration in the mean
  double most = 1500.0;      // sweeps at most
  double change = 1e-3;      // relative change of R that suffices; the criteria of Newton's method
                             // ask for none
};

/// Newton's method over all rows (newton.h).
struct NewtonSettings {
  int linear_growth = 5;           // linear iterations that each iteration adds
  int most_linear = 100;           // linear iterations; bounds the memory of the basis
  double smoothing = 0.1;          // of the derivative, over the residual speed
  double direct_smoothing = 5e-3;  // likewise where a factorisation solves the linear system
  double decrease = 0.1;           // share of the foretold decrease that the line search asks for
  double shortening = 0.4;         // of the step length from trial to trial
  int trials = 4;                  // step lengths
  double proximal = 0.1;           // weight in sweeps, over tr(W_ii)/3
  int sweeps = 10;                 // after a step that was not accepted
  int most_doublings = 6;          // of that number, each time that this repeats
  double inner_decrease = 0.3;     // own residual of FIXED_POINT after which its bound moves
  int inner_iterations = 3;        // or iterations after which it does
  double much = 0.1;               // residual over that before, of a step that gains a digit
  double refined = 1e-10;          // e that needs no refinement
  double half = 0.5;               // e over that before, of a step that refines
  int without_gain = 8;            // iterations of a refinement that do not halve e
  double little = 0.1;             // share by which iterations lower the measure of the reactions
  int most_rejected = 10;          // when they gain less: steps in a row that are not accepted. 640
                                   // sweeps follow each; a pressed wall of meshes took 636 000,
                                   // which gained 6 %
  int most_idle = 200;             // likewise iterations; where most rows slip, dozens may gain
                                   // nothing before the next ones do
  int static_sweeps = 2000;   // sweeps of one solution in a quasi-static pass of meshes, at most: a
                              // shorter pseudo-time helps the rows more. A pressed wall took 97 000
                              // at a long one, 8 s in place of 1 s
  double joint_share = 1e-4;  // of the bound of all rows that joints may miss: their errors
                              // add up over the steps
  int joint_tries = 3;        // iterations for that which do not halve the error of joints
  double early = 0.3;         // share of the iterations before the late factorisation
};

/// INTERIOR_POINT_SOLVER with convex friction. With both proximal terms 2 of 800 steps of two walls
/// of 5 x 6 bricks that are shaken until they slide miss 1e-3 |g| h.
struct ConvexSettings {
  std::array<double, 2> proximal{1e-9, 1e-8};  // terms over w; the second where the first one fails
  double refined = 1e-6;                       // relative residual of the linear solutions
};

/// When the augmented Lagrangian takes a step, before all sweeps.
struct AugmentedStageSettings {
  double redundant = 3.5;  // components of reactions over those of velocities, at least: walls have
                           // 4.5 to 5.5. Rockfill and dominoes, with 2 to 2.5, take longer by it
                           // than by sweeps and an interior point
  double most_cost = 300.0;      // of a factorisation, in sweeps
  int most_factorisations = 40;  // of a step
  double work = 1.0;             // of them over the sweeps that the user allows
  AugmentedSettings solution;
  int most_beside_bonds = 80;  // factorisations of a step
  double bonded_work = 2.0;    // as `work`, beside bonds that sweeps do not solve
  AugmentedSettings bonded = bonded_settings();
};

/// Sweeps with acceleration 'OFF'.
struct UnacceleratedSettings {
  int small_problem = 64;  // rows up to which each sweep is followed by a measurement
  int refresh = 128;       // sweeps between two sums of v = h M⁻¹ Hᵀ R from the reactions
};

/// All numbers that decide when a stage of a solution begins, hands over and ends. A pure number
/// is relative, a speed is in m/s, and work is counted in sweeps.
struct SolverSettings {
  StandingSettings standing;
  AugmentedStageSettings augmented;
  JointBlockSettings joints;
  PlainSweepSettings plain;
  MomentumSettings momentum;
  DampingSettings damping;  // of the momentum
  InteriorStageSettings interior;
  NewtonStepSettings newton_steps;
  SeriesSettings series;
  LateSettings late;
  RefinementSettings refinement;
  MeshStepSettings mesh_steps;
  FirstSweepSettings first_sweeps;
  NewtonSettings newton;
  ConvexSettings convex;
  UnacceleratedSettings unaccelerated;
};

}  // namespace solfec
