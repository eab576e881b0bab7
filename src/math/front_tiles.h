#pragma once

#include "math/dense_panel.h"

namespace solfec {

/// Eliminates the columns of a front F = (A; B) by Cholesky's factors A = L Lᵀ, B L⁻ᵀ, and takes
/// their products B A⁻¹ Bᵀ from the lower triangle of `update`.
/// @param shared  Whether rows are cut into tiles too, so that the threads of the team can share
///                them; bits depend on it, not on the number of threads.
/// @param threads  1: the team is not asked.
/// @return False when A is not positive definite; F and update are spoiled then.
bool eliminate_front(Panel F, Panel update, bool shared, int threads);
/// The lower triangle of C -= A Aᵀ, with the first rows of A for the columns of C.
void subtract_tiled(Panel A, Panel C);

}  // namespace solfec
