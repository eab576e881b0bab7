#include "output/export/csv_export.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <limits>
#include <optional>

#include "archive/foreign_file.h"
#include "archive/new_file.h"
#include "base/cat.h"
#include "base/count.h"
#include "body/common/energies.h"
#include "body/common/spin.h"
#include "output/export/forces_on.h"
#include "output/joint_resultants.h"
#include "output/load_forces.h"

namespace solfec {

namespace {

/// One table: its file, and how each file of this table begins.
struct TableFile {
  const char* name;
  std::string_view beginning;
};

constexpr TableFile kHistories{"histories.csv", "frame,time,step,bodies,constraints,contacts,"};
constexpr TableFile kBodies{"bodies.csv", "frame,time,body,label,kind,material,rank,"};
constexpr TableFile kLoads{"loads.csv", "frame,time,load,kind,body,label,surface,pressure,"};
constexpr TableFile kResultants{"resultants.csv",
                                "frame,time,master,slave,master_label,slave_label,contacts,"};
constexpr std::size_t kBuffer = std::size_t{1} << 20;

std::string path_of(const ExportRequest& request, const TableFile& table) {
  return cat(request.folder, "/", table.name);
}

/// A table under way: rows go out a megabyte at a time.
class CsvFile {
 public:
  CsvFile(const ExportRequest& request, const TableFile& table)
      : name_(table.name), path_(path_of(request, table)), file_(path_, request.files) {}

  template <typename... Cells>
  void cells(const Cells&... values) {
    (cell(values), ...);
  }
  void cell(Vec3 v) { cells(v.x, v.y, v.z); }
  void cell(std::string_view text) {
    separate();
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
      text_ += text;
      return;
    }
    text_ += '"';
    for (const char c : text) text_.append(c == '"' ? 2 : 1, c);
    text_ += '"';
  }
  void cell(const std::string& text) { cell(std::string_view(text)); }
  void cell(const char* text) { cell(std::string_view(text)); }
  template <typename Number>
  void cell(Number number) {
    separate();
    detail::append(text_, number);
  }
  void end_row() {
    text_ += '\n';
    is_first_ = true;
    ++rows_;
    if (text_.size() >= kBuffer) flush();
  }
  ExportedSeries finish() {
    flush();
    file_.finish();
    return {name_, 1, rows_ - 1, file_.size()};  // the first row are the names
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void separate() {
    if (!is_first_) text_ += ',';
    is_first_ = false;
  }
  void flush() {
    file_.append(text_);
    text_.clear();
  }

  const char* name_;
  std::string path_;
  NewFile file_;
  std::string text_;
  bool is_first_ = true;
  long long rows_ = 0;
};

void put_energies(const Energies& energies, CsvFile& file) {
  for (const auto field : kEnergyFields) file.cell(energies.*field);
}

void put_energy_names(CsvFile& file) {
  for (const std::string_view name : all_names<EnergyKind>()) {
    std::string small(name);
    std::transform(small.begin(), small.end(), small.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    file.cell(small + "_energy");
  }
}

void put_body_names(CsvFile& file) {
  file.cells("frame", "time", "body", "label", "kind", "material", "rank", "x", "y", "z", "vx",
             "vy", "vz", "wx", "wy", "wz", "fx", "fy", "fz");
  put_energy_names(file);
  file.end_row();
}

void put_bodies(int frame, const Snapshot& snapshot, const ExportRequest& request, CsvFile& file) {
  const std::vector<Vec3> force = forces_on(snapshot);
  for (std::size_t i = 0; i < snapshot.members.size(); ++i) {
    const SnapshotBody& body = snapshot.members[i];
    if (!request.wants(body.id)) continue;
    const BodyMotion motion = snapshot.bodies.motion(body.place);
    file.cells(frame, snapshot.time, body.id, std::string_view(body.label),
               name_of(body.place.kind), body.material, body.rank, motion.center, motion.linear,
               spin_of(motion), force[i]);
    put_energies(snapshot.bodies.energies(body.place), file);
    file.end_row();
  }
}

void put_history_names(CsvFile& file) {
  file.cells("frame", "time", "step", "bodies", "constraints", "contacts", "iterations", "residual",
             "merit", "status");
  put_energy_names(file);
  file.end_row();
}

void put_history(int frame, const Snapshot& snapshot, const ExportRequest& request, CsvFile& file) {
  std::vector<BodyId> ids;
  for (const SnapshotBody& body : snapshot.members) {
    if (request.wants(body.id)) ids.push_back(body.id);
  }
  const auto rows = [&](bool contacts_only) {
    return std::count_if(snapshot.constraints.begin(), snapshot.constraints.end(),
                         [&](const ConstraintRecord& row) {
                           return request.wants(row.master, row.slave) &&
                                  (!contacts_only || row.kind == ConstraintKind::contact);
                         });
  };
  // Contacts that the frame does not hold are known by their number only.
  const bool counts = snapshot.left_out == 0 || !request.bodies;
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const auto number = [&](bool contacts_only) {
    return counts ? static_cast<double>(rows(contacts_only) + snapshot.left_out) : kUnknown;
  };
  const StepSummary& summary = snapshot.summary;
  file.cells(frame, snapshot.time, summary.step, ids.size(), number(false), number(true),
             summary.iterations, summary.residual, summary.merit, name_of(summary.status));
  put_energies(snapshot.energies(ids), file);
  file.end_row();
}

void put_load_names(CsvFile& file) {
  file.cells("frame", "time", "load", "kind", "body", "label", "surface", "pressure", "fx", "fy",
             "fz", "tx", "ty", "tz");
  file.end_row();
}

/// A row per load, with the sum over the faces of a pressure. The table is made when it gets its
/// first row.
void put_loads(int frame, const Snapshot& snapshot, const ExportRequest& request,
               std::optional<CsvFile>& file) {
  std::vector<Vec3> force(snapshot.loads.size());
  std::vector<Vec3> torque(snapshot.loads.size());
  for (const LoadForce& one : load_forces(snapshot)) {
    force[at(one.load)] += one.force;
    torque[at(one.load)] += one.torque;
  }
  for (std::size_t i = 0; i < snapshot.loads.size(); ++i) {
    const ActingLoad& load = snapshot.loads[i];
    const SnapshotBody* const body = snapshot.find(load.body);
    if (body == nullptr || !request.wants(load.body)) continue;
    if (!file) {
      file.emplace(request, kLoads);
      put_load_names(*file);
    }
    file->cells(frame, snapshot.time, i, name_of(load.kind), load.body,
                std::string_view(body->label), load.surface, load.pressure, force[i], torque[i]);
    file->end_row();
  }
}

void put_resultant_names(CsvFile& file) {
  file.cells("frame", "time", "master", "slave", "master_label", "slave_label", "contacts", "N",
             "V", "M", "T", "x", "y", "z", "cx", "cy", "cz", "nx", "ny", "nz", "fx", "fy", "fz");
  file.end_row();
}

/// A row per joint with reactions at two contacts at least, as one alone has no moment. The table
/// is made when it gets its first row.
void put_resultants(int frame, const Snapshot& snapshot, const ExportRequest& request,
                    std::optional<CsvFile>& file) {
  const auto label = [&](BodyId id) {
    const SnapshotBody* const body = snapshot.find(id);
    return body == nullptr ? std::string_view() : std::string_view(body->label);
  };
  for (const JointResultant& one : joint_resultants(snapshot)) {
    if (one.contacts < 2 || !request.wants(one.master, one.slave)) continue;
    if (!file) {
      file.emplace(request, kResultants);
      put_resultant_names(*file);
    }
    const double torsion = dot(one.moment, one.normal);
    file->cells(frame, snapshot.time, one.master, one.slave, label(one.master), label(one.slave),
                one.contacts, one.normal_force, norm(one.shear_force),
                norm(one.moment - torsion * one.normal), torsion, one.pressure_point, one.center,
                one.normal, one.force);
    file->end_row();
  }
}

ExportReport write_tables(ResultReader& reader, const ExportRequest& request) {
  CsvFile histories(request, kHistories);
  CsvFile bodies(request, kBodies);
  std::optional<CsvFile> loads;
  std::optional<CsvFile> resultants;
  put_history_names(histories);
  put_body_names(bodies);
  for (const int frame : request.frames) {
    const std::shared_ptr<const Snapshot> snapshot = reader.snapshot(frame);
    put_history(frame, *snapshot, request, histories);
    put_bodies(frame, *snapshot, request, bodies);
    put_loads(frame, *snapshot, request, loads);
    put_resultants(frame, *snapshot, request, resultants);
  }
  std::vector<CsvFile*> files = {&histories, &bodies};
  if (loads) files.push_back(&*loads);
  if (resultants) files.push_back(&*resultants);
  ExportReport report;
  for (CsvFile* const file : files) {
    try {
      report.series.push_back(file->finish());
    } catch (...) {
      std::error_code ignored;
      for (std::size_t i = 0; i < report.series.size(); ++i) {
        std::filesystem::remove(files[i]->path(), ignored);
      }
      throw;
    }
  }
  return report;
}

}  // namespace

ExportReport export_csv(ResultReader& reader, const ExportRequest& request) {
  make_export_folder(request.folder);
  for (const TableFile& table : {kHistories, kBodies, kLoads, kResultants}) {
    check_not_foreign(path_of(request, table), "a table of solfec", {table.beginning});
  }
  return write_tables(reader, request);
}

}  // namespace solfec
