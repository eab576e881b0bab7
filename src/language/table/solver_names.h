#pragma once

#include <array>
#include <string_view>

#include "solver/law/choice_names.h"

namespace solfec {

// Names of the choices of the language itself: FailurePolicy; penalty variants, of which two names
// mean the same; updates between processors, which are numbers.
inline constexpr std::array<std::string_view, 3> kFailureNames = {"CONTINUE", "EXIT", "CALLBACK"};
inline constexpr std::array<std::string_view, 3> kPenaltyVariantNames = {"IMPLICIT", "EXPLICIT",
                                                                         "SEMI_EXPLICIT"};
inline constexpr std::array<std::string_view, 4> kUpdateNames = {"FULL", "MIDDLE_JACOBI",
                                                                 "BOUNDARY_JACOBI", "SIMPLIFIED"};

}  // namespace solfec
