#include "output/export/load_points.h"

#include <utility>

#include "output/export/export_arrays.h"
#include "output/load_forces.h"

namespace solfec {

VtkData load_points(const Snapshot& snapshot, const ExportRequest& request) {
  VtkData data;
  VtkPolyCells cells;
  ExportArrays arrays(request);
  std::vector<std::int64_t>* const body = arrays.ids("body");
  VtkStrings* const kind = arrays.strings("kind");
  std::vector<double>* const force = arrays.vectors("force");
  std::vector<double>* const torque = arrays.vectors("torque");
  std::vector<double>* const pressure = arrays.numbers("pressure");
  std::vector<std::int32_t>* const surface = arrays.integers("surface");
  for (const LoadForce& one : load_forces(snapshot)) {
    if (!request.wants(one.body)) continue;
    add_point(one.point, cells.verts, data);
    cells.verts.close();
    put<std::int64_t>(body, one.body);
    put(kind, name_of(one.kind));
    put(force, one.force);
    put(torque, one.torque);
    put(pressure, one.pressure);
    put<std::int32_t>(surface, one.surface);
  }
  data.cells = std::move(cells);
  data.cell_data = arrays.take();
  return data;
}

}  // namespace solfec
