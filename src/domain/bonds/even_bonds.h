#pragma once

#include "local_dynamics/local_dynamics.h"
#include "local_dynamics/local_solution.h"

namespace solfec {

/// Gives bonded Signorini contacts of one plane that are at rest the most even of all reactions
/// that move their bodies alike.
///
/// Where two bodies with one motion each meet in more than three points, velocities do not
/// determine reactions: four points of one plane take loads + - + - that have no effect. Which
/// of them a solution contains depends on the order of visits, so on the number of ranks, and
/// single points reach the limits of their bonds before the others, slide, and move the bodies. The
/// stress f / c of a row, f being its reaction and c its strength, becomes the linear function of
/// the place that has the sum of f and of f ⊗ x, by which all points are at their limits together.
/// Velocities do not change. Planes in which a row moves, or would leave its cone, keep their
/// reactions.
void even_out_bonds(const LocalDynamics& problem, LocalSolution& solution);

}  // namespace solfec
