#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "body/finite_element/finite_element_body.h"
#include "body/finite_element/stress_patch.h"
#include "math/mat3.h"

namespace solfec {

/// Which of the stresses that a finite-element solution has at a point.
enum class StressValue : std::uint8_t {
  averaged,      // recovered at the nodes, interpolated between them
  extrapolated,  // from the integration points of the element
  element,       // the mean over the element
  gauss          // that of the nearest integration point
};

/// As STRESS spells it.
constexpr std::string_view name_of(StressValue item) {
  switch (item) {
    case StressValue::averaged:
      return "AVERAGED";
    case StressValue::extrapolated:
      return "EXTRAPOLATED";
    case StressValue::element:
      return "ELEMENT";
    case StressValue::gauss:
      return "GAUSS";
  }
  return {};
}

/// Cauchy stresses of a finite-element body, from its integration points.
///
/// At nodes they are recovered from the means of the elements around (`StressPatches`): at the
/// centre of an element of linear shape functions stress is exact to second order (Barlow (1976),
/// Int. J. Numer. Meth. Engng 10, 243-251). Where these do not suffice, the elements around the
/// node are averaged by volume. In an element stress is extrapolated from its integration points:
/// by products of linear functions in hexahedra and wedges (Hinton and Campbell (1974), Int. J.
/// Numer. Meth. Engng 8, 461-480), by the linear function of least squares in pyramids; tetrahedra
/// have one stress.
///
/// Elements that are not linear have the stresses F S Fᵀ / det F of their projected strains
/// (projected_strain.h) with the deformation gradient F of the shape functions.
///
/// Parts of the elements of a background mesh, which have integration points of their own, count
/// with their means.
class StressRecovery {
 public:
  explicit StressRecovery(const FiniteElementBody& body)
      : StressRecovery(body.elements, body.displacement, body.background != nullptr) {}
  /// @param displacement  Of the nodes, m.  @param has_parts  It is a background mesh.
  StressRecovery(const FiniteElementMesh& mesh, std::span<const Vec3> displacement, bool has_parts)
      : mesh_(mesh), displacement_(displacement), has_parts_(has_parts) {}

  /// Stresses of all nodes, Pa. @pre stress.size() == node_count().
  void nodes(std::span<Mat3> stress) const;
  /// Returns the stress of one node, Pa, with the same bits as nodes() gives.
  [[nodiscard]] Mat3 node(int node) const;
  /// Returns the stress of a node on the side of an element of it, Pa: where materials meet, stress
  /// jumps, and only elements of its material count. Elsewhere it has the bits of `node`.
  [[nodiscard]] Mat3 node_of_element(int node, int element) const;
  /// Stress that an element has at a point. @param local  Coordinates of `shape_functions`.
  [[nodiscard]] Mat3 in_element(int element, Vec3 local) const;
  [[nodiscard]] Mat3 mean(int element) const;
  /// At the integration point of an element that is nearest in local coordinates.
  [[nodiscard]] Mat3 nearest_gauss(int element, Vec3 local) const;

 private:
  /// Stresses of an element or of a part of one.
  struct Cell {
    std::array<Mat3, 8> point;  // at the integration points, where there are no parts
    int points{};
    Mat3 mean;        // by volume
    double volume{};  // m^3
  };

  template <typename MeanOf>
  [[nodiscard]] Mat3 recovered(int node, const MeanOf& mean_of,
                               std::vector<PatchWeight>& weights) const;
  [[nodiscard]] Mat3 volume_mean(int node, std::span<const ElementPlace> elements) const;
  [[nodiscard]] Cell cell(const ElementGroup& group, int slot) const;
  void kirchhoff_stresses(const ElementGroup& group, int slot, std::span<Mat3> stress) const;
  void law_stresses(const ElementGroup& group, int slot, std::span<Mat3> stress) const;
  [[nodiscard]] static double weight_at(const ElementGroup& group, int slot, int point);
  [[nodiscard]] Mat3 gradient_at(const ElementGroup& group, int slot, int point) const;
  [[nodiscard]] Mat3 at_local(const ElementGroup& group, const Cell& cell, Vec3 local) const;

  const FiniteElementMesh& mesh_;
  std::span<const Vec3> displacement_;
  bool has_parts_;
};

/// Stress of a body at a point of its reference placement, Pa.
Mat3 stress_at(const FiniteElementBody& body, Vec3 reference, StressValue value);

}  // namespace solfec
