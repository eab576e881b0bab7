#pragma once

#include <string>

namespace solfec {

/// How this program was built, one line each: git hash ("-dirty" with changes that are not
/// committed, "unknown" outside of git), compiler, flags, BLAS, MPI. Written by
/// cfg/SolfecBuildInfo.cmake at each build.
/// @param mpi  Name of the MPI library; the same parts make programs with and without.
std::string build_text(const std::string& mpi);

}  // namespace solfec
