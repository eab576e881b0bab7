#include "material/bulk_material.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/check.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-14;  // relative, a few ulps
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

BulkMaterial steel(double density, double young, double poisson) {
  BulkMaterial material;
  material.label = "steel";
  material.density = density;
  material.young = young;
  material.poisson = poisson;
  return material;
}

std::string message_of(const BulkMaterial& material) {
  try {
    validate(material);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(BulkMaterial, AcceptsSteelAndTheDefaults) {
  EXPECT_EQ(message_of(steel(7850.0, 2.1e11, 0.3)), "");
  EXPECT_EQ(message_of(BulkMaterial{}), "");
}

TEST(BulkMaterial, NamesTheMaterialTheRuleTheValueAndTheUnit) {
  EXPECT_EQ(message_of(steel(-7850.0, 2.1e11, 0.3)),
            "BULK_MATERIAL 'steel': density must be positive, got -7850 kg/m^3");
  EXPECT_EQ(message_of(steel(7850.0, 0.0, 0.3)),
            "BULK_MATERIAL 'steel': young must be positive, got 0 Pa");
  EXPECT_EQ(message_of(steel(7850.0, 2.1e11, 0.51)),
            "BULK_MATERIAL 'steel': poisson must lie in (-1, 0.5], got 0.51");
  EXPECT_EQ(message_of(steel(7850.0, 2.1e11, -1.0)),
            "BULK_MATERIAL 'steel': poisson must lie in (-1, 0.5], got -1");
}

TEST(BulkMaterial, WithoutChangeOfVolumeItIsForBodiesWithoutStrain) {
  EXPECT_EQ(message_of(steel(7850.0, 2.1e11, 0.5)), "");
  EXPECT_FALSE(can_strain(steel(7850.0, 2.1e11, 0.5)));
  EXPECT_TRUE(can_strain(steel(7850.0, 2.1e11, 0.4999)));
}

TEST(BulkMaterial, RefusesNumbersThatAreNotFinite) {
  EXPECT_EQ(message_of(steel(kNan, 1.0, 0.3)),
            "BULK_MATERIAL 'steel': density must be positive, got nan kg/m^3");
  EXPECT_EQ(message_of(steel(kInfinity, 1.0, 0.3)),
            "BULK_MATERIAL 'steel': density must be finite, got inf kg/m^3");
  EXPECT_EQ(message_of(steel(1.0, kInfinity, 0.3)),
            "BULK_MATERIAL 'steel': young must be finite, got inf Pa");
  EXPECT_NE(message_of(steel(1.0, 1.0, kNan)), "");
}

TEST(BulkMaterial, LameConstantsGiveBackYoungAndPoisson) {
  const BulkMaterial material = steel(7850.0, 2.1e11, 0.3);
  const double lambda = lame_lambda(material);
  const double mu = lame_mu(material);
  EXPECT_NEAR(mu * (3.0 * lambda + 2.0 * mu) / (lambda + mu), 2.1e11, 2.1e11 * kTol);
  EXPECT_NEAR(lambda / (2.0 * (lambda + mu)), 0.3, kTol);
}

TEST(BulkMaterial, LameConstantsOfTheDefaultMatchHandCalculation) {
  // E = 1e6, nu = 0.25: lambda = 0.25e6 / (1.25 0.5) = 4e5, mu = 1e6 / 2.5 = 4e5.
  EXPECT_NEAR(lame_lambda(BulkMaterial{}), 4e5, 4e5 * kTol);
  EXPECT_NEAR(lame_mu(BulkMaterial{}), 4e5, 4e5 * kTol);
}

}  // namespace
}  // namespace solfec
