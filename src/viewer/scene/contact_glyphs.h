#pragma once

#include <functional>
#include <span>
#include <vector>

#include "output/load_forces.h"
#include "output/snapshot.h"
#include "viewer/scene/picture_field.h"
#include "viewer/scene/scene.h"

namespace solfec {

/// True when a point lies on the side of a plane that is cut away.
bool is_cut_away(std::span<const CutPlane> cuts, Vec3 point);

/// Choice of the constraints that are drawn.
struct GlyphChoice {
  /// Bodies whose constraints are drawn, ids increasing; none: all. The bodies that it spans must
  /// outlive the glyphs.
  std::span<const BodyId> drawn;
  /// Body whose constraints alone are drawn, with arrows as what acts on it; 0: all constraints,
  /// with arrows as what acts on their masters.
  BodyId acted_on = 0;
  double least = 0.0;  // chains and arrows of smaller magnitudes are left out
};

/// Draws constraints into a scene of the same snapshot: chains, arrows, balls, status.
class ContactGlyphs {
 public:
  ContactGlyphs(const Snapshot& snapshot, Scene& scene, GlyphChoice choice)
      : snapshot_(snapshot), scene_(scene), choice_(choice) {}

  /// Adds force chains: for each pair of bodies a line from centre to centre through the mean of
  /// the contact points, weighted by R_N; at an obstacle the line ends at the contact. The values
  /// extend the range of the scene, or the range of its chains when `apart`.
  void add_chains(bool apart = false);
  /// Adds arrows or balls of a field of constraints, with values in the range of the scene. Points
  /// that planes cut away are left out, here and below.
  void add_field(const PictureField& field);
  /// Adds the joints of drawn bodies and a legend; each kind has a colour. A ball stands at the
  /// point of a joint, a thick rod along an axis about which it turns, a long one along which it
  /// travels.
  void add_joints();
  /// Adds arrows of the loads of drawn bodies, with lengths relative to the largest load. A force
  /// ends where it acts; a torque has two heads and its middle at the centre of the body.
  void add_loads();
  /// Makes rods and balls of all that was added, by the present range of the scene: the thickness
  /// of a chain, or the length of an arrow, is relative to the largest value.
  void draw(double scale);
  /// Adds the outline of each joint of two faces (joint_resultants.h) and a ball at each other
  /// contact, coloured by their status, and a legend. A joint is partly open where some of its
  /// contacts carry nothing; it slips where all do that carry something.
  /// @param friction  Gives the friction of a surface material by its index; may be empty.
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
    Colour colour;
  };

  [[nodiscard]] bool is_drawn_at(BodyId master, BodyId slave, Vec3 point) const;
  [[nodiscard]] bool is_drawn_row(const ConstraintRecord& row) const;
  void draw_chains(double scale);
  void add_categories(const PictureField& field);
  void draw_arrow(Vec3 point, Vec3 whole, double scale, float value, Colour colour);
  void draw_loads(double scale);
  void add_outline(const std::vector<Vec3>& points, Colour colour);

  const Snapshot& snapshot_;
  Scene& scene_;
  GlyphChoice choice_;
  std::vector<Chain> chains_;
  bool chains_apart_ = false;  // chains have a range of their own
  std::vector<Glyph> glyphs_;
  std::vector<LoadForce> loads_;
};

}  // namespace solfec
