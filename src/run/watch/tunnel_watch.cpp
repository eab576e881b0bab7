#include "run/watch/tunnel_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>

#include "base/cat.h"
#include "base/count.h"
#include "geometry/shape/piece_kinds.h"
#include "parallel/deliver_lists.h"
#include "parallel/gather_lists.h"
#include "run/report/body_text.h"
#include "run/watch/body_extent.h"

namespace solfec {

namespace {

// `find` asks in order of cost: the bound of all speeds (largest_speed); boxes of whole bodies
// along their ways (find_pairs); relative speed of two bodies (may_be_meant); boxes of their pieces
// along the ways (list_pieces); and for what is left the distance of two pieces at the last
// mid-step and whether the way until the next one brings them together (approach).

constexpr double kRounding = 1e-9;  // relative; a step that just suffices is not warned of

/// Rounds down to two digits, so that what is printed suffices.
double rounded_down(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return std::floor((1.0 + kRounding) * value / unit) * unit;
}

std::string risk_text(const Domain& domain, const TunnelRisk& risk) {
  return cat(
      "t=", short_number(domain.time()), " s: ", body_text(domain, risk.faster),
      " comes nearer to ", body_text(domain, risk.slower), " by ", short_number(risk.approach),
      " m in one step, more than half the thickness ", short_number(risk.thickness), " m of the ",
      risk.faster_is_thinner ? "first" : "second", ": it may pass through it unseen; a step of ",
      short_number(rounded_down(risk.step)), " s suffices");
}

/// Whether twice the way of a body of this speed is more than half a thickness.
bool is_fast(double speed, double step, double thickness) {
  return 2.0 * step * speed > 0.5 * thickness;
}

double half_thickness(const MovingBody& a, const MovingBody& b) {
  return (1.0 + kRounding) * 0.5 * std::min(a.thickness, b.thickness);
}

/// Returns whether two bodies whose boxes meet may come too fast for the step, by what is quickly
/// seen of them.
bool may_be_meant(const MovingBody& a, const MovingBody& b, double step) {
  if (!a.has_inertia && !b.has_inertia) return false;
  const double speed = norm(a.linear - b.linear) + a.turning + b.turning;
  return step * speed > half_thickness(a, b);
}

std::pair<BodyId, BodyId> pair_of(const TunnelRisk& risk) {
  return std::minmax(risk.faster, risk.slower);
}

/// All ranks get the risks that all have found; two may have found the same one.
void join_risks(Comm& comm, std::vector<TunnelRisk>& risks) {
  const auto all = gather_lists(comm, std::span<const TunnelRisk>(risks));
  risks.clear();
  for (const auto& list : all) risks.insert(risks.end(), list.begin(), list.end());
  std::stable_sort(risks.begin(), risks.end(), [](const TunnelRisk& a, const TunnelRisk& b) {
    return pair_of(a) < pair_of(b);
  });
  const auto same = [](const TunnelRisk& a, const TunnelRisk& b) {
    return pair_of(a) == pair_of(b);
  };
  risks.erase(std::unique(risks.begin(), risks.end(), same), risks.end());
}

}  // namespace

const TunnelWatch::Extent& TunnelWatch::extent(const BodyRecord& record, Vec3 reference_center) {
  const auto place = static_cast<std::size_t>(record.id);
  if (extent_.size() <= place) extent_.resize(place + 1);
  Extent& known = extent_[place];
  if (known.thickness < 0.0) {
    known = {least_extent(*record.pieces), reach_from(*record.pieces, reference_center)};
  }
  return known;
}

/// Sizes of the bodies, anew when bodies have come, gone or moved in their sets.
void TunnelWatch::take_up(const Domain& domain) {
  const Bodies& bodies = domain.bodies;
  if (bodies.table().revision() == revision_) return;
  revision_ = bodies.table().revision();
  bodies.for_each_set([&]<typename Set>(const Set& set) {
    set_reach_[static_cast<std::size_t>(Set::kKind)].resize(at(set.size()));
  });
  least_thickness_ = std::numeric_limits<double>::infinity();
  for (const BodyRecord& record : domain.body_records()) {
    const BodyRef ref = bodies.ref(record.id);
    const Extent& known = extent(record, bodies.motion(ref).reference_center);
    set_reach_[static_cast<std::size_t>(ref.kind)][at(ref.slot)] = known.reach;
    least_thickness_ = std::min(least_thickness_, known.thickness);
  }
}

/// Whether a body moves so fast that it may be one of a pair; the least thickness becomes that of
/// all ranks.
bool TunnelWatch::is_any_fast(const Domain& domain, double step) {
  double speed = 0.0;
  domain.bodies.for_each_set([&]<typename Set>(const Set& set) {
    const auto& reach = set_reach_[static_cast<std::size_t>(Set::kKind)];
    speed = std::max(speed, set.largest_speed(reach));
  });
  least_of_all_ = least_thickness_;
  if (!domain.is_whole()) {
    std::array<double, 2> largest{speed, -least_thickness_};
    domain.comm().all_reduce(Reduction::largest, std::span<double>(largest));
    speed = largest[0];
    least_of_all_ = -largest[1];
  }
  return is_fast(speed, step, least_of_all_);
}

MovingBody& TunnelWatch::add(const BodyRecord& record, const BodyMotion& motion,
                             std::span<const Vec3> vertex) {
  const Extent& known = extent(record, motion.reference_center);
  MovingBody& body = body_.emplace_back();
  body.id = record.id;
  body.pieces = record.pieces.get();
  body.vertex = vertex;
  body.has_inertia = has_inertia(record.kind);
  body.thickness = known.thickness;
  set_motion(motion, known.reach, body);
  return body;
}

/// Own bodies with their vertices, motions and boxes.
void TunnelWatch::place(const Domain& domain, double step) {
  const Bodies& bodies = domain.bodies;
  const auto is_own = [&](BodyId id) { return !bodies.is_ghost(id); };
  std::size_t vertices = 0;
  for (const BodyRecord& record : domain.body_records()) {
    if (is_own(record.id)) vertices += record.pieces->vertex.size();
  }
  vertex_.resize(vertices);
  body_.clear();
  std::span<Vec3> rest = vertex_;
  for (const BodyRecord& record : domain.body_records()) {
    if (!is_own(record.id)) continue;
    const BodyRef ref = bodies.ref(record.id);
    const std::span<Vec3> own = rest.first(record.pieces->vertex.size());
    rest = rest.subspan(own.size());
    bodies.place(ref, record.pieces->vertex, own);
    MovingBody& body = add(record, bodies.motion(ref), own);
    body.box = way_box(body, step, way_points_);
  }
  own_ = count(body_);
}

/// Fast bodies of other ranks whose ways reach those of own bodies. Bodies without inertia may be
/// as large as the model, so each rank shows two boxes.
void TunnelWatch::bring_visitors(const Domain& domain, double step) {
  Comm& comm = domain.comm();
  std::array<Box, 2> own;
  for (const MovingBody& body : body_) own[body.has_inertia ? 0 : 1].add(body.box);
  const std::vector<std::array<Box, 2>> regions = comm.all_gather(own);
  std::map<int, std::vector<Visitor>> sent;
  for (const MovingBody& body : body_) {
    if (!is_fast(body.speed(), step, least_of_all_)) continue;
    for (int rank = 0; rank < comm.size(); ++rank) {
      const auto& [moving, fixed] = regions[at(rank)];
      if (rank == comm.rank() || !(overlap(body.box, moving) || overlap(body.box, fixed))) continue;
      sent[rank].push_back({body.id, domain.bodies.motion(domain.body_ref(body.id)), body.box});
    }
  }
  visitor_.clear();
  for (const auto& [rank, list] : deliver_lists(comm, sent)) {
    visitor_.insert(visitor_.end(), list.begin(), list.end());
  }
  place_visitors(domain);
}

void TunnelWatch::place_visitors(const Domain& domain) {
  std::size_t vertices = 0;
  for (const Visitor& visitor : visitor_)
    vertices += domain.find_record(visitor.id)->pieces->vertex.size();
  visitor_vertex_.resize(vertices);
  std::span<Vec3> rest = visitor_vertex_;
  for (const Visitor& visitor : visitor_) {
    const BodyRecord& record = *domain.find_record(visitor.id);
    const BodyMotion& motion = visitor.motion;
    const std::span<Vec3> points = rest.first(record.pieces->vertex.size());
    rest = rest.subspan(points.size());
    for (std::size_t v = 0; v < points.size(); ++v) {
      const Vec3 arm = record.pieces->vertex[v] - motion.reference_center;
      points[v] = motion.center + motion.gradient * arm;
    }
    const Extent& known = extent(record, motion.reference_center);
    MovingBody& body = body_.emplace_back();
    body.id = visitor.id;
    body.pieces = record.pieces.get();
    body.vertex = points;
    body.has_inertia = has_inertia(record.kind);
    body.thickness = known.thickness;
    set_motion(motion, known.reach, body);
    body.box = visitor.box;
  }
}

void TunnelWatch::find_pairs(double step, const PairWarnings& told) {
  pairs_.clear();
  box_.clear();
  for (const MovingBody& body : body_) box_.push_back(body.box);
  tree_.build(box_);
  tree_.for_each_pair(0, count(body_), [&](int i, int j) {
    if (std::min(i, j) >= own_) return;  // both are visitors: somebody else's pair
    const bool in_order = body_[at(i)].id < body_[at(j)].id;
    const auto [a, b] = in_order ? std::pair(i, j) : std::pair(j, i);
    if (!may_be_meant(body_[at(a)], body_[at(b)], step)) return;
    if (!told.was_told(body_[at(a)].id, body_[at(b)].id)) pairs_.emplace_back(a, b);
  });
  const auto ids = [this](const std::pair<int, int>& pair) {
    return std::pair(body_[at(pair.first)].id, body_[at(pair.second)].id);
  };
  std::sort(pairs_.begin(), pairs_.end(),
            [&](const auto& one, const auto& other) { return ids(one) < ids(other); });
}

void TunnelWatch::list_pieces(const MovingBody& body, const Box& other, double step,
                              std::vector<PieceAt>& listed) {
  listed.clear();
  const int pieces = body.pieces->piece_count();
  for (int piece = 0; piece < pieces; ++piece) {
    const Box box = way_box(body, piece, step, way_points_);
    if (overlap(box, other)) listed.push_back({piece, box});
  }
}

/// How much two pieces come nearer along their normal, m; 0 when they do not meet.
double TunnelWatch::approach(const Domain& domain, const MovingBody& a, int piece_a,
                             const MovingBody& b, int piece_b, double step) {
  PieceView first = piece_view(*a.pieces, piece_a);
  PieceView second = piece_view(*b.pieces, piece_b);
  place_back(a, piece_a, step, first_points_);
  place_back(b, piece_b, step, second_points_);
  first.vertex = first_points_;
  second.vertex = second_points_;
  const GjkResult closest = closest_points(first, second);
  const double gap = closest.distance;
  if (!(gap > domain.contact_params.tolerance)) return 0.0;  // a contact, or the law has seen it

  const Vec3 normal = normalized(closest.point_b - closest.point_a);
  const Vec3 way = step * (b.velocity(closest.point_b) - a.velocity(closest.point_a));
  const double nearer = -dot(way, normal);
  if (!(nearer > gap && nearer > half_thickness(a, b))) return 0.0;
  const std::size_t points = second_points_.size();
  for (std::size_t k = 0; k < points; ++k) second_points_.push_back(second_points_[k] + way);
  if (!is_rounded_hull(second.kind)) second.kind = PieceKind::polyhedron;  // less its roundness
  second.vertex = second_points_;
  return closest_points(first, second).distance <= 0.0 ? nearer : 0.0;
}

std::optional<TunnelRisk> TunnelWatch::examine(const Domain& domain, const MovingBody& a,
                                               const MovingBody& b, double step) {
  list_pieces(a, b.box, step, first_pieces_);
  list_pieces(b, a.box, step, second_pieces_);
  double largest = 0.0;
  for (const PieceAt& first : first_pieces_) {
    for (const PieceAt& second : second_pieces_) {
      if (!overlap(first.box, second.box)) continue;
      const ContactKey key{a.id, first.piece, b.id, second.piece};
      if (is_excluded(domain.contact_exclusions(), key)) continue;
      largest = std::max(largest, approach(domain, a, first.piece, b, second.piece, step));
    }
  }
  if (largest == 0.0) return {};
  const bool second_is_faster = norm(b.linear) > norm(a.linear);
  const MovingBody& faster = second_is_faster ? b : a;
  const MovingBody& slower = second_is_faster ? a : b;
  const bool faster_is_thinner = faster.thickness <= slower.thickness;
  const double thickness = std::min(faster.thickness, slower.thickness);
  return TunnelRisk{faster.id, slower.id, faster_is_thinner,
                    thickness, largest,   0.5 * thickness * step / largest};
}

const std::vector<TunnelRisk>& TunnelWatch::find(const Domain& domain, double step,
                                                 const PairWarnings& told) {
  const bool in_parts = !domain.is_whole();
  risks_.clear();
  take_up(domain);
  if (!is_any_fast(domain, step)) return risks_;
  place(domain, step);
  if (in_parts) bring_visitors(domain, step);
  find_pairs(step, told);
  for (const auto& [a, b] : pairs_) {
    const std::optional<TunnelRisk> risk = examine(domain, body_[at(a)], body_[at(b)], step);
    if (risk) risks_.push_back(*risk);
  }
  if (in_parts) join_risks(domain.comm(), risks_);
  return risks_;
}

void TunnelWatch::warn(const Domain& domain, double step, PairWarnings& told,
                       std::vector<std::string>& lines) {
  for (const TunnelRisk& risk : find(domain, step, told)) {
    if (told.take(risk.faster, risk.slower)) lines.push_back(risk_text(domain, risk));
  }
}

}  // namespace solfec
