#pragma once

#include <span>
#include <vector>

#include "math/vec3.h"
#include "solver/newton/gmres.h"

namespace solfec {

/// Krylov methods for linear systems that are known by their products alone.
///
/// conjugate_gradient   symmetric positive definite; a product an iteration and four vectors
/// bicgstab             any; two products an iteration and eight vectors (van der Vorst (1992),
///                      SIAM J. Sci. Stat. Comput. 13, 631-644)
/// gmres                any; a product and a vector an iteration (gmres.h), restarted
enum class KrylovMethod { conjugate_gradient, bicgstab, gmres };

/// A x = b with a preconditioner P that approximates A⁻¹.
class PreconditionedSystem {
 public:
  virtual ~PreconditionedSystem() = default;
  /// y = A x; x and y do not overlap.
  virtual void multiply(std::span<const Vec3> x, std::span<Vec3> y) = 0;
  /// y = P x. @pre P is symmetric positive definite for conjugate gradients.
  virtual void precondition(std::span<const Vec3> x, std::span<Vec3> y) = 0;

 protected:
  PreconditionedSystem() = default;
  PreconditionedSystem(const PreconditionedSystem&) = default;
  PreconditionedSystem& operator=(const PreconditionedSystem&) = default;
};

struct KrylovParams {
  KrylovMethod method = KrylovMethod::conjugate_gradient;
  double reduction = 1e-10;   // ends when |b - A x| <= reduction |b|,
  double residual = 0.0;      // or at this |b - A x|
  int most_products = 20000;  // with A
  int restart = 60;           // iterations of GMRES between restarts
};

/// How a solution went. Not to converge is a result: x is then the last iterate.
struct KrylovResult {
  bool converged = false;
  int iterations = 0;
  int products = 0;     // with A
  double residual = 0;  // |b - A x| as the recurrence of the method has it
};

/// Memory of solve_krylov, kept from call to call.
struct KrylovWorkspace {
  std::vector<std::vector<Vec3>> vectors;
  GmresWorkspace gmres;
};

/// Solves A x = b from x = 0; BiCGstab and GMRES are preconditioned from the right, so that all
/// methods end at a residual of the same norm.
KrylovResult solve_krylov(PreconditionedSystem& system, const KrylovParams& params,
                          std::span<const Vec3> b, std::span<Vec3> x, KrylovWorkspace& work);

}  // namespace solfec
