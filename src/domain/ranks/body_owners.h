#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/count.h"
#include "base/ids.h"
#include "domain/ranks/mechanisms.h"
#include "domain/ranks/ranked_model.h"
#include "parallel/balance.h"
#include "parallel/comm.h"
#include "parallel/load_weights.h"

namespace solfec {

/// Deals bodies out to ranks by recursive coordinate bisection of their centres, and hands them on
/// when the cells change or they have moved into another one. With a body go its motion, the
/// constraints whose master it is and the contacts that it holds (contact/piece/pair_holder.h).
/// Bodies of a mechanism of no more than `BalanceParams::whole_mechanism` bodies go where the
/// centre of its body of lowest id is.
///
/// All ranks make the bodies of a script; before the next step one of them decides where a new one
/// goes, and tells the others.
/// Unlike in Koziara and Bicanic (2011), Int. J. Numer. Meth. Engng 87, 437-456, constraints are no
/// points of the bisection: their weight is that of the bodies that have them.
class BodyOwners {
 public:
  /// @param bisection  How space is cut; stays.
  explicit BodyOwners(Bisection* bisection) : balance_(bisection) {}

  /// Tells of a body that all ranks have made.
  void note_new(BodyId id) { new_.push_back(id); }
  /// Before a step: new bodies and constraints get their ranks, others their new ones. Collective.
  /// @return Whether bodies of this rank have changed.
  bool settle(Comm& comm, const RankedModel& model);
  /// Brings all to all ranks, as if each of them owned everything: for results and for functions of
  /// the user. The next step deals them out again by the cells that there are. Collective.
  /// @return Whether something has been brought.
  bool make_whole(Comm& comm, const RankedModel& model);
  /// Whether every body is on all ranks, still to be dealt out.
  [[nodiscard]] bool all_are_new(const Bodies& bodies) const {
    return count(new_) == bodies.count();
  }
  /// Tells that all ranks have made all that there is, as the restart from results does.
  void note_whole(const Bodies& bodies);

  [[nodiscard]] const Balance& balance() const { return balance_; }
  [[nodiscard]] Balance& balance() { return balance_; }
  [[nodiscard]] const Imbalance& imbalance() const { return imbalance_; }
  /// Part of the couplings of a row in its weight (parallel/load_weights.h).
  void set_weight_factor(double factor) { weight_factor_ = factor; }

 private:
  struct Change {
    BodyId id{};
    int owner{};
  };

  struct Choice {
    std::vector<Change> owners;  // that are others, or of new bodies
    std::vector<Change> given;   // those of them that only this rank has
  };

  struct BodyRows {
    BodyId id{};
    std::int32_t rows{};
    std::int32_t unused{};
  };

  struct PairRows {
    int first{};  // index of a body
    int second{};
    int rows{};
  };

  static void hand_on(const Comm& comm, const Change& change, const RankedModel& model);
  void list_pairs(const RankedModel& model);
  void count_rows(Comm& comm, const RankedModel& model);
  void weigh_rows(Comm& comm, const RankedModel& model);
  void weigh(Comm& comm, const RankedModel& model, std::span<const BodyId> ids);
  void gather_mechanisms(Comm& comm, const RankedModel& model, std::span<const BodyId> ids);
  Choice choose(Comm& comm, const RankedModel& model);

  Balance balance_;
  Imbalance imbalance_;
  double weight_factor_ = kDefaultWeightFactor;
  std::vector<BodyId> new_;
  bool contacts_everywhere_ = false;  // all ranks have the contacts of all
  Mechanisms mechanisms_;
  std::vector<Vec3> point_;  // of items of the bisection
  std::vector<double> weight_;
  std::vector<PairRows> pair_;
  std::vector<int> row_count_;  // by index of bodies
  std::vector<double> held_;    // likewise, weights of rows
};

}  // namespace solfec
