#include "math/front_tiles.h"

#include <algorithm>

#include "base/parallel_for.h"

namespace solfec {
namespace {

constexpr int kTile = 192;  // columns that are eliminated together; rows and columns of a tile

/// Whose tile is the next one.
struct Turn {
  int thread;
  int threads;
  int tile = 0;

  bool next() { return threads == 1 || tile++ % threads == thread; }
};

Panel tile_of(const Panel& A, int row, int height) {
  return A.part(row, 0, std::min(height, A.rows - row), A.columns);
}

/// The lower triangle of C -= A Aᵀ, with the first rows of A for the columns of C.
void subtract(const Panel& A, const Panel& C, int height, Turn& turn) {
  for (int column = 0; column < C.columns; column += kTile) {
    const int width = std::min(kTile, C.columns - column);
    const Panel right = A.part(column, 0, width, A.columns);
    if (turn.next()) subtract_square(right, C.part(column, column, width, width));
    const int next = column + width;
    const Panel left = A.part(next, 0, C.rows - next, A.columns);
    for (int row = 0; row < left.rows; row += height) {
      if (!turn.next()) continue;
      const Panel rows = tile_of(left, row, height);
      subtract_product_transposed(rows, right, C.part(next + row, column, rows.rows, width));
    }
  }
}

/// Elimination of a front by tiles of columns: pivots, what is below them, the columns that follow;
/// then the update. Each thread takes every n-th tile.
class FrontElimination {
 public:
  FrontElimination(Panel front, Panel update, bool shared)
      : front_(front), update_(update), row_tile_(shared ? kTile : front.rows) {}

  void run(int thread, int threads) {
    for (int j = 0; j < front_.columns; j += kTile) {
      const int width = std::min(kTile, front_.columns - j);
      const Panel pivots = front_.part(j, j, width, width);
      if (thread == 0) definite_ = cholesky(pivots);
      meet(threads);
      if (!definite_) return;
      const int next = j + width;
      const Panel below = front_.part(next, j, front_.rows - next, width);
      Turn turn{thread, threads};
      for (int row = 0; row < below.rows; row += row_tile_) {
        if (!turn.next()) continue;
        divide_right_transposed(pivots, tile_of(below, row, row_tile_));
      }
      meet(threads);
      if (next < front_.columns) {
        subtract(below, front_.part(next, next, below.rows, front_.columns - next), row_tile_,
                 turn);
        meet(threads);
      }
    }
    Turn turn{thread, threads};
    const Panel below = front_.part(front_.columns, 0, update_.rows, front_.columns);
    if (update_.rows > 0) subtract(below, update_, row_tile_, turn);
  }

  [[nodiscard]] bool definite() const { return definite_; }

 private:
  static void meet(int threads) {
    if (threads > 1) wait_for_team(threads);
  }

  Panel front_;
  Panel update_;
  int row_tile_;
  bool definite_ = true;
};

}  // namespace

bool eliminate_front(Panel F, Panel update, bool shared, int threads) {
  FrontElimination elimination(F, update, shared);
  if (threads > 1 && shared) {
    call_on_team([&](int thread, int team) { elimination.run(thread, team); });
  } else {
    elimination.run(0, 1);
  }
  return elimination.definite();
}

void subtract_tiled(Panel A, Panel C) {
  Turn alone{0, 1};
  subtract(A, C, std::max(1, A.rows), alone);
}

}  // namespace solfec
