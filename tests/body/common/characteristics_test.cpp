#include "body/common/characteristics.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/check.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-15;

/// Box with edges a, b, c: ∫ x² dV = V a²/12 about its centre.
MassProperties box_properties(double a, double b, double c) {
  const double volume = a * b * c;
  return {volume, {1.0, 2.0, 3.0}, (volume / 12.0) * diagonal(a * a, b * b, c * c)};
}

std::string message_of(BodyKind kind, void (*spoil)(BodyCharacteristics&)) {
  BodyCharacteristics values = uniform_characteristics(kind, box_properties(1, 2, 3), 2.0);
  spoil(values);
  try {
    checked_characteristics(kind, values);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Characteristics, InertiaOfABoxMatchesTheTextbook) {
  // m = 2 * 6 = 12; J_x = m (b² + c²) / 12 = 4 + 9, J_y = 1 + 9, J_z = 1 + 4.
  const auto values = uniform_characteristics(BodyKind::rigid, box_properties(1, 2, 3), 2.0);
  EXPECT_NEAR(values.mass, 12.0, kTol);
  EXPECT_NEAR(values.volume, 6.0, kTol);
  EXPECT_EQ(values.center, (Vec3{1.0, 2.0, 3.0}));
  const Mat3 expected = diagonal(13.0, 10.0, 5.0);
  for (int k = 0; k < 9; ++k) EXPECT_NEAR(values.tensor.m[k], expected.m[k], 13.0 * kTol);
}

TEST(Characteristics, OffDiagonalInertiaIsMinusTheEulerTensor) {
  MassProperties properties = box_properties(1, 2, 3);
  properties.euler(0, 1) = properties.euler(1, 0) = 0.25;
  EXPECT_NEAR(uniform_characteristics(BodyKind::rigid, properties, 2.0).tensor(0, 1), -0.5, kTol);
}

TEST(Characteristics, DeformableBodiesAndObstaclesHaveTheWeightedEulerTensor) {
  for (const BodyKind kind : {BodyKind::pseudo_rigid, BodyKind::obstacle}) {
    const auto values = uniform_characteristics(kind, box_properties(1, 2, 3), 2.0);
    const Mat3 expected = diagonal(1.0, 4.0, 9.0);  // m a²/12 with m = 12
    for (int k = 0; k < 9; ++k) EXPECT_NEAR(values.tensor.m[k], expected.m[k], 9.0 * kTol);
  }
}

TEST(Characteristics, NamesTheRuleTheValueAndTheUnit) {
  const auto rigid = [](void (*spoil)(BodyCharacteristics&)) {
    return message_of(BodyKind::rigid, spoil);
  };
  EXPECT_EQ(rigid([](BodyCharacteristics& c) { c.mass = -1.0; }),
            "mass must be positive and finite, got -1 kg");
  EXPECT_EQ(rigid([](BodyCharacteristics& c) { c.volume = 0.0; }),
            "volume must be positive and finite, got 0 m^3");
  EXPECT_EQ(rigid([](BodyCharacteristics& c) { c.mass = NAN; }),
            "mass must be positive and finite, got nan kg");
  EXPECT_EQ(rigid([](BodyCharacteristics& c) { c.center.y = INFINITY; }),
            "center must be finite, got inf m");
  EXPECT_EQ(rigid([](BodyCharacteristics& c) { c.tensor(2, 1) = INFINITY; }),
            "tensor must be finite, got inf kg m^2");
  EXPECT_EQ(rigid([](BodyCharacteristics& c) { c.tensor(0, 2) = 0.5; }),
            "tensor must be symmetric, got 0.5 and 0 kg m^2 in row 1 column 3 and its mirror");
  EXPECT_EQ(rigid([](BodyCharacteristics& c) { c.tensor = diagonal(1.0, -2.0, 1.0); }),
            "tensor must be positive definite, got the smallest eigenvalue -2 kg m^2");
  EXPECT_EQ(rigid([](BodyCharacteristics& c) { c.tensor = diagonal(1.0, 0.0, 1.0); }),
            "tensor must be positive definite, got the smallest eigenvalue 0 kg m^2");
  EXPECT_EQ(rigid([](BodyCharacteristics&) {}), "");
}

TEST(Characteristics, ObstaclesNeedFiniteNumbersOnly) {
  const auto obstacle = [](void (*spoil)(BodyCharacteristics&)) {
    return message_of(BodyKind::obstacle, spoil);
  };
  EXPECT_EQ(obstacle([](BodyCharacteristics& c) { c = {}; }), "");
  EXPECT_EQ(obstacle([](BodyCharacteristics& c) { c.mass = NAN; }),
            "mass must be finite, got nan kg");
}

TEST(Characteristics, RoundingInTheTensorIsAcceptedAndRemoved) {
  BodyCharacteristics values{1.0, 1.0, {}, identity()};
  values.tensor(0, 1) = 0.1;
  values.tensor(1, 0) = 0.1 + 1e-12;
  const Mat3 tensor = checked_characteristics(BodyKind::rigid, values).tensor;
  EXPECT_EQ(tensor(0, 1), tensor(1, 0));
}

TEST(HoldsShape, WhereTheRoundingOfCoordinatesIsBelowTheSizeOfTheBody) {
  for (const double size : {1e-3, 1.0, 1e3}) {
    const double volume = size * size * size;
    EXPECT_TRUE(holds_shape({}, volume));
    EXPECT_TRUE(holds_shape({0, -1e15 * size, 0}, volume));
    EXPECT_FALSE(holds_shape({0, 0, 1e16 * size}, volume));
    EXPECT_FALSE(holds_shape({-1e17 * size, 0, 0}, volume));
  }
  EXPECT_TRUE(holds_shape({1e300, 0, 0}, 0.0));  // there is no shape to lose
}

}  // namespace
}  // namespace solfec
