#pragma once

#include <span>

#include "local_dynamics/local_dynamics.h"
#include "solver/row/row_reaction.h"
#include "solver/sweep/accelerated_sweep.h"
#include "solver/sweep/coincident_nodes.h"
#include "solver/sweep/sweep_workspace.h"

namespace solfec {

/// Sweeps through body space over colours of manifolds (ManifoldColours). Contacts between rigid
/// bodies are visited kLanes manifolds at a time with the exact one-contact solver
/// (packed_kernel.h), all other rows one by one but for the joints that hold a finite-element body
/// (LinearBlocks) and those of mechanisms of other bodies (JointBlocks), which are solved as blocks
/// at the start of each sweep; colours are shared among threads. Rows that meet at one place of
/// finite-element bodies are then solved together (CoincidentNodes). The order of the visits, and
/// so every bit, is the same for any number of threads.
///
/// In a problem of several ranks all calls are collective. Rows that see a slot which others share
/// form the border, with colours of their own: ranks visit their borders by rank colour in turn,
/// the inner rows, which no other rank feels, before or in between (SlotExchange). Sums are those
/// of all ranks, so all take the same decisions.
///
/// The memory is that of the workspace; the object only lives through one solution.
class ColouredSweep final : public AcceleratedSweep {
 public:
  /// Takes the reactions R (not finite: 0) as starting point and sets the velocities of the
  /// workspace.
  /// @return status() tells of rows with an impossible diagonal block.
  /// @param alternate  Every second sweep visits the colours in the opposite order.
  ColouredSweep(const LocalDynamics& problem, SweepWorkspace& work, const SweepParams& params,
                bool alternate, std::span<Vec3> R);

  [[nodiscard]] SolveStatus status() const { return status_; }
  [[nodiscard]] const RankSets& sets() const { return sets_; }

  void sweep(const Momentum& momentum, bool keep_gradient, SweepTally& tally) override;
  [[nodiscard]] bool is_direct() const override;
  void extrapolate(const Momentum& momentum) override;
  Residual evaluate() override;
  Residual evaluate_at(std::span<const Vec3> R) override;
  void get_reactions(std::span<Vec3> R) override;
  void restart() override;
  void set_reactions(std::span<const Vec3> R) override;
  Residual finish(std::span<Vec3> R, std::span<Vec3> U) override;

 private:
  void select_rows(std::span<Vec3> R);
  void sum_rows_at_rest();
  void split_border();
  bool needs_packing(const SweepParams& params);
  void refresh_singles();
  void build(const SweepParams& params);
  void add_colours(const ManifoldColours& colours, const SweepParams& params);
  void add_colour(const ManifoldColours& colours, int colour, const SweepParams& params);
  void add_pack(const ManifoldColours& colours, std::span<const Manifold> manifolds,
                std::span<const int> members);
  void fill_packed(std::span<const Vec3> R);
  void fetch_lane(int packed_row, int lane) const;
  void fill_lane(int packed_row, int lane, std::span<const Vec3> R);
  void rebuild_velocities();
  Residual evaluate_rows(bool store);
  [[nodiscard]] PackRange packs_of(const SweepChunk& chunk);
  template <typename Take>
  void for_each_lane(const Take& take);
  template <typename Visit>
  void for_each_chunk(const Visit& visit, bool backward = false);
  template <typename Visit, typename Before, typename After>
  void change_velocities(const Visit& visit, bool backward, const Before& before,
                         const After& after);
  [[nodiscard]] Phase kind_of_wait(bool before_turn) const;
  [[nodiscard]] std::span<const int> border_chunks() const;
  [[nodiscard]] std::span<const int> inner_chunks() const;
  void sweep_singles(const SweepChunk& chunk, const Momentum& momentum, bool keep_gradient,
                     ChunkSums& sums);
  void evaluate_singles(const SweepChunk& chunk, ChunkResidual& sums) const;

  const LocalDynamics& problem_;
  SweepWorkspace& work_;
  BodyVelocities& velocities_;
  SweepParams params_;
  RankSets sets_;  // of the active rows
  bool alternate_;
  bool backward_ = false;
  bool start_known_ = false;        // start_velocity holds the velocities before the next sweep
  bool gradient_kept_ = false;      // by the last sweep
  bool velocities_stored_ = false;  // in the place of the gradient, with their residual_
  int sweeps_ = 0;                  // since velocities were rebuilt
  Residual residual_;               // of the last evaluation
  SolveStatus status_ = SolveStatus::ok;
  double scale_ = 1.0;         // w̄
  double free_squared_ = 0.0;  // Σ |q|²
  double bodies_ = 0.0;        // that rows of all ranks see
  double free_energy_ = 0.0;   // of the merit
  ChunkResidual rest_;         // part of the rows that are not visited
  CoincidentNodes places_;
};

}  // namespace solfec
