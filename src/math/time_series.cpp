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
#include "base/whole_file.h"

namespace solfec {

namespace {

// Repeated integrals are kept at the points of the table, two more than the series has itself. The
// first two of a piecewise linear function are evaluated from the last point before t by trapezia.

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

bool is_finite_number(double number) { return std::isfinite(number); }

bool is_comment(std::string_view text) {
  const std::string_view word = next_word(text);
  return word.empty() || word.front() == '#';
}

}  // namespace

TimeSeries::TimeSeries(std::vector<double> times, std::vector<double> values, int integrations)
    : times_(std::move(times)), base_(std::move(values)), integrations_(integrations) {
  if (integrations < 0 || integrations > kMostIntegrations) {
    throw InputError(cat("TIME_SERIES: it can be integrated ", kMostIntegrations,
                         " times at most, got ", integrations));
  }
  if (times_.size() != base_.size()) {
    throw InputError(cat("TIME_SERIES: as many values as times are needed, got ", times_.size(),
                         " times and ", base_.size(), " values"));
  }
  if (times_.size() < 2) {
    throw InputError(cat("TIME_SERIES: at least two points are needed, got ", times_.size()));
  }
  for (std::size_t i = 0; i < times_.size(); ++i) {
    if (!std::isfinite(times_[i]) || !std::isfinite(base_[i])) {
      throw InputError(
          cat("TIME_SERIES: point ", i, " must be finite, got (", times_[i], ", ", base_[i], ")"));
    }
    if (i > 0 && !(times_[i - 1] < times_[i])) {
      throw InputError(cat("TIME_SERIES: times must increase, point ", i, " has ", times_[i],
                           " s after ", times_[i - 1], " s"));
    }
  }
  if (integrations == 0) slopes_ = curve_slopes(times_, base_);
  integrals_.assign(static_cast<std::size_t>(integrations) + 2, std::vector<double>(times_.size()));
  for (int order = 1; order <= integrations + 2; ++order) {
    std::vector<double>& sums = integrals_[static_cast<std::size_t>(order) - 1];
    for (std::size_t i = 1; i < times_.size(); ++i) sums[i] = from_point(order, i - 1, times_[i]);
    if (order <= integrations && !std::all_of(sums.begin(), sums.end(), is_finite_number)) {
      throw InputError("TIME_SERIES: its integral grows beyond the largest number");
    }
  }
}

TimeSeries TimeSeries::read(const std::string& path) {
  if (is_special_file(path)) {
    throw InputError(cat(path, ": cannot be read: ", kSpecialFile), InputErrorKind::runtime);
  }
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

double TimeSeries::from_point(int order, std::size_t point, double t) const {
  const double length = t - times_[point];
  const double span = times_[point + 1] - times_[point];
  const double weight = length / span;
  const double next = base_[point + 1];
  const double base = weight == 1.0 ? next : (1.0 - weight) * base_[point] + weight * next;
  if (order == 0) return base;
  if (order == 1) return at_point(1, point) + (0.5 * base_[point] + 0.5 * base) * length;
  if (order == 2) {
    return at_point(2, point) + length * at_point(1, point) +
           length * length * (base_[point] / 3.0 + base / 6.0);
  }
  double power = 1.0;  // τ^m / m!
  double sum = 0.0;
  for (int m = 0; m <= order; ++m) {
    sum += at_point(order - m, point) * power;
    power *= length / (m + 1);
  }
  return sum + (base_[point + 1] - base_[point]) / span * power;
}

double TimeSeries::repeated_integral(int order, double t) const {
  SOLFEC_ASSERT(times_.front() <= t && t <= times_.back());
  if (t == times_.front()) return at_point(order, 0);
  if (t == times_.back()) return at_point(order, times_.size() - 1);
  return from_point(order, segment_before(t), t);
}

double TimeSeries::value(double t) const {
  SOLFEC_ASSERT(!times_.empty());
  if (std::isnan(t)) return t;
  return repeated_integral(integrations_, std::clamp(t, times_.front(), times_.back()));
}

double TimeSeries::curve(double t) const {
  const double line = value(t);
  if (slopes_.empty() || !(times_.front() <= t && t < times_.back())) return line;
  const std::size_t i = segment_before(t);
  const double length = times_[i + 1] - times_[i];
  const double slope = (base_[i + 1] - base_[i]) / length;
  if (slopes_[i].after == slope && slopes_[i + 1].before == slope) return line;
  const double weight = (t - times_[i]) / length;
  const double at_first = (1.0 - weight) * (slopes_[i].after - slope);
  const double at_second = weight * (slopes_[i + 1].before - slope);
  return line + weight * (1.0 - weight) * length * (at_first - at_second);
}

std::size_t TimeSeries::segment_before(double t) const {
  const auto next = std::upper_bound(times_.begin(), times_.end(), t) - times_.begin();
  return static_cast<std::size_t>(next) - 1;
}

double TimeSeries::integral(double t) const {
  SOLFEC_ASSERT(!times_.empty());
  if (std::isnan(t)) return t;
  const double inside = std::clamp(t, times_.front(), times_.back());
  const double beyond = value(inside) * (t - inside);
  return inside == times_.front() ? beyond : repeated_integral(integrations_ + 1, inside) + beyond;
}

double TimeSeries::double_integral(double t) const {
  SOLFEC_ASSERT(!times_.empty());
  if (std::isnan(t)) return t;
  const double inside = std::clamp(t, times_.front(), times_.back());
  const double length = t - inside;
  const double beyond = 0.5 * value(inside) * length * length;
  if (inside == times_.front()) return beyond;
  return repeated_integral(integrations_ + 2, inside) +
         length * repeated_integral(integrations_ + 1, inside) + beyond;
}

double TimeSeries::slope(double t) const {
  SOLFEC_ASSERT(!times_.empty());
  if (!(times_.front() <= t && t < times_.back())) return 0.0;
  if (integrations_ > 0) return repeated_integral(integrations_ - 1, t);
  return slope_after(segment_before(t));
}

double TimeSeries::slope_after(std::size_t point) const {
  const double length = times_[point + 1] - times_[point];
  const double rise = base_[point + 1] - base_[point];
  return std::isfinite(rise) ? rise / length : base_[point + 1] / length - base_[point] / length;
}

TimeSeries TimeSeries::derivative() const {
  SOLFEC_ASSERT(!times_.empty());
  constexpr double kPassage = 1e-10;  // of an interval
  if (integrations_ > 0) return {times_, base_, integrations_ - 1};
  std::vector<double> times;
  std::vector<double> slopes;
  for (std::size_t i = 0; i + 1 < times_.size(); ++i) {
    const double length = times_[i + 1] - times_[i];
    const double slope = slope_after(i);
    if (!std::isfinite(slope)) {
      throw InputError(cat("TIME_SERIES: its derivative between points ", i, " and ", i + 1,
                           " is beyond the largest number, from ", base_[i], " at ", times_[i],
                           " s to ", base_[i + 1], " at ", times_[i + 1], " s"));
    }
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

TimeSeries TimeSeries::integrated() const { return {times_, base_, integrations_ + 1}; }

}  // namespace solfec
