#include "viewer/page/page_export.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>

#include "archive/archive_error.h"
#include "archive/foreign_file.h"
#include "archive/new_file.h"
#include "base/cat.h"
#include "base/count.h"
#include "base/enum_names.h"
#include "body/surface_fields.h"
#include "viewer/page/page_buffer.h"
#include "viewer/page/page_contacts.h"
#include "viewer/page/page_file.h"
#include "viewer/page/page_model.h"
#include "viewer/scene/palette.h"

namespace solfec {

namespace {

constexpr int kCategoryColours = 10;  // as many as there are before they come again
constexpr double kLargest = 300e6;    // bytes of columns; browsers end at strings of 512 MB

/// A script of three.js. @throws OutputError (creating) when it cannot be read.
std::string library_text(const char* name) {
  const char* const other = std::getenv("SOLFEC_THREE");
  const std::string path = cat(other != nullptr ? other : kThreeFolder, "/", name);
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file || text.str().empty()) {
    throw OutputError(
        cat("pages need three.js, of which ", path,
            " cannot be read (Debian: libjs-three; SOLFEC_THREE names another folder)"),
        true);
  }
  return text.str();
}

/// A script element; an end of the element within the text is written as another spelling of it.
std::string script(std::string_view text) {
  static constexpr std::string_view kEnd = "</script";
  std::string inner;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t found = text.find(kEnd, from);
    inner += text.substr(from, found - from);
    if (found == std::string_view::npos) break;
    inner += "<\\/script";
    from = found + kEnd.size();
  }
  return cat("<script>", inner, "</script>\n");
}

std::string json_number(double value) { return std::isfinite(value) ? cat(value) : "null"; }

constexpr std::string_view kPageBeginning =
    "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">\n<title>Solfec</title>\n";

template <typename Items, typename Text>
std::string json_list(const Items& items, const Text& text_of) {
  std::string list;
  for (const auto& item : items) list += cat(list.empty() ? "" : ",", text_of(item));
  return cat("[", list, "]");
}

std::string json_vector(Vec3 v) {
  return cat("[", json_number(v.x), ",", json_number(v.y), ",", json_number(v.z), "]");
}

std::string json_range(const PageRange& range) {
  return cat("[", range.first, ",", range.count, "]");
}

std::string json_colours(std::span<const Colour> colours) {
  return json_list(colours,
                   [](Colour c) { return cat("[", int{c.r}, ",", int{c.g}, ",", int{c.b}, "]"); });
}

std::string json_fields(const std::vector<const SurfaceField*>& fields) {
  return json_list(fields, [](const SurfaceField* field) {
    return cat("[", json_text(field->name), ",", field->components, "]");
  });
}

std::string palettes() {
  std::array<Colour, kCategoryColours> categories;
  for (int i = 0; i < kCategoryColours; ++i) categories.at(at(i)) = category_colour(i);
  const Colour obstacle = kObstacle;
  const std::string grey = json_colours({&obstacle, 1});
  return cat("{\"sequential\":", json_colours(band_colours({0, 1}, false)),
             ",\"diverging\":", json_colours(band_colours({-1, 1}, false)),
             ",\"categories\":", json_colours(categories),
             ",\"obstacle\":", grey.substr(1, grey.size() - 2), "}");
}

std::string json_body(const PageBody& body) {
  const char* const motion = has_mesh(body.kind)     ? "vertices"
                             : turns_only(body.kind) ? "turns"
                                                     : "strains";
  return cat("{\"id\":", body.id, ",\"label\":", json_text(body.label),
             ",\"kind\":", json_text(name_of(body.kind)), ",\"material\":", body.material,
             ",\"rank\":", body.rank, ",\"motion\":\"", motion,
             "\",\"center\":", json_vector(body.center), ",\"column\":", body.column,
             ",\"vertices\":", json_range(body.vertices),
             ",\"triangles\":", json_range(body.triangles), ",\"rounds\":", json_range(body.rounds),
             "}\n");
}

/// Returns the box of what moves in the first frame, or of all bodies if nothing does: where the
/// page looks. Bodies count by their vertices and the boxes of their round parts, in the placement
/// of that frame.
Box box_to_see(const Snapshot& snapshot, const ExportRequest& request) {
  Box moving;
  Box all;
  for (const SnapshotBody& body : snapshot.members) {
    if (!request.wants(body.id)) continue;
    const BodyMotion motion = snapshot.bodies.motion(body.place);
    Box box;
    const Surface surface = make_surface(*body.shape, {});
    const auto add = [&](Vec3 X) {
      box.add(motion.center + motion.gradient * (X - motion.reference_center));
    };
    for (const Vec3 X : surface.vertex) add(X);
    for (const SurfaceSphere& sphere : surface.sphere) {
      for (const double s : {-1.0, 1.0}) {
        for (int k = 0; k < 3; ++k) add(sphere.center + s * sphere.half_axes.column(k));
      }
    }
    if (has_inertia(body.place.kind)) moving.add(box);
    all.add(box);
  }
  const Box& box = is_empty(moving) ? all : moving;
  if (is_empty(box)) throw InputError("there is nothing to export: the first frame has no bodies");
  return box;
}

std::string json_model(const ResultReader& reader, const PageModel& model, const PageBuffer& buffer,
                       const Box& box, const std::string& title) {
  static constexpr auto kKinds = all_names<BodyKind>();
  const auto text = [](const auto& word) { return json_text(word); };
  return cat("{\"title\":", json_text(title),
             ",\"version\":1,\"times\":", json_list(model.times(), json_number),
             ",\"kinds\":", json_list(kKinds, text), ",\"materials\":",
             json_list(reader.bulk_materials(),
                       [](const BulkMaterial& one) { return json_text(one.label); }),
             ",\"nodalFields\":", json_fields(model.nodal_fields()),
             ",\"bodyFields\":", json_fields(model.body_fields()),
             ",\"origin\":", json_vector(0.5 * (box.lo + box.hi)), ",\"box\":[",
             json_vector(box.lo), ",", json_vector(box.hi), "],\"colours\":", palettes(),
             ",\"arrays\":", buffer.index(), ",\"bodies\":", json_list(model.bodies(), json_body),
             "}");
}

PageBuffer arrays_of(const PageModel& model) {
  PageBuffer buffer;
  const PackedColumns columns = model.columns().pack();
  buffer.add<double>("lo", "f8", columns.lo);
  buffer.add<double>("step", "f8", columns.step);
  buffer.add<std::int32_t>("first", "i4", columns.first);
  buffer.add<std::uint16_t>("code", "u2", columns.code);
  buffer.add<float>("vertices", "f4", model.vertices());
  buffer.add<std::uint32_t>("triangles", "u4", model.triangles());
  buffer.add<std::uint32_t>("edges", "u4", model.edges());
  buffer.add<std::uint32_t>("lines", "u4", model.lines());
  buffer.add<float>("rounds", "f4", model.rounds());
  return buffer;
}

bool asks_for_contacts(const ExportRequest& request) {
  return std::find(request.parts.begin(), request.parts.end(), ExportPart::contacts) !=
         request.parts.end();
}

void check_size(const PageModel& model, const PageContacts& contacts,
                const ExportRequest& request) {
  const bool is_asked = asks_for_contacts(request);
  const double size = model.largest_size() + (is_asked ? contacts.size() : 0.0);
  if (size <= kLargest) return;
  throw PageTooLarge(cat("a page of ", model.bodies().size(), " bodies and ", request.frames.size(),
                         " frames would hold up to ", short_number(1e-6 * size),
                         " MB of numbers, browsers take ", short_number(1e-6 * kLargest),
                         " MB: choose fewer frames by --time and --every, or fields by --fields",
                         is_asked ? ", or leave out contacts by --parts bodies" : ""));
}

/// Puts contacts into a page, or not. @return A sentence about it, '' when there are none.
std::string add_contacts(const PageContacts& contacts, const ExportRequest& request,
                         PageBuffer& buffer) {
  if (contacts.count() == 0) {
    if (contacts.not_stored() == 0) return {};
    return "contacts: none, the frames do not hold them";
  }
  const double others = static_cast<double>(buffer.size());
  const std::string of = cat("contacts: ", contacts.count(), " in all frames, ",
                             short_number(1e-6 * contacts.size()), " MB");
  const bool is_asked = asks_for_contacts(request);
  if (!is_asked && !request.parts.empty()) return cat(of, ", are left out");
  if (!is_asked && contacts.size() > std::max(kFreeContacts, std::min(others, kLargest))) {
    return cat(of, ", are left out, as all other numbers take ", short_number(1e-6 * others),
               " MB; --parts contacts puts them in");
  }
  contacts.write(buffer);
  return cat(of, " of numbers, all others ", short_number(1e-6 * others), " MB");
}

}  // namespace

const std::vector<std::string_view>& page_fields() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (const SurfaceField& field : surface_fields()) list.push_back(field.name);
    return list;
  }();
  return names;
}

ExportReport export_page(ResultReader& reader, const ExportRequest& request) {
  const std::string library = library_text("three.min.js");
  const std::string controls = library_text("examples/js/controls/OrbitControls.js");
  check_not_foreign(request.folder, "a page of solfec", {kPageBeginning});
  NewFile file(request.folder, request.files);
  PageModel model(request);
  PageContacts contacts(request, kLargest);
  Box box;
  for (int i = 0; i < count(request.frames); ++i) {
    const auto snapshot = reader.snapshot(request.frames[at(i)]);
    if (i == 0) box = box_to_see(*snapshot, request);
    model.add(i, *snapshot);
    contacts.add(*snapshot, model);
    check_size(model, contacts, request);
  }
  PageBuffer buffer = arrays_of(model);
  const std::string note = add_contacts(contacts, request, buffer);
  const std::string title = std::filesystem::path(request.folder).stem().string();
  file.append(cat(kPageBeginning, "<style>", page_file("page.css"), "</style></head><body>",
                  page_file("page.html"), "<script type=\"application/json\" id=\"model\">",
                  json_model(reader, model, buffer, box, title),
                  "</script>\n<script type=\"text/plain\" id=\"data\">"));
  file.append(buffer.base64());
  file.append(cat("</script>\n", script(library), script(controls)));
  std::string scripts;
  for (const char* const name :
       {"numbers.js", "drawing.js", "cuts.js", "contacts.js", "controls.js"}) {
    scripts += page_file(name);
  }
  file.append(script(scripts));
  file.append("</body></html>\n");
  file.finish();
  ExportReport report;
  report.series.push_back({std::filesystem::path(request.folder).filename().string(), 1,
                           count(model.bodies()), file.size()});
  if (!note.empty()) report.notes.push_back(note);
  return report;
}

}  // namespace solfec
