#pragma once

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Normal force of a spring s with the Hertz power p and a dashpot d as a function of U_N, before
/// pulling is cut (T. Koziara, Solfec-1.0, contact formulations, eqs. 88-90; Hertz (1881), J. reine
/// angew. Math. 92, 156-171, has p = 3/2 for balls):
///   R_N = s x^p + force - damping U_N,  x = depth - reach U_N,
/// where x is the mean depth of the step, -(g + h/4 (U_N - V_N)), or -(g + h U_N) in a quasi-static
/// step. Below x = 0 the power is continued as -s |x|^p, so that bonds pull; the source has no
/// spring force there, which is the same once pulling is cut, unless a dashpot pushes.
struct SpringLaw {
  double spring{};   // N/m^p
  double power{};    // p >= 0
  double depth{};    // m
  double reach{};    // s
  double force{};    // N
  double damping{};  // N s/m
};

/// Law of row i; a dashpot below zero is a multiple of the critical one.
SpringLaw spring_law(const LocalDynamics& problem, int i);

/// Dashpot of row i: that of its law, or, when it is negative, that multiple of the one that lets a
/// contact of depth `depth` come to rest without vibration, d = 2 √(h k / W_NN) with the tangent
/// stiffness k = s p depth^(p-1); h / W_NN is the mass that both bodies put against the normal.
/// @return N s/m; 0 where W_NN = 0.
double dashpot_of(const LocalDynamics& problem, int i, double depth);

/// s x^p, continued as an odd function, N.
double spring_force(double spring, double power, double x);
/// Its derivative s p |x|^(p-1), N/m; 0 where it is infinite.
double tangent_stiffness(double spring, double power, double x);

/// The R that solves R = law(b + W_nn R), to rounding. W_nn >= 0.
double implicit_force(const SpringLaw& law, double W_nn, double b);

/// Returns the R of the law linearised once at U_N = b, which is exact for p = 1:
///   R = [s x^p + force - damping b] / [1 + (s p |x|^(p-1) reach + damping) W_nn],
///   x = depth - reach b.
double semi_explicit_force(const SpringLaw& law, double W_nn, double b);

}  // namespace solfec
