#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "geometry/element/element_locator.h"
#include "geometry/element/mesh.h"
#include "math/vec3.h"

namespace solfec {

/// The points of a mesh that users have named - ends of constraints, places of loads - which every
/// step asks for again: what ElementLocator::find says of them, each found once. Several threads
/// may ask.
class PointMemory {
 public:
  PointMemory() = default;
  ~PointMemory() = default;
  /// Starts without points, and assignment forgets them: a body that is copied or moved becomes
  /// another one, perhaps of another mesh.
  PointMemory(const PointMemory& /*other*/) noexcept {}
  PointMemory& operator=(const PointMemory& other) noexcept {
    if (this != &other) found_.clear();
    return *this;
  }

  /// ElementLocator::find of the same mesh each time.
  [[nodiscard]] MeshPoint find(const ElementLocator& locator, const Mesh& mesh,
                               Vec3 reference) const;
  /// How many points are remembered; after kMost of them all are forgotten, so that places that
  /// never come again cost no memory.
  [[nodiscard]] std::size_t size() const { return found_.size(); }
  static constexpr std::size_t kMost = 16384;

 private:
  struct Hash {
    std::size_t operator()(Vec3 point) const;
  };

  mutable std::mutex mutex_;
  mutable std::unordered_map<Vec3, MeshPoint, Hash> found_;
};

}  // namespace solfec
