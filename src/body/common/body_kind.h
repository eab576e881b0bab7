#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "body/common/scheme.h"

namespace solfec {

/// Kinematics of a body: none that loads or reactions change; rotation and centre; one deformation
/// gradient and centre; displacements of the nodes of a mesh. The number is stored in files.
enum class BodyKind : std::uint8_t { obstacle, rigid, pseudo_rigid, finite_element };

/// Traits of a kind of body, the same for all bodies of that kind: they answer what would else be
/// asked as "is it rigid, or an obstacle?". How a body behaves stands in the set of its kind
/// (body/body_set.h).
struct BodyKindTraits {
  BodyKind kind{};
  std::string_view name;            // as BODY spells it
  bool has_inertia = true;          // loads and reactions move it
  bool has_stiffness = true;        // it strains, and takes damping
  bool is_homogeneous = true;       // one gradient for all points; else it has a mesh
  bool turns_only = false;          // its gradient is a rotation
  bool takes_torques = false;       // a load can be a torque
  bool tensor_is_inertia = false;   // its tensor is J = tr(E) 1 - E, else the Euler tensor E
  int state_size{};                 // numbers of the state, 0: each body has its own size
  std::span<const Scheme> schemes;  // by which it can be advanced, that of new bodies first
};

namespace body_kinds {
// Of each kind, the default first.
inline constexpr std::array kNoScheme{Scheme::none};
inline constexpr std::array kRigidSchemes{Scheme::rig_neg, Scheme::rig_pos, Scheme::rig_imp};
inline constexpr std::array kDeformableSchemes{Scheme::def_exp, Scheme::def_lim, Scheme::def_lim2,
                                               Scheme::def_imp};
/// In the order of BodyKind; a further kind needs a row here and a set in Bodies.
inline constexpr std::array<BodyKindTraits, 4> kTable{{
    {.kind = BodyKind::obstacle,
     .name = "OBSTACLE",
     .has_inertia = false,
     .has_stiffness = false,
     .turns_only = true,
     .state_size = 18,
     .schemes = kNoScheme},
    {.kind = BodyKind::rigid,
     .name = "RIGID",
     .has_stiffness = false,
     .turns_only = true,
     .takes_torques = true,
     .tensor_is_inertia = true,
     .state_size = 18,
     .schemes = kRigidSchemes},
    {.kind = BodyKind::pseudo_rigid,
     .name = "PSEUDO_RIGID",
     .state_size = 24,
     .schemes = kDeformableSchemes},
    {.kind = BodyKind::finite_element,
     .name = "FINITE_ELEMENT",
     .is_homogeneous = false,
     .schemes = kDeformableSchemes},
}};
}  // namespace body_kinds

/// Number of kinds, for arrays that have an entry for each.
inline constexpr std::size_t kBodyKinds = body_kinds::kTable.size();

/// The row of a kind; the functions below ask it for one of its columns.
constexpr const BodyKindTraits& traits_of(BodyKind kind) {
  return body_kinds::kTable[static_cast<std::size_t>(kind)];
}

/// As BODY spells it.
constexpr std::string_view name_of(BodyKind item) {
  return static_cast<std::size_t>(item) < kBodyKinds ? traits_of(item).name : std::string_view{};
}
constexpr bool has_inertia(BodyKind kind) { return traits_of(kind).has_inertia; }
constexpr bool has_stiffness(BodyKind kind) { return traits_of(kind).has_stiffness; }
constexpr bool is_homogeneous(BodyKind kind) { return traits_of(kind).is_homogeneous; }
/// Whether it is made of elements.
constexpr bool has_mesh(BodyKind kind) { return !is_homogeneous(kind); }
constexpr bool turns_only(BodyKind kind) { return traits_of(kind).turns_only; }
constexpr bool takes_torques(BodyKind kind) { return traits_of(kind).takes_torques; }
/// Numbers of the state of all bodies of a kind, 0: each has its own size.
constexpr int fixed_state_size(BodyKind kind) { return traits_of(kind).state_size; }

/// Whether bodies of a kind can be advanced by a scheme; obstacles have the scheme none only.
constexpr bool has_scheme(BodyKind kind, Scheme scheme) {
  for (const Scheme own : traits_of(kind).schemes) {
    if (own == scheme) return true;
  }
  return false;
}
/// RIG_NEG for rigid, DEF_EXP for deformable bodies, none for obstacles.
constexpr Scheme default_scheme(BodyKind kind) { return traits_of(kind).schemes.front(); }

/// How strain is measured: from the reference for the whole deformation ('TL', total_lagrangian.h),
/// or linearly in a frame that turns with the body: with forces that are the gradient of the
/// energy ('BC', rotation_projector.h), or with those of the manual ('BC_MANUAL', corotation.h),
/// which have a moment where the body is bent and do other work than the energy tells. The last two
/// are form 'BC' with displacements that are combinations of a base (reduced_model.h), of modes of
/// vibration or of any other vectors.
enum class FiniteElementForm : std::uint8_t {
  total_lagrangian,
  corotational,
  manual_corotational,
  corotational_modal,
  corotational_reduced
};

/// True for the forms with a frame that turns with the body.
constexpr bool is_corotational(FiniteElementForm form) {
  return form != FiniteElementForm::total_lagrangian;
}

/// True for the forms whose displacements are combinations of a base.
constexpr bool is_reduced(FiniteElementForm form) {
  return form == FiniteElementForm::corotational_modal ||
         form == FiniteElementForm::corotational_reduced;
}

/// As BODY spells it.
constexpr std::string_view name_of(FiniteElementForm item) {
  switch (item) {
    case FiniteElementForm::total_lagrangian:
      return "TL";
    case FiniteElementForm::corotational:
      return "BC";
    case FiniteElementForm::manual_corotational:
      return "BC_MANUAL";
    case FiniteElementForm::corotational_modal:
      return "BC-MODAL";
    case FiniteElementForm::corotational_reduced:
      return "BC-RO";
  }
  return {};
}

/// DEF_LIM of reduced bodies, that of the kind of all others.
constexpr Scheme default_form_scheme(BodyKind kind, FiniteElementForm form) {
  return is_reduced(form) ? Scheme::def_lim : default_scheme(kind);
}
/// True when bodies of a kind and a form can be advanced by a scheme; the form counts for finite
/// elements alone.
constexpr bool has_form_scheme(BodyKind kind, FiniteElementForm form, Scheme scheme) {
  return is_reduced(form) ? scheme == Scheme::def_lim : has_scheme(kind, scheme);
}

/// How the strains of an element follow from the displacements of its nodes (projected_strain.h):
/// as its shape functions have them, together with those of incompatible modes, which lets one
/// layer of elements bend, or with the mean dilatation of the element, which nearly incompressible
/// materials need.
enum class ElementFormulation : std::uint8_t { linear, bending, mixed };

/// As BODY spells it.
constexpr std::string_view name_of(ElementFormulation item) {
  switch (item) {
    case ElementFormulation::linear:
      return "LINEAR";
    case ElementFormulation::bending:
      return "BENDING";
    case ElementFormulation::mixed:
      return "MIXED";
  }
  return {};
}

/// The formulation that elements of a kind have where a body asks for one: linear where strains
/// stay what they are, since wedges and pyramids have no incompatible modes here and the strain of
/// a tetrahedron is its mean.
constexpr ElementFormulation formulation_of(ElementFormulation wanted, int node_count) {
  const bool has_modes = node_count == 8;
  const bool has_mean = node_count > 4;
  const bool changes = wanted == ElementFormulation::bending ? has_modes : has_mean;
  return changes ? wanted : ElementFormulation::linear;
}

/// Place of a body in the sets: kind and slot of its set.
struct BodyRef {
  BodyKind kind{};
  int slot{};
};

}  // namespace solfec
