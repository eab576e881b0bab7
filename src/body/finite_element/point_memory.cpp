#include "body/finite_element/point_memory.h"

#include <bit>

namespace solfec {

std::size_t PointMemory::Hash::operator()(Vec3 point) const {
  constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
  std::uint64_t hash = 0;
  for (int c = 0; c < 3; ++c) {
    const double number = point[c] == 0.0 ? 0.0 : point[c];  // -0 equals 0
    hash = (std::rotl(hash, 23) ^ std::bit_cast<std::uint64_t>(number)) * kMultiplier;
  }
  return hash ^ (hash >> 32);
}

MeshPoint PointMemory::find(const ElementLocator& locator, const Mesh& mesh, Vec3 reference) const {
  const std::lock_guard lock(mutex_);
  const auto known = found_.find(reference);
  if (known != found_.end()) return known->second;
  const MeshPoint point = locator.find(mesh, reference);
  if (found_.size() == kMost) found_.clear();
  found_.emplace(reference, point);
  return point;
}

}  // namespace solfec
