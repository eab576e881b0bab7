#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "contact/near/box_tree.h"
#include "domain/domain.h"
#include "math/box.h"
#include "run/watch/moving_body.h"
#include "run/watch/pair_warnings.h"

namespace solfec {

/// A body that comes too fast for the step.
struct TunnelRisk {
  BodyId faster{};
  BodyId slower{};
  bool faster_is_thinner{};
  double thickness{};  // of the thinner body, m
  double approach{};   // along the normal from one detection to the next, m
  double step{};       // with which the approach is half the thickness, s
};

/// Finds pairs of bodies that may pass through each other because a step is too long.
///
/// Contacts are looked for at mid-steps, and from one mid-step to the next a body moves by h u with
/// the velocity u between them. Two convex pieces that were farther apart than GEOMETRIC_EPSILON at
/// the last mid-step, whose ways until the next one meet, and which come nearer along the normal
/// between their closest points by more than half the thickness of the thinner body may be found
/// on the wrong side or not at all. Ways are straight; a finite-element body moves as its mean.
///
/// The domain knows names, placements and velocities of bodies, the detection of contacts none of
/// the last two apart; so the watch works on bodies and stands outside of the latter. In most steps
/// it is one loop over the velocities: as long as twice the longest way is at most half of the
/// least thickness no pair can be meant. Else boxes of all bodies along their ways are searched.
/// Serial where it counts, so the order of the lines does not depend on threads.
///
/// Of several ranks each looks at the pairs of its own bodies, and of those with the bodies of
/// others that are fast enough to be one of a pair and whose ways reach its own ones. Then all know
/// what all have found.
class TunnelWatch {
 public:
  /// Adds a line for each pair that has not been told of, before a step. On ranks collective.
  void warn(const Domain& domain, double step, PairWarnings& told, std::vector<std::string>& lines);
  /// The risks of the next step, by bodies; the pairs that were told of are left out. On ranks
  /// collective, and the same on all.
  const std::vector<TunnelRisk>& find(const Domain& domain, double step, const PairWarnings& told);

 private:
  /// Extent of a shape in its reference placement, m.
  struct Extent {
    double thickness = -1.0;  // negative: not looked at yet
    double reach{};           // of the vertices from the centre
  };
  struct PieceAt {
    int piece{};
    Box box;  // along its way, m
  };
  /// The motion of a body of another rank.
  struct Visitor {
    BodyId id{};
    BodyMotion motion;
    Box box;  // along its way, m
  };

  const Extent& extent(const BodyRecord& record, Vec3 reference_center);
  void take_up(const Domain& domain);
  [[nodiscard]] bool is_any_fast(const Domain& domain, double step);
  MovingBody& add(const BodyRecord& record, const BodyMotion& motion, std::span<const Vec3> vertex);
  void place(const Domain& domain, double step);
  void bring_visitors(const Domain& domain, double step);
  void place_visitors(const Domain& domain);
  void find_pairs(double step, const PairWarnings& told);
  void list_pieces(const MovingBody& body, const Box& other, double step,
                   std::vector<PieceAt>& listed);
  std::optional<TunnelRisk> examine(const Domain& domain, const MovingBody& a, const MovingBody& b,
                                    double step);
  double approach(const Domain& domain, const MovingBody& a, int piece_a, const MovingBody& b,
                  int piece_b, double step);

  std::vector<Extent> extent_;                             // by id
  std::array<std::vector<double>, kBodyKinds> set_reach_;  // m, by set and slot
  double least_thickness_ = 0.0;                           // of the bodies taken up, m
  double least_of_all_ = 0.0;                              // of all ranks
  std::int64_t revision_ = 0;                              // of the table of bodies, here taken up

  // work space
  std::vector<MovingBody> body_;  // own ones by id, then visitors
  int own_ = 0;                   // how many are own ones
  std::vector<Vec3> vertex_;      // of own bodies, m
  std::vector<Visitor> visitor_;
  std::vector<Vec3> visitor_vertex_;
  std::vector<Box> box_;  // of bodies along their ways
  BoxTree tree_;
  std::vector<std::pair<int, int>> pairs_;  // the smaller id first
  std::vector<PieceAt> first_pieces_, second_pieces_;
  std::vector<Vec3> first_points_, second_points_, way_points_;
  std::vector<TunnelRisk> risks_;
};

}  // namespace solfec
