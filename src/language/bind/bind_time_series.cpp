#include "language/arguments/objects.h"
#include "language/arguments/record_advice.h"
#include "language/bind/bind_groups.h"
#include "language/bind/descriptions.h"

namespace solfec {

namespace {

/// Says how times and values that stand in two lists become one.
constexpr std::string_view kOneList =
    "; times and values stand in one list, [t0, v0, t1, v1, ...] or [(t0, v0), (t1, v1), ...], "
    "which list (zip (times, values)) makes of two";

/// Whether a list has two entries of several numbers: all times, then all values.
bool has_two_lists(const py::object& points) {
  std::vector<double> first;
  std::vector<double> second;
  return py::len(points) == 2 && read_numbers(points[py::int_(0)], first) &&
         read_numbers(points[py::int_(1)], second) && first.size() == second.size() &&
         first.size() > 2;
}

/// Reads a list of pairs, which is no flat list of numbers.
void read_pairs(const Value& points, std::vector<double>& flat) {
  if (!is_sequence(points.object())) points.fail_type();
  flat.clear();
  std::vector<double> pair;
  std::size_t i = 0;
  bool of_numbers = false;
  for (const auto& item : points.object()) {
    of_numbers = of_numbers || (i == 0 && is_number(item));
    if (of_numbers && !is_number(item)) {
      points.fail(cat("must have numbers, entry ", i, " is ", shown(item)), InputErrorKind::type);
    }
    if (!of_numbers && !read_numbers(item, pair)) {
      points.fail(cat("must have pairs (time, value), entry ", i, " is ", shown(item)),
                  InputErrorKind::type);
    }
    if (!of_numbers && pair.size() != 2) {
      points.fail(cat("must have pairs (time, value), entry ", i, " has ", pair.size(),
                      pair.size() == 1 ? " number" : " numbers",
                      has_two_lists(points.object()) ? kOneList : ""));
    }
    flat.insert(flat.end(), pair.begin(), pair.end());
    ++i;
  }
  if (of_numbers) points.fail_type();  // numbers that have no value
}

TimeSeries series_of_list(const Value& points) {
  std::vector<double> flat;
  if (!read_numbers(points.object(), flat)) {
    read_pairs(points, flat);
  }
  if (flat.size() % 2 != 0) {
    points.fail(cat("must have an even number of elements, got ", flat.size()));
  }
  std::vector<double> times;
  std::vector<double> values;
  for (std::size_t i = 0; i < flat.size(); i += 2) {
    times.push_back(flat[i]);
    values.push_back(flat[i + 1]);
  }
  return {std::move(times), std::move(values)};
}

TimeSeries series_of_file(const std::string& path) {
  try {
    return TimeSeries::read(path);
  } catch (const InputError& error) {
    throw InputError(cat(error.what(), record_advice(path)), error.kind());
  }
}

std::shared_ptr<TimeSeriesObject> make_time_series(const Arguments& args) {
  const Value& points = args["points"];
  const Value& label = args["label"];
  if (label.given() && is_sequence(label.object()) && is_sequence(points.object())) {
    label.fail(cat("must be a string, got ", shown(label.object()), kOneList),
               InputErrorKind::type);
  }
  TimeSeries series;
  if (py::isinstance<py::str>(points.object())) {
    series = series_of_file(points.text());
  } else if (is_sequence(points.object()) || PyObject_CheckBuffer(points.object().ptr()) != 0) {
    series = series_of_list(points);
  } else {
    points.fail_type();
  }
  if (args["cache"].integer_or(0) > 0) {
    note("TIME_SERIES",
         "'cache' has no effect: all points are kept in memory, once for all that "
         "the series is given to");
  }
  return std::make_shared<TimeSeriesObject>(TimeSeriesObject{
      std::make_shared<const TimeSeries>(std::move(series)), args["label"].text_or("")});
}

}  // namespace

void bind_time_series(py::module_& module) {
  TypeBinder<TimeSeriesObject> type(module, "TIME_SERIES");
  type.constructor(make_time_series);
  define_repr(type);
  type.member("label", [](TimeSeriesObject& self) { return self.label; });
  type.member("times", [](TimeSeriesObject& self) { return to_list(self.series->times()); });
  type.member("values", [](TimeSeriesObject& self) { return to_list(self.series->values()); });
  type.member("derivative", [](TimeSeriesObject& self) {
    return TimeSeriesObject{std::make_shared<const TimeSeries>(self.series->derivative()), ""};
  });
  type.member("integral", [](TimeSeriesObject& self) {
    return TimeSeriesObject{std::make_shared<const TimeSeries>(self.series->integrated()), ""};
  });
}

}  // namespace solfec
