#include "assembly/patch_middles.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

// Two passes: contacts of one pair of pieces whose parts sum up to one are a patch; those that are
// left are joined by bodies, surfaces and normal. The centroid is Σ part x / Σ part.

constexpr double kWhole = 1e-9;    // parts of a whole patch sum up to one but for rounding
constexpr double kAligned = 1e-6;  // rad; faces of one plane agree so well

struct WeightedSum {
  double part{};
  Vec3 moment;  // m

  void add(const ContactPoint& contact) {
    part += contact.part;
    moment += contact.part * contact.point;
  }
};

bool share_a_plane(const ContactPoint& a, const ContactPoint& b) {
  const Vec3 difference = a.frame.column(2) - b.frame.column(2);
  return a.master_surface == b.master_surface && a.slave_surface == b.slave_surface &&
         norm(difference) <= kAligned;
}

bool same_bodies(const ContactPoint& a, const ContactPoint& b) {
  return a.key.first_body == b.key.first_body && a.key.second_body == b.key.second_body;
}

}  // namespace

void PatchMiddles::find(std::span<const ContactPoint> contacts) {
  const int n = count(contacts);
  middle_.resize(contacts.size());
  left_.clear();
  left_.reserve(contacts.size());
  for (int begin = 0, end = 0; begin < n; begin = end) {
    WeightedSum sum;
    for (end = begin; end < n && same_pieces(contacts[at(end)].key, contacts[at(begin)].key);
         ++end) {
      sum.add(contacts[at(end)]);
    }
    const bool whole = std::fabs(sum.part - 1.0) <= kWhole;
    for (int c = begin; c < end; ++c) {
      middle_[at(c)] = whole && end - begin > 1 ? sum.moment / sum.part : contacts[at(c)].point;
      if (!whole) left_.push_back(c);
    }
  }
  std::sort(left_.begin(), left_.end(), [&](int a, int b) {
    const ContactKey& p = contacts[at(a)].key;
    const ContactKey& q = contacts[at(b)].key;
    return std::tie(p.first_body, p.second_body, a) < std::tie(q.first_body, q.second_body, b);
  });
  for (int begin = 0, end = 0; begin < count(left_); begin = end) {
    end = begin + 1;
    while (end < count(left_) &&
           same_bodies(contacts[at(left_[at(end)])], contacts[at(left_[at(begin)])])) {
      ++end;
    }
    join_pieces(contacts, std::span(left_).subspan(at(begin), at(end - begin)));
  }
}

void PatchMiddles::join_pieces(std::span<const ContactPoint> contacts,
                               std::span<const int> of_pair) {
  for (const int c : of_pair) {
    WeightedSum sum;
    for (const int other : of_pair) {
      if (share_a_plane(contacts[at(c)], contacts[at(other)])) sum.add(contacts[at(other)]);
    }
    if (sum.part > 0.0) middle_[at(c)] = sum.moment / sum.part;
  }
}

}  // namespace solfec
