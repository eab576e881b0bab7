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

/// Makes the contacts of a step from the old contacts and the results of the examination.
///
/// The list has all contacts in the order of their keys: by pairs and, in a pair, by features. Old
/// contacts are listed by their index; new ones are kept in an array of their own. New points of a
/// pair take over the reactions of points that have ended. Contacts are moved in memory only after
/// sparsification, and only those behind the first one that came or went. So a contact that is
/// found and removed in every step moves no other. Contacts of bodies that may rest get references.
/// The list knows the pair of each contact.
class ContactList {
 public:
  /// Sets the query or the pair of spheres of each old contact, after the pairs have changed.
  void set_origins(std::span<const PairQuery> queries, const SpherePairList& spheres,
                   std::size_t contacts);

  /// Lists the contacts of the last step, when there are no new ones.
  void list_old(const ExaminationResults& found, std::span<const ContactPoint> points);
  /// Lists the remaining old contacts and the new ones.
  void list_all(const ExaminationResults& found, std::span<const ContactPoint> points);
  /// Removes superfluous contacts from the list.
  /// @param same  True when the contacts join the bodies of the last call in the same order.
  /// @return Number of removed contacts, without those that the pairs of bodies count.
  int sparsify(const ExaminationResults& found, bool same, std::span<const ContactPoint> points);
  /// Pair of bodies that sparsification has left without a contact (Sparsifier::bare).
  [[nodiscard]] const BarePair& bare_pair() const { return sparsifier_.bare(); }
  /// Moves the contacts into the order of the list, and tells each pair its contacts.
  void move_points(const ExaminationResults& found, std::vector<ContactPoint>& points,
                   ContactMemories& memories);
  /// Gives references to the contacts of examined pairs of bodies, for rest in later steps.
  void leave_references(const ExaminationResults& found, std::span<ContactPoint> points,
                        ContactMemories& memories) const;

  /// True when the last list had new contacts.
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
  std::vector<int> ended_;           // contacts of the present pair that have ended
  std::vector<ContactPoint> added_;  // new contacts
  std::vector<int> source_;          // per listed contact: old contact k, or -1 - k of an added one
  std::vector<int> origin_;          // per contact: query k, or -1 - k of a pair of spheres
  std::vector<std::uint8_t> fresh_;  // per listed contact: a query that was examined in this step
  std::vector<const ContactPoint*> listed_;  // address of each listed contact
  bool has_added_ = false;
};

}  // namespace solfec
