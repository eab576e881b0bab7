// Files of time series, whatever their bytes are.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

#include "base/check.h"
#include "math/time_series.h"

namespace {

/// A file in memory with a path.
class MemoryPath {
 public:
  MemoryPath(const std::uint8_t* data, std::size_t size)
      : descriptor_(memfd_create("time_series", 0)) {
    if (descriptor_ < 0 || write(descriptor_, data, size) != static_cast<ssize_t>(size)) abort();
  }
  ~MemoryPath() { close(descriptor_); }
  MemoryPath(const MemoryPath&) = delete;
  MemoryPath& operator=(const MemoryPath&) = delete;
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryPath file(data, size);
  try {
    const auto series = solfec::TimeSeries::read(file.path());
    for (const double t :
         {series.times().front(), series.times().back(), 0.0, 0.5, -1e300, 1e300}) {
      const double value = series.value(t);
      if (!std::isfinite(value)) abort();  // between finite values
      (void)series.integral(t);
      (void)series.double_integral(t);
    }
  } catch (const solfec::InputError&) {
  }
  return 0;
}
