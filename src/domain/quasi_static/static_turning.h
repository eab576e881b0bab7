#pragma once

#include <span>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "contact/piece/contact_point.h"
#include "domain/quasi_static/reached_places.h"
#include "math/vec3.h"

namespace solfec {

/// Keeps joints together in quasi-static steps in which bodies turn.
///
/// The row of a joint is linear in the velocities u of the step, but rigid bodies and obstacles
/// turn by exp(h ω). With the place g of the row, the next solution of the step asks for
///
///   H u + c = 0   with   c = (g(q_t + h u_k) - g(q_t)) / h - H u_k
///
/// of the present solution u_k, so that g(q_t + h u) = g(q_t) once u has settled. Each solution
/// multiplies the error of u by about the angle of the step. Prescribed motions of points and
/// coordinates of drives get a c of their own, and so do contacts of bodies that turn: a block that
/// sticks to a turning table goes round with it. A ball gets one of its gap, so that it ends on
/// faces that have turned and between balls that have parted. Springs keep the strokes of their
/// tangents.
class StaticTurning {
 public:
  /// Changes of c that matter, as ways within the step over the arm of the row.
  static constexpr double kWay = 1e-10;
  /// Changes of c of contacts that matter: no errors add up there, since steps find gaps anew.
  static constexpr double kContactWay = 1e-8;
  /// Angle of a step that matters to contacts, rad: c of a smaller one is below kContactWay.
  static constexpr double kContactTurn = 1e-4;
  /// Angle up to which contacts go with their bodies, rad.
  static constexpr double kMostContactTurn = 1.5;

  /// Before the first solution of a step: c = 0.
  void begin(std::span<UserConstraint> constraints);
  /// From now on contacts get a c, too, until the next `begin`.
  void take_contacts() { takes_contacts_ = true; }
  /// Whether contacts that carry and have no c would get one that matters for the solution whose
  /// velocity changes are in the bodies, on this rank.
  /// @param R  Of the contacts, N.
  [[nodiscard]] bool misses_contacts(Bodies& bodies, double step,
                                     std::span<const ContactPoint> contacts,
                                     std::span<const Vec3> R);
  /// Before the first solution of each further pass, which moves bodies anew: c stays.
  void begin_pass();

  /// Renews c after a solution whose velocity changes are in the bodies.
  /// @param step      h, s.
  /// @param contacts  Rows of the step follow constraints, then contacts.
  /// @param R         Of all rows, N.
  /// @return Whether the rows have to be solved again: c has changed, and changes less and less.
  bool renew(Bodies& bodies, double step, std::span<UserConstraint> constraints,
             std::span<const ContactPoint> contacts, std::span<const Vec3> R);

  /// c of each contact in its frame, m/s; empty: all are zero.
  [[nodiscard]] std::span<const Vec3> of_contacts() const { return contacts_; }

  /// Whether c fits to the last solution, so that the joints of the step stay together.
  [[nodiscard]] bool is_settled() const { return change_ <= kWay; }

 private:
  void note_start(const Bodies& bodies, double step, std::span<const UserConstraint> constraints);
  void renew_constraints(const Bodies& bodies, double step, std::span<UserConstraint> constraints);
  void note_velocities(const Bodies& bodies, std::span<const ContactPoint> contacts);
  [[nodiscard]] Vec3 shift_of(const Bodies& bodies, double step, const ContactPoint& contact,
                              Vec3 velocity) const;
  void renew_contacts(const Bodies& bodies, double step, std::span<const ContactPoint> contacts,
                      std::span<const Vec3> R);

  std::vector<Vec3> start_;     // g(q_t) of each row of points, m
  std::vector<Vec3> straight_;  // g(q_t) + h H u_k of each constraint, m; along n as z
  std::vector<double> arm_;     // of each constraint, m; 0: it has no c
  std::vector<Vec3> contacts_;  // c of each contact, m/s
  std::vector<Vec3> velocity_;  // H u of each contact, m/s
  bool takes_contacts_ = false;
  double change_ = 0.0;          // the largest of the last call
  double contact_change_ = 0.0;  // likewise of contacts
  ReachedPlaces places_;
};

}  // namespace solfec
