#pragma once

#include <random>
#include <utility>

#include "domain/domain_fixture.h"

namespace solfec {

/// A domain whose material is soft, so that motions of order one strain it.
class FiniteElementFixture : public DomainFixture {
 protected:
  FiniteElementFixture() {
    domain_.update_bulk_material(material_, {"stone", BulkModel::kirchhoff, 2e5, 0.25, 1000.0});
  }

  BodyId add_mesh(Mesh mesh, FiniteElementForm form = FiniteElementForm::total_lagrangian) {
    return add_mesh_to(domain_, std::move(mesh), form);
  }
  /// Adds a mesh of the first material.
  static BodyId add_mesh_to(Domain& domain, Mesh mesh, FiniteElementForm form) {
    BodyDefinition definition;
    definition.kind = BodyKind::finite_element;
    definition.shape.meshes.push_back(std::move(mesh));
    definition.material = 0;
    definition.form = form;
    definition.label = "mesh";
    definition.origin = "test.py:1";
    return domain.add_body(std::move(definition));
  }
  FiniteElementBody& mesh_of(BodyId id) {
    return domain_.bodies.finite_element[domain_.body_ref(id).slot];
  }

  /// Deforms a body homogeneously.
  void set_affine(BodyId id, const Mat3& F, Vec3 shift) {
    FiniteElementBody& mesh = mesh_of(id);
    for (std::size_t a = 0; a < mesh.displacement.size(); ++a) {
      const Vec3 X = mesh.elements.node[a];
      mesh.displacement[a] = F * X + shift - X;
    }
  }

  [[nodiscard]] double balance(BodyId id) const {
    const Energies e = domain_.bodies.energies(domain_.body_ref(id));
    return e.kinetic + e.internal + e.damping - e.external - e.numerical;
  }

  std::mt19937 rng_{4};
};

}  // namespace solfec
