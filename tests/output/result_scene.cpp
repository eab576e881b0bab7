#include "output/result_scene.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "archive/frame_reader.h"
#include "archive/frame_writer.h"
#include "body/common/pressed_surface.h"
#include "geometry/element/hex_mesh.h"
#include "geometry/shape/convex_hull.h"
#include "output/frame_archive.h"
#include "output/result_files.h"

namespace solfec::test {
namespace {

constexpr double kGravity = 9.81;
constexpr double kStep = 1.0 / 256;  // a power of two: times are exact
constexpr int kStepsPerFrame = 2;

Shape box(Vec3 lo, Vec3 hi) {
  std::vector<Vec3> corners(8);
  for (std::size_t i = 0; i < 8; ++i) {
    corners[i] = {(i & 1) != 0 ? hi.x : lo.x, (i & 2) != 0 ? hi.y : lo.y,
                  (i & 4) != 0 ? hi.z : lo.z};
  }
  Shape shape;
  shape.convices.push_back(make_convex_hull(corners, 3, 7));
  return shape;
}

Shape ball(Vec3 center, double radius) {
  Shape shape;
  shape.spheres.push_back({center, radius, 2, 5});
  return shape;
}

Shape brick() {
  const std::array<double, 24> corners{2, -1, 0, 3, -1, 0, 3, 1, 0, 2, 1, 0,
                                       2, -1, 1, 3, -1, 1, 3, 1, 1, 2, 1, 1};
  const std::array<int, 6> surfaces{1, 2, 3, 4, 5, 6};
  HexMeshParams params;
  params.corners = corners;
  params.counts = {1, 2, 1};
  params.volume = 9;
  params.surfaces = surfaces;
  Shape shape;
  shape.meshes.push_back(make_hex_mesh(params));
  return shape;
}

BodyDefinition definition(BodyKind kind, Shape shape, int material, std::string label) {
  BodyDefinition result;
  result.kind = kind;
  result.shape = std::move(shape);
  result.material = material;
  result.label = std::move(label);
  result.origin = "scene.py:7";
  return result;
}

}  // namespace

void build_scene(Domain& domain, const SceneOptions& options) {
  const int stone =
      domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 2000.0}).first;
  const int rubber =
      domain.define_bulk_material({"rubber", BulkModel::kirchhoff, options.young, 0.3, 1000.0})
          .first;
  SurfaceMaterial rough;
  rough.label = "rough";
  rough.friction = 0.5;
  domain.surface_materials.define(rough);
  SurfaceMaterial smooth;
  smooth.surface1 = 2;
  smooth.surface2 = 7;
  smooth.restitution = 0.5;
  domain.surface_materials.define(smooth);

  const std::array<BodyDefinition, 4> all = {
      definition(BodyKind::obstacle, box({-5, -5, -1}, {5, 5, 0}), stone, "floor"),
      definition(options.ball_kind, ball({0, 0, 0.5}, 0.5), stone, ""),
      definition(BodyKind::pseudo_rigid, brick(), rubber, options.brick_label),
      definition(BodyKind::rigid, box({-4, -1, 2}, {-3, 1, 2 + options.block_height}), stone,
                 "block")};
  for (int i = 0; i < options.bodies; ++i) domain.add_body(all[static_cast<std::size_t>(i)]);
  if (options.bodies < 4) return;
  domain.add_constraint(make_fixed_point(4, {-4, -1, 3}));
  domain.add_constraint(make_rigid_link(4, 0, {-3, 1, 2}, {-3, 1, 4}, 1e-4));
  domain.set_self_contact(3, true);
  domain.loads.gravity[2].constant = -kGravity;
  domain.bodies.set_rigid_velocity(domain.body_ref(2), {1, 0.25, 0}, {0, 3, 0});
}

BodyId add_drop(Domain& domain, double x) {
  BodyDefinition drop = definition(BodyKind::rigid, ball({x, 3, 0.25}, 0.25), 0, "drop");
  drop.in_callback = true;
  const BodyId id = domain.add_body(std::move(drop));
  const BodyRef body = domain.body_ref(id);
  BodyCharacteristics heavy = domain.bodies.characteristics(body);
  heavy.mass *= 2.0;
  heavy.center.z -= 0.125;
  domain.bodies.set_characteristics(body, heavy);
  return id;
}

void add_loads(Domain& domain) {
  constexpr BodyId kBrick = 3;
  constexpr BodyId kBlock = 4;
  const auto grows =
      std::make_shared<const TimeSeries>(std::vector<double>{0, 1}, std::vector<double>{0, 8});
  Loads& loads = domain.loads;
  loads.forces.push_back({kBlock, LoadFrame::spatial, {-3, 1, 2}, {0, 0.6, 0.8}, {0.0, grows}});
  loads.forces.push_back({kBrick, LoadFrame::convected, {0, 3, 0}, {1, 0, 0}, {0.25, nullptr}});
  loads.torques.push_back({kBlock, LoadFrame::convected, {0, 0, 1}, {-3.0, nullptr}});
  const Shape& shape = *domain.find_body(kBlock)->shape;
  loads.pressures.push_back(
      {kBlock, pressed_surface(shape, face_surfaces(shape).front()), {5.0, grows}});
}

std::vector<Frame> write_scene(const std::string& folder, const SceneRun& run) {
  Domain domain(Analysis::dynamic, 1e-4);
  build_scene(domain);
  if (run.loaded) add_loads(domain);
  GaussSeidelSolver solver{GaussSeidelParams{}};
  ResultWriter writer(folder);
  writer.set_compression(run.compressed);
  std::vector<Frame> log;
  for (int k = 0; k < run.frames; ++k) {
    Frame frame;
    if (k == 2 && run.inserts) frame.new_bodies.push_back(add_drop(domain, 3.0));
    if (k == 4 && run.deletes) {
      domain.remove_body(2);
      frame.deleted_bodies.push_back(2);
    }
    StepSummary summary;
    for (int step = 0; k > 0 && step < kStepsPerFrame; ++step) {
      (void)domain.step(solver, kStep);
      summary.step = kStep;
      summary.merit = solver.report().merit;
      summary.residual = solver.report().residual;
      summary.worst = domain.row_place(solver.report().worst_row).id;
      summary.iterations = solver.report().iterations;
      summary.status = solver.report().status;
      summary.sparsified = k;
    }
    writer.write(domain, summary, domain.timers, {}, 0, k == 0 ? StateDetail::whole : run.detail);
    Frame shown = shown_frame(domain);
    shown.summary = summary;
    shown.new_bodies = frame.new_bodies;
    shown.deleted_bodies = frame.deleted_bodies;
    log.push_back(std::move(shown));
    if (run.observe) run.observe(domain);
    domain.timers.reset();
  }
  return log;
}

namespace {

void add_body(BodyId id, const Bodies& bodies, BodyRef body, Frame& frame) {
  std::vector<double> state(static_cast<std::size_t>(bodies.state_size(body)));
  bodies.get_state(body, state);
  std::vector<double>& numbers = frame.bodies.numbers;
  numbers.insert(numbers.end(), state.begin(), state.end());
  frame.bodies.start.push_back(static_cast<int>(numbers.size()));
  BodyState& one = frame.bodies.bodies.emplace_back();
  one.id = id;
  one.kind = body.kind;
  one.energies = bodies.energies(body);
}

void add_constraints(const std::vector<ConstraintRecord>& constraints, Frame& frame) {
  frame.constraints = constraints;
  frame.constraint_count = static_cast<int>(constraints.size());
}

}  // namespace

int store_plainly(const std::string& folder) {
  const std::string path = frames_file(folder);
  const std::string other = path + ".plain";
  int count = 0;
  {
    FrameReader frames(path);
    FrameWriter writer = FrameWriter::create(other, make_posix_file());
    for (int i = 0; i < frames.frames(); ++i) {
      const auto payload = frames.payload(i);
      XdrReader in(payload);
      Frame frame;
      load_head(in, frame);
      XdrWriter out;
      if (i % 2 == 0 || frame.version != kShownVersion) {
        frame.version = frame.version == kShownVersion ? kEarlierShown : kEarlierWhole;
        save(static_cast<const FrameHead&>(frame), out);
        const auto states = in.read_bytes(in.remaining());
        std::copy(states.begin(), states.end(), out.extend(states.size()).begin());
        writer.append(frames.time(i), out.bytes());
        continue;
      }
      load_bodies(in, frame);
      load_constraints(in, true, frame);
      const auto rest = in.read_bytes(in.remaining());
      frame.version = kPlainVersion;
      save(static_cast<const FrameHead&>(frame), out);
      save(frame.bodies, out);
      FieldWriter<ConstraintStates, XdrWriter> rows(frame, out);
      PlainStates{}(rows);
      std::copy(rest.begin(), rest.end(), out.extend(rest.size()).begin());
      writer.append(frames.time(i), out.bytes());
      ++count;
    }
  }
  std::filesystem::rename(other, path);
  return count;
}

Frame shown_frame(const Domain& domain) {
  Frame frame;
  frame.time = domain.time();
  frame.bodies.start.push_back(0);
  for (const BodyRecord& record : domain.body_records()) {
    add_body(record.id, domain.bodies, domain.body_ref(record.id), frame);
  }
  add_constraints(domain.constraints(), frame);
  return frame;
}

Frame shown_frame(const Snapshot& snapshot) {
  Frame frame;
  frame.time = snapshot.time;
  frame.summary = snapshot.summary;
  frame.bodies.start.push_back(0);
  for (const SnapshotBody& body : snapshot.members) {
    add_body(body.id, snapshot.bodies, body.place, frame);
  }
  add_constraints(snapshot.constraints, frame);
  return frame;
}

void expect_equal(const ConstraintRecord& a, const ConstraintRecord& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.master, b.master);
  EXPECT_EQ(a.slave, b.slave);
  EXPECT_EQ(a.R, b.R);
  EXPECT_EQ(a.U, b.U);
  EXPECT_EQ(a.V, b.V);
  EXPECT_EQ(a.point, b.point);
  EXPECT_EQ(a.slave_point, b.slave_point);
  EXPECT_EQ(a.frame, b.frame);
  EXPECT_EQ(a.gap, b.gap);
  EXPECT_EQ(a.area, b.area);
  EXPECT_EQ(a.merit, b.merit);
  EXPECT_EQ(a.master_surface, b.master_surface);
  EXPECT_EQ(a.slave_surface, b.slave_surface);
  EXPECT_EQ(a.material, b.material);
  EXPECT_EQ(a.bonded, b.bonded);
  EXPECT_EQ(a.feature, b.feature);
}

void expect_equal(const Frame& a, const Frame& b) {
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.summary, b.summary);
  EXPECT_EQ(a.bodies.ids(), b.bodies.ids());
  EXPECT_EQ(a.bodies.start, b.bodies.start);
  EXPECT_EQ(a.bodies.numbers, b.bodies.numbers);
  EXPECT_EQ(a.new_bodies, b.new_bodies);
  EXPECT_EQ(a.deleted_bodies, b.deleted_bodies);
  ASSERT_EQ(a.bodies.bodies.size(), b.bodies.bodies.size());
  for (std::size_t i = 0; i < a.bodies.bodies.size(); ++i) {
    EXPECT_EQ(a.bodies.bodies[i].kind, b.bodies.bodies[i].kind);
    for (const auto energy : kEnergyFields) {
      EXPECT_EQ(a.bodies.bodies[i].energies.*energy, b.bodies.bodies[i].energies.*energy);
    }
  }
  EXPECT_EQ(a.constraint_count, b.constraint_count);
  ASSERT_EQ(a.constraints.size(), b.constraints.size());
  for (std::size_t i = 0; i < a.constraints.size(); ++i) {
    expect_equal(a.constraints[i], b.constraints[i]);
  }
}

std::vector<char> bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_bytes(const std::string& path, const std::vector<char>& bytes) {
  std::filesystem::remove(path);  // much quicker than cutting an existing file
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace solfec::test
