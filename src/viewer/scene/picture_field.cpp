#include "viewer/scene/picture_field.h"

#include <algorithm>
#include <cmath>

#include "base/cat.h"

namespace solfec {

namespace {

Vec3 tangential(Vec3 v) { return {v.x, v.y, 0.0}; }
Vec3 normal_part(Vec3 v) { return {0.0, 0.0, v.z}; }

std::string label_of(const SnapshotBody& body) {
  return body.label.empty() ? cat("body ", body.id) : body.label;
}

/// The quantities that are not of surface_fields.
std::vector<PictureField> own_fields() {
  using Row = const ConstraintRecord&;
  using Body = const SnapshotBody&;
  const auto vector = [](std::string_view name, std::string_view unit, std::string_view text,
                         double (*value)(Row), Vec3 (*arrow)(Row)) {
    return PictureField{name, unit, text, nullptr, 0, {}, {value, arrow, nullptr}};
  };
  const auto number = [](std::string_view name, std::string_view unit, std::string_view text,
                         double (*value)(Row)) {
    return PictureField{name, unit, text, nullptr, 0, {}, {value, nullptr, nullptr}};
  };
  const auto of_rows = [](std::string_view name, std::string_view text, double (*value)(Row),
                          std::string (*word)(Row)) {
    return PictureField{name, "", text, nullptr, 0, {}, {value, nullptr, word}};
  };
  const auto category = [](std::string_view name, std::string_view text, int (*value)(Body),
                           std::string (*word)(Body), bool of_obstacles = true) {
    return PictureField{name, "", text, nullptr, 0, {value, word, of_obstacles}, {}};
  };
  return {
      vector(
          "reaction", "N", "arrows of reactions", [](Row c) { return norm(c.R); },
          [](Row c) { return c.frame * c.R; }),
      vector(
          "RN", "N", "arrows of normal reactions", [](Row c) { return c.R.z; },
          [](Row c) { return c.frame * normal_part(c.R); }),
      vector(
          "RT", "N", "arrows of tangential reactions", [](Row c) { return norm(tangential(c.R)); },
          [](Row c) { return c.frame * tangential(c.R); }),
      vector(
          "U", "m/s", "arrows of relative velocities", [](Row c) { return norm(c.U); },
          [](Row c) { return c.frame * c.U; }),
      vector(
          "UN", "m/s", "arrows of normal relative velocities", [](Row c) { return c.U.z; },
          [](Row c) { return c.frame * normal_part(c.U); }),
      vector(
          "UT", "m/s", "arrows of sliding velocities", [](Row c) { return norm(tangential(c.U)); },
          [](Row c) { return c.frame * tangential(c.U); }),
      number("gap", "m", "balls at contacts by gap", [](Row c) { return c.gap; }),
      number("damage", "", "balls at contacts of COHESIVE_ZONE by damage of their bonds, 1: broken",
             [](Row c) { return c.damage; }),
      number("merit", "", "balls at constraints by merit", [](Row c) { return c.merit; }),
      category(
          "material", "bulk material of bodies", [](Body b) { return b.material; },
          [](Body b) { return cat("material ", b.material); }, false),
      category(
          "kind", "kind of bodies", [](Body b) { return static_cast<int>(b.place.kind); },
          [](Body b) { return std::string(name_of(b.place.kind)); }),
      category(
          "rank", "rank that has bodies", [](Body b) { return b.rank; },
          [](Body b) { return cat("rank ", b.rank); }),
      of_rows(
          "constraints", "balls at constraints by kind",
          [](Row c) { return static_cast<double>(c.kind); },
          [](Row c) {
            return std::string(name_of(is_contact(c.kind) ? ConstraintKind::contact : c.kind));
          }),
      of_rows(
          "constraint_rank", "balls at constraints by rank", [](Row c) { return 1.0 * c.rank; },
          [](Row c) { return cat("rank ", c.rank); }),
      {"surface", "", "surface ids of bodies", nullptr, 0, {}, {}, PartId::surface},
      {"volume", "", "volume ids of bodies", nullptr, 0, {}, {}, PartId::volume},
      category(
          "body", "each body for itself", [](Body b) { return static_cast<int>(b.id); }, label_of,
          false),
  };
}

std::vector<PictureField> all_fields() {
  std::vector<PictureField> all;
  for (const SurfaceField& field : surface_fields()) {
    for (int i = 0; i < field.components; ++i) {
      all.push_back({field.component.at(static_cast<std::size_t>(i)),
                     field.unit,
                     field.text,
                     &field,
                     i,
                     {},
                     {}});
    }
    if (field.components == 3)
      all.push_back({field.name, field.unit, field.text, &field, -1, {}, {}});
    if (field.name == "velocity") {
      all.push_back({"speed", field.unit, "length of the velocity", &field, -1, {}, {}});
    }
  }
  for (PictureField& field : own_fields()) all.push_back(field);
  return all;
}

}  // namespace

const std::vector<PictureField>& picture_fields() {
  static const std::vector<PictureField> fields = all_fields();
  return fields;
}

const PictureField* find_picture_field(std::string_view name) {
  const auto& all = picture_fields();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const PictureField& field) { return field.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace solfec
