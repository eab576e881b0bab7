#include "output/joint_resultants.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "domain/records/constraint_record.h"

namespace solfec {

namespace {

constexpr double kSameJoint = 0.984807753012208;  // cos 10°: patches of one joint are about plane

using Rows = std::vector<const ConstraintRecord*>;

Vec3 normal_of(const ConstraintRecord& row) { return row.frame.column(2); }

/// The contacts of a pair by joints, in the order of their first contacts.
std::vector<Rows> joints_of(const Rows& rows) {
  std::vector<Rows> joints;
  for (const ConstraintRecord* const row : rows) {
    const auto same = std::find_if(joints.begin(), joints.end(), [row](const Rows& joint) {
      return dot(normal_of(*joint.front()), normal_of(*row)) >= kSameJoint;
    });
    if (same == joints.end()) {
      joints.push_back({row});
    } else {
      same->push_back(row);
    }
  }
  return joints;
}

/// Weight of a contact in the middle of its joint: its area; where a contact has none, all count
/// alike.
std::vector<double> weights_of(const Rows& rows) {
  std::vector<double> weights;
  weights.reserve(rows.size());
  for (const ConstraintRecord* const row : rows) weights.push_back(row->area);
  const bool all_have = std::all_of(weights.begin(), weights.end(), [](double w) { return w > 0; });
  if (!all_have) std::fill(weights.begin(), weights.end(), 1.0);
  return weights;
}

JointResultant resultant_of(const Rows& rows) {
  JointResultant joint;
  joint.master = rows.front()->master;
  joint.slave = rows.front()->slave;
  joint.contacts = static_cast<int>(rows.size());
  const std::vector<double> weights = weights_of(rows);
  double sum = 0.0;
  Vec3 normals;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    sum += weights[i];
    joint.center += weights[i] * rows[i]->point;
    normals += weights[i] * normal_of(*rows[i]);
    joint.force += rows[i]->frame * rows[i]->R;
  }
  joint.center = joint.center / sum;
  joint.normal = normalized(normals);
  for (const ConstraintRecord* const row : rows) {
    joint.moment += cross(row->point - joint.center, row->frame * row->R);
  }
  joint.normal_force = dot(joint.force, joint.normal);
  joint.shear_force = joint.force - joint.normal_force * joint.normal;
  joint.pressure_point = joint.center;
  if (joint.normal_force > 0.0) {
    joint.pressure_point += cross(joint.normal, joint.moment) / joint.normal_force;
  }
  return joint;
}

}  // namespace

std::vector<Rows> joint_contacts(const Snapshot& snapshot) {
  std::map<std::pair<BodyId, BodyId>, Rows> pairs;
  for (const ConstraintRecord& row : snapshot.constraints) {
    if (is_contact(row.kind)) pairs[{row.master, row.slave}].push_back(&row);
  }
  std::vector<Rows> joints;
  for (const auto& [pair, rows] : pairs) {
    for (Rows& joint : joints_of(rows)) joints.push_back(std::move(joint));
  }
  return joints;
}

std::vector<JointResultant> joint_resultants(const Snapshot& snapshot) {
  std::vector<JointResultant> resultants;
  for (const Rows& joint : joint_contacts(snapshot)) {
    const bool loaded = std::any_of(joint.begin(), joint.end(), [](const ConstraintRecord* row) {
      return row->R.x != 0.0 || row->R.y != 0.0 || row->R.z != 0.0;
    });
    if (loaded) resultants.push_back(resultant_of(joint));
  }
  return resultants;
}

}  // namespace solfec
