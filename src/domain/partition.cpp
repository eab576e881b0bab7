#include "domain/partition.h"

#include <memory>
#include <utility>

#include "base/count.h"
#include "domain/body_heirs.h"
#include "domain/bonds/bond_anchors.h"
#include "geometry/element/mesh_partition.h"

namespace solfec {
namespace {

// The body goes, its parts are added one by one with its state at their nodes (body_heirs.h), nodes
// that parts share are joined to the first part that has them (glue), and contacts between parts
// are excluded.

/// Refuses what cannot be split.
void check(const Domain& domain, const BodyRecord& record, int parts) {
  const auto fail = [&](const std::string& what) {
    throw InputError(cat(what, ": ", describe(record)));
  };
  if (!has_mesh(record.kind) || !record.shape->background.empty()) {
    fail("Only regular finite element bodies can be partitioned");
  }
  if (record.partitioned) fail("Cannot partition an already partitioned body");
  const int elements = count(record.shape->meshes.front().elements);
  if (elements < parts) {
    fail(cat("Number of elements is smaller than the number of partitions, ", elements, " < ",
             parts));
  }
  if (!attachments_of(domain, record.id).none()) {
    fail("PARTITION comes before the loads and constraints of a body");
  }
  if (has_bonds(domain.contact_points(), record.id)) {
    fail("PARTITION comes before the cohesive bonds of a body, which would be lost");
  }
}

/// A part and where its nodes and elements are.
struct GluedPart {
  BodyId id{};
  std::vector<int> node;
  std::vector<int> element;  // of the whole mesh
  std::vector<int> piece;    // of each element of the part, -1: none
};

/// Fixed points between the first part that has a node and each other one: a link of no length.
void glue(const Mesh& mesh, std::span<const GluedPart> parts, Domain& domain) {
  std::vector<BodyId> first(mesh.nodes.size(), 0);  // part that has the node
  for (const GluedPart& part : parts) {
    for (const int node : part.node) {
      BodyId& owner = first[at(node)];
      if (owner == 0) {
        owner = part.id;
        continue;
      }
      const Vec3 point = mesh.nodes[at(node)];
      domain.add_constraint(
          make_rigid_link(owner, part.id, point, point, domain.contact_params.tolerance));
    }
  }
}

/// No contact between elements of two parts that share a node.
void exclude_neighbours(const Mesh& mesh, const GluedPart& a, const GluedPart& b, Domain& domain) {
  std::vector<std::vector<int>> pieces_at(mesh.nodes.size());
  const auto for_each_corner = [&](const GluedPart& part, const auto& f) {
    for (std::size_t k = 0; k < part.element.size(); ++k) {
      if (part.piece[k] < 0) continue;
      const MeshElement& element = mesh.elements[at(part.element[k])];
      for (int c = 0; c < element.node_count; ++c) f(part.piece[k], element.node[at(c)]);
    }
  };
  for_each_corner(a, [&](int piece, int node) { pieces_at[at(node)].push_back(piece); });
  for_each_corner(b, [&](int piece, int node) {
    for (const int other : pieces_at[at(node)]) domain.exclude_contact(a.id, other, b.id, piece);
  });
}

}  // namespace

std::vector<BodyId> partition_body(Domain& domain, BodyId id, int parts, bool in_callback) {
  check(domain, *domain.find_body(id), parts);
  const FormerBody former = former_body(domain, id);
  const BodyRecord& record = former.record;
  const Mesh& mesh = record.shape->meshes.front();
  domain.remove_body(id);
  std::vector<GluedPart> made;
  for (MeshPart& part : partition_mesh(mesh, parts)) {
    const std::string label =
        record.label.empty() ? "" : cat(record.label, "_PART", count(made) + 1);
    BodyDefinition definition = part_definition(record, std::move(part.mesh), label, in_callback);
    GluedPart glued{
        domain.add_body(std::move(definition)), std::move(part.node), std::move(part.element), {}};
    domain.set_partitioned(glued.id);
    inherit_settings(former, glued.id, domain);
    inherit_motion(former, glued.node, glued.id, domain);
    glued.piece.assign(glued.element.size(), -1);
    const ShapePieces& pieces = *domain.find_body(glued.id)->pieces;
    for (int p = 0; p < pieces.piece_count(); ++p) glued.piece[at(pieces.source[at(p)])] = p;
    made.push_back(std::move(glued));
  }
  glue(mesh, made, domain);
  std::vector<BodyId> ids;
  for (std::size_t j = 0; j < made.size(); ++j) {
    ids.push_back(made[j].id);
    for (std::size_t i = 0; i < j; ++i) {
      if (record.self_contact) {
        exclude_neighbours(mesh, made[i], made[j], domain);
      } else {
        domain.exclude_contact(made[i].id, made[j].id);
      }
    }
  }
  return ids;
}

}  // namespace solfec
