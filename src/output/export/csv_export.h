#pragma once

#include "output/export/export_request.h"
#include "output/export/vtk_export.h"
#include "output/result_reader.h"

namespace solfec {

/// Writes tables of frames as text (RFC 4180: commas, a line of names, CRLF is not used):
/// histories.csv has a row per frame with the report of the solver and the energies; bodies.csv has
/// a row per body and frame with its motion, energies and the sum of the reactions on it. loads.csv
/// has the loads, where there are any, and resultants.csv the resultants of joints (output/
/// joint_resultants.h) with at least two contacts. Numbers are written exactly.
/// @throws the exceptions of export_vtk.
ExportReport export_csv(ResultReader& reader, const ExportRequest& request);

}  // namespace solfec
