#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/body_pair.h"
#include "contact/broad_phase.h"
#include "contact/contact_memory.h"
#include "contact/contact_params.h"
#include "contact/contact_point.h"
#include "contact/exclusions.h"
#include "contact/narrow_phase.h"
#include "contact/piece_set.h"
#include "contact/sparsify.h"

namespace solfec {

/// One detection, and what it remembers for the next: the pairs of pieces that are near each other,
/// their separating axes and the pairs of bodies at relative rest. All but the references of
/// the latter only skips work.
///
/// Queries (pairs of which one piece at least is a polyhedron) and pairs of spheres stand in order
/// of their pieces, as contacts do. Contacts of bodies at relative rest are carried on in place;
/// the others are examined. All old contacts are updated in place, and new ones stand aside. Only
/// when sparsification has told which of them stay are contacts moved, those behind the first that
/// came or went: a contact that it removes in every step moves none.
class Detection {
 public:
  /// Contacts and bodies are not those of the last detection, or other pairs are excluded.
  void forget() { stale_ = true; }
  /// @param params  With which the contacts of these pairs were found.
  void set_references(std::span<const PairReference> references, const ContactParams& params);
  [[nodiscard]] std::vector<PairReference> references() const;
  /// Takes the references of a body, or of two, away (second 0: all of the first).
  void drop_references(BodyId first, BodyId second);

  /// Replaces the contacts by those of the present placement, without ids for new ones.
  /// @return Number of contacts that sparsification removed, with those that are still left out.
  int run(PieceSet& pieces, const ContactParams& params, const ContactExclusions& excluded,
          std::vector<ContactPoint>& points, ContactMemories& memories);

  /// Whether the last run made contacts, which have no ids yet.
  [[nodiscard]] bool has_new_contacts() const { return has_new_contacts_; }

 private:
  static constexpr int kChunks = 128;  // parts of a loop, independent of the thread count

  enum class Change { nothing_new, same_contacts, other_contacts };

  struct SpherePair {
    PiecePair pair;
    int previous = -1;  // index of the old contact
    bool found{};
  };
  struct Member {  // of a pair of bodies
    int first{};
    int second{};
    int query{};
  };
  /// Largest numbers of faces and vertices of a piece and of vertices of a face.
  struct LargestPiece {
    int faces = 0;
    int vertices = 0;
    int loop = 0;
  };

  void collect_pairs(PieceSet& pieces, const ContactExclusions& excluded,
                     std::vector<ContactPoint>& points);
  void add_pair(const PieceSet& pieces, PiecePair pair, int previous);
  void set_origins(const std::vector<ContactPoint>& points);
  void take_over_axes();
  void group_by_bodies(const PieceSet& pieces);
  void take_over_references();
  void reserve_scratch(const PieceSet& pieces);

  void take_over_clearances();
  void add_turns(const PieceSet& pieces);
  void find_apart(const PieceSet& pieces, const ContactParams& params);
  void note_clearance(const PieceSet& pieces, PairQuery& query) const;
  void find_resting(const PieceSet& pieces, double tolerance,
                    const std::vector<ContactPoint>& points);
  void place_bodies(PieceSet& pieces, double margin);
  [[nodiscard]] bool is_resting(const PairQuery& query) const {
    return query.body_pair >= 0 && body_pairs_[query.body_pair].resting;
  }
  void examine(const PieceSet& pieces, const ContactParams& params, const ContactMemories& memories,
               std::vector<ContactPoint>& points);
  void place_balls(const PieceSet& pieces);
  void examine_spheres(const PieceSet& pieces, const ContactParams& params,
                       std::vector<ContactPoint>& points);
  [[nodiscard]] Change compare(const std::vector<ContactPoint>& points) const;
  void update_points(std::vector<ContactPoint>& points);
  void list_old(const std::vector<ContactPoint>& points);
  void list_all(const PieceSet& pieces, const ContactParams& params,
                const std::vector<ContactPoint>& points);
  void list_query(const PieceSet& pieces, int k, const std::vector<ContactPoint>& points);
  void list_spheres(const PieceSet& pieces, const ContactParams& params, int k);
  int sparsify(const PieceSet& pieces, const ContactParams& params, bool same,
               const std::vector<ContactPoint>& points);
  bool move_points(std::vector<ContactPoint>& points, ContactMemories& memories);
  void leave_references(const PieceSet& pieces, std::vector<ContactPoint>& points,
                        ContactMemories& memories);
  void link_queries(const std::vector<ContactPoint>& points);

  ContactParams last_params_;  // of the last run
  BroadPhase broad_phase_;
  Sparsifier sparsifier_;
  std::vector<PairQuery> queries_;
  std::vector<PairQuery> previous_queries_;
  std::vector<PairContact> contacts_;  // one per query
  std::vector<SpherePair> spheres_;
  std::vector<BodyPair> body_pairs_;  // sorted
  std::vector<BodyPair> previous_body_pairs_;
  std::vector<Member> members_;
  std::vector<std::uint8_t> has_spheres_;  // per body: takes part in pairs of spheres
  std::vector<std::uint8_t> needed_;       // per body: has to be placed in this step
  std::vector<double> turned_;             // per body: how far turns have moved its points, m
  std::vector<Mat3> turned_to_;            // per body: rotation at the last step
  std::vector<Ball> balls_;                // per piece, of spheres
  std::vector<ContactPoint> added_;        // new contacts
  std::vector<int> source_;  // per listed contact: old contact k, or -1 - k of an added one
  std::vector<const ContactPoint*> listed_;
  std::vector<int> origin_;          // per contact: query k, or -1 - k of a pair of spheres
  std::vector<std::uint8_t> fresh_;  // per listed contact: a query that was examined in this step
  std::array<OverlapScratch, kChunks> scratch_;
  int active_ = 0;           // queries that are looked at in this step
  bool one_sphere_ = false;  // some query joins a sphere and a polyhedron
  int other_removed_ = 0;    // contacts that were removed, without those of pairs of bodies
  bool lost_ = false;        // an old contact has no pair any more
  bool has_new_contacts_ = false;
  bool stale_ = true;
};

}  // namespace solfec
