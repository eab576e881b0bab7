// The Python reader knows the format from docs/output-format.md alone: what it prints must be what
// was written.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include <gtest/gtest.h>

#include "base/cat.h"
#include "output/result_reader.h"
#include "output/result_scene.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

// Doubles are printed as hexadecimal numbers, which lose nothing.
constexpr const char* kScript = R"(
import sys
sys.path.insert(0, sys.argv[1])
import solfec_results
results = solfec_results.open(sys.argv[2])
def put(*numbers):
    print(*(float(number).hex() for number in numbers))
print(results.damaged_bytes, len(results))
for frame in results:
    for load in frame.loads:
        print(load.kind, load.body, load.frame or "-", load.surface)
        put(*load.vector, *load.point, load.pressure)
    put(frame.time, frame.step, frame.merit, frame.residual, frame.iterations, frame.sparsified)
    print(*frame.bodies, "new", *frame.new_bodies, "deleted", *frame.deleted_bodies)
    for state in frame.bodies.values():
        put(*state.gradient, *state.center, *state.rate, *state.velocity, *state.energy.values())
    for row in frame.constraints:
        print(row.id, row.kind, row.master, row.slave, row.material, *row.surfaces)
        put(*row.R, *row.U, *row.V, *row.point, *row.slave_point, *row.frame, row.merit)
        put(row.gap, row.area)
for body in results.bodies:
    shape = body.shape
    print(body.id, body.kind, repr(body.label), body.ordinal, len(shape.polyhedra),
          len(shape.meshes), len(shape.spheres))
drop = results[2].bodies[5]
put(*drop.position((3, 3, 0.25)))
)";

class Printer {
 public:
  void put(std::initializer_list<double> numbers) { put(std::vector<double>(numbers)); }
  void put(const std::vector<double>& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) out_ << (i == 0 ? "" : " ") << hex(numbers[i]);
    out_ << '\n';
  }
  template <typename... Words>
  void line(const Words&... words) {
    const char* gap = "";
    ((out_ << gap << words, gap = " "), ...);
    out_ << '\n';
  }
  [[nodiscard]] std::string text() const { return out_.str(); }

 private:
  /// As float.hex() of Python writes it.
  static std::string hex(double value) {
    if (value == 0.0) return std::signbit(value) ? "-0x0.0p+0" : "0x0.0p+0";
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.13a", value);
    return buffer;
  }

  std::ostringstream out_;
};

std::string ids(const std::vector<BodyId>& list) {
  std::string text;
  for (const BodyId id : list) text += cat(' ', id);
  return text;
}

void append(std::vector<double>& numbers, Vec3 v) {
  numbers.insert(numbers.end(), {v.x, v.y, v.z});
}

/// Loads of test::add_loads at a time t, s.
void print_loads(double t, Printer& out) {
  out.line("FORCE", 4, "SPATIAL", 0);
  out.put({0.0, 8.0 * t * 0.6, 8.0 * t * 0.8, -3.0, 1.0, 2.0, 0.0});
  out.line("FORCE", 3, "CONVECTED", 0);
  out.put({0.25, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0});
  out.line("TORQUE", 4, "CONVECTED", 0);
  out.put({-0.0, -0.0, -3.0, 0.0});
  out.line("PRESSURE", 4, "-", 7);
  out.put({8.0 * t});
}

void print_frame(const Frame& frame, bool with_loads, Printer& out) {
  if (with_loads) print_loads(frame.time, out);
  out.put({frame.time, frame.summary.step, frame.summary.merit, frame.summary.residual,
           static_cast<double>(frame.summary.iterations),
           static_cast<double>(frame.summary.sparsified)});
  out.line(cat(ids(frame.bodies.ids()).substr(1), " new", ids(frame.new_bodies), " deleted",
               ids(frame.deleted_bodies)));
  for (std::size_t i = 0; i < frame.bodies.bodies.size(); ++i) {
    const auto state = frame.bodies.numbers_of(i);
    std::vector<double> numbers(state.begin(), state.end());
    const Energies& e = frame.bodies.bodies[i].energies;
    numbers.insert(numbers.end(), {e.kinetic, e.internal, e.external, e.contact, e.friction,
                                   e.damping, e.numerical, e.plastic});
    out.put(numbers);
  }
  for (const ConstraintRecord& row : frame.constraints) {
    const std::string kind(name_of(row.kind));
    if (row.kind == ConstraintKind::contact) {
      out.line(row.id, kind, row.master, row.slave, row.material, row.master_surface,
               row.slave_surface);
    } else {
      out.line(row.id, kind, row.master, row.slave, row.material);
    }
    std::vector<double> numbers;
    for (const Vec3& v : {row.R, row.U, row.V, row.point, row.slave_point}) append(numbers, v);
    numbers.insert(numbers.end(), std::begin(row.frame.m), std::end(row.frame.m));
    numbers.push_back(row.merit);
    out.put(numbers);
    out.put({row.gap, row.area});
  }
}

/// Output of kScript for a folder of results.
std::string printed_by_python(const TemporaryFolder& temporary, const std::string& folder) {
  const std::string python = SOLFEC_SOURCE_DIR "/python";
  const std::string script = temporary.file_with("read.py", kScript);
  const std::string printed = temporary.file("printed.txt");
  const std::string command = "PYTHONDONTWRITEBYTECODE=1 '" SOLFEC_TEST_PYTHON "' '" + script +
                              "' '" + python + "' '" + folder + "' > '" + printed + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  return text_of(printed);
}

class PythonReader : public ::testing::TestWithParam<StateDetail> {};

TEST_P(PythonReader, ReadsWhatTheProgramWroteAndWhatEarlierOnesDid) {
  const TemporaryFolder temporary;
  Vec3 drop;
  int frames = 0;
  test::SceneRun run;
  run.detail = GetParam();
  run.loaded = true;
  run.observe = [&](const Domain& domain) {
    if (frames++ == 2) drop = domain.bodies.current_point(domain.body_ref(5), {3, 3, 0.25});
  };
  const std::vector<Frame> log = test::write_scene(temporary.file("out"), run);
  const auto expected = [&](bool with_loads) {
    Printer out;
    out.line(0, log.size());
    for (const Frame& frame : log) print_frame(frame, with_loads, out);
    out.line(1, "OBSTACLE", "'floor'", 1, 1, 0, 0);
    out.line(2, "RIGID", "''", 2, 0, 0, 1);
    out.line(3, "PSEUDO_RIGID", "'brick'", 3, 0, 1, 0);
    out.line(4, "RIGID", "'block'", 4, 1, 0, 0);
    out.line(5, "RIGID", "'drop'", 0, 0, 0, 1);
    out.put({drop.x, drop.y, drop.z});
    return out.text();
  };

  EXPECT_EQ(printed_by_python(temporary, temporary.file("out")), expected(true));
  const bool shows = run.detail != StateDetail::whole;
  EXPECT_EQ(test::store_plainly(temporary.file("out")), shows ? 3 : 0);
  EXPECT_EQ(printed_by_python(temporary, temporary.file("out")), expected(false));
  // The program reads the earlier forms as well, and what they do not hold is not there.
  ResultReader reader(temporary.file("out"));
  for (int i = 0; i < reader.frame_count(); ++i) {
    Frame frame;
    reader.load(i, frame);
    test::expect_equal(frame, log[static_cast<std::size_t>(i)]);
    EXPECT_TRUE(frame.loads.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Frames, PythonReader,
                         ::testing::Values(StateDetail::whole, StateDetail::shown));

}  // namespace
}  // namespace solfec
