#include <array>

#include "base/cat.h"
#include "language/arguments/function_inputs.h"
#include "language/arguments/objects.h"
#include "language/arguments/session.h"
#include "language/bind/bind_groups.h"
#include "language/bind/descriptions.h"
#include "language/python/script_location.h"

namespace solfec {

namespace {

std::shared_ptr<SolfecObject> make(const Arguments& args) {
  const auto analysis = static_cast<Analysis>(args["analysis"].choice());
  const double step = args["step"].number();
  auto simulation = std::make_shared<Simulation>(run_context(), analysis, step,
                                                 args["output"].text(), geometric_epsilon());
  simulation->domain.contact_params.points = ContactPoints::patch;
  simulation->domain.contact_params.projection = true;
  simulation->domain.keeps_built_overlaps = true;
  simulation->note_line("SOLFEC", script_origin(), false);
  run_context().inputs_of = inputs_of;
  register_simulation(simulation);
  return std::make_shared<SolfecObject>(std::move(simulation));
}

py::list bodies(SolfecObject& self) {
  self.simulation->need_all();
  py::list list;
  for (const BodyRecord& record : self.simulation->domain.body_records()) {
    if (self.simulation->holds(record.id)) list.append(to_python(self.simulation, record.id));
  }
  return list;
}

int body_count(SolfecObject& self) {
  self.simulation->need_all();
  int count = 0;
  for (const BodyRecord& record : self.simulation->domain.body_records()) {
    count += self.simulation->holds(record.id) ? 1 : 0;
  }
  return count;
}

/// Returns the summary of the shown frame, or of the last step when none is shown.
const StepSummary& summary_of(const SolfecObject& self) {
  const auto& shown = self.simulation->shown();
  return shown ? shown->summary : self.simulation->summary();
}

const char* on_off(bool on) { return on ? "ON" : "OFF"; }

// Choices of the member `verbose` in their order.
constexpr std::array<const char*, 4> kVerboseNames = {"ON", "OFF", "%", "%\n"};

std::size_t verbose_choice(const Simulation& simulation) {
  if (!simulation.choices.verbose) return 1;
  const auto style = static_cast<std::size_t>(simulation.choices.progress_style);
  return style == 0 ? 0 : style + 1;
}

}  // namespace

void bind_solfec(py::module_& module) {
  TypeBinder<SolfecObject> type(module, "SOLFEC", garbage_collected<SolfecObject>());
  type.constructor(make);
  type.member("analysis", [](SolfecObject& self) {
    return std::string(name_of(self.simulation->domain.analysis()));
  });
  type.member("time", [](SolfecObject& self) { return self.simulation->time(); });
  type.member("mode", [](SolfecObject& self) {
    return self.simulation->mode() == Mode::write ? "WRITE" : "READ";
  });
  type.member("constraints",
              [](SolfecObject& self) { return constraint_list(self.simulation, 0); });
  type.member("ncon", [](SolfecObject& self) {
    const Simulation& simulation = *self.simulation;
    return static_cast<std::int64_t>(simulation.constraints().size()) + simulation.left_out();
  });
  type.member("worst", [](SolfecObject& self) -> py::object {
    const ConstraintRecord* worst =
        self.simulation->find_constraint(self.simulation->worst_constraint());
    if (worst == nullptr) return py::none();
    return constraint_to_python(self.simulation, worst->id);
  });
  type.member("bodies", bodies);
  type.member("nbod", body_count);
  type.member(
      "step", [](SolfecObject& self) { return self.simulation->step_bound(); },
      [](SolfecObject& self, const Value& value) {
        self.simulation->set_step_bound(value.number());
        self.simulation->note_line("SOLFEC", script_origin(), acts_in_run(*self.simulation));
      });
  type.member("current_step", [](SolfecObject& self) {
    const auto& shown = self.simulation->shown();
    const double step = shown ? shown->summary.step : 0.0;
    return step > 0.0 ? step : self.simulation->current_step();
  });
  type.member(
      "verbose",
      [](SolfecObject& self) { return kVerboseNames.at(verbose_choice(*self.simulation)); },
      [](SolfecObject& self, const Value& value) {
        const int wanted = value.choice();
        self.simulation->choices.verbose = wanted != 1;
        self.simulation->choices.progress_style =
            wanted < 2 ? ProgressStyle::full : static_cast<ProgressStyle>(wanted - 1);
      });
  type.member(
      "projection", [](SolfecObject& self) { return on_off(self.simulation->domain.projection); },
      [](SolfecObject& self, const Value& value) {
        self.simulation->domain.projection = value.flag();
        self.simulation->note_line("SOLFEC.projection", script_origin(),
                                   acts_in_run(*self.simulation));
      });
  type.member(
      "impacts",
      [](SolfecObject& self) { return std::string(name_of(self.simulation->domain.impacts)); },
      [](SolfecObject& self, const Value& value) {
        const auto scheme = static_cast<ImpactScheme>(value.choice());
        Domain& domain = self.simulation->domain;
        if (scheme == ImpactScheme::rattle && domain.analysis() != Analysis::dynamic) {
          value.fail(cat("can be 'RATTLE' in dynamic analyses only, and this one is ",
                         name_of(domain.analysis())));
        }
        domain.impacts = scheme;
        self.simulation->note_line("SOLFEC.impacts", script_origin(),
                                   acts_in_run(*self.simulation));
      });
  type.member(
      "equilibrium", [](SolfecObject& self) { return self.simulation->domain.equilibrium; },
      [](SolfecObject& self, const Value& value) {
        const double tolerance = value.number();
        if (!(tolerance < 1.0)) value.fail(cat("must be below 1, got ", tolerance));
        Domain& domain = self.simulation->domain;
        if (tolerance > 0.0 && domain.analysis() != Analysis::quasi_static) {
          value.fail(cat("is for quasi-static analyses, and this one is ",
                         name_of(domain.analysis()), ", got ", tolerance));
        }
        domain.equilibrium = tolerance;
        self.simulation->note_line("SOLFEC.equilibrium", script_origin(),
                                   acts_in_run(*self.simulation));
      });
  type.member("out_of_balance", [](SolfecObject& self) { return summary_of(self).out_of_balance; });
  type.member("repeats", [](SolfecObject& self) { return summary_of(self).repeats; });
  type.member("outpath", [](SolfecObject& self) { return self.simulation->folder(); });
  define_repr(type);
  type.identity(
      [](const SolfecObject& self) { return std::hash<Simulation*>()(self.simulation.get()); });
}

}  // namespace solfec
