#pragma once

#include <span>
#include <string>

#include "math/block_csr.h"

namespace solfec {

/// Writes a symmetric matrix as a file of the MatrixMarket format (Boisvert, Pozo and Remington
/// (1996), NISTIR 5935), coordinates from 1, by columns, in the place of an earlier one of ours; a
/// crash leaves one of both. Numbers come back to the last bit; zeros are left out.
///
/// @param lower  Whether the file is `symmetric` and has the lower triangle alone; else `general`.
/// @param what   One line that says what the matrix is, with its unit.
/// @throws OutputError with path and reason, also where a file of others is there.
void write_matrix_market(const std::string& path, const BlockCsr& matrix, bool lower,
                         const std::string& what);

/// Writes a diagonal matrix of numbers, each three times.
void write_matrix_market(const std::string& path, std::span<const double> diagonal, bool lower,
                         const std::string& what);

}  // namespace solfec
