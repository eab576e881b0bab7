#pragma once

#include <functional>
#include <span>
#include <vector>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/interior_point/cone_iterates.h"
#include "solver/measure/criteria.h"
#include "solver/measure/solve_report.h"
#include "solver/newton/newton_direction.h"

namespace solfec {

/// When an interior point ends.
struct InteriorPointParams {
  Criteria criteria;  // without the change of reactions
  ConeSystems systems;
  int most_iterations = 200;  // a factorisation each
};

struct InteriorPointResult {
  bool met = false;                    // the criteria, by the reactions that are returned
  int iterations = 0;                  // factorisations
  std::vector<ResidualPoint> history;  // e after each iteration
};

/// Solves U = B + W R with the laws of the rows by an interior point with exact Coulomb friction
/// (cone_iterates.h), from the smoothed projections of the given reactions that are as far from the
/// borders of the cones as the largest free velocity.
///
/// @param blocks     Operator that multiplies by W; null: body space does.
/// @param direction  Solver of the linear systems of all rows of the problem.
/// @param[in,out] R  Warm start; on return the best reactions, in the sense of e.
/// @param[out] U     U = B + W R.
InteriorPointResult solve_interior_point(const LocalDynamics& problem, BlockCsrOperator* blocks,
                                         NewtonDirection& direction,
                                         const InteriorPointParams& params, std::span<Vec3> R,
                                         std::span<Vec3> U);

/// When the solution of a convex problem ends.
struct ConvexParams {
  double error = 0.0;  // of velocity, m/s, that suffices
  ConeSystems systems;
  int most_iterations = 200;  // a factorisation each
};

struct ConvexResult {
  bool met = false;
  int iterations = 0;                  // factorisations
  double error = 0.0;                  // of the reactions that are returned, m/s
  double scale = 1.0;                  // of e, m/s
  std::vector<ResidualPoint> history;  // error over scale after each iteration
};

/// Solves U = B + W R with s = μ|u_T| left out of the laws of contacts, K ∋ r ⊥ u ∈ K*, which is
/// the convex problem of cone complementarity of Anitescu and Tasora (2010), Comput. Optim. Appl.
/// 47, 207-235, and Tasora and Anitescu (2011), CMAME 200, 439-453. A contact that slides with
/// |u_T| then parts with u_N = μ|u_T|. Errors are those of ConeIterates::error and, in rows of
/// other laws, of their own laws; the natural residual and the merit measure another problem.
///
/// @param[in,out] R  Warm start; on return the reactions of least error.
/// @param[out] U     U = B + W R.
ConvexResult solve_convex(const LocalDynamics& problem, BlockCsrOperator* blocks,
                          NewtonDirection& direction, const ConvexParams& params, std::span<Vec3> R,
                          std::span<Vec3> U);

struct FinishedSweeps {
  bool met = false;  // the criteria of the solution, by what the sweeps end with
  int sweeps = 0;    // that were done
};

/// Sweeps from some reactions, with the laws as they are.
/// @param[in,out] R  Reactions to begin with; on return those after the sweeps.
/// @param sweeps     Number of sweeps at most; 0 only looks at R.
using FinishingSweeps = std::function<FinishedSweeps(std::span<Vec3> R, int sweeps)>;

/// How an interior point and sweeps take turns. 716 problems were measured: steps of walls of 6 x 6
/// and 8 x 10 bricks and of a wall with a door that 40 sweeps do not solve, to 1e-3 |g| h. One try
/// with these numbers solves 99 of 100; 100 sweeps a round and half of the iterations solve 97, and
/// a third or three times of the widening or narrowing changes one in 100. In 600 tries for six
/// walls of 12 to 16 by 9 to 12 bricks under 0.3 g, 400 sweeps a round without looks between them
/// take 1.4 times as long, with the same number of steps missed.
struct InteriorRounds {
  int exact_iterations = 20;  // first iterations, with the derivative of s, at most
  int short_steps = 2;        // as many of them end the iterations with the derivative of s
  double near = 30.0;         // errors over the criteria from which sweeps may end it
  int near_sweeps = 80;       // tried after each of the first iterations that is so near
  double widening = 10.0;     // error of velocity at the start of a round over the change of s
  double narrowing = 0.1;     // error of velocity at the end of a round over the last change of s
  double first_error = 30.0;  // error at the end of the first round over that of the criteria
  int round_iterations = 25;  // iterations of a round at most
  int round_sweeps = 1000;    // sweeps after a round at most, with exact Coulomb friction
  double gain = 0.5;          // least errors after a round over those before it, of one that gains
  int slow_rounds = 3;        // rounds in a row that do not gain call one with the derivative of s;
                              // 0: none ever does
  int vain_rounds = 8;        // as many end the solution; 0: none ever does
  bool of_better = true;      // s of the round or of the sweeps after it, not always of the sweeps
};

/// Rounds for the last digits of stored problems. With 1000 sweeps a round e of RockPile ends three
/// times as high, with none near the end of the first iterations problems that take 12 take 46.
inline constexpr InteriorRounds kPatientRounds{.exact_iterations = 60,
                                               .short_steps = 6,
                                               .near = 100.0,
                                               .near_sweeps = 50,
                                               .widening = 3.0,
                                               .round_sweeps = 2000,
                                               .vain_rounds = 24};

struct RoundParams : InteriorPointParams {
  InteriorRounds rounds;
};

/// Solves like solve_interior_point, with sweeps that end what the interior point leaves. An
/// interior point moves redundant reactions along the null space of W at once, but contacts that
/// hardly carry and hardly move keep it from its last digits; sweeps see just those.
///
/// First come iterations with the derivative of s = μ|u_T|, each followed by some sweeps when its
/// errors are small. Where many contacts change between sticking and slipping, steps become short.
/// Then come rounds: a convex problem, with s kept, to an error of a tenth of the change of s;
/// sweeps from its reactions; s of the sweeps, or of the round where that has the smaller errors.
/// Each round starts as far from the borders of the cones as s has changed (fixed point of Acary,
/// Cadoux, Lemaréchal and Malick (2011), Z. Angew. Math. Mech. 91, 155-175).
///
/// Neither the fixed point nor sweeps need be attracted by a solution: dominoes that lean on each
/// other have one from which rounds move away by a factor of 1.2 each, and sweeps from its
/// reactions end at 2.5 times the errors that are allowed. Rounds that do not gain are therefore
/// followed by one with the derivative of s, a Newton step of the fixed point, for which the factor
/// is nothing. It is taken back where it does not lower the errors. With that, hard steps of a
/// rockfill dam take a third of the work. Walls, whose redundant contacts have many solutions side
/// by side, are better off without (InteriorStageSettings::many).
///
/// @param finish     Sweeps; when they meet the criteria the solution ends with what they hold.
/// @param[in,out] R  Warm start; on return the reactions that meet the criteria, else the best ones
///                   in the sense of e that are in proportion to what they achieve.
/// @return History of the iterations with the derivative of s and of the ends of rounds.
InteriorPointResult solve_by_rounds(const LocalDynamics& problem, BlockCsrOperator* blocks,
                                    NewtonDirection& direction, const RoundParams& params,
                                    const FinishingSweeps& finish, std::span<Vec3> R);

}  // namespace solfec
