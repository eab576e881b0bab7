#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "local_dynamics/body_velocities.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/row/row_reaction.h"
#include "solver/sweep/circulating_forces.h"
#include "solver/sweep/packed_rows.h"

namespace solfec {

/// Solves the rows that meet at one place together, once per sweep.
///
/// Where nodes of several finite-element bodies stand at one place, as the corners of eight cubes,
/// there are rows between each two neighbours: up to twelve for the eight nodes. Around an edge
/// their relative velocities add up to zero, so reactions can go round in circles: stress that is
/// locked in and that only friction bounds. Sweeps over all rows change it by a little each time
/// (251 in the mean of twenty steps of 512 cubes; 20 with these cycles). It concerns the
/// nodes of the place alone, so rows of a place are visited again and again with nothing but the
/// inverse masses of its nodes, until they change as little as those of other places do in a sweep;
/// then the bodies get the sum. That is Gauss-Seidel over places with an inner iteration, and the
/// fixed point is the same. A tenth of the first change, squared, always suffices: before sweeps
/// have come that far the place will be another one.
///
/// Gaps of nanometres whose closing would need slip around an edge (their speeds add up to zero as
/// those of the nodes do, gaps to anything) make cycles that change nothing but locked-in stress,
/// by the same amount each, until after hundreds of them a row slips or opens. Where two pairs of
/// cycles have changed the reactions alike, that part of the change which exerts nothing on any
/// node is continued until the first row comes to the border of its cone, or by a twentieth of the
/// reactions; at most once per sweep and a few times per solution, so it cannot prevent its end.
///
/// Rows belong together when they see one body of a factored slot at, or nearly at, one node.
/// Places in which another kind of slot takes part are left to the sweeps.
class CoincidentNodes {
 public:
  /// Finds the places. @param singles  Rows that are visited one by one.
  void find(const LocalDynamics& problem, std::span<const SingleRow> singles);
  [[nodiscard]] int count() const { return static_cast<int>(groups_.size()); }
  /// Solves all places after a sweep, one after the other; the velocities of the bodies and the
  /// reactions and gradients of the rows follow.
  /// @param border  The places that see a slot of several ranks, at the turn of this rank; the
  ///                others follow after the sweep.
  void run(const LocalDynamics& problem, const SweepParams& params, std::span<SingleRow> singles,
           BodyVelocities& velocities, SweepTally& tally, bool border = false);

 private:
  static constexpr int kMostNodes = 32;          // of a place; others are left to the sweeps
  static constexpr int kMostCycles = 100;        // per sweep
  static constexpr double kFirstShare = 0.1;     // of |ΔR|² of the first cycle, suffices
  static constexpr int kMostDrifts = 10;         // per place and solution
  static constexpr double kAligned = 0.995;      // cosine of two changes that are alike
  static constexpr double kSteady = 0.95;        // size of the second one over that of the first
  static constexpr double kLongestDrift = 0.05;  // of the reactions

  struct Node {
    int slot;  // factored, by its place
    int number;
    Vec3 velocity;
    Vec3 force;   // that the cycles have added
    int begin;    // nodes of the same body
    int end;      // and
    int inverse;  // the first of their blocks with this one
  };
  struct Member {
    int single;
    int master;  // among the nodes of its group, -1: none
    int slave;
  };
  struct Group {
    int member_begin;
    int member_end;
    int node_begin;
    int node_end;
    int drifts;   // that may still be followed
    bool border;  // sees a slot of several ranks
  };
  struct Side {
    int slot;
    int node;  // of the mesh
    int single;
  };

  void add_group(const LocalDynamics& problem, std::span<const SingleRow> singles,
                 std::span<const int> rows);
  void set_inverses(const FactoredSlots& bodies, int first);
  void push(int number, Vec3 p);
  double solve(const LocalDynamics& problem, const SweepParams& params,
               std::span<SingleRow> singles, Group& group, SweepTally& tally);
  bool drifts(std::span<const SingleRow> singles, std::span<const Member> members);
  bool follow_drift(const LocalDynamics& problem, std::span<SingleRow> singles, const Group& group);
  [[nodiscard]] std::span<const Member> members_of(const Group& group) const {
    const auto begin = static_cast<std::size_t>(group.member_begin);
    return std::span(members_).subspan(begin, static_cast<std::size_t>(group.member_end) - begin);
  }
  double cycle(const LocalDynamics& problem, const SweepParams& params,
               std::span<SingleRow> singles, const Group& group, bool backward, SweepTally& tally);

  std::vector<Node> nodes_;
  std::vector<Member> members_;
  std::vector<Group> groups_;
  std::vector<Mat3> inverses_;
  double enough_ = 0.0;         // |ΔR|² of a cycle that ends them, N²
  double first_changes_ = 0.0;  // sum of |ΔR|² of the first cycles of the border in this sweep, N²
  SelfBalance balance_;
  std::vector<Vec3> start_;               // reactions of a place before a pair of cycles, N
  std::vector<Vec3> drift_;               // what the pair has changed
  std::vector<Vec3> last_drift_;          // and the pair before; empty: none
  std::vector<std::array<int, 2>> ends_;  // nodes of the rows of a place
};

}  // namespace solfec
