#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace solfec {

/// Pattern of the factors L of a symmetric matrix whose rows are blocks: its columns in groups with
/// equal rows below, the supernodes (Ashcraft and Grimes (1989), ACM Trans. Math. Softw. 15,
/// 291-309). Numbers are those of the elimination, in which every subtree of the elimination tree
/// is contiguous and supernode s comes before its parent.
struct Supernodes {
  struct Node {
    int first = 0;  // columns first .. first + width
    int width = 0;
    int parent = -1;        // supernode of the first row below, -1: a root
    std::vector<int> rows;  // below, ascending
    std::vector<int> children;

    /// Place in the front, whose rows are the own columns and those below, of a row; -1: none.
    [[nodiscard]] int find(int row) const;
  };
  std::vector<Node> node;  // in the order of elimination
  std::vector<int> place;  // new number of a row
  std::vector<int> old;    // old number of a new row
  std::vector<int> of;     // supernode of a new column

  [[nodiscard]] int size() const { return static_cast<int>(node.size()); }
};

/// Elimination tree (Liu (1990), SIAM J. Matrix Anal. Appl. 11, 134-172), its postorder,
/// supernodes, and of these the ones that are merged with their parent because few zeros come in.
/// @param row_start, column  Pattern of a symmetric matrix, both triangles.
/// @param order              place[i], new number of row i, which fills little.
Supernodes find_supernodes(std::span<const std::int32_t> row_start,
                           std::span<const std::int32_t> column, std::span<const int> order);

}  // namespace solfec
