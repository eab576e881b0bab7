#pragma once

#include "material/surface_material.h"

namespace solfec::test {

/// A joint of blocks: 0.1 MPa of tension, 0.2 MPa of cohesion, fracture energies of 20 and 60 J/m².
inline SurfaceMaterial cohesive_material() {
  SurfaceMaterial material;
  material.model = SurfaceModel::cohesive_zone;
  material.friction = 0.5;
  material.cohesion = 2e5;
  material.tension = 1e5;
  material.normal_energy = 20.0;
  material.tangential_energy = 60.0;
  return material;
}

}  // namespace solfec::test
