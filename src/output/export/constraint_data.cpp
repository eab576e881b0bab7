#include "output/export/constraint_data.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "base/count.h"
#include "base/id_index.h"
#include "domain/records/seen_joints.h"
#include "output/contact_status.h"
#include "output/export/export_arrays.h"

namespace solfec {

namespace {

/// Arrays that contacts and joints share.
class ConstraintArrays {
 public:
  explicit ConstraintArrays(const ExportRequest& request)
      : arrays(request),
        id_(arrays.ids("constraint")),
        master_(arrays.ids("master")),
        slave_(arrays.ids("slave")),
        reaction_(arrays.vectors("reaction")),
        normal_reaction_(arrays.numbers("normal_reaction")),
        tangential_reaction_(arrays.numbers("tangential_reaction")),
        relative_velocity_(arrays.vectors("relative_velocity")) {}

  void add(const ConstraintRecord& row) {
    put<std::int64_t>(id_, row.id);
    put<std::int64_t>(master_, row.master);
    put<std::int64_t>(slave_, row.slave);
    put(reaction_, row.frame * row.R);
    put(normal_reaction_, row.R.z);
    put(tangential_reaction_, std::hypot(row.R.x, row.R.y));
    put(relative_velocity_, row.frame * row.U);
  }

  ExportArrays arrays;

 private:
  std::vector<std::int64_t>* id_;
  std::vector<std::int64_t>* master_;
  std::vector<std::int64_t>* slave_;
  std::vector<double>* reaction_;
  std::vector<double>* normal_reaction_;
  std::vector<double>* tangential_reaction_;
  std::vector<double>* relative_velocity_;
};

/// Arrays of contacts: those of all constraints, and those that only contacts have.
class ContactArrays {
 public:
  ContactArrays(const ExportRequest& request, const ResultReader& reader)
      : all_(request),
        materials_(reader.surface_materials()),
        gap_(all_.arrays.numbers("gap")),
        status_(all_.arrays.integers("status")),
        normal_(all_.arrays.vectors("normal")),
        area_(all_.arrays.numbers("area")),
        friction_(all_.arrays.numbers("friction")),
        surfaces_(all_.arrays.add<std::vector<std::int32_t>>("surfaces", 2, {"master", "slave"})),
        bonded_(all_.arrays.integers("bonded")),
        age_(all_.arrays.integers("age")) {}

  void add(const ConstraintRecord& row) {
    const bool known = 0 <= row.material && row.material < count(materials_);
    const double friction = known ? sliding_friction(materials_[at(row.material)]) : 0.0;
    all_.add(row);
    put(gap_, row.gap);
    put<std::int32_t>(status_, static_cast<std::int32_t>(contact_status(row, friction)));
    put(normal_, row.frame.column(2));
    put(area_, row.area);
    put(friction_, friction);
    put<std::int32_t>(surfaces_, row.master_surface);
    put<std::int32_t>(surfaces_, row.slave_surface);
    put<std::int32_t>(bonded_, row.bonded ? 1 : 0);
    put<std::int32_t>(age_, row.age);
  }
  std::vector<VtkArray> take() { return all_.arrays.take(); }

 private:
  ConstraintArrays all_;
  const std::vector<SurfaceMaterial>& materials_;
  std::vector<double>* gap_;
  std::vector<std::int32_t>* status_;
  std::vector<double>* normal_;
  std::vector<double>* area_;
  std::vector<double>* friction_;
  std::vector<std::int32_t>* surfaces_;
  std::vector<std::int32_t>* bonded_;
  std::vector<std::int32_t>* age_;
};

/// The mass centres of the bodies of a snapshot that have one.
class Centers {
 public:
  explicit Centers(const Snapshot& snapshot) : snapshot_(snapshot) {
    for (int i = 0; i < count(snapshot.members); ++i) index_.set(snapshot.members[at(i)].id, i);
    known_.resize(snapshot.members.size());
    center_.resize(snapshot.members.size());
  }
  /// Null: none.
  const Vec3* find(BodyId id) {
    const int index = id == 0 ? -1 : index_.find(id);
    if (index < 0) return nullptr;
    const BodyRef place = snapshot_.members[at(index)].place;
    if (!has_inertia(place.kind)) return nullptr;
    if (known_[at(index)] == 0) {
      known_[at(index)] = 1;
      center_[at(index)] = snapshot_.bodies.motion(place).center;
    }
    return &center_[at(index)];
  }

 private:
  const Snapshot& snapshot_;
  IdIndex index_;
  std::vector<unsigned char> known_;
  std::vector<Vec3> center_;
};

bool is_wanted_contact(const ConstraintRecord& row, const ExportRequest& request) {
  return row.kind == ConstraintKind::contact && request.wants(row.master, row.slave);
}

/// The joint that has a row, null where none has.
const SeenJoint* joint_of(ConstraintId row, std::span<const SeenJoint> joints) {
  const auto next =
      std::upper_bound(joints.begin(), joints.end(), row,
                       [](ConstraintId id, const SeenJoint& one) { return id < one.id; });
  if (next == joints.begin()) return nullptr;
  const SeenJoint& joint = *std::prev(next);
  return row < joint.id + joint.rows ? &joint : nullptr;
}

}  // namespace

VtkData contact_points(const ResultReader& reader, const Snapshot& snapshot,
                       const ExportRequest& request) {
  VtkData data;
  VtkPolyCells cells;
  ContactArrays arrays(request, reader);
  for (const ConstraintRecord& row : snapshot.constraints) {
    if (!is_wanted_contact(row, request)) continue;
    add_point(row.point, cells.verts, data);
    cells.verts.close();
    arrays.add(row);
  }
  data.cells = std::move(cells);
  data.point_data = arrays.take();
  return data;
}

VtkData force_lines(const ResultReader& reader, const Snapshot& snapshot,
                    const ExportRequest& request) {
  VtkData data;
  VtkPolyCells cells;
  ContactArrays arrays(request, reader);
  Centers centers(snapshot);
  for (const ConstraintRecord& row : snapshot.constraints) {
    if (!is_wanted_contact(row, request) || row.R == Vec3{}) continue;
    const Vec3* const from = centers.find(row.master);
    const Vec3* const to = centers.find(row.slave);
    if (from == nullptr && to == nullptr) continue;
    if (from != nullptr) add_point(*from, cells.lines, data);
    add_point(row.point, cells.lines, data);
    if (to != nullptr) add_point(*to, cells.lines, data);
    cells.lines.close();
    arrays.add(row);
  }
  data.cells = std::move(cells);
  data.cell_data = arrays.take();
  return data;
}

VtkData joint_lines(const Snapshot& snapshot, const ExportRequest& request) {
  VtkData data;
  VtkPolyCells cells;
  ConstraintArrays arrays(request);
  VtkStrings* const kind = arrays.arrays.strings("kind");
  VtkStrings* const joint_kind = arrays.arrays.strings("joint_kind");
  std::vector<std::int64_t>* const joint_id = arrays.arrays.ids("joint");
  const std::vector<SeenJoint> joints = seen_joints(snapshot.constraints);
  // cell data have the single points first, then the lines
  for (const bool two : {false, true}) {
    VtkCells& list = two ? cells.lines : cells.verts;
    for (const ConstraintRecord& row : snapshot.constraints) {
      if (row.kind == ConstraintKind::contact || has_two_points(row.kind) != two) continue;
      if (!request.wants(row.master, row.slave)) continue;
      add_point(row.point, list, data);
      if (two) add_point(row.slave_point, list, data);
      list.close();
      arrays.add(row);
      put(kind, name_of(row.kind));
      const SeenJoint* const joint = joint_of(row.id, joints);
      put(joint_kind, joint == nullptr ? std::string_view() : name_of(joint->kind));
      put<std::int64_t>(joint_id, joint == nullptr ? 0 : joint->id);
    }
  }
  data.cells = std::move(cells);
  data.cell_data = arrays.arrays.take();
  return data;
}

}  // namespace solfec
