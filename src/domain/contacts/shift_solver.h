#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "local_dynamics/body_operator.h"
#include "local_dynamics/body_velocities.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Condition that a row sets on the shift u = H dq of its point, in its local frame (t1, t2, n).
enum class ShiftKind : std::uint8_t {
  none,       // nothing, p = 0
  contact,    // u_N >= least and p_N >= 0, one of them an equality; p_T = 0
  sticking,   // the normal part of contact, and u_T = 0
  point,      // u = 0
  direction,  // u_N = 0, p_T = 0
};

/// Condition of one row.
struct ShiftRow {
  ShiftKind kind = ShiftKind::none;
  double least{};  // m, of a contact that slides or sticks
};

/// Part of its own mobility W_NN by which a contact yields: it obeys u_N + c W_NN p_N >= least. So
/// rows that ask for more than the bodies can do have one solution, that of least squares. A stack
/// of ten blocks still gets half of what it asks for.
inline constexpr double kShiftCompliance = 1e-2;

/// How a solution ended. One that has not converged is used all the same.
struct ShiftReport {
  int sweeps{};
  bool converged{};
};

/// Finds p and u = W p, W = H M⁻¹ Hᵀ without the step, with the conditions of the rows: the
/// smallest shift dq = M⁻¹ Hᵀ p in the metric of the masses that fulfils them.
///
/// Gauss-Seidel with the directions of the nonsmooth nonlinear conjugate gradient method
/// (Silcowitz-Hansen, Niebe, Erleben (2010), Vis. Comput. 26, 893-901), squares weighted by W_NN.
/// Only rows that ask for something or whose bodies are being shifted are visited, so the cost is
/// that of the surroundings; heaps of thousands of contacts get fewer sweeps and a looser end, the
/// rest in later steps. Serial, in the order of the rows: equal input gives equal bits.
class ShiftSolver {
 public:
  /// @param space   Bodies and rows; read until the next call by shifts().
  /// @param[out] p  Of each row in its local frame, kg m.
  ShiftReport solve(const BodyOperator& space, std::span<const ShiftRow> rows,
                    std::vector<Vec3>& p);
  /// dq in place of velocities, m and rad.
  [[nodiscard]] const BodyVelocities& shifts() const { return shifts_; }

 private:
  /// Quantities of a row that are known once it was visited.
  struct Known {
    bool found = false;
    double mobility{};  // W_NN, 1/kg
    Mat3 inverse;       // of a point W_ii⁻¹, of a sticking contact with its yielding, kg
    Mat3 tangential;    // of a sticking contact: inverse of the tangential part, else 0, kg
    Vec3 normal;        // its column W_iN, 1/kg
  };

  static void set_sticking(const Mat3& diagonal, Known& known);
  [[nodiscard]] static Vec3 sticking_change(const Known& known, ShiftRow row, Vec3 u, Vec3 p);
  [[nodiscard]] Vec3 change_of(const BodyOperator& space, int i, ShiftRow row, Vec3 p);
  double sweep(const BodyOperator& space, std::span<const ShiftRow> rows, std::span<Vec3> p);
  void extrapolate(double beta, std::span<Vec3> p);

  BodyVelocities shifts_;
  std::vector<Known> known_;
  std::vector<char> moved_;      // per slot
  std::vector<int> visited_;     // rows of the last sweep that had something to do
  std::vector<Vec3> change_;     // of p in the last sweep
  std::vector<Vec3> direction_;  // conjugate
  double size_ = 0.0;            // Σ W_NN |change|², m² kg
};

}  // namespace solfec
