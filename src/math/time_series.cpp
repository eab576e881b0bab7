#include "math/time_series.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/check.h"

namespace solfec {

namespace {

// Both cumulative integrals are kept at the points of the table. From the last point before t on
// the function is linear: with the length s, integral += s (f0 + f) / 2, double integral += s times
// the integral so far + s² (f0 / 3 + f / 6).

constexpr std::string_view kBlanks = " \t\r\v\f";

/// Takes the next word off the front of `rest`; empty when there is none.
std::string_view next_word(std::string_view& rest) {
  const std::size_t start = std::min(rest.find_first_not_of(kBlanks), rest.size());
  rest.remove_prefix(start);
  const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
  rest.remove_prefix(word.size());
  return word;
}

/// A word of the file for a message, short and printable.
std::string quoted(std::string_view word) {
  constexpr std::size_t kLongest = 40;
  std::string text(word.substr(0, kLongest));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return cat("'", text, word.size() > kLongest ? "...'" : "'");
}

/// One point of a file and the place to name in messages, "FILE:LINE".
struct Line {
  std::string place;
  std::string_view text;
};

double number_in(const Line& line, std::string_view word, const char* name) {
  if (word.empty()) {
    throw InputError(cat(line.place, ": expected 'time value', the ", name, " is missing"));
  }
  std::string_view digits = word;
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range) {
    throw InputError(cat(line.place, ": ", name, " ", quoted(word), " is out of range"));
  }
  if (error != std::errc{} || end != digits.data() + digits.size()) {
    throw InputError(cat(line.place, ": ", name, " ", quoted(word), " is not a number"));
  }
  if (!std::isfinite(value)) {
    throw InputError(cat(line.place, ": ", name, " must be finite, got ", quoted(word)));
  }
  return value;
}

struct Point {
  double time;
  double value;
};

Point point_in(const Line& line) {
  std::string_view rest = line.text;
  const double time = number_in(line, next_word(rest), "time");
  const double value = number_in(line, next_word(rest), "value");
  const std::string_view more = next_word(rest);
  if (!more.empty() && more.front() != '#') {
    throw InputError(cat(line.place, ": expected 'time value', got ", quoted(more), " after them"));
  }
  return {time, value};
}

bool is_comment(std::string_view text) {
  const std::string_view word = next_word(text);
  return word.empty() || word.front() == '#';
}

}  // namespace

TimeSeries::TimeSeries(std::vector<double> times, std::vector<double> values)
    : times_(std::move(times)), values_(std::move(values)) {
  if (times_.size() != values_.size()) {
    throw InputError(cat("TIME_SERIES: as many values as times are needed, got ", times_.size(),
                         " times and ", values_.size(), " values"));
  }
  if (times_.size() < 2) {
    throw InputError(cat("TIME_SERIES: at least two points are needed, got ", times_.size()));
  }
  for (std::size_t i = 0; i < times_.size(); ++i) {
    if (!std::isfinite(times_[i]) || !std::isfinite(values_[i])) {
      throw InputError(cat("TIME_SERIES: point ", i, " must be finite, got (", times_[i], ", ",
                           values_[i], ")"));
    }
    if (i > 0 && !(times_[i - 1] < times_[i])) {
      throw InputError(cat("TIME_SERIES: times must increase, point ", i, " has ", times_[i],
                           " s after ", times_[i - 1], " s"));
    }
  }
  cumulative_.resize(times_.size());
  double_cumulative_.resize(times_.size());
  for (std::size_t i = 1; i < times_.size(); ++i) {
    const double mean = 0.5 * values_[i - 1] + 0.5 * values_[i];
    const double length = times_[i] - times_[i - 1];
    cumulative_[i] = cumulative_[i - 1] + mean * length;
    double_cumulative_[i] =
        double_cumulative_[i - 1] + length * cumulative_[i - 1] +
        length * length * (values_[i - 1] / 3.0 + values_[i] / 6.0);  // of the linear part
  }
}

TimeSeries TimeSeries::read(const std::string& path) {
  errno = 0;
  std::ifstream file(path);
  if (!file) {
    throw InputError(cat(path, ": cannot be opened: ", std::generic_category().message(errno)),
                     InputErrorKind::runtime);
  }
  std::vector<double> times;
  std::vector<double> values;
  std::string text;
  for (int number = 1; std::getline(file, text); ++number) {
    if (is_comment(text)) continue;
    const Line line{cat(path, ":", number), text};
    const auto [time, value] = point_in(line);
    if (!times.empty() && !(times.back() < time)) {
      throw InputError(
          cat(line.place, ": times must increase, got ", time, " s after ", times.back(), " s"));
    }
    times.push_back(time);
    values.push_back(value);
  }
  if (file.bad()) throw InputError(cat(path, ": cannot be read"), InputErrorKind::runtime);
  if (times.size() < 2) {
    throw InputError(cat(path, ": at least two lines 'time value' are needed, got ", times.size()));
  }
  return {std::move(times), std::move(values)};
}

double TimeSeries::value(double t) const {
  SOLFEC_ASSERT(!times_.empty());
  if (std::isnan(t)) return t;
  if (t <= times_.front()) return values_.front();
  if (t >= times_.back()) return values_.back();
  const auto next =
      static_cast<std::size_t>(std::upper_bound(times_.begin(), times_.end(), t) - times_.begin());
  const double weight = (t - times_[next - 1]) / (times_[next] - times_[next - 1]);
  return (1.0 - weight) * values_[next - 1] + weight * values_[next];
}

std::size_t TimeSeries::segment_before(double t) const {
  const auto next = std::upper_bound(times_.begin(), times_.end(), t) - times_.begin();
  return static_cast<std::size_t>(next) - 1;
}

double TimeSeries::integral(double t) const {
  SOLFEC_ASSERT(!times_.empty());
  if (t <= times_.front()) return values_.front() * (t - times_.front());
  const std::size_t last = segment_before(t);
  // Trapezium from the last point before t; beyond the end value(t) is constant.
  const double mean = 0.5 * values_[last] + 0.5 * value(t);
  return cumulative_[last] + mean * (t - times_[last]);
}

double TimeSeries::double_integral(double t) const {
  SOLFEC_ASSERT(!times_.empty());
  if (t <= times_.front()) {
    const double length = t - times_.front();
    return 0.5 * values_.front() * length * length;
  }
  const std::size_t last = segment_before(t);
  const double length = t - times_[last];
  return double_cumulative_[last] + length * cumulative_[last] +
         length * length * (values_[last] / 3.0 + value(t) / 6.0);
}

TimeSeries TimeSeries::derivative() const {
  SOLFEC_ASSERT(!times_.empty());
  constexpr double kPassage = 1e-10;  // of an interval
  std::vector<double> times;
  std::vector<double> slopes;
  for (std::size_t i = 0; i + 1 < times_.size(); ++i) {
    const double length = times_[i + 1] - times_[i];
    const double slope = (values_[i + 1] - values_[i]) / length;
    times.push_back(times_[i]);
    slopes.push_back(slope);
    const double passage = times_[i] + (1.0 - kPassage) * length;
    if (times_[i] < passage && passage < times_[i + 1]) {
      times.push_back(passage);
      slopes.push_back(slope);
    }
  }
  times.push_back(times_.back());
  slopes.push_back(slopes.back());
  return {std::move(times), std::move(slopes)};
}

TimeSeries TimeSeries::integrated() const { return {times_, cumulative_}; }

}  // namespace solfec
