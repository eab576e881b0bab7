#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "math/block_csr.h"
#include "math/dense_panel.h"
#include "math/front_columns.h"
#include "math/front_schedule.h"
#include "math/large_array.h"
#include "math/mat3.h"
#include "math/supernodes.h"
#include "math/vec3.h"

namespace solfec {

/// A point as a weighted sum of block rows.
struct WeightedRows {
  std::span<const std::int32_t> row;
  std::span<const double> weight;
};

/// L D Lᵀ factors of symmetric matrices of 3 x 3 blocks: the multifrontal method (Duff and Reid
/// (1983), ACM Trans. Math. Softw. 9, 302-325) with dense fronts by BLAS.
///
/// A front has the columns of a supernode and the rows below. Its pivot block is factored by
/// Cholesky or, where it is not positive definite, with 1 x 1 and 2 x 2 pivots inside the block
/// (Bunch and Kaufman (1977), Math. Comp. 31, 163-179). Pivots are not sought outside: the accuracy
/// of factors that are not `definite` has to be looked at.
///
/// Threads share a factorisation: subtrees of the elimination tree, then tiles of each front above
/// them (front_schedule.h, front_tiles.h). Its bits do not depend on their number. Solutions and
/// columns of the inverse are made by one.
class SupernodalLdlt {
 public:
  /// @param pattern  Symmetric, with all diagonal blocks. @param order  place[i] of row i.
  void analyse(const BlockCsr& pattern, std::span<const int> order);
  /// Factors D + c K, where D is added to the three diagonal entries of each block row.
  /// @return false when a pivot block is singular.
  bool factor(std::span<const double> D, double c, const BlockCsr& K);
  [[nodiscard]] bool definite() const { return definite_; }
  [[nodiscard]] int row_count() const { return static_cast<int>(tree_.place.size()); }
  /// New number of a block row.
  [[nodiscard]] int place(int row) const { return tree_.place[static_cast<std::size_t>(row)]; }
  /// Multiplications with additions of a factorisation; numbers that a solution reads twice.
  [[nodiscard]] double operations() const { return operations_; }
  [[nodiscard]] double entries() const {
    return first_number_.empty() ? 0.0 : static_cast<double>(first_number_.back());
  }

  /// x = A⁻¹ b; b and x may be the same.
  void solve(std::span<const Vec3> b, std::span<Vec3> x);
  /// Columns N_s of A⁻¹ for points s, of which some block rows are wanted. Only the supernodes
  /// between these rows and the root are visited, and kTogether points are solved for together.
  /// @param[out] result  Block row wanted[k] of column c at result[wanted.size() * c + k].
  void inverse_columns(std::span<const WeightedRows> points, std::span<const std::int32_t> wanted,
                       std::span<Mat3> result);

  /// The blocks N_t A⁻¹ N_sᵀ between points: with Y = L⁻¹ Nᵀ they are Yᵀ D⁻¹ Y, so that nothing is
  /// solved backwards. A point has numbers in the supernodes between its rows and the root alone.
  /// @param[out] result  Block (t, s) for t <= s at result[s (s + 1) / 2 + t].
  void inverse_between(std::span<const WeightedRows> points, std::span<Mat3> result);

  /// Multiplications with additions that the same takes.
  [[nodiscard]] double operations_between(std::span<const WeightedRows> points);

  /// The blocks N_s A⁻¹ N_sᵀ of single points. Rows of a point that are all in one front, as those
  /// of neighbours are, have theirs in A⁻¹ where the factors are not zero, and there it is found
  /// from the root to the leaves without the rest (Erisman and Tinney (1975), Comm. ACM 18,
  /// 177-179): twice the operations of a factorisation for any number of points. For other points
  /// as `inverse_between`.
  /// @param[out] result  One for each point.
  void inverse_at_points(std::span<const WeightedRows> points, std::span<Mat3> result);

  static constexpr int kTogether = 16;  // points; three right-hand sides each

 private:
  /// Where a block of K goes in the front of its column; the diagonal one takes an entry of D.
  struct Entry {
    std::int32_t block;
    std::int32_t row;
    std::int32_t column;
    std::int32_t diagonal;  // row of K, -1: none
  };
  struct Values {
    std::span<const double> D;
    double c;
    const BlockCsr& K;
  };
  /// Right-hand sides as rows of a panel over all scalar unknowns, and rows below a supernode.
  struct Sides {
    LargeArray x;
    LargeArray below;
    int number = 0;
  };

  class SelectedInverse;

  [[nodiscard]] Panel front(int s);
  void list_entries(const BlockCsr& pattern);
  void place_fronts();
  bool factor_fronts(const Values& A);
  bool factor_front(int s, const Values& A, double*& end, int threads);
  void invert_diagonal(int s);
  void assemble(int s, const Values& A, Panel update);
  void add_child(int child, Panel front, Panel update) const;
  bool eliminate_indefinite(int s, Panel update);
  [[nodiscard]] Panel columns_of(int s, Sides& sides) const;
  void forward(int s, Sides& sides);
  void backward(int s, Sides& sides);
  [[nodiscard]] FrontColumns columns_of_factor(int s);
  void forward_one(int s, Sides& sides);
  void backward_one(int s, Sides& sides);
  void divide_by_pivots(int s, Panel x);
  void order_points(std::span<const WeightedRows> points);
  void find_point_ranges(std::span<const WeightedRows> points);
  void place_columns(std::span<const WeightedRows> points);
  [[nodiscard]] Panel point_columns(int s);
  void forward_points(int s, Panel sum);
  [[nodiscard]] std::vector<int> ways_to_root(std::span<const std::int32_t> rows) const;
  void copy_blocks(int c, std::span<const std::int32_t> wanted, std::span<Mat3> blocks) const;
  void solve_batch(std::span<const WeightedRows> points, std::span<const int> all, Sides& sides);

  /// Points, by their places in point_order_, that reach a supernode, and where their numbers are.
  struct PointRange {
    int begin = 0;
    int end = 0;
    std::size_t first = 0;  // in sides_.x

    [[nodiscard]] int size() const { return end - begin; }
  };

  Supernodes tree_;
  std::vector<std::size_t> first_number_;          // of a front in factor_
  LargeArray factor_;                              // fronts, 3 (width + rows) x 3 width each
  std::vector<double> reciprocal_;                 // of the diagonals of Cholesky factors
  std::vector<std::vector<Entry>> entries_;        // of each supernode
  std::vector<std::vector<std::int32_t>> target_;  // rows of a supernode in its parent's front
  std::vector<double*> update_;                    // what a front leaves to its parent
  std::vector<std::vector<int>> pivot_;            // of each supernode; empty: by Cholesky
  std::vector<double> work_;                       // operations of each supernode
  FrontSchedule schedule_;
  LargeArray stack_;  // of updates, one of each subtree and one of the crown
  Sides sides_;
  std::vector<int> point_order_;         // by elimination
  std::vector<PointRange> point_range_;  // of each supernode
  LargeArray between_;                   // minus the blocks between points, by columns
  int tallest_ = 0;                      // scalar rows of a front
  double operations_ = 0.0;
  bool definite_ = false;
};

}  // namespace solfec
