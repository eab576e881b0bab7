#include "viewer/page/page_contacts.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/count.h"
#include "output/joint_resultants.h"

namespace solfec {

namespace {

constexpr int kSteps = PageColumns::kNoValue - 1;
constexpr std::size_t kShortNumbers = 65536;  // joints that numbers of 16 bits can tell apart

}  // namespace

int PageContacts::joint_of(const ConstraintRecord& row, int number, const PageModel& model) {
  const std::array<std::int32_t, 3> joint{model.number_of(row.master), model.number_of(row.slave),
                                          number};
  const auto [place, is_new] = index_.emplace(joint, static_cast<int>(index_.size()));
  if (is_new) joints_.insert(joints_.end(), joint.begin(), joint.end());
  return place->second;
}

/// Appends the codes of the contacts of one frame and their ranges.
void PageContacts::pack(const std::vector<Numbers>& contacts) {
  Numbers lo{};
  Numbers step{};
  for (std::size_t k = 0; k < kNumbers && !contacts.empty(); ++k) {
    const auto [least, most] =
        std::minmax_element(contacts.begin(), contacts.end(),
                            [k](const Numbers& a, const Numbers& b) { return a[k] < b[k]; });
    lo[k] = (*least)[k];
    step[k] = ((*most)[k] - lo[k]) / kSteps;
  }
  range_.insert(range_.end(), lo.begin(), lo.end());
  range_.insert(range_.end(), step.begin(), step.end());
  for (const Numbers& contact : contacts) {
    for (std::size_t k = 0; k < kNumbers; ++k) {
      const double code = step[k] > 0.0 ? std::round((contact[k] - lo[k]) / step[k]) : 0.0;
      code_.push_back(static_cast<std::uint16_t>(std::clamp<double>(code, 0, kSteps)));
    }
  }
}

void PageContacts::add(const Snapshot& snapshot, const PageModel& model) {
  not_stored_ += snapshot.left_out;
  const bool is_kept = size() <= largest_;
  std::vector<Numbers> contacts;
  std::pair<BodyId, BodyId> bodies{};
  int number = -1;  // among the joints of two bodies, which follow each other
  for (const std::vector<const ConstraintRecord*>& joint : joint_contacts(snapshot)) {
    const std::pair<BodyId, BodyId> pair{joint.front()->master, joint.front()->slave};
    number = pair == bodies ? number + 1 : 0;
    bodies = pair;
    if (!request_.wants(pair.first, pair.second)) continue;
    for (const ConstraintRecord* const row : joint) {
      if (!(std::isfinite(row->R.z) && row->R.z != 0.0)) continue;
      ++count_;
      if (!is_kept) continue;
      joint_.push_back(static_cast<std::uint32_t>(joint_of(*row, number, model)));
      contacts.push_back({row->point.x, row->point.y, row->point.z, row->R.z});
    }
  }
  pack(contacts);
  first_.push_back(solfec::count(joint_));
}

double PageContacts::size() const {
  const double number = index_.size() <= kShortNumbers ? 2.0 : 4.0;
  return (number + 2.0 * kNumbers) * static_cast<double>(count_) +
         8.0 * static_cast<double>(range_.size()) +
         4.0 * static_cast<double>(first_.size() + joints_.size());
}

void PageContacts::write(PageBuffer& buffer) const {
  buffer.add<std::int32_t>("contactFirst", "i4", first_);
  buffer.add<double>("contactRange", "f8", range_);
  if (index_.size() <= kShortNumbers) {
    std::vector<std::uint16_t> numbers;
    numbers.reserve(joint_.size());
    for (const std::uint32_t one : joint_) numbers.push_back(static_cast<std::uint16_t>(one));
    buffer.add<std::uint16_t>("contactJoint", "u2", numbers);
  } else {
    buffer.add<std::uint32_t>("contactJoint", "u4", joint_);
  }
  buffer.add<std::uint16_t>("contactCode", "u2", code_);
  buffer.add<std::int32_t>("contactJoints", "i4", joints_);
}

}  // namespace solfec
