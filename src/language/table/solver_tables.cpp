#include <span>
#include <utility>

#include "language/table/solver_names.h"
#include "language/table/tables.h"

namespace solfec {

namespace {

ArgumentSpec one_of(std::string_view name, std::span<const std::string_view> names,
                    std::string_view default_text, std::string_view doc) {
  return choice(name, {names.begin(), names.end()}, default_text, doc);
}

ArgumentSpec accuracy_argument(std::string_view default_text) {
  ArgumentSpec argument =
      optional("accuracy", ValueKind::object, default_text, "m/s",
               "error of velocity that suffices, in place of the other criteria: each row keeps "
               "it, or the mean of the bodies does and no row misses ten times as much");
  argument.type =
      "a speed > 0, (x, 'GH') for x times g h (without gravity, of what other forces and joints "
      "do to the rows in the step), or 'AUTO' for the other criteria";
  argument.stub = "float | tuple[float, str] | str";
  return argument;
}

/// Returns the members by which all solvers tell of the last step, beside their iterations.
std::vector<MemberSpec> verdict_members() {
  return {
      read_write(accuracy_argument(""), "float | tuple[float, str] | str"),
      read_only("velerr", "float", "m/s", "largest error of velocity of a row in the last step"),
      read_only("velmean", "float", "m/s",
                "error of velocity in the mean of the bodies in the last step: root of the sum of "
                "the squares of the rows over the number of bodies"),
      read_only("missed", "str", "",
                "criterion that the last step did not meet; '' when it converged"),
      read_only("stages", "list[dict[str, str | int | float]]", "",
                "what solved the last step, in its order: dictionaries with the stage, its sweeps, "
                "steps, factorisations and work (in sweeps), the errors over the criteria before "
                "and after it, and its end, the reason in words (docs/solvers.md)")};
}

std::vector<MemberSpec> gauss_seidel_members() {
  std::vector<MemberSpec> members = {
      read_only("failure", "str", "", "'CONTINUE', 'EXIT' or 'CALLBACK'"),
      read_only("error", "str", "",
                "'OK', 'DIVERGED', 'DIAGONAL_DIVERGED' or 'DIAGONAL_FAILED' in the last step"),
      read_only("iters", "int", "", "sweeps of the last step"),
      read_only("rerhist", "list[float]", "",
                "relative change per sweep of the last step, as 'epsilon' bounds it"),
      read_only("merhist", "list[float]", "", "merit values of the last step"),
      read_only("residual", "float", "", "natural-map residual e of the last step"),
      read_only("replaced", "int", "",
                "visits of contacts in the last step at which 'EXACT' replaced the block solver"),
      read_write(
          required("epsilon", ValueKind::positive, "",
                   "relative change of what the reactions do to bodies that suffices, and e; with "
                   "acceleration='OFF' that of the reactions alone"),
          "float"),
      read_write(required("maxiter", ValueKind::count, "", "largest number of sweeps"), "int"),
      read_write(required("meritval", ValueKind::positive, "", "merit value that suffices"),
                 "float"),
      read_write(required("diagepsilon", ValueKind::positive, "", "accuracy of the block solver"),
                 "float"),
      read_write(required("diagmaxiter", ValueKind::count, "", "iterations of the block solver"),
                 "int"),
      read_write(one_of("diagsolver", kDiagonalSolverNames, "", "block solver"), "str"),
      read_write(required("reverse", ValueKind::flag, "", "forward and backward sweeps in turn"),
                 "str"),
      read_write(one_of("variant", kUpdateNames, "",
                        "update between processors; no effect, a note says so"),
                 "str"),
      read_write(required("innerloops", ValueKind::count, "",
                          "inner loops per global sweep; no effect, a note says so"),
                 "int"),
      read_write(one_of("acceleration", kAccelerationNames, "", "help where sweeps are slow"),
                 "str"),
  };
  for (MemberSpec& member : verdict_members()) members.push_back(std::move(member));
  return members;
}

/// Where no other criterion is given.
constexpr std::string_view kDefaultAccuracy = "(1E-3, 'GH'), 'AUTO' with another criterion";

CommandSpec gauss_seidel() {
  return {
      .name = "GAUSS_SEIDEL_SOLVER",
      .is_type = true,
      .arguments = {optional("epsilon", ValueKind::positive, "1E-6", "",
                             "relative change in one sweep of what the reactions do to bodies that "
                             "suffices, where the natural residual e is as small too; with "
                             "acceleration='OFF' that of the reactions alone"),
                    optional("maxiter", ValueKind::count, "1000", "", "largest number of sweeps"),
                    optional("meritval", ValueKind::positive, "1E-3", "",
                             "merit value that suffices; epsilon must be met too"),
                    one_of("failure", kFailureNames, "'CONTINUE'",
                           "what to do when a step does not converge"),
                    optional("diagepsilon", ValueKind::positive,
                             "min(epsilon, meritval, 1E-4) / 100", "",
                             "accuracy of the iterative block solvers"),
                    optional("diagmaxiter", ValueKind::count, "max(100, maxiter / 100)", "",
                             "iterations of the iterative block solvers"),
                    one_of("diagsolver", kDiagonalSolverNames, "'EXACT'", "solver of one contact"),
                    optional("data", ValueKind::any, "None", "",
                             "passed to the callback after the solver; a tuple is expanded"),
                    optional("callback", ValueKind::callable, "None", "",
                             "function for failure = 'CALLBACK'; returning 0 stops the run"),
                    one_of("acceleration", kAccelerationNames, "'AUTO'",
                           "'OFF': plain sweeps, 'NNCG': nonlinear conjugate gradients over "
                           "sweeps, 'AUTO': plain sweeps first, more where they do not suffice"),
                    accuracy_argument(kDefaultAccuracy)},
      .result = "GAUSS_SEIDEL_SOLVER",
      .doc =
          "Makes a block Gauss-Seidel solver of the contact problem.\n\n"
          "Without arguments a step is solved when errors of velocity are at most 1E-3 g h, a "
          "thousandth of the speed that gravity gives a body in the step (docs/solvers.md).\n\n"
          "On failure 'EXIT' and a callback that returns 0 stop the run: RUN raises SolverStop.",
      .members = gauss_seidel_members()};
}

CommandSpec penalty() {
  return {
      .name = "PENALTY_SOLVER",
      .is_type = true,
      .arguments = {one_of("variant", kPenaltyVariantNames, "'IMPLICIT'",
                           "how the normal force is computed; 'SEMI_EXPLICIT' is another name of "
                           "'IMPLICIT'")},
      .result = "PENALTY_SOLVER",
      .doc =
          "Makes a solver that treats every contact as a spring and a dashpot.\n\n"
          "Surface materials must define `spring`: RUN refuses one without."};
}

/// Members that both Newton solvers have.
std::vector<MemberSpec> newton_members() {
  std::vector<MemberSpec> members = {
      read_only("error", "str", "", "'OK', 'DIVERGED' or 'DIAGONAL_FAILED' in the last step"),
      read_only("iters", "int", "", "iterations of the last step"),
      read_only("merhist", "list[float]", "", "merit value per iteration of the last step"),
      read_only("residual", "float", "", "natural-map residual of the last step"),
      read_write(required("meritval", ValueKind::positive, "", "merit value that suffices"),
                 "float"),
      read_write(required("maxiter", ValueKind::count, "", "largest number of iterations"), "int"),
      read_write(required("linminiter", ValueKind::count, "",
                          "linear iterations that are always allowed and done (5)"),
                 "int"),
      read_write(required("resdec", ValueKind::positive, "",
                          "reduction of the linear residual that suffices, below 1 (0.25)"),
                 "float"),
  };
  for (MemberSpec& member : verdict_members()) members.push_back(std::move(member));
  return members;
}

/// Keywords and members of later versions, in their order; `default_text` is that of keywords.
std::vector<ArgumentSpec> later_newton_settings(std::string_view default_text) {
  const auto setting = [&](std::string_view name, ValueKind kind, std::string_view doc) {
    return optional(name, kind, default_text, "", doc);
  };
  const auto word = [&](std::string_view name, std::vector<std::string_view> words,
                        std::string_view doc) {
    return choice(name, std::move(words), default_text, doc);
  };
  return {word("locdyn", {"ON", "OFF"}, "later versions: 'OFF' is variant 'BODY_SPACE'"),
          word("linver", {"GMRES", "DIAG"}, "later versions: kept without effect"),
          setting("linmaxiter", ValueKind::count, "later versions: kept without effect"),
          setting("maxmatvec", ValueKind::count, "later versions: kept without effect"),
          setting("epsilon", ValueKind::positive, "later versions: the member resdec, below 1"),
          setting("delta", ValueKind::non_negative, "later versions: kept without effect"),
          setting("theta", ValueKind::fraction, "later versions: kept without effect"),
          setting("omega", ValueKind::non_negative, "later versions: kept without effect"),
          word("gsflag", {"ON", "OFF"}, "later versions: kept without effect"),
          word("reldelta", {"OFF", "avgWii", "minWii", "maxWii"},
               "later versions: kept without effect")};
}

/// Members of the same names.
void append_later_members(std::vector<MemberSpec>& members) {
  for (const ArgumentSpec& setting : later_newton_settings("")) {
    const bool number = setting.kind == ValueKind::positive ||
                        setting.kind == ValueKind::non_negative ||
                        setting.kind == ValueKind::fraction;
    const std::string_view result =
        number ? "float" : (setting.kind == ValueKind::count ? "int" : "str");
    if (setting.name == "reldelta") continue;
    if (setting.name == "locdyn") {
      members.push_back(read_only("locdyn", "str", "", "'OFF' for the variant 'BODY_SPACE'"));
    } else {
      members.push_back(read_write(setting, result));
    }
  }
}

CommandSpec newton() {
  std::vector<MemberSpec> members = newton_members();
  append_later_members(members);
  std::vector<ArgumentSpec> arguments = {
      optional("meritval", ValueKind::positive, "1E-3", "", "merit value that suffices"),
      optional("maxiter", ValueKind::count, "100, 10 with a meritval", "",
               "largest number of iterations of Newton's method; where rows see implicit meshes "
               "sweeps of less work than one late iteration come first, in quasi-static steps of "
               "at most 30"),
      one_of("variant", kNewtonVariantNames, "'SMOOTHED_VARIATIONAL'",
             "linearisation of the contact law")};
  for (ArgumentSpec& setting : later_newton_settings("None")) {
    arguments.push_back(std::move(setting));
  }
  arguments.push_back(accuracy_argument(kDefaultAccuracy));
  members.push_back(read_write(
      one_of("variant", kNewtonVariantNames, "", "linearisation of the contact law"), "str"));
  members.push_back(read_write(required("nonmonlength", ValueKind::count, "",
                                        "iterates that the line search remembers (5); 1: monotone"),
                               "int"));
  return {.name = "NEWTON_SOLVER",
          .is_type = true,
          .arguments = std::move(arguments),
          .result = "NEWTON_SOLVER",
          .doc =
              "Makes an inexact projected Newton solver of all constraints at once.\n\n"
              "The variants and what they are good for are described in docs/solvers.md. A step "
              "that does not converge keeps the iterate of least merit. What a keyword of later "
              "versions "
              "is taken for is said when it is given.",
          .members = std::move(members)};
}

CommandSpec test_solver() {
  return {.name = "TEST_SOLVER",
          .arguments =
              {optional("meritval", ValueKind::positive, "1E-8", "", "merit value that suffices"),
               optional("maxiter", ValueKind::count, "1000", "", "largest number of iterations"),
               optional("maxmatvec", ValueKind::count, "None", "", "kept without effect"),
               optional("linmaxiter", ValueKind::count, "None", "", "kept without effect"),
               optional("epsilon", ValueKind::positive, "0.25", "", "the member resdec, below 1"),
               optional("delta", ValueKind::non_negative, "None", "", "kept without effect"),
               optional("omega", ValueKind::non_negative, "None", "", "kept without effect")},
          .result = "NEWTON_SOLVER",
          .doc =
              "Makes a NEWTON_SOLVER, for scripts of later versions.\n\n"
              "That name stood for a variant of Newton's method under development."};
}

CommandSpec body_space() {
  std::vector<MemberSpec> members = newton_members();
  members.push_back(
      read_write(required("smooth", ValueKind::non_negative, "m/s",
                          "smoothing of the derivative (0); a small positive value switches it on"),
                 "float"));
  return {.name = "BODY_SPACE_SOLVER",
          .is_type = true,
          .arguments = {optional("meritval", ValueKind::positive, "1E-5", "",
                                 "merit value that suffices"),
                        optional("maxiter", ValueKind::count, "100, 20 with a meritval", "",
                                 "largest number of iterations"),
                        accuracy_argument(kDefaultAccuracy)},
          .result = "BODY_SPACE_SOLVER",
          .doc =
              "Makes a projected inexact Newton solver that multiplies with W body by body.\n\n"
              "It solves the projection equation of the contact law (docs/solvers.md) and never "
              "assembles W.",
          .members = std::move(members)};
}

CommandSpec interior_point() {
  std::vector<MemberSpec> members = {
      read_only("error", "str", "", "'OK', 'DIVERGED' or 'DIAGONAL_FAILED' in the last step"),
      read_only("iters", "int", "", "factorisations of the last step, or its sweeps alone"),
      read_only("residual", "float", "",
                "natural-map residual of the last step; with friction = 'CONVEX' the error of the "
                "convex problem over velocities"),
      read_write(required("maxiter", ValueKind::count, "", "largest number of factorisations"),
                 "int"),
      read_write(required("meritval", ValueKind::positive, "", "merit value that suffices"),
                 "float"),
      read_write(one_of("friction", kFrictionLawNames, "", "law of friction"), "str")};
  for (MemberSpec& member : verdict_members()) members.push_back(std::move(member));
  return {.name = "INTERIOR_POINT_SOLVER",
          .is_type = true,
          .arguments = {optional("maxiter", ValueKind::count, "200", "",
                                 "largest number of factorisations in a step"),
                        accuracy_argument(kDefaultAccuracy),
                        optional("meritval", ValueKind::positive, "1E-3", "",
                                 "merit value that suffices"),
                        one_of("friction", kFrictionLawNames, "'EXACT'",
                               "'EXACT': Coulomb's law, 'CONVEX': a wrong law that lifts bodies "
                               "that slide")},
          .result = "INTERIOR_POINT_SOLVER",
          .doc =
              "Makes an interior point solver for walls and piles of rigid bodies with redundant "
              "contacts.\n\n"
              "Each iteration is a sparse factorisation over the bodies; sweeps end a step "
              "(docs/solvers.md). Sweeps with its criteria alone solve steps on several ranks, "
              "with contacts of finite elements or without contacts.\n\n"
              "friction = 'CONVEX' leaves the dilation out of Coulomb's law: a contact that slides "
              "with the speed v moves apart with friction times v, so bodies rise as they slide.",
          .members = std::move(members)};
}

}  // namespace

CommandGroup solver_group() {
  return {"Solvers",
          {gauss_seidel(), penalty(), newton(), test_solver(), body_space(), interior_point()}};
}

}  // namespace solfec
