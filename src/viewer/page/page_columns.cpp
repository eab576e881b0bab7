#include "viewer/page/page_columns.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace solfec {

namespace {

constexpr int kSteps = PageColumns::kNoValue - 1;

void pack_column(std::span<const double> values, PackedColumns& packed) {
  double lo = std::numeric_limits<double>::infinity();
  double hi = -lo;
  bool is_whole = true;
  for (const double v : values) {
    if (!std::isfinite(v)) {
      is_whole = false;
      continue;
    }
    lo = std::min(lo, v);
    hi = std::max(hi, v);
  }
  if (lo > hi) lo = hi = std::numeric_limits<double>::quiet_NaN();
  const double step = std::isfinite(lo) ? (hi - lo) / kSteps : 0.0;
  packed.lo.push_back(lo);
  packed.step.push_back(step);
  if (!(step > 0.0) && (is_whole || std::isnan(lo))) {
    packed.first.push_back(-1);
    return;
  }
  packed.first.push_back(static_cast<std::int32_t>(packed.code.size()));
  for (const double v : values) {
    const double c = !std::isfinite(v) ? PageColumns::kNoValue
                     : step > 0.0      ? std::clamp<double>(std::round((v - lo) / step), 0, kSteps)
                                       : 0.0;
    packed.code.push_back(static_cast<std::uint16_t>(c));
  }
}

}  // namespace

int PageColumns::add(int n) {
  const int first = size_;
  size_ += n;
  values_.resize(static_cast<std::size_t>(size_) * static_cast<std::size_t>(frames_),
                 std::numeric_limits<double>::quiet_NaN());
  return first;
}

PackedColumns PageColumns::pack() const {
  PackedColumns packed;
  const auto frames = static_cast<std::size_t>(frames_);
  for (int column = 0; column < size_; ++column) {
    pack_column(std::span(values_).subspan(static_cast<std::size_t>(column) * frames, frames),
                packed);
  }
  return packed;
}

}  // namespace solfec
