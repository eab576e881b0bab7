#include "domain/records/joint_values.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr ConstraintId kFirst = 40;
constexpr double kRadius = 0.5;  // of the rows of angles, m

/// A joint with one record for each of its rows, numbered from kFirst.
struct RecordedJoint {
  explicit RecordedJoint(JointKind kind, int rows) {
    joint.id = kFirst;
    joint.kind = kind;
    joint.size = kRadius;
    joint.rows = rows;
    joint.drives = (freedom_of(kind).travels ? 1 : 0) + freedom_of(kind).turns;
    records.resize(static_cast<std::size_t>(rows));
    const std::size_t first = records.size() - static_cast<std::size_t>(joint.drives);
    for (std::size_t k = first; k < records.size(); ++k) {
      ConstraintRecord& drive = records[k];
      const double d = 100.0 * static_cast<double>(k - first + 1);
      drive.frame = identity();
      drive.coordinate = d + 1.0;
      drive.rate = d + 2.0;
      drive.R = {0.0, 0.0, d + 4.0};
      drive.motor_force = d + 6.0;
      drive.power = d + 7.0;
    }
  }

  [[nodiscard]] double value(std::string_view name) const {
    const JointValues values =
        *joint_values(joint, [&](ConstraintId id) -> const ConstraintRecord* {
          const auto place = static_cast<std::size_t>(id - kFirst);
          return place < records.size() ? &records[place] : nullptr;
        });
    return joint_value(joint, values, name);
  }

  Joint joint;
  std::vector<ConstraintRecord> records;
};

TEST(JointValues, KindsHaveTheNamesOfTheirCoordinates) {
  using Names = std::vector<std::string_view>;
  const auto scalars = [](JointKind kind) {
    Names names = joint_value_names(kind);
    const Names vectors(names.begin(), names.begin() + 6);
    EXPECT_EQ(vectors, (Names{"RX", "RY", "RZ", "MX", "MY", "MZ"}));
    Names rest(names.begin() + 6, names.end());
    std::sort(rest.begin(), rest.end());
    return rest;
  };
  EXPECT_EQ(scalars(JointKind::ball), Names{});
  EXPECT_EQ(scalars(JointKind::weld), Names{});
  EXPECT_EQ(scalars(JointKind::hinge), (Names{"ANGLE", "MOTOR", "POWER", "RATE", "TORQUE"}));
  EXPECT_EQ(scalars(JointKind::slider), (Names{"FORCE", "MOTOR", "POWER", "SPEED", "TRAVEL"}));
  EXPECT_EQ(scalars(JointKind::cylindrical),
            (Names{"ANGLE", "FORCE", "MOTOR", "POWER", "RATE", "SPEED", "TORQUE", "TRAVEL",
                   "TRAVEL_MOTOR", "TRAVEL_POWER"}));
  EXPECT_EQ(scalars(JointKind::universal), (Names{"ANGLE", "ANGLE2", "MOTOR", "MOTOR2", "POWER",
                                                  "POWER2", "RATE", "RATE2", "TORQUE", "TORQUE2"}));
}

TEST(JointValues, OfACylindricalJointTheFirstDriveIsTheTravel) {
  const RecordedJoint made(JointKind::cylindrical, 6);
  EXPECT_EQ(made.value("TRAVEL"), 101.0);
  EXPECT_EQ(made.value("SPEED"), 102.0);
  EXPECT_EQ(made.value("FORCE"), 104.0);
  EXPECT_EQ(made.value("TRAVEL_MOTOR"), 106.0);
  EXPECT_EQ(made.value("TRAVEL_POWER"), 107.0);
  EXPECT_EQ(made.value("ANGLE"), 201.0);
  EXPECT_EQ(made.value("RATE"), 202.0);
  EXPECT_EQ(made.value("TORQUE"), 204.0 * kRadius);
  EXPECT_EQ(made.value("MOTOR"), 206.0 * kRadius);
  EXPECT_EQ(made.value("POWER"), 207.0);
}

TEST(JointValues, OfAUniversalJointNamesOfTheSecondAngleEndWithTwo) {
  const RecordedJoint made(JointKind::universal, 4);
  EXPECT_EQ(made.value("ANGLE"), 101.0);
  EXPECT_EQ(made.value("TORQUE"), 104.0 * kRadius);
  EXPECT_EQ(made.value("MOTOR"), 106.0 * kRadius);
  EXPECT_EQ(made.value("POWER"), 107.0);
  EXPECT_EQ(made.value("ANGLE2"), 201.0);
  EXPECT_EQ(made.value("RATE2"), 202.0);
  EXPECT_EQ(made.value("TORQUE2"), 204.0 * kRadius);
  EXPECT_EQ(made.value("MOTOR2"), 206.0 * kRadius);
  EXPECT_EQ(made.value("POWER2"), 207.0);
}

TEST(JointValues, MotorOfAHingeAndASliderIsThatOfTheirCoordinate) {
  EXPECT_EQ(RecordedJoint(JointKind::hinge, 4).value("MOTOR"), 106.0 * kRadius);
  EXPECT_EQ(RecordedJoint(JointKind::slider, 6).value("MOTOR"), 106.0);
  EXPECT_EQ(RecordedJoint(JointKind::slider, 6).value("FORCE"), 104.0);
}

}  // namespace
}  // namespace solfec
