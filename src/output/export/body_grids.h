#pragma once

#include <map>
#include <optional>

#include "output/export/body_cells.h"
#include "output/export/export_request.h"
#include "output/result_reader.h"
#include "output/snapshot.h"
#include "output/vtk/vtk_data.h"

namespace solfec {

/// Makes unstructured grids of the cells of one kind of all bodies, in their placement of a
/// snapshot. Points have the quantities of `surface_fields`; cells have stress and von Mises stress
/// in their middle, and their body.
class BodyGrids {
 public:
  /// @param obstacles  True: obstacles only; false: other bodies only; not given: all bodies.
  BodyGrids(const ResultReader& reader, CellKind kind, std::optional<bool> obstacles);

  /// True when a body of the results has cells of this kind.
  [[nodiscard]] bool any(const ExportRequest& request) const;
  /// Makes the grid of a snapshot of these results.
  VtkData grid(const Snapshot& snapshot, const ExportRequest& request);

 private:
  [[nodiscard]] bool takes(BodyKind kind, const Shape& shape) const;
  const BodyCells& cells_of(const Snapshot& snapshot, const SnapshotBody& body);

  const ResultReader& reader_;
  CellKind kind_;
  std::optional<bool> obstacles_;
  bool has_stress_ = false;   // some body has stress
  bool has_plastic_ = false;  // some body has plastic strain
  std::map<BodyId, BodyCells> cells_;
};

}  // namespace solfec
