#pragma once

#include <string>

namespace solfec {

/// Sentence on how a script reads a record of ground motion in the format of PEER NGA (.AT2, .VT2,
/// .DT2), which TIME_SERIES does not take: lines of header, the last one with the number of values
/// and their step ("NPTS=   2999, DT=   .0100 SEC" or "2999   .0100   NPTS, DT"), then values row
/// by row. The sentence names the header's lines and ends with Python that makes the series in SI
/// units.
///
/// @return "" when the file has no such header.
std::string record_advice(const std::string& path);

}  // namespace solfec
