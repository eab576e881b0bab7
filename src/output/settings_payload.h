#pragma once

#include <array>
#include <string>
#include <vector>

#include "archive/xdr.h"
#include "domain/domain.h"
#include "output/run_state.h"

namespace solfec {

/// A load or constraint that a callback made, with its place in the list of all of its type.
template <typename Item>
struct Placed {
  int place{};
  Item item;
};

/// Force by a function that a callback registered; the function itself cannot be stored.
struct NamedForce {
  BodyId body{};
  std::string name;
};

/// Motion that INITIAL_VELOCITY gave to an obstacle.
struct GivenVelocity {
  BodyId body{};
  Vec3 linear;   // m/s
  Vec3 angular;  // spatial, rad/s
};

/// Settings of a domain and of its run as a frame stores them.
struct StoredSettings {
  RunConfiguration configuration;
  ContactParams contact;
  bool projection = false;
  ContactExclusions exclusions;
  int bulk_labels{};  // automatic labels given so far
  int surface_labels{};
  std::array<LoadValue, 3> gravity;  // when configuration.gravity_changed
  std::vector<Placed<PointForce>> forces;
  std::vector<Placed<BodyTorque>> torques;
  std::vector<Placed<NamedForce>> functions;
  std::vector<UserConstraint> constraints;  // made in callbacks; placement is that of the frame
  std::vector<GivenVelocity> velocities;
};

/// Appends the settings; layout in docs/output-format.md.
void encode_settings(const Domain& domain, const RunConfiguration& run, XdrWriter& out);
/// @throws ArchiveError saying what is wrong.
StoredSettings decode_settings(XdrReader& in);

/// Parts of the settings, for their hashes.
void encode_gravity(const Loads& loads, XdrWriter& out);
void encode_extents(const std::optional<Box>& extents, XdrWriter& out);
void encode_exclusions(const ContactExclusions& exclusions, XdrWriter& out);
void encode_contact_params(const ContactParams& params, XdrWriter& out);
void encode_load_value(const LoadValue& value, XdrWriter& out);
/// All forces and torques; functions by their names.
void encode_loads(const Loads& loads, XdrWriter& out);
/// Definition of a constraint; `series` stands for its time series.
void encode_constraint_definition(const UserConstraint& constraint, std::uint64_t series,
                                  XdrWriter& out);

}  // namespace solfec
