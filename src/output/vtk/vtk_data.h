#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "math/vec3.h"

namespace solfec {

/// Texts in the form of VTK files: a zero byte follows each.
struct VtkStrings {
  std::string bytes;
  std::size_t count = 0;

  void add(std::string_view text) {
    bytes.append(text.substr(0, text.find('\0')));
    bytes += '\0';
    ++count;
  }
  friend bool operator==(const VtkStrings&, const VtkStrings&) = default;
};

/// Numbers of one of the types that a file can hold, or texts.
using VtkValues = std::variant<std::vector<double>, std::vector<std::int64_t>,
                               std::vector<std::int32_t>, std::vector<std::uint8_t>, VtkStrings>;

/// An array of a data set. The components of a tuple follow each other.
struct VtkArray {
  std::string name;
  VtkValues values;
  int components = 1;
  std::vector<std::string_view> component_names;  // empty, or one per component
};

/// Cells by their points: cell i has connectivity[offsets[i - 1]] to [offsets[i]], from 0 for i =
/// 0.
struct VtkCells {
  std::vector<std::int64_t> connectivity;
  std::vector<std::int64_t> offsets;

  /// Ends the cell whose points have been appended to `connectivity`.
  void close() { offsets.push_back(static_cast<std::int64_t>(connectivity.size())); }
  [[nodiscard]] std::size_t size() const { return offsets.size(); }
};

/// Numbers of VTK's cell types.
enum class VtkCellType : std::uint8_t {
  triangle = 5,
  tetrahedron = 10,
  hexahedron = 12,
  wedge = 13,
  pyramid = 14,
  polyhedron = 42
};

/// Cells of an unstructured grid (VTU). A polyhedron has in `faces` the number of its faces, then
/// for each face the number of its points and these points, counter-clockwise seen from outside;
/// `face_offsets` is the end of these entries, -1 for other cells. Both are empty without
/// polyhedra.
struct VtkGridCells {
  VtkCells cells;
  std::vector<std::uint8_t> types;
  std::vector<std::int64_t> faces;
  std::vector<std::int64_t> face_offsets;
};

/// Cells of poly data (VTP): points alone, then lines. Cell data have the points first.
struct VtkPolyCells {
  VtkCells verts;
  VtkCells lines;
};

/// One data set, the contents of a file.
struct VtkData {
  std::vector<double> points;  // xyz, m
  std::variant<VtkGridCells, VtkPolyCells> cells;
  std::vector<VtkArray> point_data;
  std::vector<VtkArray> cell_data;
  std::vector<VtkArray> field_data;

  [[nodiscard]] std::size_t point_count() const { return points.size() / 3; }
  [[nodiscard]] std::size_t cell_count() const;
  /// "vtu" or "vtp".
  [[nodiscard]] std::string_view extension() const;
};

inline std::size_t VtkData::cell_count() const {
  if (const auto* grid = std::get_if<VtkGridCells>(&cells)) return grid->cells.size();
  const auto& poly = std::get<VtkPolyCells>(cells);
  return poly.verts.size() + poly.lines.size();
}

inline std::string_view VtkData::extension() const {
  return std::holds_alternative<VtkGridCells>(cells) ? "vtu" : "vtp";
}

inline void append(Vec3 v, std::vector<double>& numbers) {
  numbers.push_back(v.x);
  numbers.push_back(v.y);
  numbers.push_back(v.z);
}

/// Appends a point to the last cell, which is not closed yet.
inline void add_point(Vec3 x, VtkCells& cells, VtkData& data) {
  cells.connectivity.push_back(static_cast<std::int64_t>(data.point_count()));
  append(x, data.points);
}

}  // namespace solfec
