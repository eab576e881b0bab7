#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "geometry/shape/shape.h"
#include "geometry/shape/volume_integrals.h"

namespace solfec {

/// Exact integrals of polyhedra, mesh elements and simple shapes.
///
/// Divergence theorem: a fan of signed tetrahedra over triangulated faces. A quadrilateral enters
/// with the mean of its two triangulations: exact for planar faces, the same seen from both
/// neighbours of a bent one, and exact for the volume under a bilinear patch. Pieces are merged by
/// the parallel-axis theorem about the common centre, so far-away shapes lose no digits.
/// An empty shape gives zeros.
MassProperties mass_properties(const Shape& shape);

/// Integrals with a density per volume id, e.g. in kg/m^3: `volume` is then the mass, `center` the
/// mass centre and `euler` ∫ ρ (X - center)(X - center)ᵀ dV.
MassProperties mass_properties(const Shape& shape, const std::function<double(VolumeId)>& density);

/// Volumes of the parts by volume id, in increasing order of the ids, m^3.
std::vector<std::pair<VolumeId, double>> volumes_by_id(const Shape& shape);

}  // namespace solfec
