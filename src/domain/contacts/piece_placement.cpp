#include "domain/contacts/piece_placement.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/parallel_for.h"

namespace solfec {

namespace {

constexpr int kGrain = 1024;  // bodies; below this a parallel loop does not pay

/// Angular velocity, 1/s: the axial vector of Ḟ F⁻¹, to the order of the strains.
Vec3 spin(const BodyMotion& motion) {
  const Mat3 rate = motion.rate * transpose(motion.gradient);
  return 0.5 * Vec3{rate(2, 1) - rate(1, 2), rate(0, 2) - rate(2, 0), rate(1, 0) - rate(0, 1)};
}

}  // namespace

void list_pieces(const Bodies& bodies, PieceSet& pieces) {
  pieces.clear();
  bool has_ghosts = false;
  bodies.for_each_set([&](const auto& set) { has_ghosts = has_ghosts || set.ghosts() > 0; });
  for (const BodyRecord& record : bodies.records()) {
    if (has_ghosts) {
      pieces.body_is_ghost.push_back(bodies.is_ghost(record.id) ? 1 : 0);
      pieces.body_extent.push_back(record.ball.radius);
    }
    pieces.append(record.id, !has_inertia(record.kind), record.self_contact,
                  *record.contact_pieces);
    if (turns_only(record.kind)) {
      pieces.make_rigid();
    } else if (is_homogeneous(record.kind)) {
      pieces.make_affine();
    }
  }
}

void place_pieces(const Bodies& bodies, PieceSet& pieces) {
  const auto refs = bodies.refs();
  parallel_for(pieces.body_count(), kGrain, [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    const BodyRef body = refs[k];
    if (pieces.body_is_affine[k] != 0) {
      pieces.body_pivot[k] = bodies.current_point(body, pieces.body_reference_pivot[k]);
    }
    if (pieces.body_is_rigid[k] != 0) {
      pieces.body_rotation[k] = bodies.gradient(body);
      return;
    }
    const auto first = static_cast<std::size_t>(pieces.body_vertex_start[k]);
    const auto last = static_cast<std::size_t>(pieces.body_vertex_start[k + 1]);
    bodies.place(body, pieces.body_shape[k]->vertex,
                 std::span(pieces.vertex).subspan(first, last - first));
  });
}

/// The way of finite elements to 20 binary digits, and a swing that covers what that takes off:
/// their free velocities are rounded otherwise after a restart, by less than what changes a place,
/// and their contacts must not be.
void round_way(Vec3& travel, double& swing) {
  constexpr double kDigits = 20.0;
  const double way = norm(travel) + swing;
  if (!(way > 0.0)) return;
  const double grain = std::exp2(std::floor(std::log2(way)) - kDigits);
  travel = {grain * std::round(travel.x / grain), grain * std::round(travel.y / grain),
            grain * std::round(travel.z / grain)};
  swing = grain * (std::round(swing / grain) + 2.0);
}

/// Largest distance of nodal velocities from one velocity, m/s.
double velocity_spread(const FiniteElementBody& body, Vec3 mean) {
  double square = 0.0;
  for (const Vec3& u : body.velocity) square = std::max(square, dot(u - mean, u - mean));
  return std::sqrt(square);
}

void set_travel(const Bodies& bodies, double step, PieceSet& pieces) {
  const auto refs = bodies.refs();
  parallel_for(pieces.body_count(), kGrain, [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    pieces.body_travel[k] = {};
    pieces.body_swing[k] = 0.0;
    pieces.body_way[k] = 0.0;
    pieces.body_turn[k] = {};
    if (step == 0.0) return;
    const BodyRef body = refs[k];
    const BodyMotion motion = bodies.motion(body);
    const bool affine = pieces.body_is_affine[k] != 0;
    const Vec3 arm = pieces.body_reference_pivot[k] - motion.reference_center;
    Vec3 travel = step * (affine ? motion.linear + motion.rate * arm : motion.linear);
    double swing =
        step * (affine ? pieces.body_radius[k] * std::sqrt(double_dot(motion.rate, motion.rate))
                       : velocity_spread(*bodies.mesh(body), motion.linear));
    if (!std::isfinite(norm(travel) + swing)) return;
    if (!affine) round_way(travel, swing);
    pieces.body_travel[k] = travel;
    pieces.body_swing[k] = swing;
    pieces.body_way[k] = norm(travel) + swing;
    if (affine) pieces.body_turn[k] = step * spin(motion);
  });
}

}  // namespace solfec
