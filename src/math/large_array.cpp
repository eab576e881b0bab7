#include "math/large_array.h"

#include <algorithm>
#include <limits>
#include <sys/mman.h>

namespace solfec {

void LargeArray::make_room(std::size_t size) {
  if (size == size_) return;
  memory_.reset();
  size_ = 0;
  if (size == 0) return;
  constexpr std::size_t kPage = std::size_t{1} << 21U;  // bytes of a large page
  const std::size_t bytes = size * sizeof(double);
  void* memory = nullptr;
  const std::size_t alignment = bytes < kPage ? std::size_t{64} : kPage;
  if (posix_memalign(&memory, alignment, bytes) != 0) throw std::bad_alloc();
  memory_.reset(static_cast<double*>(memory));
#ifdef MADV_HUGEPAGE
  if (bytes >= kPage) (void)madvise(memory, bytes - bytes % kPage, MADV_HUGEPAGE);  // a wish
#endif
  size_ = size;
#ifdef SOLFEC_ASSERTIONS  // what nobody has written shows in all that is made of it
  std::fill_n(memory_.get(), size, std::numeric_limits<double>::quiet_NaN());
#endif
}

}  // namespace solfec
