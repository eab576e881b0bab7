#include "language/python/nearest.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/cat.h"

namespace solfec {

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  const std::size_t n = b.size() + 1;
  std::vector<int> before(n);  // row i - 2 of the table of distances between prefixes
  std::vector<int> last(n);    // row i - 1
  std::vector<int> row(n);
  for (std::size_t j = 0; j < n; ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j < n; ++j) {
      const int change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[n - 1];
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string key = lower(word);
  std::string_view best;
  int least = std::max(2, static_cast<int>(word.size()) / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const int distance = edit_distance(key, lower(candidate));
    // A word of two letters is near to nothing but itself.
    if (distance >= static_cast<int>(candidate.size()) || distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string_view best = nearest(word, candidates);
  return best.empty() ? std::string() : cat(" (did you mean '", best, "'?)");
}

}  // namespace solfec
