#pragma once

#include <map>
#include <optional>

#include "output/export/body_cells.h"
#include "output/export/export_request.h"
#include "output/result_reader.h"
#include "output/snapshot.h"
#include "output/vtk/vtk_data.h"

namespace solfec {

/// Makes unstructured grids of bodies: of each the cells of one kind, where they are in a snapshot,
/// with the quantities of `surface_fields` at the points, stress and von Mises stress in the middle
/// of each cell, and whose the cells are.
class BodyGrids {
 public:
  /// @param obstacles  Whether obstacles are drawn or the others; both when it is not given.
  BodyGrids(const ResultReader& reader, CellKind kind, std::optional<bool> obstacles);

  /// Whether a body of the results has such cells.
  [[nodiscard]] bool any(const ExportRequest& request) const;
  /// The grid of a snapshot of these results.
  VtkData grid(const Snapshot& snapshot, const ExportRequest& request);

 private:
  [[nodiscard]] bool takes(BodyKind kind, const Shape& shape) const;
  const BodyCells& cells_of(const Snapshot& snapshot, const SnapshotBody& body);

  const ResultReader& reader_;
  CellKind kind_;
  std::optional<bool> obstacles_;
  bool has_stress_ = false;   // of some body
  bool has_plastic_ = false;  // whether a body has plastic strain
  std::map<BodyId, BodyCells> cells_;
};

}  // namespace solfec
