#include "run/watch/tunnel_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "base/cat.h"
#include "base/count.h"
#include "geometry/shape/piece_kinds.h"
#include "run/body_text.h"
#include "run/watch/body_extent.h"

namespace solfec {

namespace {

// `find` asks in order of cost: the bound of all speeds (largest_speed); boxes of whole bodies
// along their ways (find_pairs); relative speed of two bodies (may_be_meant); boxes of their pieces
// along the ways (list_pieces); and for what is left the distance of two pieces at the last
// mid-step and whether the way until the next one brings them together (approach).

constexpr double kRounding = 1e-9;  // relative; a step that just suffices is not warned of

double frobenius(const Mat3& a) { return std::sqrt(double_dot(a, a)); }

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

}  // namespace

/// Sizes of the bodies, anew when bodies have come, gone or moved in their sets.
void TunnelWatch::take_up(const Domain& domain) {
  const Bodies& bodies = domain.bodies;
  if (bodies.table().revision() == revision_) return;
  bodies_ = bodies.count();
  revision_ = bodies.table().revision();
  thickness_.clear();
  reach_.clear();
  vertex_start_.assign(1, 0);
  bodies.for_each_set([&]<typename Set>(const Set& set) {
    set_reach_[static_cast<std::size_t>(Set::kKind)].resize(at(set.size()));
  });
  least_thickness_ = std::numeric_limits<double>::infinity();
  for (int i = 0; i < bodies_; ++i) {
    const BodyRef ref = bodies.refs()[at(i)];
    const ShapePieces& pieces = *domain.body_records()[at(i)].pieces;
    thickness_.push_back(least_extent(pieces));
    reach_.push_back(reach_from(pieces, bodies.motion(ref).reference_center));
    vertex_start_.push_back(vertex_start_.back() + count(pieces.vertex));
    least_thickness_ = std::min(least_thickness_, thickness_.back());
    set_reach_[static_cast<std::size_t>(ref.kind)][at(ref.slot)] = reach_.back();
  }
}

/// Bound of the speed of all points of all bodies, m/s.
double TunnelWatch::largest_speed(const Bodies& bodies) const {
  double largest = 0.0;
  bodies.for_each_set([&]<typename Set>(const Set& set) {
    const auto& reach = set_reach_[static_cast<std::size_t>(Set::kKind)];
    largest = std::max(largest, set.largest_speed(reach));
  });
  return largest;
}

/// Vertices, motions and boxes of all bodies.
void TunnelWatch::place(const Domain& domain, double step) {
  const Bodies& bodies = domain.bodies;
  vertex_.resize(at(vertex_start_.back()));
  moving_.resize(at(bodies_));
  box_.assign(at(bodies_), {});
  for (int i = 0; i < bodies_; ++i) {
    const BodyRef ref = bodies.refs()[at(i)];
    const ShapePieces& pieces = *domain.body_records()[at(i)].pieces;
    const auto start = at(vertex_start_[at(i)]);
    bodies.place(ref, pieces.vertex, std::span(vertex_).subspan(start, pieces.vertex.size()));
    const BodyMotion motion = bodies.motion(ref);
    moving_[at(i)] = {motion.linear, motion.center, motion.rate * inverse(motion.gradient),
                      reach_[at(i)] * frobenius(motion.rate)};
    for (int piece = 0; piece < pieces.piece_count(); ++piece) {
      box_[at(i)].add(way_box(domain, i, piece, step));
    }
  }
}

/// Box of a piece from the last mid-step to the next one.
Box TunnelWatch::way_box(const Domain& domain, int body, int piece, double step) {
  PieceView view = piece_view(*domain.body_records()[at(body)].pieces, piece);
  Box box;
  for (const double time : {step, -step}) {
    place_back(domain, body, piece, time, way_points_);
    view.vertex = way_points_;
    box.add(box_of(view, 0.0));
  }
  return box;
}

double TunnelWatch::half_thickness(int a, int b) const {
  return (1.0 + kRounding) * 0.5 * std::min(thickness_[at(a)], thickness_[at(b)]);
}

/// What is quickly seen of two bodies whose boxes meet.
bool TunnelWatch::may_be_meant(const Domain& domain, int a, int b, double step) const {
  const BodyRecords records = domain.body_records();
  if (!has_inertia(records[at(a)].kind) && !has_inertia(records[at(b)].kind)) return false;
  const double speed = norm(moving_[at(a)].linear - moving_[at(b)].linear) +
                       moving_[at(a)].turning + moving_[at(b)].turning;
  return step * speed > half_thickness(a, b);
}

void TunnelWatch::find_pairs(const Domain& domain, double step, const PairWarnings& told) {
  pairs_.clear();
  tree_.build(box_);
  tree_.for_each_pair(0, bodies_, [&](int i, int j) {
    const auto [a, b] = std::minmax(i, j);
    if (!may_be_meant(domain, a, b, step)) return;
    const auto ids = domain.bodies.ids();
    if (!told.was_told(ids[at(a)], ids[at(b)])) pairs_.emplace_back(a, b);
  });
  std::sort(pairs_.begin(), pairs_.end());
}

void TunnelWatch::list_pieces(const Domain& domain, int body, const Box& other, double step,
                              std::vector<PieceAt>& listed) {
  listed.clear();
  const int pieces = domain.body_records()[at(body)].pieces->piece_count();
  for (int piece = 0; piece < pieces; ++piece) {
    const Box box = way_box(domain, body, piece, step);
    if (overlap(box, other)) listed.push_back({piece, box});
  }
}

/// Vertices of a piece at the last mid-step.
void TunnelWatch::place_back(const Domain& domain, int body, int piece, double step,
                             std::vector<Vec3>& points) const {
  const ShapePieces& pieces = *domain.body_records()[at(body)].pieces;
  points.clear();
  for (int v = pieces.vertex_start[at(piece)]; v < pieces.vertex_start[at(piece) + 1]; ++v) {
    const Vec3 x = vertex_[at(vertex_start_[at(body)] + v)];
    points.push_back(x - 0.5 * step * moving_[at(body)].velocity(x));
  }
}

/// How much two pieces come nearer along their normal, m; 0 when they do not meet.
double TunnelWatch::approach(const Domain& domain, std::pair<int, int> body,
                             std::pair<int, int> piece, double step) {
  const auto [a, b] = body;
  const BodyRecords records = domain.body_records();
  PieceView first = piece_view(*records[at(a)].pieces, piece.first);
  PieceView second = piece_view(*records[at(b)].pieces, piece.second);
  place_back(domain, a, piece.first, step, first_points_);
  place_back(domain, b, piece.second, step, second_points_);
  first.vertex = first_points_;
  second.vertex = second_points_;
  const GjkResult closest = closest_points(first, second);
  const double gap = closest.distance;
  if (!(gap > domain.contact_params.tolerance)) return 0.0;  // a contact, or the law has seen it

  const Vec3 normal = normalized(closest.point_b - closest.point_a);
  const Vec3 way =
      step * (moving_[at(b)].velocity(closest.point_b) - moving_[at(a)].velocity(closest.point_a));
  const double nearer = -dot(way, normal);
  if (!(nearer > gap && nearer > half_thickness(a, b))) return 0.0;
  const std::size_t points = second_points_.size();
  for (std::size_t k = 0; k < points; ++k) second_points_.push_back(second_points_[k] + way);
  if (!is_rounded_hull(second.kind)) second.kind = PieceKind::polyhedron;  // less its roundness
  second.vertex = second_points_;
  return closest_points(first, second).distance <= 0.0 ? nearer : 0.0;
}

std::optional<TunnelRisk> TunnelWatch::examine(const Domain& domain, int a, int b, double step) {
  list_pieces(domain, a, box_[at(b)], step, first_pieces_);
  list_pieces(domain, b, box_[at(a)], step, second_pieces_);
  const auto ids = domain.bodies.ids();
  double largest = 0.0;
  for (const PieceAt& first : first_pieces_) {
    for (const PieceAt& second : second_pieces_) {
      if (!overlap(first.box, second.box)) continue;
      const ContactKey key{ids[at(a)], first.piece, ids[at(b)], second.piece};
      if (is_excluded(domain.contact_exclusions(), key)) continue;
      largest = std::max(largest, approach(domain, {a, b}, {first.piece, second.piece}, step));
    }
  }
  if (largest == 0.0) return {};
  const bool second_is_faster = norm(moving_[at(b)].linear) > norm(moving_[at(a)].linear);
  const auto [faster, slower] = second_is_faster ? std::pair(b, a) : std::pair(a, b);
  const bool faster_is_thinner = thickness_[at(faster)] <= thickness_[at(slower)];
  const double thickness = thickness_[at(faster_is_thinner ? faster : slower)];
  return TunnelRisk{ids[at(faster)], ids[at(slower)], faster_is_thinner,
                    thickness,       largest,         0.5 * thickness * step / largest};
}

const std::vector<TunnelRisk>& TunnelWatch::find(const Domain& domain, double step,
                                                 const PairWarnings& told) {
  risks_.clear();
  take_up(domain);
  if (!(2.0 * step * largest_speed(domain.bodies) > 0.5 * least_thickness_)) return risks_;
  place(domain, step);
  find_pairs(domain, step, told);
  for (const auto& [a, b] : pairs_) {
    const std::optional<TunnelRisk> risk = examine(domain, a, b, step);
    if (risk) risks_.push_back(*risk);
  }
  return risks_;
}

void TunnelWatch::warn(const Domain& domain, double step, PairWarnings& told,
                       std::vector<std::string>& lines) {
  for (const TunnelRisk& risk : find(domain, step, told)) {
    if (told.take(risk.faster, risk.slower)) lines.push_back(risk_text(domain, risk));
  }
}

}  // namespace solfec
