#pragma once

#include <span>

#include "math/block_csr.h"
#include "math/mat3.h"

namespace solfec {

/// The matrix A = Q (M + c K) Qᵀ of a mesh, whose inverse gives the blocks of a factored slot: what
/// solvers need that work on the nodes themselves. It belongs to the body and is valid for the
/// step.
struct MeshTangent {
  const BlockCsr* stiffness = nullptr;  // K, N/m; null: only the inverse is known
  std::span<const double> mass;         // M, kg per node
  double c{};                           // s²
  Mat3 rotation;                        // Q
  double operations{};                  // of a factorisation, multiplications with additions
  double entries{};                     // of the factors
};

}  // namespace solfec
