#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace solfec {

/// Parts of a solution that follow each other (docs/solvers.md, "Why a step took long").
enum class Stage {
  standing,
  augmented_lagrangian,
  plain_sweeps,
  momentum,
  interior_point,
  newton_steps,
  mesh_steps,
  cold_series,
  refinement,
  newton
};

/// As tables and scripts name it.
constexpr std::string_view name_of(Stage item) {
  switch (item) {
    case Stage::standing:
      return "standing";
    case Stage::augmented_lagrangian:
      return "augmented Lagrangian";
    case Stage::plain_sweeps:
      return "plain sweeps";
    case Stage::momentum:
      return "momentum";
    case Stage::interior_point:
      return "interior point";
    case Stage::newton_steps:
      return "Newton steps";
    case Stage::mesh_steps:
      return "mesh steps";
    case Stage::cold_series:
      return "cold series";
    case Stage::refinement:
      return "refinement";
    case Stage::newton:
      return "Newton's method";
  }
  return {};
}

/// Why a stage has handed over to the next one or ended the solution.
enum class StageEnd {
  met,
  at_rest,
  limit,
  slow,
  first_done,
  interior_due,
  newton_due,
  late_due,
  cold_due,
  last_due,
  work_spent,
  short_steps,
  steps_done,
  rejected,
  not_solved,
  refined,
  little_gain,
  not_finite,
  stands,
  moves,
  solved,
  missed
};

/// A sentence without its full stop.
constexpr std::string_view name_of(StageEnd item) {
  switch (item) {
    case StageEnd::met:
      return "the criteria are met";
    case StageEnd::at_rest:
      return "a sweep changed nothing, and the criteria are not met";
    case StageEnd::limit:
      return "the iterations that the user allows are spent";
    case StageEnd::slow:
      return "the residual falls too slowly to meet the criteria within this stage";
    case StageEnd::first_done:
      return "the first sweeps have not met the criteria";
    case StageEnd::interior_due:
      return "contacts are redundant or sweeps many: an interior point takes over";
    case StageEnd::newton_due:
      return "more sweeps would cost more than Newton steps";
    case StageEnd::late_due:
      return "a share of the sweeps is spent: steps over the meshes take over at any cost";
    case StageEnd::cold_due:
      return "nothing else has ended a solution that began with zero reactions";
    case StageEnd::last_due:
      return "the iterations that the user allows are nearly spent";
    case StageEnd::work_spent:
      return "the work that this stage may do is spent";
    case StageEnd::short_steps:
      return "its steps became too short";
    case StageEnd::steps_done:
      return "the number of steps in a row is reached";
    case StageEnd::rejected:
      return "the last step gained too little and was taken back";
    case StageEnd::not_solved:
      return "a linear system could not be solved";
    case StageEnd::refined:
      return "the residual is small enough for a refinement";
    case StageEnd::little_gain:
      return "iterations no longer lower the residual";
    case StageEnd::not_finite:
      return "numbers are not finite";
    case StageEnd::stands:
      return "the bodies stand, which a sweep has to confirm";
    case StageEnd::moves:
      return "the bodies do not stand";
    case StageEnd::solved:
      return "its reactions meet the criteria, which a sweep has to confirm";
    case StageEnd::missed:
      return "its reactions do not meet the criteria and are left";
  }
  return {};
}

/// Record of one stage of a solution.
struct StageRecord {
  Stage stage{};
  StageEnd end{};
  int sweeps = 0;
  int steps = 0;           // iterations of Newton's method or of an interior point
  int factorisations = 0;  // among the steps
  double work = 0.0;       // in sweeps: sweeps, products of W and factorisations by counted work
  double before = 0.0;     // excess over the criteria (Criteria::excess), at most 1 where they are
                           // met; of plain sweeps after the first of them
  double after = 0.0;
};

/// Writes the record of the stage that is running.
class StageLog {
 public:
  /// @param records  Of the report; the log appends.
  explicit StageLog(std::vector<StageRecord>& records) : records_(records) {}

  [[nodiscard]] bool is_open() const { return open_; }
  void begin(Stage stage, double excess) {
    records_.push_back({.stage = stage, .before = excess});
    open_ = true;
  }
  /// @pre is_open().
  StageRecord& current() { return records_.back(); }
  void end(StageEnd why, double excess) {
    current().end = why;
    current().after = excess;
    open_ = false;
  }

 private:
  std::vector<StageRecord>& records_;
  bool open_ = false;
};

/// Puts the records of a solution that came earlier in front.
void put_in_front(std::span<const StageRecord> earlier, std::vector<StageRecord>& records);

}  // namespace solfec
