#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "archive/fields.h"
#include "constraint/constraint_archive.h"
#include "contact/contact_archive.h"
#include "domain/domain.h"
#include "domain/loads/load_archive.h"
#include "output/run_state.h"

namespace solfec {

/// Motion that INITIAL_VELOCITY gave to an obstacle.
struct GivenVelocity {
  BodyId body{};
  Vec3 linear;   // m/s
  Vec3 angular;  // spatial, rad/s
};

/// Settings of a domain and of its run as a frame stores them.
struct StoredSettings : ModelSettings {
  RunConfiguration configuration;
  ContactExclusions exclusions;
  int bulk_labels{};                       // automatic labels given so far
  int surface_labels{};                    // automatic labels of surface materials given so far
  std::array<LoadValue, 3> gravity;        // when configuration.gravity_changed
  std::vector<Placed<PointForce>> forces;  // made in callbacks, as the next three
  std::vector<Placed<BodyTorque>> torques;
  std::vector<Placed<SurfacePressure>> pressures;
  std::vector<Placed<NamedForce>> functions;
  std::vector<UserConstraint> constraints;  // made in callbacks; placement is that of the frame
  std::vector<GivenVelocity> velocities;
};

/// Stores the settings of a domain and of its run; reuses the storage of `settings`.
void store_settings(const Domain& domain, const RunConfiguration& run, StoredSettings& settings);

/// Checks stored values. @throws ArchiveError with the reason.
void check_values(const StoredSettings& settings);
void set_penetration_bound(RunConfiguration& run, double bound);
/// Packs the compression of frames, and the choice of frames that hold contacts, into one number.
/// The inverse throws ArchiveError for an impossible number.
std::int32_t frames_code(const RunConfiguration& run);
void set_frames_code(RunConfiguration& run, std::int32_t code);

constexpr std::string_view type_name(const Box*) { return "Box"; }
constexpr std::string_view type_name(const ConstraintHash*) { return "ConstraintHash"; }
constexpr std::string_view type_name(const RunConfiguration*) { return "Configuration"; }
constexpr std::string_view type_name(const GivenVelocity*) { return "GivenVelocity"; }
constexpr std::string_view type_name(const StoredSettings*) { return "Settings"; }

template <typename Fields>
void list_fields(Fields& fields, const Box*) {
  fields.finite("lo", "m", &Box::lo);
  fields.finite("hi", "m", &Box::hi);
}

template <typename Fields>
void list_fields(Fields& fields, const ConstraintHash*) {
  fields("body", "master", &ConstraintHash::body);
  fields("hash", "FNV-1a (64 bits) of the definition", &ConstraintHash::hash);
}

template <typename Fields>
void list_fields(Fields& fields, const RunConfiguration*) {
  using C = RunConfiguration;
  fields.finite("step", "bound of the step, s", &C::step_bound);
  fields.through(
      "frames",
      "to come: 1 when they are compressed, plus twice n when contacts stand in every n-th frame, "
      "n > 1, or 2 when they stand in none",
      [](const C& run) { return frames_code(run); },
      [](C& run, std::int32_t code) { set_frames_code(run, code); });
  fields("callback", "name of the function, empty without", &C::callback_function);
  fields("callback_is_nested", "set by a callback itself", &C::callback_is_nested);
  fields("extents", "", &C::extents);
  fields("hashes",
         "FNV-1a (64 bits) of step, OUTPUT, CALLBACK, EXTENTS, contact parameters, gravity, bulk "
         "and surface materials, UNPHYSICAL_PENETRATION, projection, equilibrium, impacts, "
         "exclusions, "
         "loads on "
         "bodies and the solver's parameters at the start of the RUN: a continued run takes from a "
         "frame "
         "what the script has not changed since",
         &C::at_run_start);
  fields("gravity_changed", "during the RUN", &C::gravity_changed);
  fields.through(
      "penetration_bound", "UNPHYSICAL_PENETRATION, m, 0 without",
      [](const C& run) { return run.penetration_bound.value_or(0.0); },
      [](C& run, double bound) { set_penetration_bound(run, bound); });
  fields("constraint_hashes",
         "user constraints at the start of the RUN, in order; a continued run must have the same",
         &C::constraints);
  fields.finite("solver",
                "parameters of the Gauss-Seidel solver: epsilon, maxiter, meritval, diagepsilon, "
                "diagmaxiter, diagsolver, reverse, acceleration, accuracy in m/s and as a share of "
                "|g| h (0: not given); none for others",
                &C::solver);
}

template <typename Fields>
void list_fields(Fields& fields, const GivenVelocity*) {
  fields("body", "", &GivenVelocity::body);
  fields.finite("linear", "m/s", &GivenVelocity::linear);
  fields.finite("angular", "spatial, rad/s", &GivenVelocity::angular);
}

template <typename Fields>
void list_fields(Fields& fields, const StoredSettings*) {
  using S = StoredSettings;
  fields("configuration", "", &S::configuration);
  list_model_settings(fields);
  fields("exclusions", "", &S::exclusions);
  fields("bulk_labels", "bulk materials that count for automatic labels", &S::bulk_labels);
  fields("surface_labels", "surface materials, likewise", &S::surface_labels);
  fields.when(is_true("configuration.gravity_changed",
                      [](const S& settings) { return settings.configuration.gravity_changed; }),
              [](auto& f) { f("gravity", "m/s²", &S::gravity); });
  fields("forces", "made in callbacks, likewise below", &S::forces);
  fields("torques", "", &S::torques);
  fields("pressures", "", &S::pressures);
  fields("functions", "forces by functions", &S::functions);
  fields("constraints", "", &S::constraints);
  fields("obstacle_velocities", "motions of INITIAL_VELOCITY", &S::velocities);
  fields.check([](const S& settings) { check_values(settings); });
}

}  // namespace solfec
