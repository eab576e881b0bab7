#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "body/finite_element/modal_analysis.h"
#include "language/arguments/base_argument.h"
#include "language/arguments/body_subset.h"
#include "language/arguments/objects.h"
#include "language/arguments/session.h"
#include "language/bind/bind_groups.h"
#include "language/python/python_numbers.h"
#include "output/matrix_market.h"
#include "output/modes_file.h"

namespace solfec {

namespace {

double abstol_of(const Arguments& args) {
  const double tolerance = args["abstol"].number_or(1e-11);
  if (!(tolerance < 1.0)) args["abstol"].fail(cat("must be below 1, got ", tolerance));
  return tolerance;
}

int maxiter_of(const Arguments& args) { return args["maxiter"].integer_or(100); }

const FiniteElementBody& mesh_of(const Value& value) {
  const BodyObject& body = body_of(value);
  const BodyRecord& record = record_of(body);
  const Bodies& bodies = body.simulation->domain.bodies;
  const int index = bodies.find(body.id);
  if (record.kind != BodyKind::finite_element || index < 0) {
    value.fail(cat("must be a FINITE_ELEMENT body, ", describe(record), " is ",
                   index < 0 ? "not here" : name_of(record.kind)));
  }
  return bodies.finite_element[bodies.refs()[at(index)].slot];
}

/// Body of the command and hash of its mesh; the hash is 0 where no file keeps modes.
struct ModalBody {
  const FiniteElementBody* body = nullptr;  // null: modes are read alone
  std::uint64_t hash{};
};

/// The first modes of a file, null when it has none that serve.
std::optional<Modes> kept_modes(const Arguments& args, const ModalBody& of, int count) {
  if (!args["path"].given()) return std::nullopt;
  const std::string path = args["path"].text();
  const bool anew = of.body != nullptr && run_context().settings.write_anew;
  std::optional<StoredModes> stored;
  if (!anew) stored = read_modes(path);
  if (!stored) return std::nullopt;
  if (of.body != nullptr && stored->mesh != of.hash) {
    args["path"].fail(cat("names modes of another mesh or material: ", path,
                          " was not made of this body; remove it, give another path or option -w"),
                      InputErrorKind::runtime);
  }
  const int all = stored->modes.count();
  const bool is_rough = of.body != nullptr && stored->tolerance > abstol_of(args);
  if (all < count || is_rough) return std::nullopt;
  const std::size_t size = stored->modes.vector.size() / at(all);
  if (count > 0) {
    stored->modes.eigenvalue.resize(at(count));
    stored->modes.vector.resize(at(count) * size);
  }
  return std::move(stored->modes);
}

Modes computed_modes(const Arguments& args, const ModalBody& of, int count) {
  const FiniteElementBody& body = *of.body;
  const int unknowns = 3 * body.node_count();
  if (count > unknowns) {
    args["num"].fail(
        cat("must be at most the number of unknowns of the mesh, ", unknowns, ", got ", count));
  }
  Modes modes =
      lowest_modes(body.elements, count, body.eigenvalue, {abstol_of(args), maxiter_of(args)});
  if (modes.count() < count) {
    throw InputError(cat("only ", modes.count(), " of ", count, " modes have converged to abstol ",
                         abstol_of(args), " in ", maxiter_of(args),
                         " restarts: give a larger maxiter or abstol"),
                     InputErrorKind::runtime);
  }
  if (args["path"].given() && run_context().settings.writes && !run_context().settings.check_only) {
    write_modes(args["path"].text(), {of.hash, abstol_of(args), modes});
  }
  return modes;
}

void print_frequencies(const Modes& modes) {
  std::printf("mode  eigenvalue (1/s^2)  frequency (Hz)\n");
  for (int k = 0; k < modes.count(); ++k) {
    const double value = modes.eigenvalue[at(k)];
    std::printf("%4d  %18.9g  %14.9g\n", k + 1, value, std::sqrt(value) / (2.0 * M_PI));
  }
}

py::object modal_analysis(const Arguments& args) {
  const bool computes = args["body"].given();
  const int count = args["num"].integer_or(0);
  (void)abstol_of(args);  // also where a file has the modes
  if (!computes && !args["path"].given()) {
    args["path"].fail("must be given where 'body' is None");
  }
  ModalBody of;
  if (computes) of.body = &mesh_of(args["body"]);
  if (computes && args["path"].given()) of.hash = mesh_hash(of.body->elements);
  std::optional<Modes> modes = kept_modes(args, of, count);
  if (!modes && !computes) {
    args["path"].fail(
        cat("must name a file of ", count > 0 ? cat(count, " modes or more") : "modes", ", ",
            args["path"].text(), " is none"),
        InputErrorKind::runtime);
  }
  if (!modes && count == 0) args["num"].fail("must be given where no 'path' has the modes");
  if (!modes) modes = computed_modes(args, of, count);
  if (args["verbose"].flag_or(false) && run_context().comm->rank() == 0) {
    print_frequencies(*modes);
  }
  return py::make_tuple(to_list(modes->eigenvalue), to_list(modes->vector));
}

py::object export_matrices(const Arguments& args) {
  const bool lower_mass = args["spdM"].flag_or(true);
  const bool lower_stiffness = args["spdK"].flag_or(true);
  const std::string mass = args["pathM"].text();
  const std::string stiffness = args["pathK"].text();
  if (mass.empty()) args["pathM"].fail("must not be empty");
  if (stiffness.empty()) args["pathK"].fail("must not be empty");
  if (mass == stiffness) args["pathK"].fail(cat("must be another file than 'pathM', got ", mass));
  if (!is_here(body_of(args["body"]))) return py::none();
  const FiniteElementMesh& mesh = mesh_of(args["body"]).elements;
  if (!run_context().settings.writes || run_context().settings.check_only) return py::none();
  const std::string name = describe(record_of(body_of(args["body"])));
  write_matrix_market(mass, mesh.mass, lower_mass, cat("lumped masses of ", name, ", kg"));
  write_matrix_market(stiffness, reference_stiffness(mesh), lower_stiffness,
                      cat("tangent stiffness of ", name, " undeformed, N/m"));
  return py::none();
}

/// The six motions of a mesh without strain, three along the axes and three about them.
py::object rigid_displacements(const Arguments& args) {
  if (!is_here(body_of(args["body"]))) return py::none();
  const FiniteElementBody& body = mesh_of(args["body"]);
  const Vec3 center = body.characteristics.center;
  py::list modes;
  for (const bool turns : {false, true}) {
    for (const Vec3 axis : {Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
      std::vector<double> mode;
      for (const Vec3 node : body.elements.node) {
        const Vec3 way = turns ? cross(axis, node - center) : axis;
        mode.insert(mode.end(), {way.x, way.y, way.z});
      }
      modes.append(to_list(mode));
    }
  }
  return modes;
}

py::object register_base(const Arguments& args) {
  Simulation& simulation = *args["solfec"].as<SolfecObject>().simulation;
  const std::string label = args["label"].text();
  if (label.empty()) args["label"].fail("must not be empty");
  if (simulation.bases.count(label) != 0) {
    args["label"].fail(cat("is the label of a base already: '", label, "'"));
  }
  ReducedBase base = read_base(args["base"]);
  base.label = label;
  simulation.bases.emplace(label, std::make_shared<const ReducedBase>(std::move(base)));
  return py::none();
}

/// Times of samples: a list of times, or an interval; none without an argument.
std::optional<SampleTimes> sample_times(const Value& sampling, double now) {
  if (!sampling.given()) return std::nullopt;
  const py::object& object = sampling.object();
  double interval = 0.0;
  if (!is_sequence(object) && read_number(object, interval)) {
    if (!(interval > 0.0) || !std::isfinite(interval)) {
      sampling.fail(
          cat("Invalid sampling argument: an interval must be positive, got ", interval, " s"));
    }
    return SampleTimes(Schedule(now, interval));
  }
  std::vector<double> times;
  if (!is_sequence(object) || !read_numbers(object, times)) sampling.fail_type();
  if (times.empty()) sampling.fail("Invalid sampling argument: an empty list of times");
  double last = now;
  for (const double time : times) {
    if (!std::isfinite(time) || !(time > last)) {
      sampling.fail(cat("Invalid sampling argument: times must increase from the present time ",
                        now, " s on, got ", time, " s after ", last, " s"));
    }
    last = time;
  }
  return SampleTimes(std::move(times));
}

py::object corotated_displacements(const Arguments& args) {
  const auto simulation = args["solfec"].as<SolfecObject>().simulation;
  const Domain& domain = simulation->domain;
  const BodySubset subset(simulation, args["subset"]);
  std::vector<BodyId> bodies;
  int nodes = 0;
  for (const BodyId id : subset.script_ids()) {
    const BodyRecord* const record = domain.find_body(id);
    if (record == nullptr || !has_mesh(record->kind)) continue;
    bodies.push_back(id);
    if (domain.bodies.find(id) < 0) continue;  // another rank has it
    const int own = domain.bodies.finite_element[domain.body_ref(id).slot].node_count();
    if (nodes != 0 && own != nodes) {
      args["subset"].fail(cat("Invalid subset definition: ", describe(*record), " has a mesh of ",
                              own, " nodes, and those before it have ", nodes));
    }
    nodes = own;
  }
  if (bodies.empty()) {
    args["subset"].fail("Invalid subset definition (it has no FINITE_ELEMENT body)");
  }
  const auto list = std::make_shared<py::list>();
  const auto append = [list](std::span<const double> numbers) {
    const py::gil_scoped_acquire lock;
    list->append(to_list(numbers));
  };
  simulation->sample_displacements(std::move(bodies), sample_times(args["sampling"], domain.time()),
                                   append);
  return *list;
}

}  // namespace

void bind_modal(py::module_& module) {
  bind_command(module, "MODAL_ANALYSIS", modal_analysis);
  bind_command(module, "REGISTER_BASE", register_base);
  bind_command(module, "COROTATED_DISPLACEMENTS", corotated_displacements);
  bind_command(module, "RIGID_DISPLACEMENTS", rigid_displacements);
  bind_command(module, "BODY_MM_EXPORT", export_matrices);
}

}  // namespace solfec
