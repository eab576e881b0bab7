#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/count.h"
#include "base/ids.h"
#include "base/parallel_for.h"
#include "math/vec3.h"

namespace solfec {

/// Contact geometry at one point of a pair of pieces.
struct PairContact {
  std::uint64_t feature{};  // identifies the point among those of the pair, from step to step
  bool first_is_slave = true;
  bool gap_law = false;  // see ContactPoint
  bool is_old = false;   // a point of a patch that existed in the last step
  double distance{};     // m, 0 when polyhedra overlap, negative when a sphere penetrates
  double gap{};          // m; <= 0 when closed, else the distance
  double measured{};     // m; gap of two polyhedra before it was set to at most 0
  double area{};         // m^2; 1 with a round piece; 0 of two polyhedra that are open
  double part = 1.0;     // share of the area of the patch
  double patch_area{};   // m^2; set for points of patches, as is `patch`
  int patch = -1;        // query that has found the patch; of a merged patch the first one
  Vec3 point{};          // m
  Vec3 normal{};         // unit, out of the slave into the master
  SurfaceId first_surface{};
  SurfaceId second_surface{};
  int first_face = -1;  // of the PieceSet, of a patch on two faces; else -1
  int second_face = -1;
  int spread = -1;  // of InterfaceNodes, -1: none
};

/// Contact points of all examined pairs; a pair may have any number of them, or none.
///
/// Pairs are split into chunks, the EvenShare of [0, pairs). Each chunk has an array of points in
/// the order in which its pairs got them. So memory is needed for existing points only, and threads
/// fill different chunks without locks. Nothing is allocated once the chunks have grown.
class PairContacts {
 public:
  /// Sets the numbers of pairs and chunks, and removes all points.
  void resize(int pairs, int chunks = 1);
  [[nodiscard]] int pair_count() const { return count(entry_); }

  [[nodiscard]] bool any(int pair) const { return entry_[pair].count > 0; }
  /// Points of a pair; valid until a pair of its chunk gets another point.
  [[nodiscard]] std::span<const PairContact> of(int pair) const {
    const Entry entry = entry_[pair];
    return {point_[entry.chunk].data() + entry.start, entry.count};
  }
  [[nodiscard]] std::span<PairContact> of(int pair) {
    const Entry entry = entry_[pair];
    return {point_[entry.chunk].data() + entry.start, entry.count};
  }

  /// Removes the points of all pairs of a chunk.
  void clear_chunk(int chunk);
  /// Adds a point to a pair; ignores a point that is not finite.
  /// @pre no other pair of the chunk has got points since the first of this pair.
  void add(int pair, const PairContact& contact);
  /// Sorts the points of a pair by their features, which must be distinct.
  void sort(int pair) {
    if (entry_[pair].count > 1) sort_many(of(pair));
  }
  /// Removes points of a pair that a predicate selects; the others keep their order.
  template <typename Predicate>
  void erase_if(int pair, const Predicate& goes) {
    const auto points = of(pair);
    const auto end = std::remove_if(points.begin(), points.end(), goes);
    entry_[pair].count = static_cast<std::uint16_t>(end - points.begin());
  }

 private:
  struct Entry {            // of a pair
    std::uint32_t start{};  // of its points in those of the chunk
    std::uint16_t count{};
    std::uint16_t chunk{};
  };

  static void sort_many(std::span<PairContact> points);

  std::vector<Entry> entry_;                     // per pair
  std::vector<std::vector<PairContact>> point_;  // per chunk
};

}  // namespace solfec
