#pragma once

#include <string>
#include <vector>

namespace solfec {

/// Base of a reduced body, as a script gives it: displacements of all nodes of a mesh, of which the
/// displacements of the body in its frame are combinations (reduced_model.h).
struct ReducedBase {
  std::string label;               // of REGISTER_BASE, '' of a base without one
  std::vector<double> eigenvalue;  // ω², 1/s², one for each vector; of other bases any measure
  std::vector<double> vector;      // three numbers for each node of the mesh, vector by vector
  std::vector<double> ratio;       // of critical damping, one for each vector; empty: none

  [[nodiscard]] int count() const { return static_cast<int>(eigenvalue.size()); }
  friend bool operator==(const ReducedBase&, const ReducedBase&) = default;
};

}  // namespace solfec
