#include "viewer/scene/contact_glyphs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/cat.h"
#include "base/count.h"
#include "domain/records/seen_joints.h"
#include "output/contact_status.h"
#include "output/joint_resultants.h"
#include "viewer/scene/drawn_bodies.h"
#include "viewer/scene/joint_outline.h"
#include "viewer/scene/point3.h"

namespace solfec {

namespace {

constexpr double kLeastChain = 0.01;  // of the largest force, below which a chain is not drawn

constexpr Colour kSupport{40, 84, 168};  // arrows of constraints of one body

Colour with_value() { return kByValue; }

ContactStatus status_of(const ConstraintRecord& row, const std::function<double(int)>& friction) {
  return contact_status(row, friction ? friction(row.material) : 0.0);
}

/// The end of a line from a kept point as far as no plane cuts it away, both relative to the origin
/// of the scene.
Vec3 kept_end(Vec3 kept, Vec3 end, const Scene& scene) {
  double share = 1.0;
  for (const CutPlane& plane : scene.cuts) {
    const double from = dot(plane.normal, kept + scene.origin) - plane.distance;
    const double to = dot(plane.normal, end + scene.origin) - plane.distance;
    if (to > 0.0 && from < to) share = std::min(share, std::max(0.0, -from / (to - from)));
  }
  return kept + share * (end - kept);
}

}  // namespace

bool is_cut_away(std::span<const CutPlane> cuts, Vec3 point) {
  constexpr double kOnPlane = 1e-9;  // over the coordinates: points on a plane are kept
  return std::any_of(cuts.begin(), cuts.end(), [&](const CutPlane& plane) {
    return dot(plane.normal, point) - plane.distance > kOnPlane * norm(point);
  });
}

/// True when one of two bodies is drawn and no cut has removed the point.
bool ContactGlyphs::is_drawn_at(BodyId master, BodyId slave, Vec3 point) const {
  if (choice_.acted_on != 0 && master != choice_.acted_on && slave != choice_.acted_on)
    return false;
  const bool joins_drawn =
      is_drawn(choice_.drawn, master) || (slave != 0 && is_drawn(choice_.drawn, slave));
  return joins_drawn && !is_cut_away(scene_.cuts, point);
}

bool ContactGlyphs::is_drawn_row(const ConstraintRecord& row) const {
  return is_drawn_at(row.master, row.slave, row.point);
}

void ContactGlyphs::add_chains(bool apart) {
  chains_apart_ = apart;
  ValueRange& range = apart ? scene_.chain_range : scene_.range;
  struct Sum {
    double force{};
    Vec3 moment;
  };
  std::map<std::pair<BodyId, BodyId>, Sum> pairs;
  for (const ConstraintRecord& row : snapshot_.constraints) {
    if (!is_contact(row.kind) || !(row.R.z > 0.0) || !is_drawn_row(row)) continue;
    Sum& sum = pairs[{row.master, row.slave}];
    sum.force += row.R.z;
    sum.moment += row.R.z * (row.point - scene_.origin);
  }
  for (const auto& [pair, sum] : pairs) {
    if (sum.force < choice_.least) continue;
    const Vec3 middle = sum.moment / sum.force;
    range.add(0.0);
    range.add(sum.force);
    for (const BodyId id : {pair.first, pair.second}) {
      const SnapshotBody* const body = snapshot_.find(id);
      if (body == nullptr || !has_inertia(body->place.kind)) continue;
      const Vec3 center = snapshot_.bodies.motion(body->place).center - scene_.origin;
      chains_.push_back({kept_end(middle, center, scene_), middle, sum.force});
    }
  }
}

/// A ball per constraint in the colour of its category; a line joins the points of those that have
/// two.
void ContactGlyphs::add_categories(const PictureField& field) {
  std::map<int, std::string> names;
  for (const ConstraintRecord& row : snapshot_.constraints) {
    if (!is_drawn_row(row)) continue;
    const int category = static_cast<int>(field.constraint.value(row));
    const Colour colour = category_colour(category);
    const Vec3 point = row.point - scene_.origin;
    scene_.marks.push_back(ball(point, 0.07 * scene_.body_size, colour));
    if (has_two_points(row.kind)) {
      const Vec3 other = row.slave_point - scene_.origin;
      const auto r = static_cast<float>(0.03 * scene_.body_size);
      scene_.marks.push_back(ball(other, 0.07 * scene_.body_size, colour));
      scene_.rods.push_back({point3(point), point3(other), {r, r}, 0.0F, colour});
    }
    names.emplace(category, field.constraint.name(row));
  }
  for (const auto& [category, name] : names) {
    scene_.legend.categories.push_back({category_colour(category), name});
  }
}

void ContactGlyphs::add_field(const PictureField& field) {
  if (field.constraint.name != nullptr) return add_categories(field);
  bool has_supports = false;
  for (const ConstraintRecord& row : snapshot_.constraints) {
    const double value = field.constraint.value(row);
    if (!std::isfinite(value) || !is_drawn_row(row)) continue;
    Vec3 arrow = field.constraint.arrow == nullptr ? Vec3{} : field.constraint.arrow(row);
    if (arrow != Vec3{} && std::fabs(value) < choice_.least) continue;
    if (choice_.acted_on != 0 && row.slave == choice_.acted_on) arrow = -arrow;
    const bool apart = row.slave == 0 && arrow != Vec3{};
    has_supports = has_supports || apart;
    glyphs_.push_back({row.point - scene_.origin, arrow, value, apart ? kSupport : with_value()});
    scene_.range.add(value);
  }
  if (has_supports) scene_.legend.categories.push_back({kSupport, "supports and drives"});
  if (field.constraint.arrow != nullptr && !glyphs_.empty()) scene_.range.add(0.0);
}

void ContactGlyphs::draw_arrow(Vec3 point, Vec3 whole, double scale, float value, Colour colour) {
  const auto r = static_cast<float>(0.04 * scale * scene_.body_size);
  const Vec3 neck = point + std::max(0.0, 1.0 - 4.5 * r / norm(whole)) * whole;
  scene_.rods.push_back({point3(point), point3(neck), {r, r}, value, colour});
  scene_.rods.push_back({point3(neck), point3(point + whole), {2.2F * r, 0.0F}, value, colour});
}

void ContactGlyphs::add_joints() {
  std::array<int, item_count<JointKind>()> counts{};
  for (const SeenJoint& joint : seen_joints(snapshot_.constraints)) {
    if (!is_drawn_at(joint.master, joint.slave, joint.point)) continue;
    const int kind = static_cast<int>(joint.kind);
    ++counts[at(kind)];
    const Colour colour = category_colour(kind);
    const Vec3 point = joint.point - scene_.origin;
    const JointFreedom freedom = freedom_of(joint.kind);
    const double half = (freedom.travels ? 1.0 : 0.6) * scene_.body_size;
    const auto r = static_cast<float>((freedom.turns > 0 ? 0.07 : 0.04) * scene_.body_size);
    for (const Vec3 axis : joint.axes) {
      if (axis == Vec3{}) continue;
      scene_.rods.push_back(
          {point3(point - half * axis), point3(point + half * axis), {r, r}, 0.0F, colour});
    }
    scene_.marks.push_back(ball(point, 0.12 * scene_.body_size, colour));
  }
  for (int kind = 0; kind < count(counts); ++kind) {
    if (counts[at(kind)] == 0) continue;
    scene_.legend.categories.push_back(
        {category_colour(kind),
         cat(name_of(static_cast<JointKind>(kind)), ": ", counts[at(kind)])});
  }
}

void ContactGlyphs::add_loads() {
  for (const LoadForce& one : load_forces(snapshot_)) {
    if (is_drawn(choice_.drawn, one.body) && !is_cut_away(scene_.cuts, one.point))
      loads_.push_back(one);
  }
}

void ContactGlyphs::draw_loads(double scale) {
  constexpr Colour kForce{150, 40, 120};
  constexpr Colour kTorque{40, 110, 60};
  double force = 0.0;
  double torque = 0.0;
  for (const LoadForce& one : loads_) {
    force = std::max(force, norm(one.force));
    torque = std::max(torque, norm(one.torque));
  }
  const double length = 1.5 * scale * scene_.body_size;
  for (const LoadForce& one : loads_) {
    const Vec3 point = one.point - scene_.origin;
    if (norm(one.force) > kLeastChain * force) {
      const Vec3 whole = (length / force) * one.force;
      draw_arrow(point - whole, whole, scale, 0.0F, kForce);
    }
    if (norm(one.torque) > kLeastChain * torque) {
      const Vec3 whole = (length / torque) * one.torque;
      draw_arrow(point - 0.5 * whole, 0.8 * whole, scale, 0.0F, kTorque);
      draw_arrow(point - 0.5 * whole, whole, scale, 0.0F, kTorque);
    }
  }
}

/// Chains are as thick as their force is against the largest. Beside colours of another quantity a
/// force has the colour at its place in the range of the forces.
void ContactGlyphs::draw_chains(double scale) {
  const ValueRange& colours = scene_.range;
  const ValueRange& range = chains_apart_ ? scene_.chain_range : colours;
  const double largest = std::max(std::fabs(range.lo), std::fabs(range.hi));
  for (const Chain& chain : chains_) {
    const double share = largest > 0.0 ? std::min(1.0, chain.force / largest) : 0.0;
    if (share < kLeastChain) continue;
    const auto r = static_cast<float>(0.22 * scale * scene_.body_size * share);
    const double place = (chain.force - range.lo) / (range.hi - range.lo);
    const auto value = static_cast<float>(
        chains_apart_ ? colours.lo + place * (colours.hi - colours.lo) : chain.force);
    scene_.rods.push_back({point3(chain.from), point3(chain.to), {r, r}, value, with_value()});
    RoundPart joint = ball(chain.to, r, with_value());
    joint.value[0][0] = value;
    scene_.marks.push_back(joint);
    joint.center = point3(chain.from);
    scene_.marks.push_back(joint);
  }
}

void ContactGlyphs::draw(double scale) {
  draw_loads(scale);
  if (scene_.range.empty()) return;
  draw_chains(scale);
  const double largest = std::max(std::fabs(scene_.range.lo), std::fabs(scene_.range.hi));
  const double size = scene_.body_size;
  for (const Glyph& glyph : glyphs_) {
    const auto value = static_cast<float>(glyph.value);
    const double length = norm(glyph.arrow);
    if (length == 0.0) {
      RoundPart one = ball(glyph.point, 0.07 * scale * size, with_value());
      one.value[0][0] = value;
      scene_.marks.push_back(one);
      continue;
    }
    if (length < kLeastChain * largest) continue;
    const Vec3 whole = (1.5 * scale * size / largest) * glyph.arrow;
    draw_arrow(glyph.point, whole, scale, value, glyph.colour);
  }
}

void ContactGlyphs::add_status(const std::function<double(int)>& friction) {
  struct Kind {
    std::string_view name;
    Colour colour;
    int count = 0;
  };
  // as ContactStatus, and joints that are partly open
  std::array<Kind, 4> kinds{{{name_of(ContactStatus::open), {250, 250, 250}},
                             {name_of(ContactStatus::stick), {44, 122, 80}},
                             {name_of(ContactStatus::slip), {214, 104, 40}},
                             {"partly open", {66, 120, 200}}}};
  constexpr int kPartlyOpen = 3;
  for (const std::vector<const ConstraintRecord*>& joint : joint_contacts(snapshot_)) {
    std::array<int, 3> counts{};
    std::vector<const ConstraintRecord*> rows;
    for (const ConstraintRecord* const row : joint) {
      if (!is_drawn_row(*row)) continue;
      rows.push_back(row);
      ++counts[at(static_cast<int>(status_of(*row, friction)))];
    }
    const std::vector<Vec3> outline = joint_outline(rows);
    if (outline.empty()) {
      for (const ConstraintRecord* const row : rows) {
        Kind& kind = kinds[at(static_cast<int>(status_of(*row, friction)))];
        ++kind.count;
        scene_.marks.push_back(
            ball(row->point - scene_.origin, 0.07 * scene_.body_size, kind.colour));
      }
      continue;
    }
    const auto [open, stick, slip] = counts;
    const bool loaded = stick + slip > 0;
    const ContactStatus whole = !loaded      ? ContactStatus::open
                                : stick == 0 ? ContactStatus::slip
                                             : ContactStatus::stick;
    Kind& kind = kinds[at(loaded && open > 0 ? kPartlyOpen : static_cast<int>(whole))];
    ++kind.count;
    add_outline(outline, kind.colour);
  }
  scene_.legend.title = "contacts";
  for (const int i : {1, 2, kPartlyOpen, 0}) {
    const Kind& kind = kinds[at(i)];
    if (i == kPartlyOpen && kind.count == 0) continue;
    scene_.legend.categories.push_back({kind.colour, cat(kind.name, ": ", kind.count)});
  }
}

/// A closed line through points in space.
void ContactGlyphs::add_outline(const std::vector<Vec3>& points, Colour colour) {
  const auto r = static_cast<float>(0.03 * scene_.body_size);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 from = points[i] - scene_.origin;
    const Vec3 to = points[(i + 1) % points.size()] - scene_.origin;
    scene_.rods.push_back({point3(from), point3(to), {r, r}, 0.0F, colour});
    scene_.marks.push_back(ball(from, r, colour));
  }
}

}  // namespace solfec
