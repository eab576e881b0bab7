#include "viewer/image/image.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

Image join_images(const std::vector<Image>& images, int columns) {
  SOLFEC_ASSERT(!images.empty() && columns > 0);
  const int w = images.front().width;
  const int h = images.front().height;
  const int rows = (count(images) + columns - 1) / columns;
  Image all{w * columns, h * rows, {}};
  all.rgb.assign(3 * at(all.width) * at(all.height), 255);
  for (int i = 0; i < count(images); ++i) {
    const Image& one = images[at(i)];
    SOLFEC_ASSERT(one.width == w && one.height == h);
    for (int y = 0; y < h; ++y) {
      const std::size_t row = at(i / columns * h + y) * at(all.width) + at(i % columns * w);
      std::copy_n(one.rgb.begin() + static_cast<std::ptrdiff_t>(3 * at(y) * at(w)), 3 * at(w),
                  all.rgb.begin() + static_cast<std::ptrdiff_t>(3 * row));
    }
  }
  return all;
}

}  // namespace solfec
