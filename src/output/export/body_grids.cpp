#include "output/export/body_grids.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"
#include "body/finite_element/stress_recovery.h"
#include "body/surface_fields.h"
#include "material/stress_components.h"
#include "material/von_mises.h"
#include "output/export/body_owner.h"
#include "output/export/export_arrays.h"
#include "output/export/field_values.h"

namespace solfec {

namespace {

using Stress = std::array<double, 6>;

/// Stress of each cell: of elements their mean, of others the one that they have everywhere. @param
/// add  Called with it for each cell.
template <typename Add>
void for_each_cell_stress(const Bodies& bodies, BodyRef body, const BodyCells& cells,
                          const Add& add) {
  const FiniteElementBody* const mesh = bodies.mesh(body);
  if (mesh == nullptr) {
    Stress uniform{};
    bodies.stress(body, Vec3{}, uniform);  // whatever the point
    for (std::size_t i = 0; i < cells.volume.size(); ++i) add(uniform);
    return;
  }
  const StressRecovery recovery(*mesh);
  for (const MeshPoint& point : cells.centers.mesh_point) {
    add(stress_components(recovery.mean(point.element)));
  }
}

/// A quantity at the points with the array that gets it.
struct PointArray {
  const SurfaceField* field = nullptr;
  std::vector<double>* values = nullptr;
};

bool is_stress(const SurfaceField& field) { return field.unit == "Pa"; }

std::vector<PointArray> point_arrays(bool with_stress, bool with_plastic, ExportArrays& arrays) {
  std::vector<PointArray> list;
  for (const SurfaceField& field : surface_fields()) {
    if (is_stress(field) && !with_stress) continue;
    if (field.name == "plastic_strain" && !with_plastic) continue;
    auto* const values =
        arrays.add<std::vector<double>>(field.name, field.components, vtk_component_names(field));
    if (values != nullptr) list.push_back({&field, values});
  }
  return list;
}

/// Arrays of the cells.
struct CellArrays {
  CellArrays(const ExportRequest& request, const ResultReader& reader, CellKind kind,
             bool with_stress)
      : arrays(request), owner(arrays, reader) {
    if (kind == CellKind::rounds) surface = arrays.integers("surface");
    if (!with_stress) return;
    stress = arrays.add<std::vector<double>>("stress", 6,
                                             vtk_component_names(*find_surface_field("stress")));
    mises = arrays.numbers("mises");
  }

  void add(const Bodies& bodies, const SnapshotBody& body, const BodyCells& cells) {
    for (const VolumeId volume : cells.volume) owner.add(body, volume);
    if (surface != nullptr) {
      surface->insert(surface->end(), cells.surface.begin(), cells.surface.end());
    }
    if (stress == nullptr && mises == nullptr) return;
    for_each_cell_stress(bodies, body.place, cells, [&](Stress s) {
      put(mises, von_mises(s));
      to_vtk_order(s);
      if (stress != nullptr) stress->insert(stress->end(), s.begin(), s.end());
    });
  }

  ExportArrays arrays;
  OwnerArrays owner;
  std::vector<std::int32_t>* surface = nullptr;
  std::vector<double>* stress = nullptr;
  std::vector<double>* mises = nullptr;
};

}  // namespace

BodyGrids::BodyGrids(const ResultReader& reader, CellKind kind, std::optional<bool> obstacles)
    : reader_(reader), kind_(kind), obstacles_(obstacles) {
  for (const StoredBody& body : reader.bodies()) {
    if (!takes(body.kind, body.shape) || !has_stiffness(body.kind)) continue;
    has_stress_ = true;
    if (reader.bulk_materials()[at(body.material)].model == BulkModel::von_mises) {
      has_plastic_ = true;
    }
  }
}

bool BodyGrids::takes(BodyKind kind, const Shape& shape) const {
  const bool right_kind = !obstacles_ || *obstacles_ == (kind == BodyKind::obstacle);
  return right_kind && has_cells(shape, kind_);
}

bool BodyGrids::any(const ExportRequest& request) const {
  const auto& all = reader_.bodies();
  return std::any_of(all.begin(), all.end(), [&](const StoredBody& body) {
    return request.wants(body.id) && takes(body.kind, body.shape);
  });
}

const BodyCells& BodyGrids::cells_of(const Snapshot& snapshot, const SnapshotBody& body) {
  const auto found = cells_.find(body.id);
  if (found != cells_.end()) return found->second;
  return cells_.emplace(body.id, make_body_cells(snapshot.bodies, body.place, *body.shape, kind_))
      .first->second;
}

VtkData BodyGrids::grid(const Snapshot& snapshot, const ExportRequest& request) {
  VtkData data;
  VtkGridCells grid;
  ExportArrays of_points(request);
  const std::vector<PointArray> fields = point_arrays(has_stress_, has_plastic_, of_points);
  CellArrays of_cells(request, reader_, kind_, has_stress_);
  std::vector<Vec3> position;
  for (const SnapshotBody& body : snapshot.members) {
    if (!request.wants(body.id) || !takes(body.place.kind, *body.shape)) continue;
    const BodyCells& cells = cells_of(snapshot, body);
    append_cells(cells.grid, static_cast<std::int64_t>(data.point_count()), grid);
    position.resize(cells.points.size());
    current_positions(snapshot.bodies, body.place, cells.points, position);
    for (const Vec3 x : position) append(x, data.points);
    for (const PointArray& array : fields) {
      append_field(*array.field, snapshot.bodies, body.place, cells.points, *array.values);
    }
    of_cells.add(snapshot.bodies, body, cells);
  }
  data.cells = std::move(grid);
  data.point_data = of_points.take();
  data.cell_data = of_cells.arrays.take();
  data.field_data.push_back(material_labels(reader_));
  return data;
}

}  // namespace solfec
