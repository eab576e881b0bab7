#pragma once

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Parts that a random problem is made of.
struct Mixture {
  int bodies = 12;
  int pairs = 40;         // of bodies, or of a body and the ground, each with one to four rows
  bool soft = true;       // affine and dense slots beside rigid ones
  bool joints = true;     // bilateral rows of every kind
  bool springs = true;    // spring-dashpot rows
  bool obstacles = true;  // a row without any inertia
};

/// Random rows between random bodies: contacts with and without friction, restitution, cohesion and
/// open ones, and what the mixture asks for. No geometry stands behind it, which laws and operators
/// need not know. All numbers are of size one, the step is 0.01 s.
LocalDynamics mixed_problem(const Mixture& mixture, unsigned seed);

/// Random reactions, zero where a row stays at rest, the others of the size of `force`.
std::vector<Vec3> random_reactions(const LocalDynamics& problem, double force, unsigned seed);

/// U = B + W R with the blocks W_ij, not with body space.
std::vector<Vec3> velocities_by_blocks(const LocalDynamics& problem, const std::vector<Vec3>& R);

}  // namespace solfec
