#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/pair/pair_query.h"
#include "contact/piece/contact_memory.h"
#include "contact/piece/contact_point.h"
#include "contact/search/examination_results.h"
#include "contact/search/sphere_pair_list.h"
#include "contact/sparsify.h"
#include "contact/warm_start.h"

namespace solfec {

/// Makes the contacts of a step from the old ones and what its examination has found.
///
/// All contacts are listed in order of their pairs and, in a pair, of their features, which is that
/// of their keys: old ones by their index, new ones stand aside. Where points of a pair have ended
/// and others are new, these take over their reactions. Only when sparsification has told which of
/// them stay are contacts moved, those behind the first that came or went: a contact that it
/// removes in every step moves none. Those of bodies that may rest get references. The list knows
/// the pair of each contact.
class ContactList {
 public:
  /// Tells which query or pair of spheres the old contacts belong to, when pairs are others.
  void set_origins(std::span<const PairQuery> queries, const SpherePairList& spheres,
                   std::size_t contacts);

  /// Lists the contacts of the last step, which are all that there are.
  void list_old(const ExaminationResults& found, std::span<const ContactPoint> points);
  /// Lists the contacts that are left and the new ones.
  void list_all(const ExaminationResults& found, std::span<const ContactPoint> points);
  /// Takes superfluous contacts out of the list.
  /// @param same  The contacts join the same bodies in the same order as at the last call.
  /// @return Number removed, without those that the pairs of bodies count.
  int sparsify(const ExaminationResults& found, bool same, std::span<const ContactPoint> points);
  /// Sparsifier::bare.
  [[nodiscard]] const BarePair& bare_pair() const { return sparsifier_.bare(); }
  /// Makes the contacts those of the list, and tells the pairs which ones they have.
  void move_points(const ExaminationResults& found, std::vector<ContactPoint>& points,
                   ContactMemories& memories);
  /// Contacts of pairs of bodies that were examined get references to rest on.
  void leave_references(const ExaminationResults& found, std::span<ContactPoint> points,
                        ContactMemories& memories) const;

  /// Whether the last list had new contacts.
  [[nodiscard]] bool has_added() const { return has_added_; }

 private:
  void list_query(const ExaminationResults& found, int k, std::span<const ContactPoint> points);
  void list_examined(const ExaminationResults& found, int k, std::span<const ContactPoint> points);
  void list_spheres(const ExaminationResults& found, int k);
  void append(int source, int origin, bool fresh);
  void forget_memories(std::span<ContactPoint> points, ContactMemories& memories);
  void link(const ExaminationResults& found, std::span<const ContactPoint> points) const;
  [[nodiscard]] int body_pair_of(const ExaminationResults& found, int c) const {
    return origin_[c] >= 0 ? found.queries[origin_[c]].body_pair : -1;
  }

  Sparsifier sparsifier_;
  WarmStart warm_start_;
  std::vector<int> ended_;           // of the pair that is being listed
  std::vector<ContactPoint> added_;  // new contacts
  std::vector<int> source_;          // per listed contact: old contact k, or -1 - k of an added one
  std::vector<int> origin_;          // per contact: query k, or -1 - k of a pair of spheres
  std::vector<std::uint8_t> fresh_;  // per listed contact: a query that was examined in this step
  std::vector<const ContactPoint*> listed_;  // where each listed contact stands
  bool has_added_ = false;
};

}  // namespace solfec
