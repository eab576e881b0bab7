#pragma once

#include "body/bodies.h"
#include "contact/interface/node_spread.h"
#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"

namespace solfec {

/// One end of a row: a point of a body, or of space when there is no body.
struct RowEnd {
  BodyRef body;
  bool in_space = false;
  Vec3 point;      // spatial, m
  int piece = -1;  // contact piece of the body, -1: given by its reference point
  Vec3 reference;  // m
  int index = -1;  // of the body in its table; contacts only
  const NodeSpread* spread = nullptr;  // nodes of finite elements instead of the point
  bool at_nodes = false;               // the point is likely a node: weights of rounding are none
};

/// Arm of an end and the velocities of its point at the start of the step and without reactions.
struct EndMotion {
  int slot = -1;
  Vec3 arm;
  Vec3 start;
  Vec3 free;
  NodalPoint nodes;           // of finite elements
  int held_mesh = -1;         // of which all these nodes are held, so that the end has no slot
  bool hardly_moves = false;  // of finite elements: hardly any weight is that of free nodes
};

}  // namespace solfec
