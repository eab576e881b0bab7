#pragma once

#include <array>
#include <span>
#include <vector>

#include "body/finite_element/element_kernels.h"
#include "material/bulk_material.h"
#include "math/mat3.h"

namespace solfec {

/// Loops over packs for one law of BulkLaws: those of ElementKernels, and what state and stress
/// need. They are made once per law (law_loops.h) and chosen once per group.
struct LawKernels {
  ElementKernels element;
  /// Takes the states of the points of the packs [begin, end) to those of the displacements q.
  void (*advance)(const ElementPacks& packs, int begin, int end, const Vec3* q, double* state);
  /// First Piola-Kirchhoff stresses at the points of the element in one lane of a pack, Pa, with
  /// which its forces are Σ w P ∇N_a; zero at points without weight.
  void (*stresses)(const ElementPacks& packs, int pack, int lane, const Vec3* q, Mat3* P);
  /// Plastic work Σ w ∫ σ_y dα that the states have cost, J, to out[pack][lane].
  void (*plastic_work)(const ElementPacks& packs, int begin, int end, double* out);
  /// Equivalent plastic strains α at the points of the element in one lane of a pack, to out[point];
  /// points without weight, and those of laws without a state, are left as they are.
  void (*plastic_strains)(const ElementPacks& packs, int pack, int lane, double* out);
};

/// The kernels of a law; those of 'KIRCHHOFF' serve tests alone, which compare them with
/// element_kernels.
const LawKernels& law_kernels(BulkModel model);

/// The fastest kernels with the law and the formulation of a group.
const ElementKernels& kernels_of(const ElementGroup& group);

}  // namespace solfec
