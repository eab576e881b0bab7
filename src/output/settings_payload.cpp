#include "output/settings_payload.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/check.h"

namespace solfec {

namespace {

constexpr std::size_t kLeastLoadBytes = 8 + 4;  // place, body

[[noreturn]] void fail(const std::string& what) { throw ArchiveError(what); }

double finite(XdrReader& in, const char* what) {
  const double value = in.read_double();
  if (!std::isfinite(value)) fail(cat(what, " is not finite"));
  return value;
}

void write(Vec3 v, XdrWriter& out) {
  const std::array<double, 3> values{v.x, v.y, v.z};
  out.write_fixed(std::span<const double>(values));
}

Vec3 read_vec3(XdrReader& in, const char* what) {
  const double x = finite(in, what);
  const double y = finite(in, what);
  const double z = finite(in, what);
  return {x, y, z};
}

// ---- loads -----------------------------------------------------------------------------------

void write(const LoadValue& value, XdrWriter& out) {
  out.write_bool(value.series != nullptr);
  if (value.series == nullptr) {
    out.write_double(value.constant);
    return;
  }
  out.write_array(std::span<const double>(value.series->times()));
  out.write_array(std::span<const double>(value.series->values()));
}

LoadValue read_load_value(XdrReader& in) {
  if (!in.read_bool()) return {finite(in, "the value of a load"), nullptr};
  std::vector<double> times;
  std::vector<double> values;
  in.read_array(times);
  in.read_array(values);
  if (times.size() != values.size()) fail("a time series has not one value for each time");
  try {
    return {0.0, std::make_shared<const TimeSeries>(std::move(times), std::move(values))};
  } catch (const InputError& error) {
    fail(error.what());
  }
}

LoadFrame read_load_frame(XdrReader& in) {
  const std::int32_t frame = in.read_int32();
  if (frame < 0 || frame > 1) fail(cat("a load has the unknown frame ", frame));
  return static_cast<LoadFrame>(frame);
}

void write(const PointForce& force, XdrWriter& out) {
  out.write_int64(force.body);
  out.write_int32(static_cast<std::int32_t>(force.frame));
  write(force.point, out);
  write(force.direction, out);
  write(force.value, out);
}

void read(XdrReader& in, PointForce& force) {
  force.body = in.read_int64();
  force.frame = read_load_frame(in);
  force.point = read_vec3(in, "the point of a force");
  force.direction = read_vec3(in, "the direction of a force");
  force.value = read_load_value(in);
  force.in_callback = true;
}

void write(const BodyTorque& torque, XdrWriter& out) {
  out.write_int64(torque.body);
  out.write_int32(static_cast<std::int32_t>(torque.frame));
  write(torque.direction, out);
  write(torque.value, out);
}

void read(XdrReader& in, BodyTorque& torque) {
  torque.body = in.read_int64();
  torque.frame = read_load_frame(in);
  torque.direction = read_vec3(in, "the direction of a torque");
  torque.value = read_load_value(in);
  torque.in_callback = true;
}

void write(const CallbackForce& force, XdrWriter& out) {
  out.write_int64(force.body);
  out.write_string(force.name);
}

void read(XdrReader& in, NamedForce& force) {
  force.body = in.read_int64();
  force.name = in.read_string();
}

/// Writes the items of a list that callbacks made.
template <typename Item>
void write_nested(const std::vector<Item>& items, XdrWriter& out) {
  const auto nested =
      std::count_if(items.begin(), items.end(), [](const Item& item) { return item.in_callback; });
  out.write_uint32(static_cast<std::uint32_t>(nested));
  for (std::size_t i = 0; i < items.size() && nested > 0; ++i) {
    if (!items[i].in_callback) continue;
    out.write_int32(static_cast<std::int32_t>(i));
    write(items[i], out);
  }
}

template <typename Item>
void read_nested(XdrReader& in, std::vector<Placed<Item>>& items) {
  items.resize(static_cast<std::size_t>(in.read_count(kLeastLoadBytes)));
  int previous = -1;
  for (Placed<Item>& placed : items) {
    placed.place = in.read_int32();
    if (placed.place <= previous) fail("the places of loads do not increase");
    previous = placed.place;
    read(in, placed.item);
  }
}

// ---- constraints -----------------------------------------------------------------------------

constexpr std::size_t kLeastConstraintBytes = 17 * sizeof(std::int64_t) + 2 * sizeof(std::int32_t);
constexpr std::size_t kConstraintHashBytes = 2 * sizeof(std::int64_t);
constexpr std::size_t kVelocityBytes = 7 * sizeof(std::int64_t);
constexpr std::size_t kBodyPairBytes = 2 * sizeof(std::int64_t);
constexpr std::size_t kPiecePairBytes = 2 * sizeof(std::int64_t) + 2 * sizeof(std::int32_t);

/// What a constraint joins and how, up to the values of its motion.
void write_placement(const UserConstraint& constraint, XdrWriter& out) {
  out.write_int64(constraint.id);
  out.write_int32(static_cast<std::int32_t>(constraint.kind));
  out.write_int64(constraint.master);
  out.write_int64(constraint.slave);
  write(constraint.master_reference, out);
  write(constraint.slave_reference, out);
  write(constraint.direction, out);
  out.write_double(constraint.length);
  out.write_int32(static_cast<std::int32_t>(constraint.motion.kind));
}

/// What PUT_SPRING has given; what a function gives belongs to the step.
void write(const Spring& spring, XdrWriter& out) {
  out.write_int32(static_cast<std::int32_t>(spring.direction));
  write(spring.carried, out);
  out.write_string(spring.function);
  write(LoadValue{spring.function.empty() ? spring.row.stiffness : 0.0, spring.row.table}, out);
  out.write_double(spring.row.lower);
  out.write_double(spring.row.upper);
}

Spring read_spring(XdrReader& in) {
  const std::int32_t direction = in.read_int32();
  if (direction < 0 || direction > static_cast<int>(SpringDirection::with_slave)) {
    fail(cat("a spring has the unknown direction ", direction));
  }
  const Vec3 carried = read_vec3(in, "the direction of a spring");
  std::string function = in.read_string();
  const LoadValue value = read_load_value(in);
  Spring spring =
      value.series ? make_table_spring(value.series) : make_linear_spring(value.constant);
  spring.direction = static_cast<SpringDirection>(direction);
  spring.carried = carried;
  spring.function = std::move(function);
  spring.row.lower = in.read_double();
  spring.row.upper = in.read_double();
  if (!(spring.row.lower <= 0.0 && spring.row.upper >= 0.0 && spring.row.stiffness >= 0.0)) {
    fail("the stops or the stiffness of a spring are not possible");
  }
  return spring;
}

/// Whether the direction of a spring that was read is one.
bool is_directed(const UserConstraint& constraint) {
  constexpr double kTolerance = 1e-6;
  const Spring& spring = constraint.spring;
  if (spring.direction == SpringDirection::between_points) return true;
  const bool carried = spring.direction != SpringDirection::fixed;
  return std::fabs(norm(constraint.direction) - 1.0) < kTolerance &&
         (!carried || norm(spring.carried) > 0.0) &&
         (spring.direction != SpringDirection::with_slave || constraint.slave != 0);
}

void write_nested_constraints(const Domain& domain, XdrWriter& out) {
  const auto all = domain.user_constraints();
  const auto is_nested = [](const UserConstraint& constraint) { return constraint.in_callback; };
  out.write_uint32(static_cast<std::uint32_t>(std::count_if(all.begin(), all.end(), is_nested)));
  for (const UserConstraint& constraint : all) {
    if (!constraint.in_callback) continue;
    write_placement(constraint, out);
    write(LoadValue{constraint.motion.constant, constraint.motion.series}, out);
    out.write_double(constraint.motion.start);
    write(constraint.start_point, out);
    if (constraint.kind == ConstraintKind::spring) write(constraint.spring, out);
  }
}

UserConstraint read_constraint(XdrReader& in) {
  UserConstraint constraint;
  constraint.id = in.read_int64();
  const std::int32_t kind = in.read_int32();
  if (!is_item<ConstraintKind>(kind) || is_contact(static_cast<ConstraintKind>(kind))) {
    fail(cat("constraint ", constraint.id, " has the unknown kind ", kind));
  }
  constraint.kind = static_cast<ConstraintKind>(kind);
  constraint.master = in.read_int64();
  constraint.slave = in.read_int64();
  constraint.master_reference = read_vec3(in, "a point of a constraint");
  constraint.slave_reference = read_vec3(in, "a point of a constraint");
  constraint.direction = read_vec3(in, "the direction of a constraint");
  constraint.length = finite(in, "the length of a link");
  const std::int32_t motion = in.read_int32();
  if (motion < 0 || motion > static_cast<int>(MotionKind::acceleration)) {
    fail(cat("constraint ", constraint.id, " has the unknown motion ", motion));
  }
  constraint.motion.kind = static_cast<MotionKind>(motion);
  const LoadValue value = read_load_value(in);
  if (!value.series && constraint.motion.kind != MotionKind::velocity) {
    fail(cat("constraint ", constraint.id, " has no time series"));
  }
  constraint.motion.constant = value.constant;
  constraint.motion.series = value.series;
  constraint.motion.start = finite(in, "the start of a motion");
  constraint.start_point = read_vec3(in, "a point of a constraint");
  constraint.in_callback = true;
  if (constraint.kind != ConstraintKind::spring) return constraint;
  constraint.spring = read_spring(in);
  constraint.frame = identity();
  if (!is_directed(constraint))
    fail(cat("the direction of constraint ", constraint.id, " is none"));
  return constraint;
}

// ---- obstacles -------------------------------------------------------------------------------

bool is_given(const BodyRecord& record) {
  return !has_inertia(record.kind) &&
         (record.given_linear != Vec3{} || record.given_angular != Vec3{});
}

void write_given_velocities(const Domain& domain, XdrWriter& out) {
  const auto& all = domain.body_records();
  out.write_uint32(static_cast<std::uint32_t>(std::count_if(all.begin(), all.end(), is_given)));
  for (const BodyRecord& record : all) {
    if (!is_given(record)) continue;
    out.write_int64(record.id);
    write(record.given_linear, out);
    write(record.given_angular, out);
  }
}

// ---- settings --------------------------------------------------------------------------------

void write(const std::optional<Box>& box, XdrWriter& out) {
  out.write_bool(box.has_value());
  if (!box) return;
  write(box->lo, out);
  write(box->hi, out);
}

void write(const ContactParams& params, XdrWriter& out) {
  const std::array<double, 5> values{params.tolerance, params.sparsify_threshold,
                                     params.minimal_area, params.minimal_distance,
                                     params.prediction};
  out.write_fixed(std::span<const double>(values));
  out.write_int32(static_cast<std::int32_t>(params.points));
  out.write_bool(params.automatic_tolerance);
  out.write_bool(params.own_minimal_distance);
  out.write_double(params.patch_threshold);
  out.write_bool(params.projection);
}

ContactParams read_contact_params(XdrReader& in) {
  ContactParams params;
  params.tolerance = finite(in, "a contact parameter");
  params.sparsify_threshold = finite(in, "a contact parameter");
  params.minimal_area = finite(in, "a contact parameter");
  params.minimal_distance = finite(in, "a contact parameter");
  params.prediction = finite(in, "a contact parameter");
  const std::int32_t points = in.read_int32();
  if (points < 0 || points >= static_cast<int>(kContactPointsNames.size())) {
    fail(cat("a rule of contact points is ", points));
  }
  params.points = static_cast<ContactPoints>(points);
  params.automatic_tolerance = in.read_bool();
  params.own_minimal_distance = in.read_bool();
  params.patch_threshold = finite(in, "a contact parameter");
  params.projection = in.read_bool();
  if (!(params.tolerance > 0.0)) fail("the geometric tolerance is not positive");
  if (params.prediction < 0.0) fail("the distance of CONTACT_PREDICTION is negative");
  return params;
}

int read_label_count(XdrReader& in) {
  constexpr int kMost = 1 << 30;
  const std::int32_t labels = in.read_int32();
  if (labels < 0 || labels > kMost) fail(cat("a count of labels is ", labels));
  return labels;
}

RunConfiguration read_configuration(XdrReader& in) {
  RunConfiguration run;
  run.step_bound = finite(in, "the bound of the step");
  run.compressed = in.read_bool();
  run.callback_function = in.read_string();
  run.callback_is_nested = in.read_bool();
  if (in.read_bool()) {
    const Vec3 lo = read_vec3(in, "a bound of the extents");
    run.extents = Box{lo, read_vec3(in, "a bound of the extents")};
  }
  for (std::uint64_t& hash : run.at_run_start) {
    hash = static_cast<std::uint64_t>(in.read_int64());
  }
  run.gravity_changed = in.read_bool();
  const double bound = finite(in, "the bound of penetrations");
  if (bound < 0.0) fail("the bound of penetrations is negative");
  if (bound > 0.0) run.penetration_bound = bound;
  run.constraints.resize(static_cast<std::size_t>(in.read_count(kConstraintHashBytes)));
  for (ConstraintHash& constraint : run.constraints) {
    constraint.body = in.read_int64();
    constraint.hash = static_cast<std::uint64_t>(in.read_int64());
  }
  in.read_array(run.solver);
  for (const double value : run.solver) {
    if (!std::isfinite(value)) fail("a parameter of the solver is not finite");
  }
  return run;
}

ContactExclusions read_exclusions(XdrReader& in) {
  ContactExclusions exclusions;
  exclusions.bodies.resize(static_cast<std::size_t>(in.read_count(kBodyPairBytes)));
  for (auto& pair : exclusions.bodies) {
    pair.first = in.read_int64();
    pair.second = in.read_int64();
  }
  exclusions.pieces.resize(static_cast<std::size_t>(in.read_count(kPiecePairBytes)));
  for (ContactKey& key : exclusions.pieces) {
    key.first_body = in.read_int64();
    key.first_piece = in.read_int32();
    key.second_body = in.read_int64();
    key.second_piece = in.read_int32();
  }
  return exclusions;
}

}  // namespace

void encode_gravity(const Loads& loads, XdrWriter& out) {
  for (const LoadValue& value : loads.gravity) write(value, out);
}

void encode_extents(const std::optional<Box>& extents, XdrWriter& out) { write(extents, out); }

void encode_contact_params(const ContactParams& params, XdrWriter& out) { write(params, out); }

void encode_load_value(const LoadValue& value, XdrWriter& out) { write(value, out); }

void encode_loads(const Loads& loads, XdrWriter& out) {
  for (const PointForce& force : loads.forces) write(force, out);
  for (const BodyTorque& torque : loads.torques) write(torque, out);
  for (const CallbackForce& force : loads.callbacks) write(force, out);
}

void encode_constraint_definition(const UserConstraint& constraint, std::uint64_t series,
                                  XdrWriter& out) {
  write_placement(constraint, out);
  out.write_double(constraint.motion.constant);
  out.write_int64(static_cast<std::int64_t>(series));
  out.write_double(constraint.motion.start);
  if (constraint.kind == ConstraintKind::spring) write(constraint.spring, out);
}

void encode_exclusions(const ContactExclusions& exclusions, XdrWriter& out) {
  out.write_uint32(static_cast<std::uint32_t>(exclusions.bodies.size()));
  for (const auto& [first, second] : exclusions.bodies) {
    out.write_int64(first);
    out.write_int64(second);
  }
  out.write_uint32(static_cast<std::uint32_t>(exclusions.pieces.size()));
  for (const ContactKey& key : exclusions.pieces) {
    out.write_int64(key.first_body);
    out.write_int32(key.first_piece);
    out.write_int64(key.second_body);
    out.write_int32(key.second_piece);
  }
}

void encode_settings(const Domain& domain, const RunConfiguration& run, XdrWriter& out) {
  out.write_double(run.step_bound);
  out.write_bool(run.compressed);
  out.write_string(run.callback_function);
  out.write_bool(run.callback_is_nested);
  write(run.extents, out);
  for (const std::uint64_t hash : run.at_run_start) {
    out.write_int64(static_cast<std::int64_t>(hash));
  }
  out.write_bool(run.gravity_changed);
  out.write_double(run.penetration_bound.value_or(0.0));
  out.write_uint32(static_cast<std::uint32_t>(run.constraints.size()));
  for (const ConstraintHash& constraint : run.constraints) {
    out.write_int64(constraint.body);
    out.write_int64(static_cast<std::int64_t>(constraint.hash));
  }
  out.write_array(std::span<const double>(run.solver));
  write(domain.contact_params, out);
  out.write_bool(domain.projection);
  encode_exclusions(domain.contact_exclusions(), out);
  out.write_int32(domain.automatic_bulk_labels);
  out.write_int32(domain.surface_materials.definitions());
  if (run.gravity_changed) encode_gravity(domain.loads, out);
  write_nested(domain.loads.forces, out);
  write_nested(domain.loads.torques, out);
  write_nested(domain.loads.callbacks, out);
  write_nested_constraints(domain, out);
  write_given_velocities(domain, out);
}

StoredSettings decode_settings(XdrReader& in) {
  StoredSettings settings;
  settings.configuration = read_configuration(in);
  settings.contact = read_contact_params(in);
  settings.projection = in.read_bool();
  settings.exclusions = read_exclusions(in);
  settings.bulk_labels = read_label_count(in);
  settings.surface_labels = read_label_count(in);
  if (settings.configuration.gravity_changed) {
    for (LoadValue& value : settings.gravity) value = read_load_value(in);
  }
  read_nested(in, settings.forces);
  read_nested(in, settings.torques);
  read_nested(in, settings.functions);
  settings.constraints.resize(static_cast<std::size_t>(in.read_count(kLeastConstraintBytes)));
  for (UserConstraint& constraint : settings.constraints) constraint = read_constraint(in);
  settings.velocities.resize(static_cast<std::size_t>(in.read_count(kVelocityBytes)));
  for (GivenVelocity& velocity : settings.velocities) {
    velocity.body = in.read_int64();
    velocity.linear = read_vec3(in, "the velocity of an obstacle");
    velocity.angular = read_vec3(in, "the velocity of an obstacle");
  }
  return settings;
}

}  // namespace solfec
