#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "contact/near/box_tree.h"
#include "domain/domain.h"
#include "math/box.h"
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
class TunnelWatch {
 public:
  /// Adds a line for each pair that has not been told of, before a step.
  void warn(const Domain& domain, double step, PairWarnings& told, std::vector<std::string>& lines);
  /// The risks of the next step, by bodies; the pairs that were told of are left out.
  const std::vector<TunnelRisk>& find(const Domain& domain, double step, const PairWarnings& told);

 private:
  struct Moving {      // one body
    Vec3 linear;       // m/s
    Vec3 center;       // m
    Mat3 spin;         // Ḟ F⁻¹, 1/s
    double turning{};  // largest speed of a vertex against the centre, m/s

    [[nodiscard]] Vec3 velocity(Vec3 x) const { return linear + spin * (x - center); }
  };
  struct PieceAt {
    int piece{};
    Box box;  // along its way, m
  };

  void take_up(const Domain& domain);
  [[nodiscard]] double largest_speed(const Bodies& bodies) const;
  void place(const Domain& domain, double step);
  void find_pairs(const Domain& domain, double step, const PairWarnings& told);
  [[nodiscard]] bool may_be_meant(const Domain& domain, int a, int b, double step) const;
  [[nodiscard]] double half_thickness(int a, int b) const;
  [[nodiscard]] Box way_box(const Domain& domain, int body, int piece, double step);
  void list_pieces(const Domain& domain, int body, const Box& other, double step,
                   std::vector<PieceAt>& listed);
  void place_back(const Domain& domain, int body, int piece, double step,
                  std::vector<Vec3>& points) const;
  std::optional<TunnelRisk> examine(const Domain& domain, int a, int b, double step);
  double approach(const Domain& domain, std::pair<int, int> body, std::pair<int, int> piece,
                  double step);

  // per body, by index; of the bodies that were taken up last
  std::vector<double> thickness_;  // m
  std::vector<double> reach_;      // of the vertices from the centre, m
  std::vector<int> vertex_start_;
  double least_thickness_ = 0.0;
  std::array<std::vector<double>, kBodyKinds> set_reach_;  // the same by set and slot
  int bodies_ = 0;
  std::int64_t revision_ = 0;  // of the table of bodies, here taken up

  // work space
  std::vector<Moving> moving_;
  std::vector<Vec3> vertex_;  // at the start of the step, m
  std::vector<Box> box_;      // of bodies along their ways
  BoxTree tree_;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<PieceAt> first_pieces_, second_pieces_;
  std::vector<Vec3> first_points_, second_points_, way_points_;
  std::vector<TunnelRisk> risks_;
};

}  // namespace solfec
