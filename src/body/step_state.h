#pragma once

#include "body/bodies.h"

namespace solfec {

/// Appends to `numbers` what rows see of a body between its half step and the solution: placement
/// at q½, velocities at the start of the step and without reactions, and the inverse mass where a
/// scheme or a quasi-static step has made another one. The rest of its row is part of the body.
/// take_step_state takes the numbers from the front of a list. A mesh has numbers for each of its
/// nodes and tells whether its inverse mass is known by factors; those that rows of other ranks
/// need come apart (assembly/shared_meshes.h).
void put_step_state(const Bodies& bodies, BodyRef body, std::vector<double>& numbers);
/// @return What follows in the list.
std::span<const double> take_step_state(std::span<const double> numbers, BodyRef body,
                                        Bodies& bodies);

/// Resultants of the loads of the last step, which the work of a shift at its end needs
/// (Bodies::load_work). Numbers go and come as above.
void put_step_loads(const Bodies& bodies, BodyRef body, std::vector<double>& numbers);
std::span<const double> take_step_loads(std::span<const double> numbers, BodyRef body,
                                        Bodies& bodies);

}  // namespace solfec
