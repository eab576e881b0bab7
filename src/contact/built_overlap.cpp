#include "contact/built_overlap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/count.h"
#include "math/mat3.h"

namespace solfec {

namespace {

// `find` groups contacts by their pair of pieces, or by their patch where that is merged, and fits
// a plane to the depths (measure). `changes` looks for patches that have parted or slid, and fits
// anew. All places of an entry are brought to space by the placement of its bodies (Frame).

constexpr double kSamePlane = 1e-3;   // sine of the angle of normals of one plane
constexpr double kDependent = 1e-12;  // least over largest square of extents of points in a line

/// Placement of a rigid body.
struct Frame {
  Mat3 rotation;
  Vec3 pivot;

  [[nodiscard]] Vec3 to_space(Vec3 place) const { return pivot + rotation * place; }
  [[nodiscard]] Vec3 to_body(Vec3 place) const { return transposed_times(rotation, place - pivot); }
};

Frame frame_of(const PieceSet& pieces, int body) {
  return {pieces.body_rotation[at(body)], pieces.body_pivot[at(body)]};
}

int first_body(const ContactPoint& contact) {
  return contact.state.first_is_slave ? contact.slave : contact.master;
}

int second_body(const ContactPoint& contact) {
  return contact.state.first_is_slave ? contact.master : contact.slave;
}

Vec3 out_of_first(const ContactPoint& contact) {
  const Vec3 normal = contact.frame.column(2);
  return contact.state.first_is_slave ? normal : -normal;
}

bool same_bodies(const ContactKey& a, const ContactKey& b) {
  return a.first_body == b.first_body && a.second_body == b.second_body;
}

/// Depth of an entry at a place in space, m.
/// @param own  Placement of the body in which the plane stands.
double depth_at(const BuiltOverlap& entry, const Frame& own, Vec3 place) {
  const Vec3 middle = entry.of_second ? entry.second_point : entry.first_point;
  const double depth = entry.depth + dot(entry.slope, own.to_body(place) - middle);
  return std::clamp(depth, 0.0, entry.deepest);
}

/// Place of a point of a patch and the depth that is wanted there.
struct Depth {
  Vec3 place;      // m
  double value{};  // m
};

/// Least distance of two parallel lines in the plane across `normal` that hold all points, m.
double least_width(std::span<const Depth> points, Vec3 normal) {
  double width = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 across = cross(normal, points[i].place - points[j].place);
      const double length = norm(across);
      if (!(length > 0.0)) continue;
      double low = 0.0;
      double high = 0.0;
      for (const Depth& p : points) {
        const double height = dot(across, p.place - points[i].place) / length;
        low = std::min(low, height);
        high = std::max(high, height);
      }
      width = std::min(width, high - low);
    }
  }
  return std::isfinite(width) ? width : 0.0;
}

/// Slope of the plane of least squares, of least norm where points lie in a line or are one.
Vec3 slope_of(std::span<const Depth> points, Vec3 middle, double mean, const Mat3& frame) {
  double a = 0.0;
  double b = 0.0;
  double c = 0.0;
  double u = 0.0;
  double v = 0.0;
  for (const Depth& p : points) {
    const double x = dot(frame.column(0), p.place - middle);
    const double y = dot(frame.column(1), p.place - middle);
    a += x * x;
    b += x * y;
    c += y * y;
    u += x * (p.value - mean);
    v += y * (p.value - mean);
  }
  const double half = 0.5 * (a + c);
  const double radius = std::hypot(0.5 * (a - c), b);
  const double largest = half + radius;
  if (!(largest > 0.0)) return {};
  const double determinant = a * c - b * b;
  Vec3 slope;
  if (determinant > kDependent * largest * largest) {
    slope = {(c * u - b * v) / determinant, (a * v - b * u) / determinant, 0.0};
  } else {  // along the line: C / largest is its projector
    slope = Vec3{a * u + b * v, b * u + c * v, 0.0} / (largest * largest);
  }
  return slope.x * frame.column(0) + slope.y * frame.column(1);
}

/// Plane that is nowhere above the depths.
BuiltOverlap measure(const ContactPoint& contact, std::span<const Depth> points,
                     const PieceSet& pieces, bool merged) {
  const Vec3 normal = out_of_first(contact);
  Vec3 middle;
  double mean = 0.0;
  for (const Depth& p : points) {
    middle += p.place / static_cast<double>(points.size());
    mean += p.value / static_cast<double>(points.size());
  }
  const Vec3 slope = slope_of(points, middle, mean, contact_frame(normal));
  double above = 0.0;
  for (const Depth& p : points) {
    above = std::max(above, mean + dot(slope, p.place - middle) - p.value);
  }
  BuiltOverlap entry;
  entry.pieces = contact.key;
  entry.pieces.feature = 0;
  entry.merged = merged;
  const Frame first = frame_of(pieces, first_body(contact));
  const Frame second = frame_of(pieces, second_body(contact));
  entry.first_point = first.to_body(middle);
  entry.second_point = second.to_body(middle);
  entry.normal = transposed_times(first.rotation, normal);
  entry.of_second = pieces.body_is_obstacle[at(first_body(contact))] != 0;
  entry.slope = transposed_times(entry.of_second ? second.rotation : first.rotation, slope);
  entry.depth = mean - above;
  for (const Depth& p : points) {
    entry.deepest = std::max(entry.deepest, entry.depth + dot(slope, p.place - middle));
  }
  entry.width = std::max(least_width(points, normal), entry.deepest);
  return entry;
}

/// Contacts of the pair of pieces of the first one.
std::span<const ContactPoint> pair_from(std::span<const ContactPoint> contacts) {
  std::size_t n = 1;
  while (n < contacts.size() && same_pieces(contacts[n].key, contacts[0].key)) ++n;
  return contacts.first(n);
}

/// Contacts of the pair of pieces of an entry.
std::span<const ContactPoint> contacts_of(std::span<const ContactPoint> contacts,
                                          const ContactKey& pieces) {
  const auto first = std::lower_bound(
      contacts.begin(), contacts.end(), pieces,
      [](const ContactPoint& contact, const ContactKey& key) { return contact.key < key; });
  const std::span rest = contacts.subspan(static_cast<std::size_t>(first - contacts.begin()));
  return rest.empty() || !same_pieces(rest[0].key, pieces) ? rest.first(0) : pair_from(rest);
}

/// Whether this rank judges an entry whose bodies have no contact here: the rank that has their
/// contacts does. It sees the other body as long as that is near; the rank of an obstacle may not.
/// @param a, b  Indices of the bodies in the set, -1: not there.
bool is_judged_here(const PieceSet& pieces, int a, int b) {
  if (a >= 0 && b >= 0) return !is_held_elsewhere(pieces, a, b);
  const int body = std::max(a, b);
  if (body < 0) return false;
  const bool ghost = !pieces.body_is_ghost.empty() && pieces.body_is_ghost[at(body)] != 0;
  return !ghost && pieces.body_is_obstacle[at(body)] == 0;
}

/// Whether another pair of pieces of the two bodies has points of the patch of some contacts.
bool is_merged(std::span<const ContactPoint> all, std::span<const ContactPoint> own) {
  return own[0].patch_area > 0.0 && std::any_of(all.begin(), all.end(), [&](const auto& other) {
           return same_bodies(other.key, own[0].key) && other.patch == own[0].patch &&
                  other.patch_area > 0.0 && !same_pieces(other.key, own[0].key);
         });
}

}  // namespace

std::vector<BuiltOverlap> BuiltOverlaps::find(
    const PieceSet& pieces, std::span<const ContactPoint> contacts, double tolerance,
    const std::function<bool(const ContactPoint&)>& counts) {
  std::vector<BuiltOverlap> found;
  std::vector<Depth> points;
  for (std::size_t begin = 0; begin < contacts.size();) {
    const auto own = pair_from(contacts.subspan(begin));
    begin += own.size();
    const auto is_deep = [&](const ContactPoint& c) { return c.gap < -kLeast * tolerance; };
    if (!std::any_of(own.begin(), own.end(), is_deep) || !counts(own[0])) continue;
    const bool merged = is_merged(contacts, own);
    points.clear();
    for (const ContactPoint& contact : merged ? contacts : own) {
      const bool other = merged && (!same_bodies(contact.key, own[0].key) ||
                                    contact.patch != own[0].patch || contact.patch_area <= 0.0);
      if (!other) points.push_back({contact.point, -contact.gap});
    }
    found.push_back(measure(own[0], points, pieces, merged));
  }
  return found;
}

void BuiltOverlaps::add(std::span<const BuiltOverlap> entries) {
  for (const BuiltOverlap& entry : entries) {
    const auto place = std::lower_bound(entries_.begin(), entries_.end(), entry);
    if (place != entries_.end() && place->pieces == entry.pieces) {
      *place = entry;
    } else {
      entries_.insert(place, entry);
    }
  }
}

/// The entry of the pieces of a contact, else one of the plane in which it lies; null: none.
const BuiltOverlap* BuiltOverlaps::entry_of(const PieceSet& pieces,
                                            const ContactPoint& contact) const {
  ContactKey key = contact.key;
  key.feature = 0;
  const auto by_pieces = [](const BuiltOverlap& entry, const ContactKey& k) {
    return entry.pieces < k;
  };
  const auto own = std::lower_bound(entries_.begin(), entries_.end(), key, by_pieces);
  if (own != entries_.end() && own->pieces == key) return &*own;
  key = {key.first_body, std::numeric_limits<int>::min(), 0, 0, 0};
  auto next = std::lower_bound(entries_.begin(), entries_.end(), key, by_pieces);
  const Frame first = frame_of(pieces, first_body(contact));
  for (; next != entries_.end() && next->pieces.first_body == key.first_body; ++next) {
    if (!next->merged || next->pieces.second_body != contact.key.second_body) continue;
    const Vec3 normal = first.rotation * next->normal;
    const double height = dot(normal, contact.point - first.to_space(next->first_point));
    if (norm(cross(normal, out_of_first(contact))) <= kSamePlane &&
        std::abs(height) <= next->deepest) {
      return &*next;
    }
  }
  return nullptr;
}

void BuiltOverlaps::shift_gaps(const PieceSet& pieces, std::span<ContactPoint> contacts,
                               const std::function<bool(const ContactPoint&)>& counts) const {
  if (entries_.empty()) return;
  for (ContactPoint& contact : contacts) {
    const int first = first_body(contact);
    if (pieces.body_is_rigid[at(first)] == 0 ||
        pieces.body_is_rigid[at(second_body(contact))] == 0) {
      continue;
    }
    const BuiltOverlap* const entry = entry_of(pieces, contact);
    if (entry == nullptr || !counts(contact)) continue;
    const int own = entry->of_second ? second_body(contact) : first;
    contact.gap += depth_at(*entry, frame_of(pieces, own), contact.point);
  }
}

std::vector<BuiltOverlaps::Change> BuiltOverlaps::changes(const PieceSet& pieces,
                                                          std::span<const ContactPoint> contacts,
                                                          double tolerance) const {
  std::vector<Change> changes;
  std::vector<Depth> points;
  for (const BuiltOverlap& entry : entries_) {
    const auto own = contacts_of(contacts, entry.pieces);
    const int a = find_body(pieces, entry.pieces.first_body);
    const int b = find_body(pieces, entry.pieces.second_body);
    if (own.empty() && !is_judged_here(pieces, a, b)) continue;
    if (a < 0 || b < 0) {  // out of reach of each other
      changes.push_back({entry, true, false});
      continue;
    }
    const Frame first = frame_of(pieces, a);
    const Frame second = frame_of(pieces, b);
    const Frame& plane = entry.of_second ? second : first;
    const Vec3 way = second.to_space(entry.second_point) - first.to_space(entry.first_point);
    const Vec3 normal = first.rotation * entry.normal;
    double opening = own.empty() ? dot(normal, way) : std::numeric_limits<double>::infinity();
    for (const ContactPoint& contact : own) {
      opening = std::min(opening, contact.gap + depth_at(entry, plane, contact.point));
    }
    const bool parted = opening >= kParted * tolerance;
    const bool slid = norm(way - dot(normal, way) * normal) >= entry.width;
    if (!parted && !slid) continue;

    Change change{entry, false, !own.empty()};
    if (own.empty()) {
      const double less = std::max(0.0, dot(normal, way));
      change.entry.depth -= less;
      change.entry.deepest -= less;
      if (entry.of_second) {
        change.entry.first_point = first.to_body(second.to_space(entry.second_point));
      } else {
        change.entry.second_point = second.to_body(first.to_space(entry.first_point));
      }
    } else {
      points.clear();
      for (const ContactPoint& contact : own) {
        const double old = depth_at(entry, plane, contact.point);
        points.push_back({contact.point, std::min(old, -contact.gap)});
      }
      change.entry = measure(own[0], points, pieces, entry.merged);
    }
    change.ends = !(change.entry.deepest > kLeast * tolerance);
    changes.push_back(change);
  }
  return changes;
}

void BuiltOverlaps::apply(std::span<const Change> changes) {
  for (const bool seen : {false, true}) {  // what contacts tell counts more
    for (const Change& change : changes) {
      if (change.seen != seen) continue;
      const auto place = std::lower_bound(entries_.begin(), entries_.end(), change.entry);
      if (place != entries_.end() && place->pieces == change.entry.pieces) *place = change.entry;
    }
  }
  for (const Change& change : changes) {
    const auto place = std::lower_bound(entries_.begin(), entries_.end(), change.entry);
    if (place == entries_.end() || !(*place == change.entry)) continue;
    if (change.ends) entries_.erase(place);
  }
}

void BuiltOverlaps::remove_bodies(std::span<const BodyId> sorted) {
  std::erase_if(entries_, [&](const BuiltOverlap& entry) {
    return std::binary_search(sorted.begin(), sorted.end(), entry.pieces.first_body) ||
           std::binary_search(sorted.begin(), sorted.end(), entry.pieces.second_body);
  });
}

void BuiltOverlaps::assign(std::vector<BuiltOverlap> entries) {
  entries_ = std::move(entries);
  std::sort(entries_.begin(), entries_.end());
}

}  // namespace solfec
