#pragma once

#include <span>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "domain/loads/loads.h"
#include "local_dynamics/local_dynamics.h"
#include "local_dynamics/local_solution.h"

namespace solfec {

/// Springs (PUT_SPRING) whose force is a function of the user, of the stroke s (m) and its rate v
/// (m/s). The user's force acts along the growing stroke, so -k s - c v restores and damps; here f
/// is its negative, which pulls the points together as the law of a row does. The force of a step
/// is the mean over its strokes at its mean rate,
///
///   F = 1/(s1 - s0) ∫ f(s, v) ds from s0 to s1   (math/adaptive_mean.h),
///
/// whose work is what the stored energy of f(s, 0) gains (Gonzalez (1996), J. Nonlinear Sci. 6,
/// 449-467); in a quasi-static step F = f(s1, v). The row has the tangent of F for its law
/// (solver/law/spring_damper.h),
///
///   F(s, v) ≈ F(s*, v*) + k (s - s*) + c (v - v*),   k, c >= 0,
///
/// by the mean stroke s, with s0 in its place, and the rate; what is negative counts as zero, which
/// keeps rows solvable and is made good by repetition. (s*, v*) is the state of mid-step without
/// reactions at first, then the mean state that the last pass has found, until the tangent gives F
/// there to 1e-9. From the fourth pass on, chords between the places where the line lay above the
/// function and below it take the place of tangents (SpringBracket).
///
/// Functions are called one after another, in the order of their commands.

/// Input of the functions beside their springs.
struct SpringFunctionStep {
  double time{};  // mid-step, s
  double step{};  // h, s
  bool quasi_static = false;
};

/// Whether a step has to call a function of a spring.
bool has_spring_functions(std::span<const CallbackForce> functions);

/// Takes the first tangents, before rows are made: bodies and springs are at q½. On several ranks
/// this one has copies of the bodies of others that its springs act on.
void linearise_springs(const Bodies& bodies, const SpringFunctionStep& step,
                       std::span<const CallbackForce> functions,
                       std::span<UserConstraint> constraints);

/// Compares the functions with their tangents in a solution, whose first rows are the constraints,
/// and takes new tangents there where they differ.
/// @return Whether rows and reactions are to be found anew.
bool linearise_springs_again(const Bodies& bodies, const LocalDynamics& problem,
                             const LocalSolution& solution, double time,
                             std::span<const CallbackForce> functions,
                             std::span<UserConstraint> constraints);

/// Books what the velocity has cost, h (f(s, v) - f(s, 0)) v: the work of the spring is in EXTERNAL
/// of its bodies, as that of all reactions; this part of it goes on to DAMPING, half of it from
/// either body. What a function brings (a negative part) stays in EXTERNAL.
void book_damping(const UserConstraint& constraint, double step, bool quasi_static, Bodies& bodies);

}  // namespace solfec
