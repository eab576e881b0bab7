#pragma once

#include <vector>

#include "math/block_csr.h"
#include "math/sparse_factor.h"
#include "solver/newton/gmres.h"

namespace solfec {

/// Memory of TangentNewton, kept from step to step: its matrix over all bodies that rows see and
/// the factors, whose analysis serves while the pattern stays.
struct TangentFactor {
  BlockCsr matrix;                // M / h + Σ HᵀEH of the last step
  std::vector<double> no_masses;  // what SparseFactor adds to the diagonal, zero
  SparseFactor factor;
  GmresWorkspace gmres;
};

}  // namespace solfec
