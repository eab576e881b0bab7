#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/contact_list.h"
#include "contact/pair/pair_points.h"
#include "contact/scene.h"
#include "contact/search/examination_results.h"

namespace solfec::test {

/// Point of a pair as an examination might find it.
inline PairContact found_point(std::uint64_t feature, Vec3 point, Vec3 normal = {0, 0, 1}) {
  PairContact contact;
  contact.feature = feature;
  contact.gap = -1e-6;
  contact.measured = -1e-6;
  contact.area = 1.0;
  contact.point = point;
  contact.normal = normal;
  return contact;
}

/// Three rigid cubes and the pairs of their pieces, (0, 1), (0, 2), (1, 2), with the parts of a
/// detection that come after the examination; a test tells what that has found.
struct FeatureStep {
  FeatureStep() {
    for (int b = 0; b < 3; ++b)
      scene.add(brick({2.0 * b, 0, 0}, {2.0 * b + 1, 1, 1}), {.rigid = true});
    scene.params = every_overlap();
    scene.pieces.refresh(scene.params.tolerance);
    for (const auto& pair : {PiecePair{0, 1}, PiecePair{0, 2}, PiecePair{1, 2}}) {
      queries.push_back({pair, -1, true, {}, -1, false, 0, {}});
    }
    bodies.group(scene.pieces, queries);
  }

  /// @param points_of  Points found of each pair, in any order.
  ContactChange run(const std::vector<std::vector<PairContact>>& points_of) {
    found.resize(count(queries), 2);
    for (int k = 0; k < count(queries); ++k) {
      for (const PairContact& contact : points_of[static_cast<std::size_t>(k)])
        found.add(k, contact);
      found.sort(k);
    }
    const ExaminationResults findings{scene.pieces, scene.params, queries, found, spheres, bodies};
    const ContactChange change = compare(findings, points);
    update_points(findings, points);
    if (change == ContactChange::other_contacts) {
      list.list_all(findings, points);
    } else {
      list.list_old(findings, points);
    }
    list.sparsify(findings, false, points);
    list.move_points(findings, points, memories);
    bodies.leave_references(scene.pieces);
    list.leave_references(findings, points, memories);
    for (ContactPoint& point : points) {
      if (point.state.id == 0) point.state.id = scene.next_id++;
    }
    return change;
  }

  std::span<ContactPoint> of(int k) {
    return std::span(points).subspan(static_cast<std::size_t>(std::max(queries[k].previous, 0)),
                                     queries[k].previous_count);
  }

  Scene scene;
  std::vector<PairQuery> queries;
  std::vector<ContactPoint> points;
  ContactMemories memories;
  PairContacts found;
  SpherePairList spheres;
  BodyPairList bodies;
  ContactList list;
};

}  // namespace solfec::test
