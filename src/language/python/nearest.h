#pragma once

#include <span>
#include <string>
#include <string_view>

namespace solfec {

/// Number of insertions, deletions, substitutions and swaps of neighbours that turn a into b
/// (restricted Damerau-Levenshtein distance).
int edit_distance(std::string_view a, std::string_view b);

/// Candidate with the least edit distance to `word`, the first of equally near ones; '' when none
/// is nearer than a third of the word's length (at least 2). Upper and lower case count as equal.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// " (did you mean 'radius'?)", or '' when nothing is near.
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace solfec
