#pragma once

#include "body/bodies.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// Contact pieces of all bodies, by index of bodies.ids(), at their reference placement.
void list_pieces(const Bodies& bodies, PieceSet& pieces);

/// Brings rotation and pivot of rigid bodies, and the vertices of others, to the current
/// configuration. @pre the pieces are those of the bodies' records.
void place_pieces(const Bodies& bodies, PieceSet& pieces);

/// Writes how far bodies move in a step with their present velocities, from which detection sees
/// ahead (contact/piece/approach.h): of finite elements the mean motion, and as its swing what the
/// fastest node has beside it. Bodies whose velocity is not finite have none.
/// @param step  h, s; 0: nothing moves
void set_travel(const Bodies& bodies, double step, PieceSet& pieces);

}  // namespace solfec
