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

/// Field of constraints that is drawn: an arrow of a vector, or a ball of a number or of a
/// category.
struct ConstraintField {
  double (*value)(const ConstraintRecord& row) = nullptr;      // by which it is coloured
  Vec3 (*arrow)(const ConstraintRecord& row) = nullptr;        // in world axes; null: a ball
  std::string (*name)(const ConstraintRecord& row) = nullptr;  // of the category `value`
};

/// Field of bodies that is drawn: each body has a category.
struct CategoryField {
  int (*category)(const SnapshotBody& body) = nullptr;
  std::string (*name)(const SnapshotBody& body) = nullptr;  // of its category, for the legend
};

/// Kind of the ids by which parts of bodies are coloured.
enum class PartId { none, surface, volume };

/// A quantity that pictures are coloured by; one of the four last members says what.
struct PictureField {
  std::string_view name;
  std::string_view unit;
  std::string_view text;
  const SurfaceField* surface = nullptr;  // at points of bodies
  int component{};                        // of it; -1: the length of the vector
  CategoryField category;
  ConstraintField constraint;
  PartId part = PartId::none;

  [[nodiscard]] bool of_constraints() const { return constraint.value != nullptr; }
  [[nodiscard]] bool of_categories() const { return category.category != nullptr; }
};

/// All of them: each component of the rows of `surface_fields` by its name, vectors by theirs, and
/// what stands in the table of picture_field.cpp.
const std::vector<PictureField>& picture_fields();
/// Null: none.
const PictureField* find_picture_field(std::string_view name);

}  // namespace solfec
