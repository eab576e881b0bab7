#pragma once

#include <span>
#include <vector>

#include "solver/row/sweep_row.h"

namespace solfec {

inline constexpr int kLanes = 4;  // manifolds that a packed kernel visits at once

/// One contact of each of kLanes manifolds that share no body: array [component][lane]. Tangents
/// are rotated so that the tangential Schur complement of W_ii is diagonal, and turned so that the
/// first body of the manifold counts positive. Empty lanes hold an open contact of zero size.
///
/// With q = w_T / w_N and the Schur complement diag(s1, s2) the diagonal block is
/// Ŵ = [diag(s) + w_N q qᵀ, w_N q; w_N qᵀ, w_N]. Unknowns are shifted, r = R + cohesion n and
/// u = U + velocity_shift n.
struct alignas(64) PackedRow {
  double frame[9][kLanes]{};      // columns t1, t2, n
  double arm[6][kLanes]{};        // of the first and the second body, m
  double free[3][kLanes]{};       // B with the velocity shift, m/s
  double schur[2][kLanes]{};      // s/kg
  double ratio[2][kLanes]{};      // q
  double normal[kLanes]{};        // w_N, s/kg
  double friction[kLanes]{};      // mu
  double slip[kLanes]{};          // λ of the last visit, s/kg
  double cohesion[kLanes]{};      // N
  double rounding[kLanes]{};      // of the velocity, m/s
  double r[3][kLanes]{};          // N
  double gradient[3][kLanes]{};   // change that the last sweep made, negative, N
  double direction[3][kLanes]{};  // of the conjugate gradient, N
  double cosine[kLanes]{};        // rotation of the tangents
  double sine[kLanes]{};

  /// Components along the tangents of the row of a lane, from those along the rotated ones.
  [[nodiscard]] Vec3 rotated_back(Vec3 v, int lane) const {
    const double c = cosine[lane];
    const double s = sine[lane];
    return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
  }
  /// The inverse.
  [[nodiscard]] Vec3 rotated(Vec3 v, int lane) const {
    const double c = cosine[lane];
    const double s = sine[lane];
    return {c * v.x + s * v.y, c * v.y - s * v.x, v.z};
  }
};

/// Manifolds visited together: rows first_row .. first_row + points. A lane whose manifold has
/// fewer contacts is empty in the last ones.
struct Pack {
  int first_row{};        // in PackedRows::row
  int points{};           // largest number of contacts of a lane
  int body[2][kLanes]{};  // places of rigid slots, -1: none
};

/// Where a lane of a packed row comes from.
struct PackedSource {
  int row = -1;         // number in the local dynamics, -1: empty
  bool turned = false;  // the master is the second body
};

/// Three components of one lane.
inline Vec3 lane_of(const double (&from)[3][kLanes], int lane) {
  return {from[0][lane], from[1][lane], from[2][lane]};
}
inline void set_lane(double (&to)[3][kLanes], int lane, Vec3 v) {
  to[0][lane] = v.x;
  to[1][lane] = v.y;
  to[2][lane] = v.z;
}

/// A row that is visited by itself: no contact, not between rigid bodies, or another one-contact
/// solver is asked for.
struct SingleRow {
  SweepRow row;
  Vec3 R;          // N
  Vec3 gradient;   // N
  Vec3 direction;  // N
};

/// Part of a colour that one thread visits in order.
struct SweepChunk {
  int pack_begin{};
  int pack_end{};
  int single_begin{};
  int single_end{};
};

/// Rows of a coloured sweep in the order of the visits.
struct PackedRows {
  std::vector<PackedRow> row;
  std::vector<PackedSource> source;  // kLanes per packed row
  std::vector<Pack> pack;
  std::vector<SingleRow> single;
  std::vector<SweepChunk> chunk;
  std::vector<int> colour_start;  // colours + 1, into chunk

  /// Forgets the rows; keeps the memory.
  void clear() {
    row.clear();
    source.clear();
    pack.clear();
    single.clear();
    chunk.clear();
    colour_start.assign(1, 0);
  }
};

}  // namespace solfec
