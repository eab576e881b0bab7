#include "domain/quasi_static/reached_rows.h"

#include "domain/quasi_static/reached_constraint.h"

namespace solfec {

void ReachedRows::clear() {
  constraints_.clear();
  contacts_.clear();
}

void ReachedRows::find(Bodies& bodies, double step, std::span<const UserConstraint> constraints,
                       std::span<const ContactPoint> contacts) {
  clear();
  places_.take_velocities(bodies);
  ReachedPlaces::move(bodies, step);
  JointGap gap;
  for (const UserConstraint& constraint : constraints) {
    const UserConstraint there = reached_constraint(bodies, constraint, gap);
    constraints_.push_back({there.point, there.slave_point, there.frame});
  }
  for (const ContactPoint& contact : contacts) {
    const bool moves = contact.master != contact.slave;
    contacts_.push_back(moves ? reach_contact(bodies, places_, contact) : std::nullopt);
  }
  places_.restore(bodies);
}

void ReachedRows::place(std::span<UserConstraint> constraints,
                        std::span<ContactPoint> contacts) const {
  for (std::size_t k = 0; k < constraints_.size(); ++k) {
    constraints[k].point = constraints_[k].point;
    constraints[k].slave_point = constraints_[k].slave_point;
    constraints[k].frame = constraints_[k].frame;
  }
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    if (!contacts_[k]) continue;
    ContactPoint& contact = contacts[k];
    const Mat3& turned = contacts_[k]->frame;
    contact.point = contacts_[k]->point;
    contact.frame = contact_frame(turned.column(2));
    for (Vec3* numbers : {&contact.state.R, &contact.state.U, &contact.state.V}) {
      *numbers = transposed_times(contact.frame, turned * *numbers);
    }
  }
}

}  // namespace solfec
