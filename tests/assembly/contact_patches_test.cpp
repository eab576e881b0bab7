#include "assembly/contact_patches.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 1e-14;  // rounding of means at unit scale

/// A point of a patch between the bodies 1 and 2.
ContactPoint point_of(int first_piece, std::uint64_t feature, Vec3 point, double part,
                      Vec3 normal = {0, 0, 1}) {
  ContactPoint contact;
  contact.key = {1, first_piece, 2, 0, feature};
  contact.point = point;
  contact.part = part;
  contact.frame = contact_frame(normal);
  return contact;
}

/// Centroids of the patches of contacts, which it sorts; each contact must be in one.
std::vector<Vec3> middles_of(std::vector<ContactPoint>& contacts) {
  std::sort(contacts.begin(), contacts.end(),
            [](const ContactPoint& a, const ContactPoint& b) { return a.key < b.key; });
  ContactPatches patches;
  std::vector<Vec3> all;
  for (int time = 0; time < 2; ++time) {  // nothing is left of the last time
    patches.find(contacts);
    all.assign(contacts.size(), Vec3{-1, -1, -1});
    std::size_t found = 0;
    for (int p = 0; p < patches.size(); ++p) {
      Vec3 middle;
      for (const auto& point : patches[p]) middle += point.share * contacts[point.contact].point;
      for (const auto& point : patches[p]) all[point.contact] = middle;
      found += patches[p].size();
    }
    EXPECT_EQ(found, contacts.size());
  }
  return all;
}

TEST(ContactPatches, OnePointIsItsOwnMiddle) {
  std::vector<ContactPoint> contacts{point_of(0, 0, {1, 2, 3}, 1.0)};
  EXPECT_EQ(middles_of(contacts)[0], (Vec3{1, 2, 3}));
}

TEST(ContactPatches, PointsOfTwoPiecesAreAPatchWhateverLiesBesideThem) {
  // a triangle whose corners carry a third each, and another one on the next piece, as high
  std::vector<ContactPoint> contacts;
  for (int piece = 0; piece < 2; ++piece) {
    const double x = 10.0 * piece;
    contacts.push_back(point_of(piece, 1, {x, 0, 0}, 1.0 / 3.0));
    contacts.push_back(point_of(piece, 2, {x + 3, 0, 0}, 1.0 / 3.0));
    contacts.push_back(point_of(piece, 3, {x, 3, 0}, 1.0 / 3.0));
  }
  const auto middles = middles_of(contacts);
  for (int c = 0; c < 3; ++c) EXPECT_LE(norm(middles[c] - Vec3{1, 1, 0}), kTol);
  for (int c = 3; c < 6; ++c) EXPECT_LE(norm(middles[c] - Vec3{11, 1, 0}), kTol);
}

TEST(ContactPatches, APatchOfSeveralPiecesIsJoinedAndOthersOfTheBodiesAreNot) {
  // a rectangle 4 x 2 with a corner on each of four pieces; a wall beside it; another surface
  std::vector<ContactPoint> contacts;
  for (int k = 0; k < 4; ++k) {
    const Vec3 corner{k % 2 == 0 ? 0.0 : 4.0, k / 2 == 0 ? 0.0 : 2.0, 0};
    contacts.push_back(point_of(k, 7, corner, 0.25));
  }
  contacts.push_back(point_of(1, 9, {5, 0, 1}, 0.5, {1, 0, 0}));
  contacts.push_back(point_of(2, 9, {5, 0, 3}, 0.5, {1, 0, 0}));
  contacts.push_back(point_of(4, 9, {0, 8, 0}, 0.5));
  contacts.push_back(point_of(5, 9, {0, 9, 0}, 0.5));
  contacts[6].master_surface = contacts[7].master_surface = 5;
  ContactPoint third = point_of(0, 7, {100, 0, 0}, 0.5);  // of another pair of bodies
  third.key.second_body = 3;
  contacts.push_back(third);
  const auto middles = middles_of(contacts);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const bool wall = contacts[c].frame.column(2).x == 1.0;
    const Vec3 expected = contacts[c].key.second_body == 3  ? Vec3{100, 0, 0}
                          : wall                            ? Vec3{5, 0, 2}
                          : contacts[c].master_surface == 5 ? Vec3{0, 8.5, 0}
                                                            : Vec3{2, 1, 0};
    EXPECT_LE(norm(middles[c] - expected), kTol) << c;
  }
}

TEST(ContactPatches, PointsWithoutAPartAreOfThePatchButDoNotShiftIt) {
  std::vector<ContactPoint> contacts{point_of(0, 1, {0, 0, 0}, 0.5), point_of(0, 2, {2, 0, 0}, 0.5),
                                     point_of(0, 3, {0, 9, 0}, 0.0)};
  for (const Vec3 middle : middles_of(contacts)) EXPECT_LE(norm(middle - Vec3{1, 0, 0}), kTol);
}

/// Nodes of meshes have normals of their own, up to 45 degrees apart; faces of rigid pieces have
/// one, and so has a face that meets nodes.
TEST(ContactPatches, OnlyNodesOfMeshesMayHaveNormalsThatDiffer) {
  const Vec3 up{0, 0, 1};
  const auto patches_of = [&](Vec3 normal, bool first_is_node, bool second_is_node) {
    std::vector<ContactPoint> contacts{point_of(0, 1, {0, 0, 0}, 0.3),
                                       point_of(1, 1, {2, 0, 0}, 0.3, normalized(normal))};
    contacts[0].gap_law = first_is_node;
    contacts[1].gap_law = second_is_node;
    ContactPatches patches;
    patches.find(contacts);
    return patches.size();
  };
  const Vec3 tilted{0.2, 0, 1};  // 11 degrees
  EXPECT_EQ(patches_of(tilted, true, true), 1);
  EXPECT_EQ(patches_of(tilted, true, false), 2);
  EXPECT_EQ(patches_of(tilted, false, true), 2);
  EXPECT_EQ(patches_of(tilted, false, false), 2);
  EXPECT_EQ(patches_of({1.2, 0, 1}, true, true), 2);  // 50 degrees
  EXPECT_EQ(patches_of(up, false, false), 1);
  EXPECT_EQ(patches_of({1e-5, 0, 1}, false, false), 2);
}

}  // namespace
}  // namespace solfec
