#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "output/export/export_request.h"
#include "output/snapshot.h"
#include "viewer/page/page_buffer.h"
#include "viewer/page/page_model.h"

namespace solfec {

/// Contacts of a page with a normal reaction, in lists frame by frame. A contact has the number of
/// its joint (all contacts of two bodies with about one normal, joint_resultants.h), and 16 bits
/// each for the three coordinates of its point and for R_N, in the ranges that these have in its
/// frame: no value is off by more than such a range over 131068.
class PageContacts {
 public:
  /// @param request  Bodies: contacts of two others are left out.
  /// @param largest  Bytes, beyond which contacts are counted but no longer kept.
  PageContacts(const ExportRequest& request, double largest)
      : request_(request), largest_(largest) {}

  /// Appends the contacts of the next frame.
  /// @param model  Has the bodies of this frame.
  void add(const Snapshot& snapshot, const PageModel& model);

  /// Number of contacts in all frames, those that are no longer kept too.
  [[nodiscard]] std::int64_t count() const { return count_; }
  /// Number of contacts that the frames themselves do not hold.
  [[nodiscard]] std::int64_t not_stored() const { return not_stored_; }
  /// Bytes that the lists take.
  [[nodiscard]] double size() const;
  /// Appends the arrays contactFirst, contactRange, contactJoint, contactCode and contactJoints
  /// (docs/pages.md). @pre size() <= largest
  void write(PageBuffer& buffer) const;

 private:
  static constexpr int kNumbers = 4;  // of a contact: point, R_N
  using Numbers = std::array<double, kNumbers>;

  int joint_of(const ConstraintRecord& row, int number, const PageModel& model);
  void pack(const std::vector<Numbers>& contacts);

  const ExportRequest& request_;
  double largest_;
  std::int64_t count_ = 0;
  std::int64_t not_stored_ = 0;
  std::vector<std::int32_t> first_{0};  // one per frame and the end
  std::vector<double> range_;           // of each frame: four lowest values, four steps
  std::vector<std::uint32_t> joint_;
  std::vector<std::uint16_t> code_;
  // of each joint: numbers of master and slave among the bodies of the page (-1: not there), place
  // among the joints of the two
  std::vector<std::int32_t> joints_;
  std::map<std::array<std::int32_t, 3>, int> index_;
};

}  // namespace solfec
