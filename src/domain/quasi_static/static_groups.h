#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/disjoint_sets.h"
#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "contact/piece/contact_point.h"
#include "local_dynamics/local_dynamics.h"
#include "local_dynamics/local_solution.h"

namespace solfec {

/// Tells which rigid bodies of a quasi-static step yield: those that are connected, by contacts and
/// joints, with a body that deforms. All others stand on rigid bodies and obstacles alone, so their
/// support does not give way.
class StaticGroups {
 public:
  /// @param contacts  Rows of the step follow constraints, then contacts.
  /// @param together  All bodies are one group: of several ranks, which see rows of their own
  /// alone.
  void find(const Bodies& bodies, std::span<const UserConstraint> constraints,
            std::span<const ContactPoint> contacts, bool together);
  /// Returns by slot of rigid bodies 1 where the body yields, else 0.
  [[nodiscard]] std::span<const char> yields() const { return yields_; }
  /// Largest error of velocity of the rows of bodies that do not yield, m/s.
  [[nodiscard]] double standing_error(const LocalDynamics& problem,
                                      const LocalSolution& solution) const;

 private:
  DisjointSets connected_;
  std::vector<char> deforms_;                   // by root: some body of the group deforms
  std::vector<char> yields_;                    // by slot of rigid bodies
  std::vector<std::pair<int, int>> row_items_;  // of both bodies of a row; -1: none or an obstacle
  std::vector<char> row_yields_;                // by row
};

}  // namespace solfec
