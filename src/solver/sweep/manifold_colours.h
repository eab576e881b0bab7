#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "local_dynamics/body_operator.h"
#include "local_dynamics/row_law.h"

namespace solfec {

/// All rows that join one pair of slots; the item of a coloured sweep.
struct Manifold {
  int first{};      // slot with inertia
  int second = -1;  // another slot, or -1: obstacles and space
  int begin{};      // its rows are row[begin] .. row[end]
  int end{};
  bool bilateral{};  // no contact among its rows
};

/// Groups rows into manifolds and manifolds into colours, so that no two manifolds of one colour
/// share a slot and a sweep may visit a colour in any order, or at once.
///
/// Half of the manifolds, by a fair coin, have their rows in reverse: with all points of all faces
/// from left to right sweeps over walls leave reactions from which Newton steps do not converge.
/// Greedy colouring with a bit mask of used colours per slot, in an order that is shuffled with a
/// fixed seed: on stacks Gauss-Seidel converges faster when sweeps do not run along the layers. The
/// colours themselves are visited in a shuffled order too. At most min(62, 4 x the mean number of
/// manifolds per slot, at least 12) colours are used; manifolds beyond, of bodies with very many
/// contacts, form the overflow, which is visited one after the other.
///
/// Colours of bilateral rows alone come before those with contacts, and within a manifold bilateral
/// rows before contacts. For a fixed point asks for U = -V and a sticking contact for U = 0: where
/// the last visit is that of the joint, velocities of the size of the tolerance stay at contacts of
/// bodies that are held, the two laws contradict each other at that level in the next step, and
/// velocities and locked-in stress grow from step to step. The result depends on slots and kinds of
/// the rows alone. Greedy colouring of conflict graphs: Fratarcangeli and Pellacini (2015), Comput.
/// Graph. Forum 34, 405-414.
class ManifoldColours {
 public:
  /// @param rows    Jacobians of all rows.
  /// @param law     Laws of all rows, of which the kinds count; empty: all are contacts.
  /// @param active  Numbers of the rows to group, increasing; each has at least one slot.
  /// No allocation after warm-up; when slots, kinds and active rows are those of the last call
  /// nothing is done.
  /// @return false when manifolds and colours are those of the last call.
  bool update(std::span<const RowJacobian> rows, std::span<const RowLaw> law,
              std::span<const int> active, int slot_count);

  /// Row numbers by manifold, in the order of the visits.
  [[nodiscard]] std::span<const int> rows() const { return row_; }
  /// Number of colours of bilateral rows alone; they come first.
  [[nodiscard]] int bilateral_colours() const { return bilateral_colours_; }
  [[nodiscard]] int colour_count() const { return static_cast<int>(colour_start_.size()) - 1; }
  /// Manifolds of a colour, in the order of their slots.
  [[nodiscard]] std::span<const Manifold> colour(int c) const;
  /// Whether the last colour holds the overflow, whose manifolds may share slots.
  [[nodiscard]] bool has_overflow() const { return overflow_; }

 private:
  struct Edge {
    int first;
    int second;
    int row;
    bool bilateral;
    friend bool operator==(Edge, Edge) = default;
  };

  bool collect_edges(std::span<const RowJacobian> rows, std::span<const RowLaw> law,
                     std::span<const int> active);
  void group(int slot_count);
  void order_rows();
  void assign_colours(int slot_count);
  void place_colours();
  int choose_colour(const Manifold& item, int limit);

  std::vector<Edge> edge_;  // of the last call, in the order of the active rows
  std::vector<Edge> new_edge_;
  std::vector<int> slot_start_;
  std::vector<Edge> sorted_;
  std::vector<int> row_;
  std::vector<Manifold> found_;  // in the order of their slots
  std::vector<int> order_;
  std::vector<int> colour_of_;
  std::vector<std::uint64_t> used_;
  std::vector<Manifold> manifold_;  // by colour
  std::vector<int> colour_start_{0};
  std::vector<char> bilateral_;  // by row number
  int colours_ = 0;              // without the overflow
  int bilateral_colours_ = 0;
  int slot_count_ = -1;
  bool overflow_ = false;
};

}  // namespace solfec
