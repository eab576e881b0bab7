#include "solver/row/row_operator.h"

#include "solver/row/sweep.h"

namespace solfec {

void RowOperator::start(const LocalDynamics& problem, BlockCsrOperator* blocks) {
  problem_ = &problem;
  blocks_ = blocks;
  if (blocks == nullptr) velocities_.start(problem.body_space);
}

void RowOperator::update(std::span<const Vec3> R, std::span<Vec3> U) {
  if (blocks_ != nullptr) {
    update_velocities(*problem_, *blocks_, R, U);
  } else {
    update_velocities(*problem_, velocities_, R, U);
  }
}

void RowOperator::multiply(std::span<const Vec3> R, std::span<Vec3> product) {
  const auto gather_all = [&](auto& W) {
    W.reset(R);
    for (std::size_t i = 0; i < product.size(); ++i) product[i] = W.gather(static_cast<int>(i));
  };
  if (blocks_ != nullptr) {
    gather_all(*blocks_);
  } else {
    gather_all(velocities_);
  }
}

}  // namespace solfec
