#include "output/frame_payload.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/count.h"
#include "base/enum_names.h"

namespace solfec {
namespace {

constexpr std::int32_t kSelfContact = 256;  // added to the scheme
constexpr std::size_t kEnergies = kEnergyFields.size();
constexpr std::size_t kAnchorNumbers = 10;
constexpr std::size_t kReferenceNumbers = 7;
constexpr std::size_t kPairNumbers = 12;
constexpr std::size_t kPairBytes = 2 * 8 + 4 + 8 * kPairNumbers;
constexpr std::size_t kLeastBodyBytes = 8 + 4 + 4 + 8 * kEnergies;  // id, kind, scheme, energies
constexpr std::size_t kLeastConstraintBytes = 4 + 8 * (3 + 22);     // kind, ids, common numbers

[[noreturn]] void fail(const std::string& what) { throw ArchiveError(what); }

bool shows_contact(const ConstraintRecord& row) { return row.kind == ConstraintKind::contact; }
bool shows_no_contact(const ConstraintRecord& row) { return !shows_contact(row); }
bool is_any(const ConstraintRecord& /*row*/) { return true; }

// Numbers of one item in a flat array.
constexpr std::size_t width_of(const double* /*field*/) { return 1; }
constexpr std::size_t width_of(const Vec3* /*field*/) { return 3; }
constexpr std::size_t width_of(const Mat3* /*field*/) { return 9; }

void put(double*& to, double value) { *to++ = value; }
void put(double*& to, Vec3 value) {
  for (int i = 0; i < 3; ++i) *to++ = value[i];
}
void put(double*& to, const Mat3& value) {
  for (const double entry : value.m) *to++ = entry;
}

void get(const double*& from, double& value) { value = *from++; }
void get(const double*& from, Vec3& value) {
  for (int i = 0; i < 3; ++i) value[i] = *from++;
}
void get(const double*& from, Mat3& value) {
  for (double& entry : value.m) entry = *from++;
}

/// Writes one field of the rows that `chosen` accepts as one array of doubles.
template <typename Field, typename Chosen>
void write_field(const std::vector<ConstraintRecord>& rows, Field ConstraintRecord::*field,
                 const Chosen& chosen, std::vector<double>& scratch, XdrWriter& out) {
  constexpr std::size_t kWidth = width_of(static_cast<const Field*>(nullptr));
  scratch.resize(kWidth * rows.size());
  double* end = scratch.data();
  for (const ConstraintRecord& row : rows) {
    if (chosen(row)) put(end, row.*field);
  }
  out.write_fixed(std::span<const double>(scratch.data(), end));
}

/// The counterpart of write_field; `n` rows are accepted.
template <typename Field, typename Chosen>
void read_field(XdrReader& in, std::size_t n, Field ConstraintRecord::*field, const Chosen& chosen,
                std::vector<ConstraintRecord>& rows) {
  constexpr std::size_t kWidth = width_of(static_cast<const Field*>(nullptr));
  if (kWidth * n > in.remaining() / sizeof(double)) fail("the constraints are cut off");
  std::vector<double> numbers(kWidth * n);
  in.read_fixed(std::span(numbers));
  const double* from = numbers.data();
  for (ConstraintRecord& row : rows) {
    if (chosen(row)) get(from, row.*field);
  }
}

/// Writes one integer per chosen row.
template <typename Integer, typename Chosen, typename Value>
void write_integers(const std::vector<ConstraintRecord>& rows, const Chosen& chosen,
                    const Value& value, std::vector<Integer>& scratch, XdrWriter& out) {
  scratch.clear();
  for (const ConstraintRecord& row : rows) {
    if (chosen(row)) scratch.push_back(value(row));
  }
  out.write_fixed(std::span<const Integer>(scratch));
}

void write_anchor(const BondAnchor& anchor, XdrWriter& out) {
  std::array<double, kAnchorNumbers> numbers{anchor.area};
  double* to = numbers.data() + 1;
  for (const Vec3& v : {anchor.master, anchor.slave, anchor.normal}) put(to, v);
  out.write_fixed(std::span<const double>(numbers));
}

BondAnchor read_anchor(XdrReader& in) {
  std::array<double, kAnchorNumbers> numbers{};
  in.read_fixed(std::span<double>(numbers));
  BondAnchor anchor;
  const double* from = numbers.data();
  get(from, anchor.area);
  for (Vec3* const v : {&anchor.master, &anchor.slave, &anchor.normal}) get(from, *v);
  return anchor;
}

void check_increasing(std::span<const BodyId> ids, const char* what) {
  BodyId previous = 0;
  for (const BodyId id : ids) {
    if (id <= previous) fail(cat("the ids of ", what, " do not increase: ", previous, ", ", id));
    previous = id;
  }
}

double checked_finite(XdrReader& in, const char* what) {
  const double value = in.read_double();
  if (!std::isfinite(value)) fail(cat(what, " is not finite"));
  return value;
}

SolveStatus read_status(XdrReader& in) {
  const std::int32_t status = in.read_int32();
  if (!is_item<SolveStatus>(status)) fail(cat("unknown solver status ", status));
  return static_cast<SolveStatus>(status);
}

IterationKind read_iteration_kind(XdrReader& in) {
  const std::int32_t kind = in.read_int32();
  if (!is_item<IterationKind>(kind)) {
    fail(cat("unknown kind of iterations ", kind));
  }
  return static_cast<IterationKind>(kind);
}

void write_schedule(const ScheduleState& schedule, XdrWriter& out) {
  out.write_double(schedule.base);
  out.write_double(schedule.interval);
  out.write_double(schedule.served);
}

ScheduleState read_schedule(XdrReader& in) {
  ScheduleState schedule;
  schedule.base = checked_finite(in, "the start of a schedule");
  schedule.interval = checked_finite(in, "the interval of a schedule");
  schedule.served = checked_finite(in, "the count of a schedule");
  if (schedule.interval < 0.0) fail("the interval of a schedule is negative");
  return schedule;
}

void write_run(const RunState& run, XdrWriter& out) {
  out.write_int32(static_cast<std::int32_t>(run.kind));
  out.write_int32(run.run);
  out.write_int32(static_cast<std::int32_t>(run.failure));
  out.write_double(run.segment_start);
  out.write_double(run.segment_step);
  out.write_double(run.segment_steps);
  write_schedule(run.output, out);
  write_schedule(run.callback, out);
  out.write_string(run.callback_data);
}

void read_run(XdrReader& in, RunState& run) {
  const std::int32_t kind = in.read_int32();
  if (!is_item<FrameKind>(kind)) fail(cat("unknown kind of frame ", kind));
  run.kind = static_cast<FrameKind>(kind);
  run.run = in.read_int32();
  run.failure = read_status(in);
  run.segment_start = checked_finite(in, "the start of a segment");
  run.segment_step = checked_finite(in, "the step of a segment");
  run.segment_steps = checked_finite(in, "the number of steps");
  run.output = read_schedule(in);
  run.callback = read_schedule(in);
  run.callback_data = in.read_string();
}

BodyKind checked_body_kind(std::int32_t value) {
  if (!is_item<BodyKind>(value)) fail(cat("a body has the unknown kind ", value));
  return static_cast<BodyKind>(value);
}

bool holds(const Frame& frame, BodyId id) {
  return std::binary_search(frame.body.begin(), frame.body.end(), id);
}

void decode_schemes(XdrReader& in, Frame& frame) {
  frame.scheme.resize(frame.body.size());
  frame.self_contact.resize(frame.body.size());
  for (std::size_t i = 0; i < frame.body.size(); ++i) {
    std::int32_t value = in.read_int32();
    frame.self_contact[i] = value >= kSelfContact ? 1 : 0;
    if (frame.self_contact[i] != 0) value -= kSelfContact;
    if (!is_item<Scheme>(value) || !has_scheme(frame.kind[i], static_cast<Scheme>(value))) {
      fail(cat("body ", frame.body[i], " has the impossible scheme ", value));
    }
    frame.scheme[i] = static_cast<Scheme>(value);
  }
}

/// Reads what contacts of bodies at relative rest are carried on from.
void decode_references(XdrReader& in, Frame& frame) {
  for (ConstraintRecord& row : frame.constraints) {
    if (shows_contact(row)) row.referenced = in.read_bool();
  }
  std::array<double, kReferenceNumbers> reference{};
  for (ConstraintRecord& row : frame.constraints) {
    if (!row.referenced) continue;
    in.read_fixed(std::span<double>(reference));
    const double* from = reference.data();
    get(from, row.reference.first_point);
    get(from, row.reference.normal);
    get(from, row.reference.gap);
  }
  frame.references.resize(static_cast<std::size_t>(in.read_count(kPairBytes)));
  for (PairReference& pair : frame.references) {
    pair.first = in.read_int64();
    pair.second = in.read_int64();
  }
  for (PairReference& pair : frame.references) pair.removed = in.read_int32();
  std::array<double, kPairNumbers> numbers{};
  for (PairReference& pair : frame.references) {
    in.read_fixed(std::span<double>(numbers));
    const double* from = numbers.data();
    get(from, pair.rotation);
    get(from, pair.shift);
  }
}

/// Reads which faces others cover.
void decode_covered(XdrReader& in, Frame& frame) {
  constexpr std::size_t kFaceBytes = 8 + 2 * 4;
  const auto read_face = [&] {
    BodyFace face;
    face.body = in.read_int64();
    face.piece = in.read_int32();
    face.face = in.read_int32();
    return face;
  };
  frame.covered.resize(static_cast<std::size_t>(in.read_count(2 * kFaceBytes)));
  for (CoveredPair& pair : frame.covered) {
    pair.face = read_face();
    pair.by = read_face();
  }
  if (!std::is_sorted(frame.covered.begin(), frame.covered.end())) {
    fail("the covered faces are out of order");
  }
}

/// Reads ids, kinds and bodies of the constraints, which the rest of their data depends on.
void decode_constraint_keys(XdrReader& in, Frame& frame) {
  for (ConstraintRecord& row : frame.constraints) row.id = in.read_int64();
  for (ConstraintRecord& row : frame.constraints) {
    const std::int32_t kind = in.read_int32();
    if (!is_item<ConstraintKind>(kind)) {
      fail(cat("constraint ", row.id, " has the unknown kind ", kind));
    }
    row.kind = static_cast<ConstraintKind>(kind);
  }
  for (ConstraintRecord& row : frame.constraints) row.master = in.read_int64();
  for (ConstraintRecord& row : frame.constraints) {
    row.slave = in.read_int64();
    const bool sound = row.master == 0 || holds(frame, row.master);
    if (!sound || (row.slave != 0 && !holds(frame, row.slave))) {
      fail(cat("constraint ", row.id, " joins bodies that are not there"));
    }
  }
}

}  // namespace

// ---- writing ---------------------------------------------------------------------------------

void FrameEncoder::encode(const Domain& domain, const StepSummary& summary, const RunState& run,
                          const Changes& changes, XdrWriter& out) {
  out.write_uint32(kPayloadVersion);
  out.write_bool(changes.link.has_model);
  out.write_int32(changes.link.previous_model);
  out.write_double(summary.step);
  out.write_double(summary.merit);
  out.write_double(summary.residual);
  out.write_int32(summary.iterations);
  out.write_int32(static_cast<std::int32_t>(summary.iteration_kind));
  out.write_int32(static_cast<std::int32_t>(summary.status));
  out.write_int32(summary.sparsified);
  out.write_int64(summary.worst);
  write_run(run, out);
  out.write_int64(domain.next_body_id());
  out.write_int64(domain.next_script_constraint_id());
  out.write_int64(domain.next_constraint_id());
  out.write_array(changes.new_bodies);
  out.write_array(changes.deleted_bodies);
  encode_bodies(domain, out);
  encode_constraints(domain.constraints(), out);
  encode_references(domain.constraints(), domain.contact_references(), out);
  encode_covered(domain.covered_faces(), out);
}

void FrameEncoder::encode_bodies(const Domain& domain, XdrWriter& out) {
  const Bodies& bodies = domain.bodies;
  const std::size_t n = bodies.ids().size();
  ints_.resize(n);
  std::size_t numbers = 0;
  for (std::size_t i = 0; i < n; ++i) {
    ints_[i] = static_cast<std::int32_t>(bodies.refs()[i].kind);
    numbers += static_cast<std::size_t>(bodies.state_size(bodies.refs()[i]));
  }
  out.write_array(bodies.ids());
  out.write_fixed(std::span<const std::int32_t>(ints_));
  for (const BodyRef body : bodies.refs()) {
    if (fixed_state_size(body.kind) == 0) out.write_int32(bodies.state_size(body));
  }
  for (std::size_t i = 0; i < n; ++i) {
    const bool self_contact = domain.body_records()[i].self_contact;
    ints_[i] = static_cast<std::int32_t>(bodies.scheme(bodies.refs()[i])) +
               (self_contact ? kSelfContact : 0);
  }
  out.write_fixed(std::span<const std::int32_t>(ints_));

  doubles_.resize(numbers);
  std::size_t next = 0;
  for (const BodyRef body : bodies.refs()) {
    const auto size = static_cast<std::size_t>(bodies.state_size(body));
    bodies.get_state(body, std::span(doubles_).subspan(next, size));
    next += size;
  }
  out.write_array(std::span<const double>(doubles_));

  doubles_.resize(kEnergies * n);
  double* to = doubles_.data();
  for (const BodyRef body : bodies.refs()) {
    const Energies e = bodies.energies(body);
    for (const auto field : kEnergyFields) *to++ = e.*field;
  }
  out.write_fixed(std::span<const double>(doubles_));

  doubles_.clear();
  for (const BodyRef body : bodies.refs()) {
    if (has_stiffness(body.kind)) doubles_.push_back(bodies.damping(body));
  }
  out.write_fixed(std::span<const double>(doubles_));
}

void FrameEncoder::encode_constraints(const std::vector<ConstraintRecord>& rows, XdrWriter& out) {
  using Row = ConstraintRecord;
  out.write_uint32(static_cast<std::uint32_t>(rows.size()));
  write_integers(
      rows, is_any, [](const Row& row) { return row.id; }, longs_, out);
  write_integers(
      rows, is_any, [](const Row& row) { return static_cast<std::int32_t>(row.kind); }, ints_, out);
  write_integers(
      rows, is_any, [](const Row& row) { return row.master; }, longs_, out);
  write_integers(
      rows, is_any, [](const Row& row) { return row.slave; }, longs_, out);
  write_field(rows, &Row::R, is_any, doubles_, out);
  write_field(rows, &Row::U, is_any, doubles_, out);
  write_field(rows, &Row::V, is_any, doubles_, out);
  write_field(rows, &Row::point, is_any, doubles_, out);
  write_field(rows, &Row::frame, is_any, doubles_, out);
  write_field(rows, &Row::merit, is_any, doubles_, out);
  write_field(rows, &Row::slave_point, shows_no_contact, doubles_, out);
  write_field(rows, &Row::gap, shows_contact, doubles_, out);
  write_field(rows, &Row::area, shows_contact, doubles_, out);
  write_field(rows, &Row::part, shows_contact, doubles_, out);
  write_integers(
      rows, shows_contact, [](const Row& row) { return row.master_surface; }, ints_, out);
  write_integers(
      rows, shows_contact, [](const Row& row) { return row.slave_surface; }, ints_, out);
  write_integers(
      rows, shows_contact, [](const Row& row) { return row.material; }, ints_, out);
  write_integers(
      rows, shows_contact, [](const Row& row) { return row.bonded ? 1 : 0; }, ints_, out);
  write_integers(
      rows, shows_contact, [](const Row& row) { return row.master_piece; }, ints_, out);
  write_integers(
      rows, shows_contact, [](const Row& row) { return row.slave_piece; }, ints_, out);
  write_integers(
      rows, shows_contact, [](const Row& row) { return row.age; }, ints_, out);
  write_integers(
      rows, shows_contact, [](const Row& row) { return static_cast<std::int64_t>(row.feature); },
      longs_, out);
  for (const Row& row : rows) {
    if (row.bonded) write_anchor(row.anchor, out);
  }
}

void FrameEncoder::encode_references(const std::vector<ConstraintRecord>& rows,
                                     const std::vector<PairReference>& pairs, XdrWriter& out) {
  write_integers(
      rows, shows_contact, [](const ConstraintRecord& row) { return row.referenced ? 1 : 0; },
      ints_, out);
  doubles_.resize(kReferenceNumbers * rows.size());
  double* to = doubles_.data();
  for (const ConstraintRecord& row : rows) {
    if (!row.referenced) continue;
    put(to, row.reference.first_point);
    put(to, row.reference.normal);
    put(to, row.reference.gap);
  }
  out.write_fixed(std::span<const double>(doubles_.data(), to));

  out.write_uint32(static_cast<std::uint32_t>(pairs.size()));
  longs_.clear();
  ints_.clear();
  doubles_.resize(kPairNumbers * pairs.size());
  to = doubles_.data();
  for (const PairReference& pair : pairs) {
    longs_.push_back(pair.first);
    longs_.push_back(pair.second);
    ints_.push_back(pair.removed);
    put(to, pair.rotation);
    put(to, pair.shift);
  }
  out.write_fixed(std::span<const std::int64_t>(longs_));
  out.write_fixed(std::span<const std::int32_t>(ints_));
  out.write_fixed(std::span<const double>(doubles_));
}

void FrameEncoder::encode_covered(std::span<const CoveredPair> covered, XdrWriter& out) {
  out.write_uint32(static_cast<std::uint32_t>(covered.size()));
  const auto write_face = [&](const BodyFace& face) {
    out.write_int64(face.body);
    out.write_int32(face.piece);
    out.write_int32(face.face);
  };
  for (const CoveredPair& pair : covered) {
    write_face(pair.face);
    write_face(pair.by);
  }
}

// ---- reading ---------------------------------------------------------------------------------

int ModelLink::holding(int frame) const {
  if (has_model) return frame;
  if (previous_model < 0 || previous_model >= frame) {
    fail(cat("frame ", previous_model, " cannot hold the model data of frame ", frame));
  }
  return previous_model;
}

ModelLink decode_head(XdrReader& in, Frame& frame) {
  const std::uint32_t version = in.read_uint32();
  if (version != kPayloadVersion) {
    fail(cat("the payload has version ", version, ", this program reads version ", kPayloadVersion,
             ": ", version < kPayloadVersion ? "an earlier" : "a later", " one wrote it"));
  }
  ModelLink link;
  link.has_model = in.read_bool();
  link.previous_model = in.read_int32();
  frame.summary.step = in.read_double();
  frame.summary.merit = in.read_double();
  frame.summary.residual = in.read_double();
  frame.summary.iterations = in.read_int32();
  frame.summary.iteration_kind = read_iteration_kind(in);
  frame.summary.status = read_status(in);
  frame.summary.sparsified = in.read_int32();
  frame.summary.worst = in.read_int64();
  read_run(in, frame.run);
  frame.next_body = in.read_int64();
  frame.next_script_constraint = in.read_int64();
  frame.next_constraint = in.read_int64();
  in.read_array(frame.new_bodies);
  in.read_array(frame.deleted_bodies);
  check_increasing(frame.new_bodies, "new bodies");
  check_increasing(frame.deleted_bodies, "deleted bodies");
  return link;
}

/// Size of the state of a mesh: positions and velocities of its nodes, and perhaps a rotation.
int checked_mesh_state(int size) {
  if (size <= 0 || size % 3 != 0) fail(cat("a mesh has ", size, " state numbers"));
  return size;
}

void decode_bodies(XdrReader& in, Frame& frame) {
  const auto n = static_cast<std::size_t>(in.read_count(kLeastBodyBytes));
  frame.body.resize(n);
  in.read_fixed(std::span(frame.body));
  check_increasing(frame.body, "bodies");

  frame.kind.resize(n);
  frame.state_start.assign(1, 0);
  std::int64_t numbers = 0;
  for (BodyKind& kind : frame.kind) kind = checked_body_kind(in.read_int32());
  for (const BodyKind kind : frame.kind) {
    const int fixed = fixed_state_size(kind);
    numbers += fixed == 0 ? checked_mesh_state(in.read_int32()) : fixed;
    if (numbers > static_cast<std::int64_t>(in.remaining())) fail("the bodies are cut off");
    frame.state_start.push_back(static_cast<int>(numbers));
  }
  decode_schemes(in, frame);
  in.read_array(frame.state);
  if (count(frame.state) != frame.state_start.back()) {
    fail(cat("the bodies have ", frame.state_start.back(), " state numbers, the frame ",
             frame.state.size()));
  }

  if (n > in.remaining() / (kEnergies * sizeof(double))) fail("the energies are cut off");
  frame.energy.resize(n);
  std::array<double, kEnergies> e{};
  for (Energies& energy : frame.energy) {
    in.read_fixed(std::span<double>(e));
    for (std::size_t k = 0; k < kEnergies; ++k) energy.*kEnergyFields[k] = e[k];
  }
  frame.damping.assign(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    if (!has_stiffness(frame.kind[i])) continue;
    frame.damping[i] = checked_finite(in, "the damping of a body");
    if (frame.damping[i] < 0.0) fail("the damping of a body is negative");
  }
}

void decode_constraints(XdrReader& in, bool wanted, Frame& frame) {
  using Row = ConstraintRecord;
  frame.constraint_count = in.read_count(kLeastConstraintBytes);
  frame.constraints.clear();
  frame.references.clear();
  frame.covered.clear();
  if (!wanted) return;
  auto& rows = frame.constraints;
  rows.resize(static_cast<std::size_t>(frame.constraint_count));
  decode_constraint_keys(in, frame);
  const std::size_t n = rows.size();
  const auto contacts =
      static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), shows_contact));
  read_field(in, n, &Row::R, is_any, rows);
  read_field(in, n, &Row::U, is_any, rows);
  read_field(in, n, &Row::V, is_any, rows);
  read_field(in, n, &Row::point, is_any, rows);
  read_field(in, n, &Row::frame, is_any, rows);
  read_field(in, n, &Row::merit, is_any, rows);
  for (Row& row : rows) row.slave_point = row.point;
  read_field(in, n - contacts, &Row::slave_point, shows_no_contact, rows);
  read_field(in, contacts, &Row::gap, shows_contact, rows);
  read_field(in, contacts, &Row::area, shows_contact, rows);
  read_field(in, contacts, &Row::part, shows_contact, rows);
  const auto for_contacts = [&](const auto& read) {
    for (Row& row : rows) {
      if (shows_contact(row)) read(row);
    }
  };
  for_contacts([&](Row& row) { row.master_surface = in.read_int32(); });
  for_contacts([&](Row& row) { row.slave_surface = in.read_int32(); });
  for_contacts([&](Row& row) { row.material = in.read_int32(); });
  for_contacts([&](Row& row) { row.bonded = in.read_bool(); });
  const auto read_piece = [&] {
    const std::int32_t piece = in.read_int32();
    if (piece < 0) fail(cat("a contact has the piece ", piece));
    return piece;
  };
  for_contacts([&](Row& row) { row.master_piece = read_piece(); });
  for_contacts([&](Row& row) { row.slave_piece = read_piece(); });
  for_contacts([&](Row& row) { row.age = in.read_int32(); });
  for_contacts([&](Row& row) { row.feature = static_cast<std::uint64_t>(in.read_int64()); });
  for (Row& row : rows) {
    if (row.bonded) row.anchor = read_anchor(in);
  }
  decode_references(in, frame);
  decode_covered(in, frame);
}

}  // namespace solfec
