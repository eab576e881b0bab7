#include "output/export/vtk_export.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/check.h"
#include "output/export/body_grids.h"
#include "output/export/constraint_data.h"
#include "output/export/load_points.h"
#include "output/export/sphere_points.h"
#include "output/vtk/vtk_series.h"

namespace solfec {

namespace {

/// One part of the export: what makes its data, and the files.
struct PartWriter {
  std::function<VtkData(const Snapshot&)> data;
  std::unique_ptr<VtkSeries> series;
};

/// Whether a part is asked for by name.
bool is_named(const ExportRequest& request, ExportPart part) {
  return std::find(request.parts.begin(), request.parts.end(), part) != request.parts.end();
}

class VtkExport {
 public:
  VtkExport(ResultReader& reader, const ExportRequest& request)
      : reader_(reader), request_(request) {
    make_export_folder(request.folder);
    add_grids(ExportPart::bodies, CellKind::solids, false);
    add_grids(ExportPart::obstacles, CellKind::solids, true);
    add_spheres();
    add(ExportPart::contacts, true,
        [this](const Snapshot& s) { return contact_points(reader_, s, request_); });
    add(ExportPart::forces, true,
        [this](const Snapshot& s) { return force_lines(reader_, s, request_); });
    add(ExportPart::joints, true, [this](const Snapshot& s) { return joint_lines(s, request_); });
    add(ExportPart::loads, true, [this](const Snapshot& s) { return load_points(s, request_); });
    if (parts_.empty()) fail_empty();
  }

  void write() {
    for (PartWriter& part : parts_) part.series->clear_place();
    for (const int frame : request_.frames) {
      const std::shared_ptr<const Snapshot> snapshot = reader_.snapshot(frame);
      for (PartWriter& part : parts_) part.series->add(frame, snapshot->time, part.data(*snapshot));
    }
    drop_empty();
    for (PartWriter& part : parts_) part.series->finish();
  }

  void remove() {
    for (PartWriter& part : parts_) part.series->remove();
  }

  ExportReport report() {
    for (const PartWriter& part : parts_) {
      const VtkSeries& series = *part.series;
      report_.series.push_back(
          {cat(series.name(), ".pvd"), series.file_count() - 1, series.points(), series.bytes()});
    }
    return std::move(report_);
  }

 private:
  /// @param exists  Whether the model has it.
  void add(ExportPart part, bool exists, std::function<VtkData(const Snapshot&)> data) {
    const std::string name(name_of(part));
    if (!exists || (!request_.parts.empty() && !is_named(request_, part))) return;
    parts_.push_back(
        {std::move(data), std::make_unique<VtkSeries>(request_.folder, name, request_.files)});
  }

  /// A model without joints, or without contact, needs no files that say so.
  void drop_empty() {
    const auto is_empty = [](const PartWriter& part) { return part.series->points() == 0; };
    const auto kept = std::stable_partition(parts_.begin(), parts_.end(),
                                            [&](const PartWriter& p) { return !is_empty(p); });
    std::for_each(kept, parts_.end(), [](PartWriter& part) { part.series->remove(); });
    parts_.erase(kept, parts_.end());
    if (parts_.empty()) fail_empty();
  }

  [[noreturn]] static void fail_empty() {
    throw InputError("there is nothing to export: these frames have no such parts");
  }

  void add_grids(ExportPart part, CellKind kind, std::optional<bool> obstacles) {
    const auto grids = std::make_shared<BodyGrids>(reader_, kind, obstacles);
    add(part, grids->any(request_),
        [this, grids](const Snapshot& s) { return grids->grid(s, request_); });
  }

  void add_spheres() {
    const int spheres = count_spheres(reader_, request_);
    add(ExportPart::spheres, spheres > 0,
        [this](const Snapshot& s) { return sphere_points(reader_, s, request_); });
    if (spheres <= kMostSurfaces || is_named(request_, ExportPart::surfaces)) {
      add_grids(ExportPart::surfaces, CellKind::rounds, {});
    } else if (request_.parts.empty()) {
      report_.notes.push_back(cat("the surfaces of ", spheres, " spheres are left out (more than ",
                                  kMostSurfaces,
                                  "): spheres.pvd has them as points for glyphs; --parts surfaces "
                                  "writes them"));
    }
  }

  ResultReader& reader_;
  const ExportRequest& request_;
  std::vector<PartWriter> parts_;
  ExportReport report_;
};

}  // namespace

void make_export_folder(const std::string& folder) {
  std::error_code reason;
  std::filesystem::create_directories(folder, reason);
  if (!reason && !std::filesystem::is_directory(folder, reason)) {
    reason = std::make_error_code(std::errc::not_a_directory);
  }
  if (reason) throw OutputError(cat(folder, ": cannot be created: ", reason.message()), true);
}

ExportReport export_vtk(ResultReader& reader, const ExportRequest& request) {
  VtkExport writer(reader, request);
  try {
    writer.write();
  } catch (...) {
    writer.remove();
    throw;
  }
  return writer.report();
}

}  // namespace solfec
