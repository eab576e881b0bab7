#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "domain/domain.h"
#include "domain/quasi_static/sweep_fallback.h"
#include "domain/solution_watch.h"

namespace solfec {

/// How many steps of a RUN are solved a second time, and how much work that may take. Work is
/// counted in visits of rows: a sweep visits each row once (50 to 200 ns).
struct ResampleSettings {
  int steps = 8;           // solved again more tightly at most, spread over the RUN
  double tighter = 1e-2;   // bounds of errors over those of the RUN
  double share = 0.02;     // of the work of the RUN, for these steps
  double start = 2e5;      // visits beside that share: about 20 ms, for RUNs of few steps
  double of_step = 10.0;   // sweeps that the other parts of a step are worth at least
  int least_sweeps = 100;  // that a tighter solution may take; it waits until it can afford them

  int missed_steps = 10;       // that missed their criteria, solved again with more sweeps at most
  int doublings = 4;           // of maxiter, one after the other
  int usual_sweeps = 1000;     // a small maxiter is doubled up to the default at least
  int least_multiple = 4;      // of maxiter that the work has to allow: else no try begins, as a
                               // failure of fewer sweeps would say little
  double missed_share = 0.05;  // of the work of the RUN, for missed steps
  double missed_start = 4e6;   // visits beside that share: about 0.4 s
};

/// Solves some dynamic steps of a RUN on one rank a second time, from the reactions that they have
/// started from, and keeps only what differs: how far bodies move in a solution with tighter
/// criteria, and how many sweeps a step that missed its criteria would have needed. The second
/// solution has reactions, solver and workspace of its own, so results and restarts keep their
/// bits. Choices depend on counted work alone, never on time. Steps with meshes in implicit schemes
/// are left out, because their tangents are found on demand.
class ResolvedSample : public SolutionWatch {
 public:
  explicit ResolvedSample(const ResampleSettings& settings = {}) : settings_(settings) {}

  /// Before each step.
  /// @param step     Number of the step in the RUN, from 0 on.
  /// @param planned  Steps of the RUN.
  /// @param time     End of the step, s.
  void begin_step(long long step, double planned, double time);
  void note_start(std::span<const Vec3> R) override;
  void look_at(const WatchedSolution& watched) override;
  /// After each step that has been made.
  void end_step();

  /// One line: how far bodies were off in steps that were solved more tightly. Empty without any.
  [[nodiscard]] std::string motion_text(const Domain& domain) const;
  /// One line: the maxiter that steps would have needed that missed their criteria, and what to
  /// change where more sweeps do not help. Empty without such steps.
  [[nodiscard]] std::string advice() const;

  /// Visits of rows that second solutions took.
  [[nodiscard]] double spent() const { return spent_ + missed_spent_; }

 private:
  /// Motion of a step against its tighter solution.
  struct Motion {
    bool solved = false;  // the tighter solution has met its criteria
    double off = 0.0;     // largest of a body, m
    double time = 0.0;    // s
    BodyId body = 0;
  };
  /// A missed step with more sweeps.
  struct Missed {
    int enough = 0;                  // maxiter that has sufficed; 0: none
    int tried = 0;                   // largest maxiter
    bool by_interior_point = false;  // has solved it where sweeps have not
  };

  bool solve_again(const WatchedSolution& watched, ConstraintSolver& other, double& spent);
  void solve_tighter(const WatchedSolution& watched);
  void solve_longer(const WatchedSolution& watched);
  [[nodiscard]] bool solves_by_interior_point(const WatchedSolution& watched);
  void find_motion(const WatchedSolution& watched, Motion& motion) const;

  ResampleSettings settings_;
  double time_ = 0.0;  // end of the present step, s
  bool due_ = false;
  std::vector<Vec3> start_;  // reactions, N
  LocalSolution again_;
  SweepFallback fallback_;
  std::vector<Motion> pending_motion_;  // of the present step, at most one
  std::vector<Missed> pending_missed_;  // likewise
  std::vector<Motion> motions_;
  std::vector<Missed> missed_;
  double work_ = 0.0;  // of the RUN, visits
  double spent_ = 0.0;
  double missed_spent_ = 0.0;
};

}  // namespace solfec
