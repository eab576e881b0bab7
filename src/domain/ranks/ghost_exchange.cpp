#include "domain/ranks/ghost_exchange.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/count.h"
#include "body/step_state.h"
#include "parallel/gather_lists.h"
#include "parallel/packet.h"

namespace solfec {

namespace {

constexpr double kLarge = 4.0;      // times the median radius: bodies with a box of their own
constexpr double kNearness = 0.25;  // of the median radius: how near those come that are sent

Box box_around(Vec3 center, double radius) {
  const Vec3 edge{radius, radius, radius};
  return {center - edge, center + edge};
}

/// Upper bound of how much lengths grow.
double stretch(const Bodies& bodies, BodyRef body) {
  if (turns_only(body.kind)) return 1.0;
  const Mat3 F = bodies.gradient(body);
  return std::sqrt(double_dot(F, F));
}

/// Ball around a body, and a bound of the speed of its points.
struct MovingBall {
  Vec3 center;
  double radius{};
  double speed{};
};

MovingBall ball_of_mesh(const FiniteElementBody& mesh) {
  Box box;
  double square = 0.0;
  for (int a = 0; a < mesh.node_count(); ++a) {
    box.add(mesh.elements.node[at(a)] + mesh.displacement[at(a)]);
    square = std::max(square, dot(mesh.velocity[at(a)], mesh.velocity[at(a)]));
  }
  return {0.5 * (box.lo + box.hi), 0.5 * norm(box.hi - box.lo), std::sqrt(square)};
}

MovingBall ball_of(const Bodies& bodies, const BodyRecord& record) {
  const BodyRef body = bodies.ref(record.id);
  if (const FiniteElementBody* mesh = bodies.mesh(body)) return ball_of_mesh(*mesh);
  const BoundingBall& ball = record.ball;
  const BodyMotion motion = bodies.motion(body);
  const Vec3 arm = ball.center - motion.reference_center;
  const Vec3 velocity = motion.linear + motion.rate * arm;
  const double spin = std::sqrt(double_dot(motion.rate, motion.rate));
  return {bodies.current_point(body, ball.center), stretch(bodies, body) * ball.radius,
          norm(velocity) + ball.radius * spin};
}

void set_step_states(std::span<const BodyId> ids, std::span<const double> numbers, Bodies& bodies) {
  for (const BodyId id : ids) numbers = take_step_state(numbers, bodies.ref(id), bodies);
  SOLFEC_ASSERT(numbers.empty());
}

void insert_sorted(std::vector<BodyId>& ids, BodyId id) {
  const auto place = std::lower_bound(ids.begin(), ids.end(), id);
  if (place == ids.end() || *place != id) ids.insert(place, id);
}

}  // namespace

/// Where own bodies are in the coming step. A body whose numbers are not finite is nowhere.
void GhostExchange::find_own(const Bodies& bodies, const Need& need) {
  own_.clear();
  std::vector<double> radii;
  for (const BodyRecord& record : bodies.records()) {
    if (bodies.is_ghost(record.id)) continue;
    const MovingBall ball = ball_of(bodies, record);
    const double reach = ball.radius + need.step * ball.speed + need.reach;
    if (!is_finite(ball.center) || !std::isfinite(reach)) continue;
    own_.push_back({record.id, ball.center, reach});
    if (has_inertia(record.kind)) radii.push_back(ball.radius);
  }
  median_ = 0.0;
  if (radii.empty()) return;
  const auto middle = radii.begin() + count(radii) / 2;
  std::nth_element(radii.begin(), middle, radii.end());
  median_ = *middle;
}

/// Boxes of what this rank has; obstacles alone touch nothing.
std::vector<Box> GhostExchange::region(const Bodies& bodies) const {
  std::vector<Box> boxes(1);
  for (const Seen& seen : own_) {
    if (!has_inertia(bodies.ref(seen.id).kind)) continue;
    const Box box = box_around(seen.center, seen.radius);
    if (seen.radius > kLarge * median_) {
      boxes.push_back(box);
    } else {
      boxes.front().add(box);
    }
  }
  for (Box& box : boxes) box.grow(kNearness * median_);
  return boxes;
}

/// Which bodies each rank gets.
void GhostExchange::choose(const Comm& comm, const Need& need, const Bodies& bodies,
                           const AbsentBodies& absent) {
  wanted_.assign(at(comm.size()), {});
  const auto want = [&](BodyId master, BodyId slave) {  // the rank of the master needs the slave
    if (slave == 0 || !bodies.record(slave) || bodies.is_ghost(slave)) return;
    const int rank = absent.has(master) ? absent.owner(master) : bodies.table().find(master)->owner;
    if (rank != comm.rank()) insert_sorted(wanted_[at(rank)], slave);
  };
  for (const UserConstraint& joint : need.others_joints) want(joint.master, joint.slave);
  for (const auto& [id, rank] : need.lent) insert_sorted(wanted_[at(rank)], id);
  sent_.resize(at(comm.size()));
  std::vector<BodyId> chosen;
  for (int rank = 0; rank < comm.size(); ++rank) {
    if (rank == comm.rank()) continue;
    chosen = wanted_[at(rank)];
    const std::vector<BodyId>& before = sent_[at(rank)];
    for (const Seen& seen : own_) {
      const Box near = box_around(seen.center, seen.radius);
      Box far = near;
      far.grow(kNearness * median_);
      const bool was_sent = std::binary_search(before.begin(), before.end(), seen.id);
      const Box& box = was_sent ? far : near;
      const auto& boxes = regions_[at(rank)];
      const bool reaches =
          std::any_of(boxes.begin(), boxes.end(), [&](const Box& b) { return overlap(b, box); });
      if (reaches) insert_sorted(chosen, seen.id);
    }
    sent_[at(rank)] = chosen;
  }
}

bool GhostExchange::receive(std::span<const Message> messages,
                            std::span<const BulkMaterial> materials, Bodies& bodies,
                            AbsentBodies& absent) {
  std::vector<std::pair<BodyId, int>> here;  // ghosts to be, with their owners
  std::vector<std::vector<BodyId>> ids(messages.size());
  std::vector<std::vector<double>> numbers(messages.size());
  for (std::size_t m = 0; m < messages.size(); ++m) {
    PacketReader reader(messages[m].bytes);
    reader.get_all(ids[m]);
    reader.get_all(numbers[m]);
    for (const BodyId id : ids[m]) here.emplace_back(id, messages[m].rank);
  }
  std::sort(here.begin(), here.end());
  std::vector<std::pair<BodyId, int>> gone;
  bool changed = false;
  for (int index = 0; index < bodies.count(); ++index) {
    const BodyRow& row = bodies.table().row(index);
    if (row.owner == bodies.rank()) continue;
    const auto found = std::lower_bound(here.begin(), here.end(), std::pair(row.record.id, -1));
    const bool stays = found != here.end() && found->first == row.record.id;
    if (!stays) gone.emplace_back(row.record.id, row.owner);
  }
  for (const auto& [id, owner] : gone) absent.take(id, owner, bodies);
  if (count(gone) > bodies.count()) bodies.shrink();
  changed = !gone.empty();
  for (const auto& [id, owner] : here) {
    if (!absent.has(id)) continue;
    absent.set_owner(id, owner);
    absent.give_back(id, materials, bodies);
    changed = true;
  }
  for (std::size_t m = 0; m < messages.size(); ++m) set_step_states(ids[m], numbers[m], bodies);
  return changed;
}

bool GhostExchange::renew(Comm& comm, std::span<const BulkMaterial> materials, const Need& need,
                          Bodies& bodies, AbsentBodies& absent) {
  mesh_bytes_ = 0;
  find_own(bodies, need);
  const std::vector<Box> own_region = region(bodies);
  regions_ = gather_lists(comm, std::span<const Box>(own_region));
  choose(comm, need, bodies, absent);
  return receive(comm.deliver(pack(bodies)), materials, bodies, absent);
}

void GhostExchange::refresh(Comm& comm, Bodies& bodies) {
  std::vector<BodyId> ids;
  std::vector<double> numbers;
  for (const Message& message : comm.deliver(pack(bodies))) {
    PacketReader reader(message.bytes);
    reader.get_all(ids);
    reader.get_all(numbers);
    set_step_states(ids, numbers, bodies);
  }
}

std::vector<Message> GhostExchange::pack(const Bodies& bodies) {
  std::vector<Message> messages;
  for (int rank = 0; rank < count(sent_); ++rank) {
    const std::vector<BodyId>& ids = sent_[at(rank)];
    if (ids.empty()) continue;
    numbers_.clear();
    for (const BodyId id : ids) {
      const BodyRef body = bodies.ref(id);
      const std::size_t before = numbers_.size();
      put_step_state(bodies, body, numbers_);
      if (!has_mesh(body.kind)) continue;
      mesh_bytes_ += static_cast<std::int64_t>((numbers_.size() - before) * sizeof(double));
    }
    PacketWriter packet;
    packet.put_all(std::span<const BodyId>(ids));
    packet.put_all(std::span<const double>(numbers_));
    messages.push_back({rank, packet.take()});
  }
  return messages;
}

}  // namespace solfec
