#pragma once

#include <span>

#include "body/finite_element/finite_element_body.h"
#include "math/vec3.h"

namespace solfec {

/// Equivalent plastic strain α of all nodes: the mean over the elements of a node by volume, of
/// each element that of its integration points. Zero where the law of the body has none.
/// @pre nodal.size() == node_count().
void plastic_strains(const FiniteElementBody& body, std::span<double> nodal);

/// Equivalent plastic strain at a point of the reference placement, between the values of the nodes
/// as the shape functions are.
double plastic_strain_at(const FiniteElementBody& body, Vec3 reference);

}  // namespace solfec
