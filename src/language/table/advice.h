#pragma once

#include <string_view>

namespace solfec {

/// Sentence on how to reach in this program what a foreign name stands for; '' when there is none.
///
/// @param name  Name that scripts of other programs or of later versions call: STL, PRESSURE.
std::string_view advice_on_name(std::string_view name);

/// Sentence on where the value of a member that a type does not have is found; '' when there is
/// none.
///
/// @param type  Name of a type of the language, or "tuple" for what commands return.
std::string_view advice_on_member(std::string_view type, std::string_view member);

}  // namespace solfec
