#pragma once

#include <functional>
#include <initializer_list>
#include <vector>

#include "domain/impacts/bounce_groups.h"
#include "local_dynamics/local_dynamics.h"
#include "local_dynamics/local_solution.h"

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
/// over the contacts of the group: relative velocities, so moving obstacles count as at rest.
/// Groups without a gain keep s = 1. Of the others, s = 0 and s = 1 are the ends of an interval at
/// whose lower end they do not gain and at whose upper end they do. While contacts stick, slip and
/// part as they do, R and U are linear in s, so the solutions at the ends give W(s) between them, a
/// parabola, and its zero. The solution there replaces one of the ends, and so on, until it loses
/// at most a part kMiss of the energy that contacts exchange, or the interval is short. Where
/// one end stays for two tries, because some contact slips, sticks or parts in between, the
/// interval is halved. After kMostTries the lower end has the last word.
class BounceLimit {
 public:
  static constexpr int kMostTries = 8;  // solutions between s = 0 and s = 1

  /// After a first solution of a dynamic problem; changes velocity shifts of contacts that bounce,
  /// and solves again when some group has gained: with s = 0, with at most kMostTries factors, and
  /// once more when the last of them has gained.
  /// @param solve  Solves the problem from the reactions of the solution.
  /// @return Whether it has solved again.
  /// @note Collective when the problem is of several ranks.
  bool run(LocalDynamics& problem, LocalSolution& solution, const std::function<void()>& solve);

 private:
  /// Numbers of a group; J: of the last solution.
  struct Group {
    double work{};        // W
    double error{};       // that errors of the solution can make: a part kGain of `exchanged` and,
                          // of contacts that bounce, Σ h R_N |U_N + e V_N|
    double exchanged{};   // Σ h |R| (|U| + |V|) / 2
    double factor = 1.0;  // s
    double low = 0.0;     // ends of the interval of s
    double high = 1.0;
    double low_work{};  // W(low + t (high - low)) = low_work + linear t + square t²
    double linear{};
    double square{};
    double aim = 0.0;      // W that the next try is to have
    int tries_at_end = 0;  // in sequence, that have replaced the same end
    bool gains = false;    // the last try
    bool searches = false;
  };

  /// Reactions and velocities of rows at one end of the intervals.
  struct End {
    std::vector<Vec3> R;
    std::vector<Vec3> U;
  };

  void find_bounces(const LocalDynamics& problem);
  [[nodiscard]] int working_group(const LocalDynamics& problem, int row) const;
  void join(const LocalDynamics& problem, std::initializer_list<double Group::*> numbers);
  void find_works(const LocalDynamics& problem, const LocalSolution& solution);
  [[nodiscard]] bool some_search(const LocalDynamics& problem) const;
  void solve_anew(LocalDynamics& problem, LocalSolution& solution,
                  const std::function<void()>& solve) const;
  void choose_factors(const LocalDynamics& problem);
  bool judge(const LocalDynamics& problem, bool last, LocalSolution& solution);

  std::vector<int> bounce_;    // rows
  std::vector<double> shift_;  // of these with s = 1, m/s
  BounceGroups connected_;
  std::vector<Group> groups_;
  std::vector<double> numbers_;  // of the groups of several ranks
  End low_;
  End high_;
};

}  // namespace solfec
