#pragma once

#include "body/finite_element/finite_element_mesh.h"
#include "body/finite_element/geometric_stiffness.h"
#include "math/vec3.h"

namespace solfec {

struct Mat3;

/// Arrays of an ElementGroup as the kernels see them: pointers alone, since a kernel may call no
/// inline function of another header (body/finite_element/element_kernel_loops.h).
struct ElementPacks {
  int node_count;                   // of an element
  const std::int32_t* point_start;  // as ElementGroup::point_start, and likewise below
  const std::int32_t* node;
  const double* gradient;  // 1/m
  const double* weight;    // m^3
  const double* lambda;    // Pa
  const double* mu;        // Pa
  const double* projection;
  // what laws other than St Venant-Kirchhoff's need, see law_kernels.h
  const double* yield;                     // as ElementGroup::yield, Pa; null without
  const double* state;                     // as ElementGroup::state
  bool mixed = false;                      // whether the formulation is 'MIXED'
  bool elastic = false;                    // whether stiffness is that of unloading
  const double* gradient_bound = nullptr;  // m/kg
  int state_size = 0;                      // numbers of a point in `state`
};
/// @pre the group outlives what it returns.
ElementPacks element_packs(const ElementGroup& group);

/// Direction in which displacements change.
struct ForceDirection {
  const Vec3* v;       // per node
  double share = 1.0;  // of what comes from the stress that there is already, ∂H/∂v S
};

/// Loops over the packs [begin, end) of a group with the St Venant-Kirchhoff law, compiled once per
/// instruction set; all versions give the same bits. q are displacements of the nodes, H = ∂q/∂X,
/// F = 1 + H, E = ½ (H + Hᵀ + HᵀH), which keeps the digits of small strains. Elements that are not
/// linear have stresses and energies of their projected strains (projected_strain.h).
struct ElementKernels {
  /// Forces of the nodes Σ w P ∇N_a, N, to out[pack][node][xyz][lane]; `out` belongs to pack 0.
  void (*force)(const ElementPacks& packs, int begin, int end, const Vec3* q, double* out);
  /// Derivative of these forces in a direction of the displacements, same order.
  void (*force_change)(const ElementPacks& packs, int begin, int end, const Vec3* q,
                       ForceDirection direction, double* out);
  /// Strain energies Σ w Ψ, J, to out[pack][lane].
  void (*energy)(const ElementPacks& packs, int begin, int end, const Vec3* q, double* out);
  /// Stiffness blocks ∂f_a/∂q_b of one pack for a <= b, N/m, to out[a][b][i + 3 j][lane]; other
  /// blocks are the transposed ones and are not written. n x n x 9 x 4 numbers. A positive
  /// geometric stiffness has S + s 1 instead of S, with a bound -s <= 0 of the least eigenvalue of
  /// S.
  void (*stiffness)(const ElementPacks& packs, int pack, const Vec3* q,
                    GeometricStiffness geometric, double* out);
  /// How much the elements of one pack are strained, largest values over their points with weight,
  /// to out[5][lane]: |H - T|² with a given T; |H - H_1|² and |E_1|² with those of the first point;
  /// tr E; the square of the norm of its deviator. The last two are those of projected strains.
  /// @param turn  T, by rows.
  void (*strain)(const ElementPacks& packs, int pack, const Vec3* q, const double* turn,
                 double* out);
  /// Numbers of law_stiffness_bound.h for the elements of one pack, to out[number][lane], with the
  /// numbers kTraceOfB to kElastic below. Only the kernels of linear elements have this function;
  /// it serves all groups.
  void (*stretch)(const ElementPacks& packs, int pack, const Vec3* q, double* out) = nullptr;
};

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
  /// Equivalent plastic strains α at the points of the element in one lane of a pack, to
  /// out[point]; points without weight, and those of laws without a state, are left as they are.
  void (*plastic_strains)(const ElementPacks& packs, int pack, int lane, double* out);
};

/// Size of the output of `strain`.
inline constexpr int kStrainSize = 5 * kElementLanes;

/// Numbers that `stretch` gives for each lane: extremes over the points with weight. B is
/// F⁻ᵀ Q F⁻¹ with the gradient bound Q of the element.
inline constexpr int kTraceOfB = 0;     // largest tr B, m/kg
inline constexpr int kLargestOfB = 1;   // bound of its eigenvalues, m/kg
inline constexpr int kLeastVolume = 2;  // of J = det F
inline constexpr int kMostVolume = 3;   // of J
inline constexpr int kVolume = 4;       // Σ w J, m^3
inline constexpr int kReference = 5;    // Σ w, m^3
inline constexpr int kLeastSquare = 6;  // of tr FᵀF
inline constexpr int kMostSquare = 7;   // of tr FᵀF
inline constexpr int kDeviator = 8;     // largest |dev FᵀF|²
inline constexpr int kElastic =
    9;  // largest (tr F C Fᵀ)³ / J², C - 1 the first six numbers of the state
inline constexpr int kStretchNumbers = 10;  // how many there are

/// Size of the output of `stretch`.
inline constexpr int kStretchSize = kStretchNumbers * kElementLanes;

/// Size of the largest output of `stiffness`.
inline constexpr int kStiffnessSize = 8 * 8 * 9 * kElementLanes;

/// Kernels of a formulation for any x86-64-v2 machine, or any other.
const ElementKernels& element_kernels_baseline(ElementFormulation formulation = {});
/// Kernels for machines with AVX2; the baseline where the compiler has no such target.
const ElementKernels& element_kernels_wide(ElementFormulation formulation = {});
/// The fastest kernels that this machine runs; those of linear elements fit every group, and are
/// nowhere softer than its own.
const ElementKernels& element_kernels(ElementFormulation formulation = {});

}  // namespace solfec
