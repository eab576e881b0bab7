#pragma once

#include <cstdint>

#include "math/vec3.h"

namespace solfec {

/// Law that a row of the local dynamics obeys. Every row has three components (t1, t2, n).
enum class RowKind : std::uint8_t {
  contact,             // Signorini-Coulomb on U_N + velocity_shift, friction, cohesion
  spring_dashpot,      // contact with a spring and a dashpot along n, friction, cohesion
  fixed_point,         // U = -V (dynamic), U = 0 (quasi-static)
  fixed_direction,     // U_N = -V_N (dynamic), U_N = 0 (quasi-static), R_T = 0
  velocity_direction,  // U_N = target, R_T = 0
  rigid_link           // |link + h' U| = target, h' = h/2 (dynamic) or h (quasi-static), R_T = 0
};

/// Contacts of both kinds; the other kinds are bilateral.
constexpr bool is_contact(RowKind kind) {
  return kind == RowKind::contact || kind == RowKind::spring_dashpot;
}

/// Values of the law of one row; plain numbers, never pointers to materials.
struct RowLaw {
  RowKind kind{};
  bool open{};              // contact with a positive gap in a dynamic step: R = 0 unless bonded
  bool bonded{};            // cohesive bond alive
  double friction{};        // mu, dimensionless, >= 0
  double velocity_shift{};  // m/s; dynamic: e min(0, V_N); quasi-static: max(gap, 0) / h
  double cohesion{};        // N, cohesion times area while bonded, else 0
  double gap{};             // m, negative when overlapping
  double spring{};          // N/m
  double dashpot{};         // N s/m; negative: minus the multiple of critical damping
  double target{};          // velocity_direction: m/s; rigid_link: length of the link, m
  Vec3 link;                // rigid_link: vector from slave to master point in the local frame, m
  double power = 1.0;       // of the spring (Hertz: 1.5), >= 0
};

}  // namespace solfec
