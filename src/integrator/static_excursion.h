#pragma once

#include <cstdint>
#include <vector>

#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Velocities of all bodies of this rank, rad/s, m/s and 1/s.
struct StaticVelocities {
  std::vector<Vec3> angular, linear;  // of rigid bodies
  std::vector<Mat3> rate;             // of pseudo-rigid ones
  std::vector<Vec3> soft_linear;
  std::vector<std::vector<Vec3>> mesh;  // of the nodes of each body
};

/// Solution of a pass of a quasi-static step.
struct StaticSolution {
  StaticVelocities velocity;
  double left{};           // largest part out of balance, of resultants too
  double residual{};       // of all bodies
  double soft_residual{};  // of deformable bodies
  double time{};           // pseudo-time of the pass that has found it, s
  double longest{};        // bound of pseudo-times, s
};

/// Decides where passes of a quasi-static step that creep towards their balance leave it for a
/// while (watchdog technique, Chamberlain, Powell, Lemarechal and Pedersen (1982), Math. Program.
/// Study 16, 1-17). The passes of an excursion have a longer pseudo-time and the tangent stiffness:
/// they are steps of Newton's method, whose residuals grow and fall in turn where a slender body
/// bends. The best of them is marked. Where several have led no further the step returns there.
class StaticExcursion {
 public:
  static constexpr int kMostAhead = 10;          // passes beyond the mark
  static constexpr double kUnheld = 1.0 - 1e-6;  // residual of bodies that nothing holds

  enum class State : std::uint8_t { none, marked, ahead, lost };

  /// Before the passes of a step.
  void clear() {
    state_ = State::none;
    failed_ = 0;
  }
  /// Before a pass is judged: an excursion that was lost with the last one is over.
  void settle() {
    if (!is_on()) state_ = State::none;
  }
  [[nodiscard]] bool is_on() const { return state_ == State::marked || state_ == State::ahead; }
  /// State after the last pass.
  [[nodiscard]] State state() const { return state_; }
  /// Whether a pass that was accepted should begin one: passes like it would not arrive.
  /// @param left    What it leaves out of balance.
  /// @param before  What the pass before it has left.
  /// @param wanted  What the step should reach.
  /// @param passes  How many passes like it would follow.
  [[nodiscard]] bool pays(double left, double before, double wanted, int passes) const;
  /// The pass that has found this begins the excursion, or is the best one of it.
  void mark(StaticSolution solution);
  /// Judges a pass of an excursion; after `marked` it has to be marked.
  /// @param left    What it leaves out of balance.
  /// @param counts  False where the solver has missed it, or where no pass may follow.
  State judge(double left, bool counts);
  /// The best pass.
  [[nodiscard]] const StaticSolution& marked() const { return marked_; }

 private:
  StaticSolution marked_;
  State state_ = State::none;
  int ahead_ = 0;   // passes beyond the mark
  int failed_ = 0;  // excursions of the step
};

}  // namespace solfec
