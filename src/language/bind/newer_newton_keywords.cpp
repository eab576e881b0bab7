#include "language/bind/newer_newton_keywords.h"

namespace solfec {

namespace {

constexpr const char* kName = "NEWTON_SOLVER";

void note_without_effect(const Value& value, const char* command) {
  note(command, cat("'", value.spec().name, "' is kept and has no effect on this solver"));
}

void keep(const Value& value, double& place, const char* command = kName) {
  if (!value.given()) return;
  place = value.number();
  note_without_effect(value, command);
}

void keep(const Value& value, int& place, const char* command = kName) {
  if (!value.given()) return;
  place = value.integer();
  note_without_effect(value, command);
}

void keep(const Value& value, std::string& place, const char* command = kName) {
  if (!value.given()) return;
  (void)value.choice();
  place = value.text();
  note_without_effect(value, command);
}

void check_accuracy(const Value& value, double accuracy) {
  if (!(accuracy < 1.0)) value.fail(cat("must be below 1, got ", accuracy));
}

/// Without assembled local dynamics the solver works body by body.
void apply_locdyn(const Arguments& args, NewtonParams& params) {
  const Value& value = args["locdyn"];
  if (!value.given()) return;
  if (value.flag()) {
    if (params.variant == NewtonVariant::body_space) {
      value.fail("is 'ON', but the variant 'BODY_SPACE' assembles no local dynamics");
    }
    note(kName, "'locdyn' = 'ON': W is assembled, as the variant does");
    return;
  }
  if (args["variant"].given() && params.variant != NewtonVariant::body_space) {
    value.fail("is 'OFF', which is the variant 'BODY_SPACE', but another variant is given");
  }
  params.variant = NewtonVariant::body_space;
  note(kName, "'locdyn' = 'OFF' is taken as variant = 'BODY_SPACE'");
}

}  // namespace

void read_later_keywords(const Arguments& args, NewtonObject& object) {
  apply_locdyn(args, object.solver.params);
  const Value& accuracy = args["epsilon"];
  if (accuracy.given()) {
    check_accuracy(accuracy, accuracy.number());
    object.solver.params.residual_decrease = accuracy.number();
    note(kName, "'epsilon' is taken as the member resdec");
  }
  LaterNewtonSettings& later = object.later;
  keep(args["linver"], later.linear_solver);
  keep(args["linmaxiter"], later.linear_max_iterations);
  keep(args["maxmatvec"], later.max_products);
  keep(args["delta"], later.regularisation);
  keep(args["theta"], later.relaxation);
  keep(args["omega"], later.merit_smoothing);
  keep(args["gsflag"], later.repeat_with_gauss_seidel);
  keep(args["reldelta"], later.relative_regularisation);
}

std::shared_ptr<NewtonObject> make_test_solver(const Arguments& args) {
  constexpr const char* kTest = "TEST_SOLVER";
  NewtonParams params;
  params.merit_tolerance = args["meritval"].number_or(1e-8);
  params.max_iterations = args["maxiter"].integer_or(1000);
  const Value& accuracy = args["epsilon"];
  if (accuracy.given()) {
    check_accuracy(accuracy, accuracy.number());
    params.residual_decrease = accuracy.number();
  }
  auto object = std::make_shared<NewtonObject>(params);
  LaterNewtonSettings& later = object->later;
  keep(args["maxmatvec"], later.max_products, kTest);
  keep(args["linmaxiter"], later.linear_max_iterations, kTest);
  keep(args["delta"], later.regularisation, kTest);
  keep(args["omega"], later.merit_smoothing, kTest);
  return object;
}

namespace {

void bind_without_effect(TypeBinder<NewtonObject>& type, const char* name,
                         double LaterNewtonSettings::*entry) {
  type.member(
      name, [entry](NewtonObject& self) { return self.later.*entry; },
      [entry](NewtonObject& self, const Value& value) { keep(value, self.later.*entry); });
}

void bind_without_effect(TypeBinder<NewtonObject>& type, const char* name,
                         int LaterNewtonSettings::*entry) {
  type.member(
      name, [entry](NewtonObject& self) { return self.later.*entry; },
      [entry](NewtonObject& self, const Value& value) { keep(value, self.later.*entry); });
}

void bind_without_effect(TypeBinder<NewtonObject>& type, const char* name,
                         std::string LaterNewtonSettings::*entry) {
  type.member(
      name, [entry](NewtonObject& self) { return self.later.*entry; },
      [entry](NewtonObject& self, const Value& value) { keep(value, self.later.*entry); });
}

}  // namespace

void bind_later_members(TypeBinder<NewtonObject>& type) {
  type.member(
      "epsilon", [](NewtonObject& self) { return self.solver.params.residual_decrease; },
      [](NewtonObject& self, const Value& value) {
        check_accuracy(value, value.number());
        self.solver.params.residual_decrease = value.number();
      });
  type.member("locdyn", [](NewtonObject& self) {
    return self.solver.params.variant == NewtonVariant::body_space ? "OFF" : "ON";
  });
  bind_without_effect(type, "linver", &LaterNewtonSettings::linear_solver);
  bind_without_effect(type, "linmaxiter", &LaterNewtonSettings::linear_max_iterations);
  bind_without_effect(type, "maxmatvec", &LaterNewtonSettings::max_products);
  bind_without_effect(type, "delta", &LaterNewtonSettings::regularisation);
  bind_without_effect(type, "theta", &LaterNewtonSettings::relaxation);
  bind_without_effect(type, "omega", &LaterNewtonSettings::merit_smoothing);
  bind_without_effect(type, "gsflag", &LaterNewtonSettings::repeat_with_gauss_seidel);
}

}  // namespace solfec
