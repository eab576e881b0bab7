#pragma once

#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "body/bodies.h"
#include "body/finite_element/modal_analysis.h"
#include "geometry/shape/shape_pieces.h"
#include "support/block_mesh.h"

namespace solfec::test {

/// Adds a block of 1.2 x 0.7 x 0.5 m in 2 x 2 x 1 hexahedra of a soft material.
/// @param base  Of reduced forms, else null.
inline FiniteElementBody& add_block(Bodies& bodies, FiniteElementForm form,
                                    std::shared_ptr<const ReducedBase> base, double young = 1e5) {
  BulkMaterial material;
  material.young = young;
  material.density = 1000.0;
  auto shape = std::make_shared<Shape>();
  shape->meshes.push_back(hexahedra_block({1.2, 0.7, 0.5}, {2, 2, 1}));
  const ShapePieces pieces = make_shape_pieces(*shape, 1e-6);
  const BodyId id = bodies.count() + 1;
  const BodyRef ref = bodies.add({.id = id,
                                  .kind = BodyKind::finite_element,
                                  .properties = mass_properties(*shape),
                                  .material = material,
                                  .shape = shape,
                                  .pieces = &pieces,
                                  .form = form,
                                  .base = std::move(base)});
  bodies.set_scheme(ref, Scheme::def_lim);
  return bodies.finite_element[ref.slot];
}

/// Modes of the block, from the first one on.
inline ReducedBase block_modes(int count, double young = 1e5) {
  Bodies bodies;
  const FiniteElementBody& body =
      add_block(bodies, FiniteElementForm::corotational, nullptr, young);
  Modes modes = lowest_modes(body.elements, count, body.eigenvalue, {1e-12, 200});
  ReducedBase base;
  base.eigenvalue = std::move(modes.eigenvalue);
  base.vector = std::move(modes.vector);
  return base;
}

/// Vectors of random numbers for the nodes of the block.
inline ReducedBase random_base(int count, unsigned seed) {
  constexpr int kNumbers = 3 * 18;
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  ReducedBase base;
  base.eigenvalue.assign(std::size_t(count), 1.0);
  for (int k = 0; k < kNumbers * count; ++k) base.vector.push_back(entry(rng));
  return base;
}

inline std::shared_ptr<const ReducedBase> shared(ReducedBase base) {
  return std::make_shared<const ReducedBase>(std::move(base));
}

}  // namespace solfec::test
