#include "output/vtk/vtk_file.h"

#include <bit>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "base/cat.h"
#include "output/vtk/deflated_blocks.h"
#include "output/vtk/vtk_head.h"
#include "output/vtk/xml_text.h"

namespace solfec {

namespace {

static_assert(std::endian::native == std::endian::little);

template <typename Number>
std::string_view type_of(const std::vector<Number>& /*numbers*/) {
  if constexpr (std::is_same_v<Number, double>) return "Float64";
  if constexpr (std::is_same_v<Number, std::int64_t>) return "Int64";
  if constexpr (std::is_same_v<Number, std::int32_t>) return "Int32";
  return "UInt8";
}
std::string_view type_of(const VtkStrings& /*strings*/) { return "String"; }

template <typename Number>
std::span<const std::byte> bytes_of(const std::vector<Number>& numbers) {
  return std::as_bytes(std::span(numbers));
}
std::span<const std::byte> bytes_of(const VtkStrings& strings) {
  return std::as_bytes(std::span(strings.bytes));
}

template <typename Number>
std::size_t count_of(const std::vector<Number>& numbers) {
  return numbers.size();
}
std::size_t count_of(const VtkStrings& strings) { return strings.count; }

bool are_equal(const VtkValues& a, const VtkValues& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      [&](const auto& x) {
        const auto left = bytes_of(x);  // by bits: a NaN is equal to itself
        const auto right = bytes_of(std::get<std::decay_t<decltype(x)>>(b));
        return left.size() == right.size() &&
               (left.empty() || std::memcmp(left.data(), right.data(), left.size()) == 0);
      },
      a);
}

/// Attributes of a piece that say how many cells there are.
std::string cell_counts(const VtkData& data) {
  if (std::holds_alternative<VtkGridCells>(data.cells)) {
    return cat(" NumberOfCells=\"", data.cell_count(), "\"");
  }
  const auto& poly = std::get<VtkPolyCells>(data.cells);
  return cat(" NumberOfVerts=\"", poly.verts.size(), "\" NumberOfLines=\"", poly.lines.size(),
             "\" NumberOfStrips=\"0\" NumberOfPolys=\"0\"");
}

std::vector<VtkArray> cell_arrays(VtkCells& cells) {
  std::vector<VtkArray> arrays;
  arrays.push_back({"connectivity", std::move(cells.connectivity), 1, {}});
  arrays.push_back({"offsets", std::move(cells.offsets), 1, {}});
  return arrays;
}

}  // namespace

/// Puts the arrays of one data set together.
class VtkFileMaker::Composer {
 public:
  explicit Composer(VtkFileMaker& maker) : maker_(maker) { file_.is_as_before = true; }

  void text(const std::string& words) { file_.head += words; }

  void section(std::string_view name, std::vector<VtkArray> arrays, bool with_counts = false) {
    text(cat("<", name, ">\n"));
    for (VtkArray& array : arrays) add(name, std::move(array), with_counts);
    text(cat("</", name, ">\n"));
  }

  void add_cells(VtkGridCells& grid) {
    std::vector<VtkArray> arrays = cell_arrays(grid.cells);
    arrays.push_back({"types", std::move(grid.types), 1, {}});
    if (!grid.faces.empty()) {
      arrays.push_back({"faces", std::move(grid.faces), 1, {}});
      arrays.push_back({"faceoffsets", std::move(grid.face_offsets), 1, {}});
    }
    section("Cells", std::move(arrays));
  }
  void add_cells(VtkPolyCells& poly) {
    section("Verts", cell_arrays(poly.verts));
    section("Lines", cell_arrays(poly.lines));
  }

  File finish() {
    file_.tail = "\n</AppendedData>\n</VTKFile>\n";
    file_.is_as_before = file_.is_as_before && keys_ == maker_.keys_;
    maker_.keys_ = std::move(keys_);
    return std::move(file_);
  }

 private:
  void add(std::string_view section, VtkArray array, bool with_count) {
    const auto type = std::visit([](const auto& v) { return type_of(v); }, array.values);
    const auto tuples = std::visit([](const auto& v) { return count_of(v); }, array.values) /
                        static_cast<std::size_t>(array.components);
    const std::string_view tag = type == "String" ? "Array" : "DataArray";
    text(cat("<", tag, " type=\"", type, "\" Name=\"", xml_text(array.name), "\""));
    if (array.components > 1) text(cat(" NumberOfComponents=\"", array.components, "\""));
    for (std::size_t i = 0; i < array.component_names.size(); ++i) {
      text(cat(" ComponentName", i, "=\"", xml_text(array.component_names[i]), "\""));
    }
    if (with_count) text(cat(" NumberOfTuples=\"", tuples, "\""));
    text(cat(" format=\"appended\" offset=\"", offset_, "\"/>\n"));
    keys_.push_back(cat(section, "/", array.name));
    const Encoded& encoded = maker_.encode(keys_.back(), std::move(array.values));
    file_.is_as_before = file_.is_as_before && !encoded.is_new;
    file_.array.push_back(&encoded.bytes);
    offset_ += encoded.bytes.size();
  }

  VtkFileMaker& maker_;
  File file_;
  std::vector<std::string> keys_;
  std::size_t offset_ = 0;  // of the next array, from the underscore on
};

VtkFileMaker::Encoded& VtkFileMaker::encode(const std::string& key, VtkValues values) {
  Encoded& entry = last_[key];
  entry.is_new = entry.bytes.empty() || !are_equal(entry.values, values);
  if (entry.is_new) {
    entry.values = std::move(values);
    entry.bytes =
        std::visit([](const auto& v) { return deflated_blocks(bytes_of(v)); }, entry.values);
  }
  return entry;
}

VtkFileMaker::File VtkFileMaker::make(VtkData data) {
  Composer composer(*this);
  const bool is_grid = std::holds_alternative<VtkGridCells>(data.cells);
  const std::string_view kind = is_grid ? "UnstructuredGrid" : "PolyData";
  composer.text(cat(kVtkHead, "<VTKFile type=\"", kind,
                    "\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\" "
                    "compressor=\"vtkZLibDataCompressor\">\n<",
                    kind, ">\n"));
  if (!data.field_data.empty()) composer.section("FieldData", std::move(data.field_data), true);
  composer.text(
      cat("<Piece NumberOfPoints=\"", data.point_count(), "\"", cell_counts(data), ">\n"));
  composer.section("PointData", std::move(data.point_data));
  composer.section("CellData", std::move(data.cell_data));
  std::vector<VtkArray> points;
  points.push_back({"Points", std::move(data.points), 3, {}});
  composer.section("Points", std::move(points));
  std::visit([&](auto& cells) { composer.add_cells(cells); }, data.cells);
  composer.text(cat("</Piece>\n</", kind, ">\n<AppendedData encoding=\"raw\">\n_"));
  return composer.finish();
}

}  // namespace solfec
