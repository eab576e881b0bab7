#pragma once

#include <string>
#include <string_view>

namespace solfec {

/// Law of the stress in a volume; bulk_law.h has the laws in this order.
enum class BulkModel { kirchhoff, neo_hooke, von_mises };

/// As BULK_MATERIAL spells it.
constexpr std::string_view name_of(BulkModel item) {
  switch (item) {
    case BulkModel::kirchhoff:
      return "KIRCHHOFF";
    case BulkModel::neo_hooke:
      return "NEO_HOOKE";
    case BulkModel::von_mises:
      return "VON_MISES";
  }
  return {};
}

/// Material of a volume. KIRCHHOFF is the St Venant-Kirchhoff law: Psi = lambda/2 (tr E)^2 +
/// mu E:E with the Green-Lagrange strain E; NEO_HOOKE has the law of neo_hooke.h,
/// VON_MISES that of plasticity.h.
struct BulkMaterial {
  std::string label;
  BulkModel model = BulkModel::kirchhoff;
  double young = 1e6;     // Pa, > 0
  double poisson = 0.25;  // in (-1, 0.5]; 0.5, without change of volume, for bodies without strain
  double density = 1e3;   // kg/m^3, > 0
  double yield_stress = 0.0;  // Pa, of VON_MISES > 0, else 0
  double hardening = 0.0;     // Pa, slope of the yield stress by α; of VON_MISES >= 0, else 0

  friend bool operator==(const BulkMaterial&, const BulkMaterial&) = default;
};

/// First and second Lamé constants, Pa (manual eq. 7.18-7.19): with Young's modulus E and Poisson's
/// ratio ν, λ = E ν / ((1 + ν) (1 - 2 ν)) and μ = E / (2 (1 + ν)).
double lame_lambda(const BulkMaterial& material);
double lame_mu(const BulkMaterial& material);

/// "young 1e+06 Pa, poisson 0.25, density 1000 kg/m^3", with the model in front and the numbers of
/// VON_MISES behind where it is not KIRCHHOFF.
std::string values_text(const BulkMaterial& material);

/// Throws InputError naming material, rule, value and unit.
void validate(const BulkMaterial& material);

/// Whether a body that strains can be made of it: λ is infinite with a Poisson's ratio of 0.5.
bool can_strain(const BulkMaterial& material);

}  // namespace solfec
