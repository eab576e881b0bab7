#include "domain/crack_opening.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/cat.h"
#include "base/count.h"
#include "body/finite_element/stress_recovery.h"
#include "contact/piece/contact_point.h"
#include "domain/body_cut.h"
#include "material/stress_components.h"
#include "math/mat3.h"

namespace solfec {
namespace {

constexpr double kDifference = 1e-4;  // of the size of a body, for tangents of the plane
constexpr double kThinned = 0.1;      // of the least height of elements, below which a cut is told

/// Unit normal of the plane at a point as it is now: of the images of two tangents.
Vec3 current_normal(const Bodies& bodies, BodyRef body, const SimplifiedCrack& crack, Vec3 X,
                    double reach) {
  const Mat3 frame = contact_frame(crack.normal);  // columns t1, t2, n
  const auto image = [&](int k) {
    const Vec3 way = reach * frame.column(k);
    return bodies.current_point(body, X + way) - bodies.current_point(body, X - way);
  };
  return normalized(cross(image(0), image(1)));
}

/// Stress that STRESS finds at a point of an edge, from the two nodes that it depends on, Pa.
Mat3 stress_of(const Bodies& bodies, BodyRef body, const CutPoint& sample) {
  if (!has_mesh(body.kind)) {
    std::array<double, 6> components{};
    bodies.stress(body, sample.point, components);
    return stress_of_components(components);
  }
  const StressRecovery recovery(bodies.finite_element[body.slot]);
  const Mat3 first = recovery.node_of_element(sample.node[0], sample.element);
  if (sample.node[0] == sample.node[1]) return first;
  const Mat3 second = recovery.node_of_element(sample.node[1], sample.element);
  return (1.0 - sample.part) * first + sample.part * second;
}

std::string part_names(const Domain& domain, std::span<const BodyId> parts) {
  std::string text;
  for (const BodyId part : parts) {
    const BodyRecord& record = *domain.find_body(part);
    text += cat(text.empty() ? "" : ", ",
                record.label.empty() ? cat("body ", record.id) : cat("'", record.label, "'"));
  }
  return text;
}

/// Cuts a body and bonds the new faces. @return The text about it.
std::string open_crack(Domain& domain, const SimplifiedCrack& crack, const PlaneStress& stress) {
  const std::string name = describe(*domain.find_body(crack.body));
  const MeshCutOptions options{crack.surface, crack.adjacent_only, true};
  const CutBody cut = cut_body(domain, crack.body, {crack.point, crack.normal}, options);
  if (crack.fracture_energy > 0.0) {
    for (std::size_t i = 0; i < cut.part.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) domain.bond_contacts(cut.part[j], cut.part[i]);
    }
  }
  std::string text =
      cat(name, " has cracked: the normal stress ", short_number(stress.largest), " Pa at (",
          short_number(stress.point.x), ", ", short_number(stress.point.y), ", ",
          short_number(stress.point.z), ") m is above ft, ", short_number(crack.tension), " Pa; ",
          cut.part.size() == 1 ? "a slit in " : "its parts are ", part_names(domain, cut.part));
  if (cut.lost_loads + cut.lost_constraints > 0) {
    text += cat("; loads (", cut.lost_loads, ") and constraints (", cut.lost_constraints,
                ") have gone with it");
  }
  if (cut.thinning < kThinned) {
    text += cat("; the cut makes elements of ", short_number(cut.thinning),
                " times the least height of those before, which shortens the steps of DEF_EXP");
  }
  return text;
}

}  // namespace

PlaneStress plane_stress(const Bodies& bodies, const BodyRecord& record,
                         const SimplifiedCrack& crack) {
  const BodyRef body = bodies.ref(record.id);
  PlaneStress found{-std::numeric_limits<double>::infinity(), crack.point};
  const double reach = kDifference * record.ball.radius;
  for (const CutPoint& sample : crack.samples) {
    const Vec3 n = current_normal(bodies, body, crack, sample.point, reach);
    const double stress = dot(n, stress_of(bodies, body, sample) * n);
    if (stress > found.largest) found = {stress, sample.point};
  }
  return found;
}

std::vector<CutPoint> crack_samples(const BodyRecord& record, const SimplifiedCrack& crack) {
  std::vector<CutPoint> points =
      plane_points(record.shape->meshes.front(), {crack.point, crack.normal}, crack.adjacent_only);
  if (record.kind == BodyKind::pseudo_rigid && !points.empty()) points.resize(1);
  return points;
}

std::vector<std::string> open_cracks(Domain& domain) {
  std::vector<std::string> texts;
  const std::vector<SimplifiedCrack> cracks = domain.loads.cracks;
  for (const SimplifiedCrack& crack : cracks) {
    const BodyRecord* const record = domain.find_body(crack.body);
    if (record == nullptr) continue;  // cut by another crack
    const PlaneStress stress = plane_stress(domain.bodies, *record, crack);
    if (!(stress.largest > crack.tension)) continue;
    texts.push_back(open_crack(domain, crack, stress));
  }
  return texts;
}

}  // namespace solfec
