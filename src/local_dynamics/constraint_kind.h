#pragma once

#include <cstdint>
#include <string_view>

namespace solfec {

/// Kinds of constraints and of the rows that they put into the local dynamics. The law of each is
/// one file of solver/law. Files hold the numbers of those that have a name, so these stay; a new
/// kind comes before cohesive_zone and spring_dashpot, which are contacts to users and files.
enum class ConstraintKind : std::uint8_t {
  contact,             // Signorini-Coulomb on U_N + velocity_shift, friction, cohesion
  fixed_point,         // U = -V (dynamic), U = 0 (quasi-static)
  fixed_direction,     // U_N = -V_N (dynamic), U_N = 0 (quasi-static), R_T = 0
  velocity_direction,  // U_N = target, R_T = 0
  rigid_link,          // |link + h' U| = target, h' = h/2 (dynamic) or h (quasi-static), R_T = 0
  spring,              // R_N = -f(stroke, velocity) between stops, R_T = 0
  drive,               // free coordinate of a joint: as spring, with friction and a motor
  cohesive_zone,       // contact beside a bond that softens while it breaks
  spring_dashpot       // contact with a spring and a dashpot along n, friction, cohesion
};

/// As CONSTRAINT.kind spells it; empty for what has no name of its own.
constexpr std::string_view name_of(ConstraintKind item) {
  switch (item) {
    case ConstraintKind::contact:
      return "CONTACT";
    case ConstraintKind::fixed_point:
      return "FIXPNT";
    case ConstraintKind::fixed_direction:
      return "FIXDIR";
    case ConstraintKind::velocity_direction:
      return "VELODIR";
    case ConstraintKind::rigid_link:
      return "RIGLNK";
    case ConstraintKind::spring:
      return "SPRING";
    case ConstraintKind::drive:
      return "DRIVE";
    case ConstraintKind::cohesive_zone:
    case ConstraintKind::spring_dashpot:
      break;
  }
  return {};
}

/// Contacts of all laws; the other kinds are bilateral.
constexpr bool is_contact(ConstraintKind kind) {
  return kind == ConstraintKind::contact || kind == ConstraintKind::spring_dashpot ||
         kind == ConstraintKind::cohesive_zone;
}

/// Whether a row prescribes a velocity between two bodies or in space, all of it or one component.
constexpr bool prescribes_velocity(ConstraintKind kind) {
  return kind == ConstraintKind::fixed_point || kind == ConstraintKind::fixed_direction ||
         kind == ConstraintKind::velocity_direction;
}

/// Whether a row may be solved together with others of a mechanism (solver/sweep/joint_blocks.h).
constexpr bool is_of_joint(ConstraintKind kind) {
  return prescribes_velocity(kind) || kind == ConstraintKind::drive;
}

/// Kinds whose reaction is a force of springs and dashpots: they hold no place and no velocity.
constexpr bool is_elastic(ConstraintKind kind) {
  return kind == ConstraintKind::spring || kind == ConstraintKind::drive ||
         kind == ConstraintKind::spring_dashpot;
}

/// Joints whose row reverses the velocity that the step began with (U = -V). An error that a
/// solution leaves then comes back in the next step with the other sign, and what is proportional
/// to it grows from step to step, in a chain at rest as well.
constexpr bool reverses_velocity(ConstraintKind kind) {
  return kind == ConstraintKind::fixed_point || kind == ConstraintKind::fixed_direction ||
         kind == ConstraintKind::rigid_link;
}

/// Kinds of users that join a point to another one at a distance, so that both are shown.
constexpr bool has_two_points(ConstraintKind kind) {
  return kind == ConstraintKind::rigid_link || kind == ConstraintKind::spring;
}

/// Contacts that obey Signorini's and Coulomb's law, for which solvers have paths of their own:
/// one-contact solvers, packed kernels, projection on the friction cone.
constexpr bool is_signorini(ConstraintKind kind) { return kind == ConstraintKind::contact; }

}  // namespace solfec
