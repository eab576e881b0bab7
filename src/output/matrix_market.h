#pragma once

#include <span>
#include <string>

#include "math/block_csr.h"

namespace solfec {

/// Writes a symmetric matrix as a file of the MatrixMarket format (Boisvert, Pozo and Remington
/// (1996), NISTIR 5935), coordinates from 1, by columns. It replaces an earlier file of this
/// program; a crash leaves the old or the new file whole. Numbers are written exactly; zeros are
/// left out.
///
/// @param lower  True: the file is `symmetric` and has the lower triangle only; false: `general`.
/// @param what   One line that names the matrix and its unit.
/// @throws OutputError with path and reason, also when a file of another program has the path.
void write_matrix_market(const std::string& path, const BlockCsr& matrix, bool lower,
                         const std::string& what);

/// Writes a diagonal matrix in which each number stands three times.
void write_matrix_market(const std::string& path, std::span<const double> diagonal, bool lower,
                         const std::string& what);

}  // namespace solfec
