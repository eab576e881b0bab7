#pragma once

#include <functional>
#include <string>
#include <vector>

#include "domain/domain.h"
#include "output/frame.h"
#include "output/result_writer.h"
#include "output/snapshot.h"

namespace solfec::test {

/// Options by which a "script" may differ from the run that wrote the results.
struct SceneOptions {
  double block_height = 1.0;
  BodyKind ball_kind = BodyKind::rigid;
  std::string brick_label = "brick";
  double young = 1e6;
  int bodies = 4;  // of floor, ball, brick, block
};

/// The script: a floor (obstacle of one polyhedron), an unlabelled ball (sphere), a pseudo-rigid
/// brick (mesh) and a rigid block (polyhedron) that hangs on a fixed point; rough contacts.
void build_scene(Domain& domain, const SceneOptions& options = {});

/// A small ball made in a callback; heavier than its shape says, as after BODY_CHARS.
BodyId add_drop(Domain& domain, double x);

/// Options of a running simulation, and what it does to the bodies beside the steps: `drop` is made
/// before frame 2, the ball (body 2) is deleted before frame 4.
struct SceneRun {
  int frames = 6;
  bool inserts = true;
  bool deletes = true;
  bool compressed = false;
  bool loaded = false;  // bodies have forces, torques and pressures, see add_loads
  StateDetail detail = StateDetail::whole;               // of all frames but the first
  std::function<void(const Domain&)> observe = nullptr;  // called after each frame; may be empty
};

/// Plays the scene, two steps per frame, writes the frames and returns what the domain showed when
/// each was written.
std::vector<Frame> write_scene(const std::string& folder, const SceneRun& run = {});

/// Loads of the block and the brick of the scene that change with time.
void add_loads(Domain& domain);

/// Writes frames in the forms of earlier programs, without loads: every other one of those that
/// show contacts with plain velocities.
/// @return Number of the latter.
int store_plainly(const std::string& folder);

/// State of a domain as its public functions show it.
Frame shown_frame(const Domain& domain);
/// Returns the state of a snapshot as its public members show it, with its ids.
Frame shown_frame(const Snapshot& snapshot);

void expect_equal(const Frame& a, const Frame& b);
void expect_equal(const ConstraintRecord& a, const ConstraintRecord& b);

std::vector<char> bytes_of(const std::string& path);
void write_bytes(const std::string& path, const std::vector<char>& bytes);

}  // namespace solfec::test
