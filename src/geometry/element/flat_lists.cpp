#include "geometry/element/flat_lists.h"

#include <cmath>
#include <cstddef>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"

namespace solfec {

std::vector<Vec3> points_of_flat_list(std::string_view command, std::string_view list,
                                      std::span<const double> coordinates, int least) {
  if (coordinates.size() % 3 != 0) {
    throw InputError(cat(command, ": '", list, "' must have 3 numbers per point, got ",
                         coordinates.size(), " numbers"));
  }
  const std::size_t points = coordinates.size() / 3;
  if (points < static_cast<std::size_t>(least)) {
    throw InputError(
        cat(command, ": '", list, "' must have at least ", least, " points, got ", points));
  }
  std::vector<Vec3> result(points);
  for (std::size_t k = 0; k < coordinates.size(); ++k) {
    if (!std::isfinite(coordinates[k])) {
      throw InputError(cat(command, ": '", list, "' must be finite, got ", coordinates[k],
                           " as coordinate ", "xyz"[k % 3], " of point ", k / 3));
    }
    result[k / 3][static_cast<int>(k % 3)] = coordinates[k];
  }
  return result;
}

void check_indices(std::string_view owner, std::span<const int> indices, int point_count) {
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (indices[k] < 0 || indices[k] >= point_count) {
      throw InputError(cat(owner, ": index out of range, got ", indices[k], " at place ", k,
                           ", must be in [0, ", point_count - 1, "]"));
    }
    for (std::size_t l = 0; l < k; ++l) {
      if (indices[l] == indices[k]) {
        throw InputError(
            cat(owner, ": indices must differ, got ", indices[k], " at places ", l, " and ", k));
      }
    }
  }
}

}  // namespace solfec
