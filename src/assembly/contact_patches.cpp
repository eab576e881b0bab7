#include "assembly/contact_patches.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/count.h"

namespace solfec {

namespace {

// Two passes: contacts of one pair of pieces whose parts sum up to one are a patch; those that are
// left are joined by bodies, surfaces and normal.

constexpr double kWhole = 1e-9;    // parts of a whole patch sum up to one but for rounding
constexpr double kAligned = 1e-6;  // rad; faces of one plane agree so well
constexpr double kFacing = 0.75;   // of unit normals: about 45 degrees

/// Nodes of meshes have normals of their own.
bool share_a_plane(const ContactPoint& a, const ContactPoint& b) {
  const Vec3 difference = a.frame.column(2) - b.frame.column(2);
  return a.master_surface == b.master_surface && a.slave_surface == b.slave_surface &&
         norm(difference) <= (a.gap_law && b.gap_law ? kFacing : kAligned);
}

bool same_bodies(const ContactPoint& a, const ContactPoint& b) {
  return a.key.first_body == b.key.first_body && a.key.second_body == b.key.second_body;
}

}  // namespace

void ContactPatches::add(std::span<const ContactPoint> contacts, int contact) {
  points_.push_back({contact, contacts[at(contact)].part});
}

/// Ends the patch of the points that were added since the last one.
void ContactPatches::close() {
  const auto first = points_.begin() + start_.back();
  if (first == points_.end()) return;
  double parts = 0.0;
  for (auto point = first; point != points_.end(); ++point) parts += point->share;
  for (auto point = first; parts > 0.0 && point != points_.end(); ++point) point->share /= parts;
  start_.push_back(count(points_));
}

void ContactPatches::find(std::span<const ContactPoint> contacts) {
  const int n = count(contacts);
  points_.clear();
  start_.assign(1, 0);
  left_.clear();
  for (int begin = 0, end = 0; begin < n; begin = end) {
    double parts = 0.0;
    for (end = begin; end < n && same_pieces(contacts[at(end)].key, contacts[at(begin)].key);
         ++end) {
      parts += contacts[at(end)].part;
    }
    const bool whole = std::fabs(parts - 1.0) <= kWhole;
    for (int c = begin; c < end; ++c) {
      if (whole) {
        add(contacts, c);
      } else {
        left_.push_back(c);
      }
    }
    close();
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

/// Patches of the first of those that are left and all in its plane. @param of_pair  Used up.
void ContactPatches::join_pieces(std::span<const ContactPoint> contacts, std::span<int> of_pair) {
  while (!of_pair.empty()) {
    const ContactPoint& first = contacts[at(of_pair.front())];
    const auto others = std::partition(of_pair.begin(), of_pair.end(), [&](int c) {
      return share_a_plane(first, contacts[at(c)]);
    });
    for (auto c = of_pair.begin(); c != others; ++c) add(contacts, *c);
    close();
    of_pair = std::span(others, of_pair.end());
  }
}

}  // namespace solfec
