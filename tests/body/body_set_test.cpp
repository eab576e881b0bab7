#include "body/body_set.h"

#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "body/bodies.h"
#include "body/finite_element_fixture.h"
#include "geometry/shape/shape_pieces.h"
#include "math/rotation.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // rounding at the scale of the numbers below

template <typename Set, FiniteElementForm Form = FiniteElementForm::total_lagrangian>
struct Case {
  using SetType = Set;
  static constexpr FiniteElementForm kForm = Form;
};

/// A block of 1 x 2 x 3 m of eight elements away from the origin, as two bodies of a set; the
/// second one is examined. Placements and velocities are random, of the kind's own.
template <typename Case>
class BodySetTest : public ::testing::Test {
 protected:
  using Set = typename Case::SetType;
  static constexpr BodyKind kKind = Set::kKind;
  static constexpr double kDensity = 2.0;
  static constexpr int kSlot = 1;

  BodySetTest() {
    auto shape = std::make_shared<Shape>();
    shape->meshes.push_back(test::hexahedra_block({1.0, 2.0, 3.0}, {2, 2, 2}));
    for (Vec3& node : shape->meshes[0].nodes) node += Vec3{0.5, -0.2, 0.3};
    shape_ = shape;
    const ShapePieces pieces = make_shape_pieces(*shape_, 1e-6);
    const MassProperties properties = mass_properties(*shape_);
    for (const BodyId id : {3, 7}) {
      const NewBody body{.id = id,
                         .kind = kKind,
                         .properties = properties,
                         .material = material_,
                         .shape = shape_,
                         .pieces = &pieces,
                         .form = Case::kForm};
      set_.append(body, uniform_characteristics(kKind, properties, kDensity));
    }
  }

  Vec3 random_vector(double size = 1.0) {
    return size * Vec3{unit_(rng_), unit_(rng_), unit_(rng_)};
  }
  /// A point inside of the shape, and inside of an element.
  Vec3 random_point() {
    const Vec3 r = random_vector(0.2);
    return Vec3{0.75, 0.3, 1.05} + Vec3{r.x, 2.0 * r.y, 3.0 * r.z};
  }

  /// The arrays of a body with the numbers of a state, F and x̄ being those of a placement.
  void randomize(int slot = kSlot) {
    const Mat3 turn = exponential_map(random_vector());
    Mat3 gradient = turn;
    if (!turns_only(kKind)) gradient = gradient + 0.1 * outer(random_vector(), random_vector());
    std::vector<double> state(at(set_.state_size(slot)));
    for (double& number : state) number = unit_(rng_);
    if constexpr (has_mesh(kKind)) {
      const auto& nodes = set_[slot].elements.node;
      const Vec3 shift = random_vector();
      for (std::size_t a = 0; a < nodes.size(); ++a) {
        const Vec3 q = gradient * nodes[a] + shift - nodes[a] + random_vector(0.02);
        for (int k = 0; k < 3; ++k) state[3 * a + at(k)] = q[k];
      }
      const std::size_t rotation = 6 * nodes.size();
      for (std::size_t k = rotation; k < state.size(); ++k) state[k] = turn.m[k - rotation];
    } else {
      std::copy(std::begin(gradient.m), std::end(gradient.m), state.begin());
    }
    set_.set_state(slot, state);
    if constexpr (has_mesh(kKind)) {
      follow_rotation(set_[slot]);
      set_.update_energies(slot);
    }
  }
  [[nodiscard]] std::vector<double> state_of(int slot) const {
    std::vector<double> state(at(set_.state_size(slot)));
    set_.get_state(slot, state);
    return state;
  }
  /// ∫ f(x, ẋ) ρ dV by two Gauss points per direction of each element: exact for the product of
  /// two linear fields.
  template <typename Function>
  auto integral(const Function& f) const {
    decltype(f(Vec3{}, Vec3{})) sum{};
    const double g = 0.5 / std::sqrt(3.0);
    for (int i = 0; i < 64; ++i) {
      const auto place = [g](int k) { return (k < 2 ? 0.25 : 0.75) + (k % 2 == 0 ? -g : g) / 2.0; };
      const Vec3 X{0.5 + place(i % 4), -0.2 + 2.0 * place(i / 4 % 4), 0.3 + 3.0 * place(i / 16)};
      sum += (kDensity * 6.0 / 64.0) * f(set_.current_point(kSlot, X), set_.velocity_at(kSlot, X));
    }
    return sum;
  }
  /// Returns ∫ f(x, ẋ) ρ dV as a sum over the nodes with their masses, which are lumped; for kinds
  /// with a mesh.
  template <typename Function>
  auto sum_over_nodes(const Function& f) const {
    decltype(f(Vec3{}, Vec3{})) sum{};
    if constexpr (has_mesh(kKind)) {
      for (int a = 0; a < 27; ++a) {
        // a node has an eighth of each element that it belongs to
        const auto half = [](int k) { return k == 1 ? 1.0 : 0.5; };
        const Vec3 X = set_[kSlot].elements.node[at(a)];
        const auto number = [](double x, double size) {
          return static_cast<int>(std::lround(2.0 * x / size));
        };
        const double share = half(number(X.x - 0.5, 1.0)) * half(number(X.y + 0.2, 2.0)) *
                             half(number(X.z - 0.3, 3.0));
        sum += (kDensity * 6.0 / 8.0 * share) *
               f(X + set_[kSlot].displacement[at(a)], set_[kSlot].velocity[at(a)]);
      }
    }
    return sum;
  }
  template <typename Function>
  auto by_mass(const Function& f) const {
    return has_mesh(kKind) ? sum_over_nodes(f) : integral(f);
  }

  std::shared_ptr<const Shape> shape_;
  BulkMaterial material_ = test::unit_material(2.5, 0.25, kDensity);
  Set set_;

 private:
  std::mt19937 rng_{20261122};  // fixed seed: failures must reproduce
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

using Cases = ::testing::Types<Case<ObstacleSet>, Case<RigidSet>, Case<PseudoRigidSet>,
                               Case<FiniteElementSet>,
                               Case<FiniteElementSet, FiniteElementForm::corotational>>;
class CaseNames {
 public:
  template <typename Case>
  static std::string GetName(int /*index*/) {
    const std::string name(name_of(Case::SetType::kKind));
    return Case::kForm == FiniteElementForm::corotational ? name + "_BC" : name;
  }
};
TYPED_TEST_SUITE(BodySetTest, Cases, CaseNames);

// ---- the motion of each kind by its own formula ------------------------------------------------

void advance(ObstacleSet& set, int slot, double d) {
  set.rotation[at(slot)] = exponential_map(d * set.angular[at(slot)]) * set.rotation[at(slot)];
  set.center[at(slot)] += d * set.linear[at(slot)];
}
void advance(RigidSet& set, int slot, double d) {
  set.rotation[at(slot)] = set.rotation[at(slot)] * exponential_map(d * set.angular[at(slot)]);
  set.center[at(slot)] += d * set.linear[at(slot)];
}
void advance(PseudoRigidSet& set, int slot, double d) {
  set.gradient[at(slot)] += d * set.rate[at(slot)];
  set.center[at(slot)] += d * set.linear[at(slot)];
}
void advance(FiniteElementSet& set, int slot, double d) {
  FiniteElementBody& body = set[slot];
  for (std::size_t a = 0; a < body.displacement.size(); ++a) {
    body.displacement[a] += d * body.velocity[a];
  }
}

TYPED_TEST(BodySetTest, ANewBodyRestsInItsPlaceWithTheSchemeOfItsKind) {
  auto& set = this->set_;
  const Vec3 X = this->random_point();
  EXPECT_LE(norm_inf(set.current_point(1, X) - X), kTol);
  EXPECT_EQ(set.velocity_at(1, X), Vec3{});
  EXPECT_EQ(set.scheme_of(1), default_scheme(this->kKind));
  EXPECT_EQ(set.damping_of(1), 0.0);
  EXPECT_EQ(set.energy_of(1).kinetic, 0.0);
  EXPECT_NEAR(set.energy_of(1).internal, 0.0, kTol);
  EXPECT_EQ(set.id_of(0), 3);
  EXPECT_EQ(set.id_of(1), 7);
  EXPECT_NEAR(set.characteristics_of(1).mass, 12.0, kTol);
  EXPECT_EQ(set.mesh(1) != nullptr, has_mesh(this->kKind));
}

TYPED_TEST(BodySetTest, VelocityIsTheSlopeOfTheCurrentPoint) {
  constexpr double kStep = 1e-5;
  constexpr double kDifferenceTol = 1e-9;
  for (int sample = 0; sample < 10; ++sample) {
    this->randomize();
    const Vec3 X = this->random_point();
    auto ahead = this->set_;
    auto behind = this->set_;
    advance(ahead, 1, kStep);
    advance(behind, 1, -kStep);
    const Vec3 slope = (ahead.current_point(1, X) - behind.current_point(1, X)) / (2.0 * kStep);
    EXPECT_LE(norm_inf(this->set_.velocity_at(1, X) - slope), kDifferenceTol);
  }
}

TYPED_TEST(BodySetTest, ConvectedDirectionsAreTheSlopeAlongTheMaterial) {
  constexpr double kStep = 1e-6;
  constexpr double kDifferenceTol = 1e-8;
  this->randomize();
  const Vec3 X = this->random_point();
  const Vec3 d = this->random_vector();
  const Vec3 slope =
      (this->set_.current_point(1, X + kStep * d) - this->set_.current_point(1, X - kStep * d)) /
      (2.0 * kStep);
  EXPECT_LE(norm_inf(this->set_.convected(1, X, d) - slope), kDifferenceTol);
}

TYPED_TEST(BodySetTest, ReferencePointInvertsCurrentPoint) {
  for (int sample = 0; sample < 20; ++sample) {
    this->randomize();
    const Vec3 X = this->random_point();
    const Vec3 back = this->set_.reference_point(1, this->set_.current_point(1, X));
    EXPECT_LE(norm_inf(back - X), 100.0 * kTol);
  }
}

TYPED_TEST(BodySetTest, NoPointIsFasterThanTheLargestSpeed) {
  this->randomize(0);
  this->randomize(1);
  const double radius = 0.5 * std::sqrt(1.0 + 4.0 + 9.0);
  const double largest = this->set_.largest_speed(std::vector<double>{radius, radius});
  double seen = 0.0;
  for (int i = 0; i < 27; ++i) {
    const Vec3 X{0.5 + 0.5 * (i % 3), -0.2 + (i / 3 % 3), 0.3 + 1.5 * (i / 9)};
    for (const int slot : {0, 1}) {
      seen = std::max(seen, norm(this->set_.velocity_at(slot, X)));
    }
  }
  EXPECT_LE(seen, largest * (1.0 + kTol));
  EXPECT_GE(seen, 0.3 * largest);  // it is no careless bound
}

TYPED_TEST(BodySetTest, RigidVelocityIsLinearPlusAngularCrossArm) {
  this->randomize();
  const Vec3 linear = this->random_vector();
  const Vec3 angular = this->random_vector();
  this->set_.set_rigid_velocity(1, linear, angular);
  const Vec3 center =
      has_inertia(this->kKind) ? this->set_.rigid_inertia(1).center : this->set_.motion(1).center;
  for (int sample = 0; sample < 5; ++sample) {
    const Vec3 X = this->random_point();
    const Vec3 expected = linear + cross(angular, this->set_.current_point(1, X) - center);
    EXPECT_LE(norm_inf(this->set_.velocity_at(1, X) - expected), 10.0 * kTol);
  }
}

// ---- numbers -----------------------------------------------------------------------------------

TYPED_TEST(BodySetTest, StatesAndPlacementsComeBackToTheBit) {
  this->randomize(0);
  this->randomize(1);
  auto copy = this->set_;
  typename TestFixture::Set::Placement placement;
  copy.get_placement(placement);
  const std::vector<double> state = this->state_of(1);
  const double kinetic = this->set_.energy_of(1).kinetic;
  const double internal = this->set_.energy_of(1).internal;
  this->randomize(1);
  EXPECT_NE(this->state_of(1), state);
  const Vec3 X = this->random_point();
  this->set_.set_placement(placement);
  EXPECT_EQ(this->set_.current_point(1, X), copy.current_point(1, X));
  EXPECT_EQ(this->set_.current_point(0, X), copy.current_point(0, X));
  this->set_.set_state(1, state);
  EXPECT_EQ(this->state_of(1), state);
  EXPECT_EQ(this->set_.energy_of(1).kinetic, kinetic);
  EXPECT_EQ(this->set_.energy_of(1).internal, internal);
  EXPECT_TRUE(this->set_.has_finite_state(1));
  for (const std::size_t k : {std::size_t{0}, state.size() / 2, state.size() - 1}) {
    if (has_mesh(this->kKind) && k >= 6 * 27) continue;  // the rotation follows the nodes
    std::vector<double> wrong = state;
    wrong[k] = std::nan("");
    this->set_.set_state(1, wrong);
    EXPECT_FALSE(this->set_.has_finite_state(1)) << k;
    EXPECT_TRUE(this->set_.has_finite_state(0)) << k;
  }
}

TYPED_TEST(BodySetTest, TheUserSeesPlacesThenVelocities) {
  this->randomize();
  std::vector<double> q{1.0};
  std::vector<double> u{1.0};
  this->set_.write_configuration(1, q);
  this->set_.write_velocity(1, u);
  if constexpr (has_mesh(TestFixture::kKind)) {
    ASSERT_EQ(q.size(), 81U);
    ASSERT_EQ(u.size(), 81U);
    const Vec3 X = this->set_[1].elements.node[5];
    const Vec3 x{q[15], q[16], q[17]};
    EXPECT_LE(norm_inf(x - this->set_.current_point(1, X)), kTol);
  } else if (has_inertia(this->kKind)) {
    const std::vector<double> state = this->state_of(1);
    q.insert(q.end(), u.begin(), u.end());
    EXPECT_EQ(q, state);
  } else {
    EXPECT_TRUE(q.empty() && u.empty());
  }
}

TYPED_TEST(BodySetTest, ErasingMovesTheLastBodyToTheGap) {
  this->randomize(1);
  const std::vector<double> state = this->state_of(1);
  this->set_.erase(0);
  EXPECT_EQ(this->set_.size(), 1);
  EXPECT_EQ(this->set_.id_of(0), 7);
  EXPECT_EQ(this->state_of(0), state);
}

// ---- energies and inertia ----------------------------------------------------------------------

TYPED_TEST(BodySetTest, KineticEnergyIsTheIntegralOverTheBody) {
  this->randomize();
  const double expected =
      has_inertia(this->kKind) ? this->by_mass([](Vec3, Vec3 u) { return 0.5 * dot(u, u); }) : 0.0;
  EXPECT_NEAR(this->set_.energy_of(1).kinetic, expected, 100.0 * kTol);
}

TYPED_TEST(BodySetTest, StrainEnergyOfAStretchIsThatByHand) {
  const Mat3 U = diagonal(1.1, 0.95, 1.02);
  auto& set = this->set_;
  if constexpr (has_mesh(TestFixture::kKind)) {
    for (std::size_t a = 0; a < 27; ++a) {
      set[1].displacement[a] = U * set[1].elements.node[a] - set[1].elements.node[a];
    }
    follow_rotation(set[1]);
  } else if constexpr (has_stiffness(TestFixture::kKind)) {
    set.gradient[1] = U;
  }
  set.update_energies(1);
  const double lambda = 2.5 * 0.25 / (1.25 * 0.5);
  const double mu = 2.5 / (2.0 * 1.25);
  const bool linear = TypeParam::kForm == FiniteElementForm::corotational;
  const Mat3 E = linear ? U - identity() : 0.5 * (U * U - identity());
  const double density = 0.5 * lambda * trace(E) * trace(E) + mu * double_dot(E, E);
  const double expected = has_stiffness(this->kKind) ? 6.0 * density : 0.0;
  EXPECT_NEAR(set.energy_of(1).internal, expected, 10.0 * kTol);
}

TYPED_TEST(BodySetTest, RigidInertiaIsThatOfTheMassInItsPlace) {
  if (!has_inertia(this->kKind)) {
    EXPECT_EQ(1.0 / this->set_.rigid_inertia(1).mass, 0.0);
    EXPECT_EQ(trace(this->set_.rigid_inertia(1).inverse_inertia), 0.0);
    return;
  }
  this->randomize();
  const RigidInertia inertia = this->set_.rigid_inertia(1);
  EXPECT_NEAR(inertia.mass, 12.0, 10.0 * kTol);
  const Vec3 moment = this->by_mass([](Vec3 x, Vec3) { return x; });
  EXPECT_LE(norm_inf(inertia.center - moment / 12.0), 10.0 * kTol);
  const Vec3 momentum = this->by_mass([](Vec3, Vec3 u) { return u; });
  EXPECT_LE(norm_inf(inertia.linear - momentum / 12.0), 10.0 * kTol);
  const Vec3 center = inertia.center;
  const Mat3 J = this->by_mass([center](Vec3 x, Vec3) {
    const Vec3 r = x - center;
    return dot(r, r) * identity() - outer(r, r);
  });
  const Mat3 unit = inertia.inverse_inertia * J - identity();
  EXPECT_LE(std::sqrt(double_dot(unit, unit)), 100.0 * kTol);
}

TYPED_TEST(BodySetTest, ShiftsMovePointsRigidlyAndKeepMomentumAndEnergy) {
  if (!has_inertia(this->kKind)) return;  // obstacles stay, below
  this->randomize();
  auto& set = this->set_;
  const auto before = set;
  const Vec3 center = set.rigid_inertia(1).center;
  const Vec3 shift = this->random_vector();
  const Mat3 turn = exponential_map(this->random_vector());
  set.shift(1, center, shift, turn);
  for (int sample = 0; sample < 5; ++sample) {
    const Vec3 X = this->random_point();
    const Vec3 expected = center + shift + turn * (before.current_point(1, X) - center);
    EXPECT_LE(norm_inf(set.current_point(1, X) - expected), 10.0 * kTol);
  }
  EXPECT_LE(norm_inf(set.rigid_inertia(1).linear - before.rigid_inertia(1).linear), 10.0 * kTol);
  set.update_energies(1);
  EXPECT_NEAR(set.energy_of(1).kinetic, before.energy_of(1).kinetic, 100.0 * kTol);
  EXPECT_NEAR(set.energy_of(1).internal, before.energy_of(1).internal, 100.0 * kTol);
}

// ---- loads and pushes --------------------------------------------------------------------------

TYPED_TEST(BodySetTest, WorkOfAPointForceIsThatOfItsPoint) {
  this->randomize();
  const Vec3 X = this->random_point();
  const Vec3 force = this->random_vector();
  this->set_.add_force(1, X, force);
  const Vec3 center = this->set_.motion(1).center;
  const Vec3 shift = this->random_vector();
  const Vec3 turn = this->random_vector();
  const Vec3 way = shift + cross(turn, this->set_.current_point(1, X) - center);
  const double expected = has_inertia(this->kKind) ? dot(force, way) : 0.0;
  EXPECT_NEAR(this->set_.load_work(1, center, shift, turn), expected, 10.0 * kTol);
  EXPECT_EQ(this->set_.load_work(0, center, shift, turn), 0.0);  // the other body has no load
}

TYPED_TEST(BodySetTest, GravityWorksOnTheWholeMass) {
  this->randomize();
  this->set_.add_gravity({1.0, -2.0, 3.0});
  const Vec3 shift = this->random_vector();
  const double expected = has_inertia(this->kKind) ? 12.0 * dot(shift, {1.0, -2.0, 3.0}) : 0.0;
  EXPECT_NEAR(this->set_.load_work(1, {}, shift, {}), expected, 10.0 * kTol);
}

TYPED_TEST(BodySetTest, GeneralisedLoadsAreOfTheirSizeAndAddUp) {
  auto& set = this->set_;
  const std::vector<double> load(at(set.load_size(1)), 1.0);
  EXPECT_EQ(load.empty(), !has_inertia(this->kKind));
  set.add_load(1, load);
  const Vec3 shift{0.1, 0.2, 0.4};
  const double once = set.load_work(1, set.motion(1).center, shift, {});
  EXPECT_NEAR(once, has_mesh(this->kKind) ? 27.0 * 0.7 : (load.empty() ? 0.0 : 0.7), 10.0 * kTol);
  set.add_load(1, load);
  EXPECT_NEAR(set.load_work(1, set.motion(1).center, shift, {}), 2.0 * once, 10.0 * kTol);
}

TYPED_TEST(BodySetTest, APushMovesItsPointByTheMobilityAndTheCentreByTheMass) {
  constexpr double kSmall = 1e-6;  // squares of turns are rounding then
  this->randomize();
  const Vec3 X = this->random_point();
  const BodyPoint point = this->set_.point(1, X);
  EXPECT_LE(norm_inf(point.current - this->set_.current_point(1, X)), kTol);
  const Mat3 mobility = this->set_.mobility(1, point, point);
  EXPECT_LE(norm_inf(mobility * Vec3{1, 2, 3} - transpose(mobility) * Vec3{1, 2, 3}), kTol);
  const Vec3 p = kSmall * this->random_vector();
  auto pushed = this->set_;
  pushed.push(1, point, p);
  const Vec3 way = pushed.current_point(1, X) - point.current;
  EXPECT_LE(norm_inf(way - mobility * p), 1e-11);
  EXPECT_EQ(norm(way) > 0.0, has_inertia(this->kKind));
  if (!has_inertia(this->kKind)) return;
  const Vec3 of_center = pushed.rigid_inertia(1).center - this->set_.rigid_inertia(1).center;
  EXPECT_LE(norm_inf(of_center - p / 12.0), 1e-13);
}

// ---- characteristics and schemes ---------------------------------------------------------------

TYPED_TEST(BodySetTest, AnotherMaterialChangesMassAndStiffness) {
  auto& set = this->set_;
  const double stiffness = set.stiffness_of(1);
  EXPECT_EQ(stiffness > 0.0, has_stiffness(this->kKind));
  set.set_material(1, mass_properties(*this->shape_), test::unit_material(10.0, 0.25, 4.0));
  EXPECT_NEAR(set.characteristics_of(1).mass, 24.0, 10.0 * kTol);
  EXPECT_NEAR(set.characteristics_of(0).mass, 12.0, 10.0 * kTol);
  EXPECT_NEAR(set.stiffness_of(1), 4.0 * stiffness, 1e-6 * stiffness);
  EXPECT_EQ(set.stiffness_of(0), stiffness);
}

TYPED_TEST(BodySetTest, SchemesAndDampingAreThoseOfTheKind) {
  auto& set = this->set_;
  for (const Scheme scheme : traits_of(this->kKind).schemes) {
    set.set_scheme(1, scheme);
    EXPECT_EQ(set.scheme_of(1), scheme);
  }
  EXPECT_EQ(set.scheme_of(0), default_scheme(this->kKind));
  set.set_damping(1, 0.25);
  EXPECT_EQ(set.damping_of(1), has_stiffness(this->kKind) ? 0.25 : 0.0);
  EXPECT_EQ(set.damping_of(0), 0.0);
}

TEST(ObstacleSet, StaysWhereItIsPushedOrShifted) {
  ObstacleSet set;
  const BulkMaterial material;
  set.append({.id = 1, .kind = BodyKind::obstacle, .properties = {}, .material = material},
             {1.0, 1.0, {0.1, 0.2, 0.3}, identity()});
  set.shift(0, {}, {1.0, 1.0, 1.0}, exponential_map({0.1, 0.2, 0.3}));
  set.push(0, set.point(0, {1.0, 0.0, 0.0}), {1.0, 1.0, 1.0});
  EXPECT_EQ(set.current_point(0, {1.0, 0.0, 0.0}), (Vec3{1.0, 0.0, 0.0}));
}

// ---- what kinds are ----------------------------------------------------------------------------

TEST(BodyKind, TheTableTellsWhatTheManualDoes) {
  using enum BodyKind;
  const auto of_all = [](auto property) {
    return std::array{property(obstacle), property(rigid), property(pseudo_rigid),
                      property(finite_element)};
  };
  EXPECT_EQ(of_all(has_inertia), (std::array{false, true, true, true}));
  EXPECT_EQ(of_all(has_stiffness), (std::array{false, false, true, true}));
  EXPECT_EQ(of_all(is_homogeneous), (std::array{true, true, true, false}));
  EXPECT_EQ(of_all(has_mesh), (std::array{false, false, false, true}));
  EXPECT_EQ(of_all(turns_only), (std::array{true, true, false, false}));
  EXPECT_EQ(of_all(takes_torques), (std::array{false, true, false, false}));
  EXPECT_EQ(of_all(fixed_state_size), (std::array{18, 18, 24, 0}));
  EXPECT_EQ(of_all(default_scheme),
            (std::array{Scheme::none, Scheme::rig_neg, Scheme::def_exp, Scheme::def_exp}));
}

TEST(Bodies, VisitGoesToTheSetOfTheKindAndForEachSetToAll) {
  Bodies bodies;
  const MassProperties unit{1.0, {}, identity()};
  const BulkMaterial material;
  bodies.add(1, BodyKind::rigid, unit, material);
  bodies.add(2, BodyKind::obstacle, unit, material);
  bodies.add(3, BodyKind::pseudo_rigid, unit, material);
  bodies.add(4, BodyKind::rigid, unit, material);
  for (int i = 0; i < 4; ++i) {
    const BodyRef ref = bodies.refs()[at(i)];
    bodies.visit(ref, [&]<typename Set>(const Set& set, int slot) {
      EXPECT_EQ(Set::kKind, ref.kind);
      EXPECT_EQ(set.id_of(slot), bodies.ids()[at(i)]);
    });
  }
  std::vector<int> sizes;
  bodies.for_each_set([&](const auto& set) { sizes.push_back(set.size()); });
  EXPECT_EQ(sizes, (std::vector<int>{1, 2, 1, 0}));
}

}  // namespace
}  // namespace solfec
