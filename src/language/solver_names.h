#pragma once

#include <array>
#include <string_view>

namespace solfec {

// Names of the choices of solvers, in the order of their enumerators: FailurePolicy,
// DiagonalSolver, Acceleration and NewtonVariant; updates between processors are numbers, and two
// names of penalty variants mean the same.
inline constexpr std::array<std::string_view, 3> kFailureNames = {"CONTINUE", "EXIT", "CALLBACK"};
inline constexpr std::array<std::string_view, 6> kDiagonalSolverNames = {
    "EXACT",         "SEMISMOOTH_NEWTON", "PROJECTED_GRADIENT",
    "DE_SAXCE_FENG", "PROJECTED_NEWTON",  "PROJECTED_NEWTON_VELOCITY"};
inline constexpr std::array<std::string_view, 3> kAccelerationNames = {"OFF", "NNCG", "AUTO"};
inline constexpr std::array<std::string_view, 6> kNewtonVariantNames = {
    "NONSMOOTH_HSW",         "NONSMOOTH_HYBRID",     "FIXED_POINT",
    "NONSMOOTH_VARIATIONAL", "SMOOTHED_VARIATIONAL", "BODY_SPACE"};
inline constexpr std::array<std::string_view, 3> kPenaltyVariantNames = {"IMPLICIT", "EXPLICIT",
                                                                         "SEMI_EXPLICIT"};
inline constexpr std::array<std::string_view, 4> kUpdateNames = {"FULL", "MIDDLE_JACOBI",
                                                                 "BOUNDARY_JACOBI", "SIMPLIFIED"};

}  // namespace solfec
