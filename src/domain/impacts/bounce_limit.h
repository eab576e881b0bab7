#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/disjoint_sets.h"
#include "local_dynamics/local_dynamics.h"
#include "local_dynamics/local_solution.h"
#include "parallel/comm.h"

namespace solfec {

/// Keeps impacts with restitution and friction from making energy.
///
/// Newton's restitution U_N = -e V_N of a contact whose friction or neighbours push it as well can
/// return more than has come in (Kane (1984), Stanford Mechanics Alumni Club Newsletter; Glocker
/// (2006), Simulation von harten Kontakten mit Reibung). With e = 0 no step gains. So the bodies of
/// a group that rows connect share one factor s in [0, 1] on all their e, the largest for which
///
///   W = Σ h R·(U + V) / 2 <= 0
///
/// over the contacts of the group: relative velocities, so moving obstacles count as at rest. While
/// contacts stick, slip and part as they do, R and U are linear in s, so the solutions of s = 1 and
/// s = 0 give W(s), a parabola, and its zero. Should the third solution gain all the same, because
/// some contact slips now that has stuck or because the solver is not that accurate, smaller
/// factors are tried, and after three of them the group does not bounce at all. Groups without a
/// gain keep s = 1. On several ranks all impacts are one group.
class BounceLimit {
 public:
  /// After a first solution of a dynamic problem; changes velocity shifts of contacts that bounce,
  /// and solves again when some group has gained.
  /// @param solve  Solves the problem from the reactions of the solution.
  /// @return Whether it has solved again.
  /// @note Collective when `comm` has several ranks.
  bool run(LocalDynamics& problem, LocalSolution& solution, Comm& comm,
           const std::function<void()>& solve);

 private:
  /// A group of bodies: W of a solution and what its errors can make, J: a part kGain of
  /// Σ h |R| (|U| + |V|) / 2 and, of contacts that bounce, Σ h R_N |U_N + e V_N|.
  struct Group {
    double work{};
    double error{};
    double linear{};  // W(s) = work of s = 0 + linear s + square s²
    double square{};
    double factor = 1.0;  // s
    bool gains = false;
  };

  bool find_bounces(const LocalDynamics& problem);
  void find_groups(const LocalDynamics& problem, bool single);
  Group* working_group(const LocalDynamics& problem, int row);
  void find_works(const LocalDynamics& problem, const LocalSolution& solution, Comm& comm);
  void find_factors(const LocalDynamics& problem, const LocalSolution& still, Comm& comm);
  void set_shifts(LocalDynamics& problem) const;

  std::vector<int> bounce_;         // rows
  std::vector<double> shift_;       // of these with s = 1, m/s
  DisjointSets connected_;          // slots of body space that rows connect
  std::vector<int> group_of_root_;  // of these sets, -1: none of their contacts bounces
  std::vector<int> group_;          // of each row, -1: of none
  std::vector<Group> groups_;
  std::vector<Vec3> R_;  // of s = 1
  std::vector<Vec3> U_;
};

}  // namespace solfec
