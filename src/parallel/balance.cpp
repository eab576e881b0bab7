#include "parallel/balance.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/count.h"
#include "parallel/cell_ranks.h"
#include "parallel/median_bisection.h"

namespace solfec {

namespace {

/// Axes along which the box of all points is not short beside its longest edge.
CutAxes axes_of(Comm& comm, std::span<const Vec3> points, double degenerate_ratio) {
  const Box box = box_of(points);
  double ends[] = {box.lo.x, box.lo.y, box.lo.z, -box.hi.x, -box.hi.y, -box.hi.z};
  comm.all_reduce(Reduction::least, std::span<double>(ends));
  const auto length = [&](int axis) { return -ends[3 + axis] - ends[axis]; };
  const double longest = std::max({length(0), length(1), length(2)});
  const auto is_long = [&](int axis) { return length(axis) * degenerate_ratio >= longest; };
  return {is_long(0), is_long(1), is_long(2)};
}

std::vector<int> owners_of(std::span<const Vec3> points, const CutTree& cells) {
  std::vector<int> owner;
  owner.reserve(points.size());
  for (const Vec3 point : points) owner.push_back(cells.rank_of(point));
  return owner;
}

/// The load of this rank: what all ranks have in its cell, summed rank after rank.
double load_of(Comm& comm, const WeightedPoints& items, const CutTree& cells) {
  std::vector<double> load(at(comm.size()), 0.0);
  for (std::size_t i = 0; i < items.point.size(); ++i) {
    load[at(cells.rank_of(items.point[i]))] += items.weight[i];
  }
  std::vector<Message> messages;
  for (int rank = 0; rank < comm.size(); ++rank) {
    if (load[at(rank)] == 0.0) continue;
    const auto bytes = std::as_bytes(std::span(&load[at(rank)], 1));
    messages.push_back({rank, {bytes.begin(), bytes.end()}});
  }
  double sum = 0.0;
  for (const Message& message : comm.deliver(std::move(messages))) {
    double part{};
    std::memcpy(&part, message.bytes.data(), sizeof part);
    sum += part;
  }
  return sum;
}

}  // namespace

double Imbalance::ratio() const {
  if (largest == 0.0) return 1.0;
  return least > 0.0 ? largest / least : std::numeric_limits<double>::infinity();
}

Imbalance imbalance_of(Comm& comm, const WeightedPoints& items, const CutTree& cells) {
  const double load = load_of(comm, items, cells);
  Imbalance imbalance;
  imbalance.largest = comm.all_reduce(Reduction::largest, load);
  imbalance.least = comm.all_reduce(Reduction::least, load);
  imbalance.mean = comm.all_reduce(Reduction::sum, load) / comm.size();
  return imbalance;
}

CutTree Balance::new_cells(Comm& comm, const WeightedPoints& items) const {
  const bool all_have_cells = cells_.nodes().size() == at(2 * comm.size() - 1);
  if (params_.lock_directions && all_have_cells) return move_cuts(comm, items, cells_);
  const CutAxes axes = axes_of(comm, items.point, params_.degenerate_ratio);
  return with_former_ranks(comm, items, cells_, bisection_->cut(comm, items, axes));
}

Partition Balance::rebalance(Comm& comm, const WeightedPoints& items) {
  SOLFEC_ASSERT(items.point.size() == items.weight.size());
  SOLFEC_ASSERT(comm.size() == 1 || bisection_ != nullptr);
  Partition partition;
  partition.imbalance = imbalance_of(comm, items, cells_);
  if (comm.size() > 1 && partition.imbalance.ratio() > params_.tolerance) {
    CutTree candidate = new_cells(comm, items);
    const Imbalance imbalance = imbalance_of(comm, items, candidate);
    if (imbalance.largest < partition.imbalance.largest) {
      cells_ = std::move(candidate);
      partition.imbalance = imbalance;
      partition.has_new_cells = true;
    }
  }
  partition.owner = owners_of(items.point, cells_);
  return partition;
}

}  // namespace solfec
