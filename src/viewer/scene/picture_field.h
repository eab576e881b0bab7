#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "body/surface_fields.h"
#include "domain/records/constraint_record.h"
#include "math/vec3.h"
#include "output/snapshot.h"

namespace solfec {

/// Field of constraints: a vector is drawn as an arrow, a number or a category as a ball.
struct ConstraintField {
  double (*value)(const ConstraintRecord& row) = nullptr;      // decides on the colour
  Vec3 (*arrow)(const ConstraintRecord& row) = nullptr;        // in world axes; null: a ball
  std::string (*name)(const ConstraintRecord& row) = nullptr;  // of the category of number `value`
};

/// Field of bodies that is drawn: each body has a category.
struct CategoryField {
  int (*category)(const SnapshotBody& body) = nullptr;
  std::string (*name)(const SnapshotBody& body) = nullptr;  // of the category, for the legend
  bool of_obstacles = true;  // false: obstacles have no category and stay grey
};

/// Kind of the ids by which parts of bodies are coloured.
enum class PartId { none, surface, volume };

/// A quantity by which pictures are coloured; one of the last four members is set and holds it.
struct PictureField {
  std::string_view name;
  std::string_view unit;
  std::string_view text;
  const SurfaceField* surface = nullptr;  // at points of bodies
  int component{};                        // of `surface`; -1: the length of the vector
  CategoryField category;
  ConstraintField constraint;
  PartId part = PartId::none;

  [[nodiscard]] bool of_constraints() const { return constraint.value != nullptr; }
  [[nodiscard]] bool of_categories() const { return category.category != nullptr; }
};

/// All fields of pictures: the components and vectors of the rows of `surface_fields` by their
/// names, and the rows of the table in picture_field.cpp.
const std::vector<PictureField>& picture_fields();
/// Finds a field by its name; null when there is none.
const PictureField* find_picture_field(std::string_view name);

}  // namespace solfec
