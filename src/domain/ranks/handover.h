#pragma once

#include <map>
#include <vector>

#include "base/ids.h"
#include "contact/piece/pair_holder.h"
#include "domain/ranks/ranked_model.h"
#include "parallel/comm.h"
#include "parallel/packet.h"

namespace solfec {

/// A body, own or ghost, as one that may hold contacts.
PairEnd pair_end(const BodyRecord& record);

/// Hands bodies on to other ranks, with what is theirs: motion, energies and scheme, states of the
/// constraints whose master they are, contacts that they hold with what these remember.
class Handover {
 public:
  Handover(Comm& comm, const RankedModel& model) : comm_(comm), model_(model) {}
  /// Packs the motion of an own body. @pre it is still this rank's.
  void give(BodyId id, int owner);
  /// Sends and takes, once all owners are the new ones. Collective.
  /// @param contacts_everywhere  All ranks have all contacts: those held elsewhere are let go.
  void finish(bool contacts_everywhere);
  /// Gives every rank all bodies, constraints and contacts of all, as if it owned them. Collective.
  void give_all();

 private:
  /// Motion of a body beside its numbers.
  struct Motion {
    BodyId id{};
    Scheme scheme{};
    double damping{};
    bool rotation_disabled = false;
    Energies energies;
  };
  struct ConstraintState {
    ConstraintId id{};
    Vec3 R, U, V;
    double merit{};
    Vec3 point, slave_point;
    Mat3 frame;
    double coordinate{}, rate{}, motor_force{}, power{};  // JointRow
  };
  struct HeldContact {
    ContactPoint point;
    ContactMemory memory;  // where the point has one
  };
  /// All for one rank.
  struct Parcel {
    std::vector<Motion> motions;
    std::vector<double> numbers;  // Bodies::get_state of one after another
    std::vector<double> loads;    // of the last step, of one after another; empty: not needed
    std::vector<ConstraintState> constraints;
    std::vector<HeldContact> contacts;
    std::vector<PairReference> references;
    std::vector<CoveredPair> covered;

    void add(BodyId id, const Bodies& bodies);
    void pack(PacketWriter& packet) const;
    void unpack(PacketReader& packet);
  };

  [[nodiscard]] int owner_of(BodyId id) const;
  [[nodiscard]] int holding_rank(BodyId first, BodyId second) const;
  static ConstraintState state_of(const UserConstraint& one);
  [[nodiscard]] HeldContact held_contact(const ContactPoint& point) const;
  void split_constraints();
  void take_constraints(const std::vector<ConstraintState>& states);
  bool leave_contacts(bool everywhere);
  void join_contacts(const std::vector<Parcel>& parcels);
  void take_motions(const Parcel& parcel);
  [[nodiscard]] Parcel all_own();

  Comm& comm_;
  const RankedModel& model_;
  std::map<int, Parcel> out_;  // by rank
  std::vector<HeldContact> staying_;
  std::vector<PairReference> references_;  // that stay
};

}  // namespace solfec
