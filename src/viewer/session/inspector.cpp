#include "viewer/session/inspector.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <string_view>

#include "base/cat.h"
#include "body/common/spin.h"
#include "output/contact_status.h"

namespace solfec {

namespace {

/// A number of a body or of a constraint over the time.
struct BodyQuantity {
  std::string_view name;
  double (*value)(const Snapshot& snapshot, const SnapshotBody& body);
};
struct RowQuantity {
  std::string_view name;
  double (*value)(const ConstraintRecord& row);
};

using S = const Snapshot&;
using B = const SnapshotBody&;
using R = const ConstraintRecord&;

constexpr std::array kBodyQuantities{
    BodyQuantity{"speed (m/s)", [](S s, B b) { return norm(s.bodies.motion(b.place).linear); }},
    BodyQuantity{"kinetic energy (J)", [](S s, B b) { return s.bodies.energies(b.place).kinetic; }},
    BodyQuantity{"x of the centre (m)", [](S s, B b) { return s.bodies.motion(b.place).center.x; }},
    BodyQuantity{"y of the centre (m)", [](S s, B b) { return s.bodies.motion(b.place).center.y; }},
    BodyQuantity{"z of the centre (m)", [](S s, B b) { return s.bodies.motion(b.place).center.z; }},
};
constexpr std::array kRowQuantities{
    RowQuantity{"RN (N)", [](R c) { return c.R.z; }},
    RowQuantity{"RT (N)", [](R c) { return std::hypot(c.R.x, c.R.y); }},
    RowQuantity{"gap (m)", [](R c) { return c.gap; }},
};

/// Four digits.
std::string brief(double value) {
  char buffer[32];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 4);
  return {buffer, error == std::errc{} ? end : buffer};
}

std::string brief(Vec3 v) { return cat(brief(v.x), " ", brief(v.y), " ", brief(v.z)); }

std::string name_in(const Snapshot& snapshot, BodyId id) {
  const SnapshotBody* const body = snapshot.find(id);
  return body == nullptr || body->label.empty() ? cat("body ", id) : body->label;
}

std::vector<std::string> body_lines(const Snapshot& snapshot, const SnapshotBody& body,
                                    const BodyFacts& facts) {
  const BodyMotion motion = snapshot.bodies.motion(body.place);
  std::vector<std::string> lines{
      facts.label.empty() ? cat("body ", body.id) : cat(facts.label, " (body ", body.id, ")"),
      cat(name_of(body.place.kind), ", material ", facts.material)};
  if (!facts.origin.empty()) lines.push_back(cat("made at ", facts.origin));
  lines.push_back(cat("centre ", brief(motion.center), " m"));
  lines.push_back(cat("velocity ", brief(motion.linear), " m/s"));
  lines.push_back(cat("spin ", brief(spin_of(motion)), " rad/s"));
  if (has_inertia(body.place.kind)) {
    const Energies energies = snapshot.bodies.energies(body.place);
    lines.push_back(cat("energy: kinetic ", brief(energies.kinetic), " J"));
    lines.push_back(
        cat("internal ", brief(energies.internal), ", external ", brief(energies.external), " J"));
    lines.push_back(
        cat("contact ", brief(energies.contact), ", friction ", brief(energies.friction), " J"));
  }
  return lines;
}

std::vector<std::string> row_lines(const Snapshot& snapshot, const ConstraintRecord& row,
                                   double friction) {
  const bool contact = is_contact(row.kind);
  std::vector<std::string> lines{
      cat(contact ? "contact " : "constraint ", row.id, contact ? "" : " "),
      cat(name_in(snapshot, row.master), row.slave == 0 ? "" : " on ",
          row.slave == 0 ? "" : name_in(snapshot, row.slave))};
  if (!contact) lines.front() += std::string(name_of(row.kind));
  lines.push_back(cat("at ", brief(row.point), " m"));
  lines.push_back(cat("RN ", brief(row.R.z), " N, RT ", brief(std::hypot(row.R.x, row.R.y)), " N"));
  lines.push_back(cat("UN ", brief(row.U.z), ", UT ", brief(std::hypot(row.U.x, row.U.y)), " m/s"));
  if (contact) {
    lines.push_back(cat("gap ", brief(row.gap), " m, area ", brief(row.area), " m2"));
    lines.push_back(
        cat("friction ", brief(friction), ", ", name_of(contact_status(row, friction))));
  }
  return lines;
}

}  // namespace

void Inspector::pick(BodyId body, ConstraintId constraint) {
  if ((body != 0) != (body_ != 0)) quantity_ = 0;
  body_ = body;
  constraint_ = constraint;
  forget_curve();
}

void Inspector::forget_curve() {
  curve_.clear();
  next_frame_ = 0;
}

std::vector<std::string> Inspector::lines(const Snapshot& snapshot,
                                          const ViewedModel& model) const {
  if (body_ != 0) {
    const SnapshotBody* const body = snapshot.find(body_);
    if (body == nullptr) return {cat("body ", body_), "is not there now"};
    return body_lines(snapshot, *body, model.facts(body_));
  }
  const ConstraintRecord* const row = snapshot.find_constraint(constraint_);
  if (row == nullptr) return {cat("constraint ", constraint_), "is not there now"};
  return row_lines(snapshot, *row, model.friction(row->material));
}

void Inspector::next_quantity() {
  quantity_ = (quantity_ + 1) % (body_ != 0 ? kBodyQuantities.size() : kRowQuantities.size());
  forget_curve();
}

std::string Inspector::quantity() const {
  return std::string(body_ != 0 ? kBodyQuantities.at(quantity_).name
                                : kRowQuantities.at(quantity_).name);
}

/// @return False when it is not there.
bool Inspector::value_of(const Snapshot& snapshot, double& value) const {
  if (body_ != 0) {
    const SnapshotBody* const body = snapshot.find(body_);
    if (body != nullptr) value = kBodyQuantities.at(quantity_).value(snapshot, *body);
    return body != nullptr;
  }
  const ConstraintRecord* const row = snapshot.find_constraint(constraint_);
  if (row != nullptr) value = kRowQuantities.at(quantity_).value(*row);
  return row != nullptr;
}

void Inspector::note(const Snapshot& snapshot) {
  double value = 0.0;
  if (!is_open() || (!curve_.empty() && curve_.back()[0] >= snapshot.time)) return;
  if (value_of(snapshot, value)) curve_.push_back({snapshot.time, value});
}

/// Unless there is a value of this time.
void Inspector::insert(const CurvePoint& point) {
  const auto place = std::lower_bound(curve_.begin(), curve_.end(), point[0],
                                      [](const CurvePoint& one, double t) { return one[0] < t; });
  if (place == curve_.end() || (*place)[0] != point[0]) curve_.insert(place, point);
}

bool Inspector::read_some(ViewedModel& model, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  if (!is_open()) return false;
  const int before = next_frame_;
  const int frames = model.stored_count();
  while (next_frame_ < frames) {
    const std::shared_ptr<const Snapshot> snapshot = model.sample(next_frame_++);
    double value = 0.0;
    if (value_of(*snapshot, value)) insert({snapshot->time, value});
    if (Clock::now() >= end) break;
  }
  return next_frame_ != before;
}

}  // namespace solfec
