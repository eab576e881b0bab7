#pragma once

#include <array>
#include <string_view>

#include "solver/law/spring_contact.h"

namespace solfec {

// Names of the choices of solvers in the input language, in the order of their enumerators.

/// DiagonalSolver.
inline constexpr std::array<std::string_view, 6> kDiagonalSolverNames = {
    "EXACT",         "SEMISMOOTH_NEWTON", "PROJECTED_GRADIENT",
    "DE_SAXCE_FENG", "PROJECTED_NEWTON",  "PROJECTED_NEWTON_VELOCITY"};
/// Acceleration.
inline constexpr std::array<std::string_view, 3> kAccelerationNames = {"OFF", "NNCG", "AUTO"};
/// NewtonVariant.
inline constexpr std::array<std::string_view, 6> kNewtonVariantNames = {
    "NONSMOOTH_HSW",         "NONSMOOTH_HYBRID",     "FIXED_POINT",
    "NONSMOOTH_VARIATIONAL", "SMOOTHED_VARIATIONAL", "BODY_SPACE"};
/// FrictionLaw.
inline constexpr std::array<std::string_view, 2> kFrictionLawNames = {"EXACT", "CONVEX"};

/// The variants of PENALTY_SOLVER are two, however the force is linearised.
constexpr std::string_view penalty_variant_name(PenaltyVariant variant) {
  return variant == PenaltyVariant::explicit_force ? "EXPLICIT" : "IMPLICIT";
}

}  // namespace solfec
