#pragma once

#include <functional>
#include <span>
#include <vector>

#include "output/load_forces.h"
#include "output/snapshot.h"
#include "viewer/scene/picture_field.h"
#include "viewer/scene/scene.h"

namespace solfec {

/// Whether a point lies before one of the planes.
bool is_cut_away(std::span<const CutPlane> cuts, Vec3 point);

/// Draws constraints into a scene of the same snapshot: chains, arrows, balls, status.
class ContactGlyphs {
 public:
  /// @param drawn  Constraints of these bodies only, ids increasing; none: of all. Must outlive
  /// this.
  ContactGlyphs(const Snapshot& snapshot, Scene& scene, std::span<const BodyId> drawn)
      : snapshot_(snapshot), scene_(scene), drawn_(drawn) {}

  /// Force chains: per pair of bodies a line from centre to centre through the mean of the contact
  /// points, weighted by R_N; from the contact to the centre for obstacles. Their values go to the
  /// range of the scene, or to that of its chains when `apart`.
  void add_chains(bool apart = false);
  /// Arrows or balls of a field of constraints, with values in the range of the scene. What planes
  /// have cut away is left out, here and below.
  void add_field(const PictureField& field);
  /// Joints of drawn bodies, each kind in a colour of its own, with a legend: a ball at the point
  /// of each, with rods along the axes about which it turns (thick) and travels (long).
  void add_joints();
  /// Arrows of the loads of drawn bodies, each as long as it is against the largest one: forces end
  /// where they act, torques have two heads and their middle at the centre of the body.
  void add_loads();
  /// Makes rods and balls of them, with the range that the scene has now: chains as thick as their
  /// force is against the largest, arrows as long.
  void draw(double scale);
  /// A ball at each contact, coloured by its status; with a legend. @param friction  Of a surface
  /// material, by index; may be empty.
  void add_status(const std::function<double(int)>& friction);

 private:
  struct Chain {
    Vec3 from;
    Vec3 to;
    double force{};  // N
  };
  struct Glyph {
    Vec3 point;
    Vec3 arrow;  // zero: a ball
    double value{};
  };

  [[nodiscard]] bool is_drawn_at(BodyId master, BodyId slave, Vec3 point) const;
  [[nodiscard]] bool is_drawn_row(const ConstraintRecord& row) const;
  void draw_chains(double scale);
  void add_categories(const PictureField& field);
  void draw_arrow(Vec3 point, Vec3 whole, double scale, float value, Colour colour);
  void draw_loads(double scale);

  const Snapshot& snapshot_;
  Scene& scene_;
  std::span<const BodyId> drawn_;
  std::vector<Chain> chains_;
  bool chains_apart_ = false;  // their range is that of the chains
  std::vector<Glyph> glyphs_;
  std::vector<LoadForce> loads_;
};

}  // namespace solfec
