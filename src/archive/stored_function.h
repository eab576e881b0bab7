#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/archive_error.h"
#include "archive/fields.h"
#include "base/check.h"
#include "math/time_series.h"

namespace solfec {

/// A constant or a function of time, in the form in which it is stored.
struct StoredFunction {
  bool is_series = false;     // false: a constant
  double constant{};          // value when there is no series
  std::vector<double> times;  // s
  std::vector<double> values;
  int integrations = 0;  // how often the piecewise linear function is to be integrated

  StoredFunction() = default;
  StoredFunction(double number, const TimeSeries* series)
      : is_series(series != nullptr), constant(number) {
    if (series == nullptr) return;
    times = series->times();
    values = series->base_values();
    integrations = series->integrations();
  }

  /// @throws ArchiveError when the times and values are no function.
  std::shared_ptr<const TimeSeries> take_series() {
    if (!is_series) return nullptr;
    try {
      return std::make_shared<const TimeSeries>(std::move(times), std::move(values), integrations);
    } catch (const InputError& error) {
      throw ArchiveError(error.what());
    }
  }
};

constexpr std::string_view type_name(const StoredFunction*) { return "Function"; }

template <typename Fields>
void list_fields(Fields& fields, const StoredFunction*) {
  using F = StoredFunction;
  fields("is_series", "", &F::is_series);
  fields.when(is_false("is_series", &F::is_series),
              [](auto& f) { f.finite("constant", "", &F::constant); });
  fields.when(is_true("is_series", &F::is_series), [](auto& f) {
    f("times", "s", &F::times);
    f("values", "one for each time", &F::values);
    f("integrations", "of the piecewise linear function of these values from the first time on",
      &F::integrations);
    f.check([](const F& function) {
      if (function.times.size() == function.values.size()) return;
      throw ArchiveError("a time series has not one value for each time");
    });
  });
}

}  // namespace solfec
