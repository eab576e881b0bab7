#include "assembly/shared_meshes.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "assembly/assembly.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "body/step_state.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape_pieces.h"
#include "integrator/integrator.h"
#include "parallel/mailbox_comm.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kStep = 1e-3;
constexpr double kTolerance = 1e-4;  // m, geometric
constexpr int kRanks = 3;

struct Case {
  Scheme scheme;
  FiniteElementForm form;
};

/// A block and an obstacle on one of several ranks, with the contacts that this rank holds.
struct Part {
  Bodies bodies;
  std::vector<ContactPoint> contacts;
  SurfaceMaterialTable materials;
  AssemblyWorkspace workspace;
  LocalDynamics problem;
  std::vector<Vec3> R;
  SharedMeshes meshes;

  Part(int rank, const Case& chosen) {
    bodies.set_rank(rank);
    BulkMaterial material;
    material.young = 1e7;
    material.density = 2000.0;
    auto shape = std::make_shared<Shape>();
    shape->meshes.push_back(test::hexahedra_block({1, 1, 1}, {5, 5, 5}));
    const BodyRef mesh = bodies.add_finite_element(
        1, mass_properties(*shape), shape, make_shape_pieces(*shape, 1e-6), material, chosen.form);
    bodies.set_scheme(mesh, chosen.scheme);
    bodies.add(2, BodyKind::obstacle, {1.0, {}, identity()}, material);
  }

  /// The step of the owner, with motions that are equal on all ranks.
  void begin(std::uint32_t seed) {
    std::mt19937 rng{seed};
    std::uniform_real_distribution<double> unit{-1.0, 1.0};
    FiniteElementBody& body = bodies.finite_element[0];
    for (Vec3& q : body.displacement) q = 0.01 * Vec3{unit(rng), unit(rng), unit(rng)};
    for (Vec3& u : body.velocity) u = Vec3{unit(rng), unit(rng), unit(rng)};
    first_half_step(bodies, kStep);
    free_velocity(bodies, kStep);
  }

  void add_contact(Vec3 reference) {
    ContactPoint contact;
    contact.master = 0;
    contact.slave = 1;
    contact.frame = contact_frame(normalized(reference + Vec3{1, 2, 3}));
    contact.point = bodies.current_point(bodies.ref(1), reference);
    const FiniteElementBody& mesh = bodies.finite_element[0];
    const auto found = std::find(mesh.piece_element.begin(), mesh.piece_element.end(),
                                 mesh.find(reference).element);
    contact.master_piece = static_cast<int>(found - mesh.piece_element.begin());
    contacts.push_back(contact);
  }

  void assemble_contacts(Comm* comm) {
    const std::vector<BodyId> shared{1};
    AssemblyInput input{bodies, {}, contacts, materials, kStep, false, 0.0, kTolerance};
    if (comm != nullptr) {
      input.shared = shared;
      input.meshes = &meshes;
      std::vector<SharedMeshes::Sharer> sharers;
      for (int rank = 0; rank < comm->size(); ++rank) {
        if (rank != comm->rank()) sharers.push_back({1, rank});
      }
      meshes.plan(*comm, sharers, bodies);
    }
    assemble(input, workspace, problem, R);
  }
};

/// Places of the contacts of each rank; the second of rank 1 is one of rank 0, too.
const std::vector<std::vector<Vec3>> kPoints{{{0.1, 0.2, 0.0}, {0.9, 0.7, 0.0}},
                                             {{0.3, 0.6, 1.0}, {0.9, 0.7, 0.0}},
                                             {{0.8, 0.1, 1.0}, {0.0, 0.5, 0.5}, {0.2, 0.2, 1.0}}};

void copy_step_state(Comm& comm, Part& part) {
  std::vector<double> numbers;
  if (comm.rank() == 0) put_step_state(part.bodies, part.bodies.ref(1), numbers);
  const auto raw = std::as_bytes(std::span(numbers));
  std::vector<std::byte> bytes(raw.begin(), raw.end());
  comm.broadcast(0, bytes);
  if (comm.rank() == 0) return;
  numbers.resize(bytes.size() / sizeof(double));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  EXPECT_TRUE(take_step_state(numbers, part.bodies.ref(1), part.bodies).empty());
}

class SharedMeshesOf : public ::testing::TestWithParam<Case> {};

/// W between rows of a rank is the same whoever owns the mesh, and blocks are sent again only when
/// the matrix is another one.
TEST_P(SharedMeshesOf, GiveRowsOfOtherRanksTheInverseOfTheOwner) {
  set_thread_count(1);
  Part whole(0, GetParam());
  whole.begin(1);
  std::vector<int> first;  // row of each rank
  for (const auto& points : kPoints) {
    first.push_back(count(whole.contacts));
    for (const Vec3 point : points) whole.add_contact(point);
  }
  whole.assemble_contacts(nullptr);
  std::vector<std::vector<std::int64_t>> bytes(kRanks);
  test::on_ranks(kRanks, [&](test::MailboxComm& comm) {
    Part part(comm.rank(), GetParam());
    part.bodies.set_owner(1, 0);
    if (comm.rank() == 0) part.begin(1);
    copy_step_state(comm, part);
    const int rank = comm.rank();
    for (const Vec3 point : kPoints[at(rank)]) part.add_contact(point);
    for (int step = 0; step < 2; ++step) {
      part.assemble_contacts(&comm);
      bytes[at(rank)].push_back(part.meshes.step_bytes());
      for (int i = 0; i < part.problem.size(); ++i) {
        EXPECT_EQ(part.problem.B[at(i)], whole.problem.B[at(first[at(rank)] + i)]);
        for (int j = 0; j < part.problem.size(); ++j) {
          const Mat3 expected =
              whole.problem.body_space.block(first[at(rank)] + i, first[at(rank)] + j);
          const Mat3 found = part.problem.body_space.block(i, j);
          for (int k = 0; k < 9; ++k) EXPECT_NEAR(found.m[k], expected.m[k], 1e-18) << i << j;
        }
      }
    }
  });
  const bool keeps = is_corotational(GetParam().form);
  EXPECT_EQ(bytes[0][1] < bytes[0][0], keeps);
  EXPECT_EQ(bytes[1][1], bytes[1][0]);
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, SharedMeshesOf,
    ::testing::Values(Case{Scheme::def_exp, FiniteElementForm::total_lagrangian},
                      Case{Scheme::def_lim, FiniteElementForm::total_lagrangian},
                      Case{Scheme::def_lim, FiniteElementForm::corotational}));

}  // namespace
}  // namespace solfec
