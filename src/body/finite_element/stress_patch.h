#pragma once

#include <span>
#include <tuple>
#include <vector>

#include "body/finite_element/finite_element_mesh.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// An element as a place in its group.
struct ElementPlace {
  int group{};
  int slot{};

  friend bool operator==(const ElementPlace&, const ElementPlace&) = default;
  friend bool operator<(const ElementPlace& a, const ElementPlace& b) {
    return std::tie(a.group, a.slot) < std::tie(b.group, b.slot);
  }
};

/// Part of an element in the stress of a node.
struct PatchWeight {
  ElementPlace element;
  double weight{};
};

/// Stresses of nodes from those of the elements around them: the linear function that fits the
/// elements' means at their centres best (least squares, weighted by volume), taken at the node
/// (Zienkiewicz and Zhu (1992), Int. J. Numer. Meth. Engng 33, 1331-1364). So nodes of the boundary
/// are as exact as inner ones, where it is nearly the mean: where the elements of a node do not
/// surround it, the line of the nearest node counts which shares an element with it and is
/// surrounded; where there is none, all elements around those of the node belong to its patch.
/// Elements of different materials have patches of their own, whose values are averaged by the
/// volumes of the elements of the node.
class StressPatches {
 public:
  explicit StressPatches(const FiniteElementMesh& mesh) : mesh_(mesh) {}

  /// Elements of a node with their weights, whose sum is 1, into `weights`.
  /// @return false: the elements do not tell how stress changes along all axes (plates of one
  ///         layer), and nothing is written.
  bool weigh(int node, std::vector<PatchWeight>& weights) const;
  /// Writes the elements of a node with their weights, whose sum is 1, into `weights`, of those
  /// elements alone that have the material of a given one around the node: stress jumps where
  /// materials meet.
  /// @return false, with empty `weights`: the elements do not tell how stress changes along all
  /// axes.
  bool weigh(int node, ElementPlace material, std::vector<PatchWeight>& weights) const;
  /// Elements around a node that have the material of a given one.
  [[nodiscard]] std::vector<ElementPlace> patch_of(int node, ElementPlace material) const;
  /// Elements around a node.
  void around(int node, std::vector<ElementPlace>& elements) const;

 private:
  struct Spread {
    double volume{};  // m^3
    Vec3 center;      // m
    Mat3 moments;     // of the centres of elements about their mean, m^2
    Mat3 extents;     // of their nodes about their centres, m^2
  };

  [[nodiscard]] double volume(ElementPlace place) const;
  [[nodiscard]] bool same_material(ElementPlace a, ElementPlace b) const;
  [[nodiscard]] Vec3 center(ElementPlace place) const;
  [[nodiscard]] Spread spread(std::span<const ElementPlace> patch) const;
  void extend(std::vector<ElementPlace>& patch) const;
  [[nodiscard]] bool surrounds(const Spread& spread, Vec3 x) const;
  [[nodiscard]] std::vector<int> nearest_inner(int node, std::span<const ElementPlace> own) const;
  void add_line(Vec3 x, std::span<const ElementPlace> patch, const Spread& spread, double share,
                std::vector<PatchWeight>& weights) const;
  bool weigh_material(int node, const std::vector<ElementPlace>& own, double share,
                      std::vector<PatchWeight>& weights) const;

  const FiniteElementMesh& mesh_;
};

}  // namespace solfec
