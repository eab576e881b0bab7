#include "language/arguments/body_subset.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "language/python/label_pattern.h"
#include "language/python/python_numbers.h"
#include "output/export/body_box.h"

namespace solfec {

BodySubset::BodySubset(std::shared_ptr<Simulation> simulation, Value argument)
    : simulation_(std::move(simulation)), argument_(std::move(argument)) {
  Domain& domain = simulation_->domain;
  if (simulation_->mode() == Mode::read) {
    ResultReader& reader = *simulation_->results();
    const std::vector<BodyId> ids = reader.bodies_in(domain);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      all_.push_back({ids[i], reader.bodies()[i].id, reader.bodies()[i].label});
    }
  } else {
    for (const BodyRecord& record : domain.body_records()) {
      all_.push_back({record.id, record.id, record.label});
    }
  }
  if (!argument_.given()) return;
  const py::object& object = argument_.object();
  std::vector<double> box;
  const bool is_box =
      py::isinstance<py::tuple>(object) && read_numbers(object, box) && box.size() == 6;
  if (is_sequence(object) && !is_box) {
    for (const auto& item : object) add(item);
  } else {
    add(object);
  }
  if (stored_.empty() && boxes_.empty()) fail_empty();
}

void BodySubset::fail_empty() const {
  argument_.fail("Invalid subset definition (matching bodies not found)");
}

void BodySubset::add(py::handle item) {
  if (py::isinstance<py::str>(item)) {
    add_pattern(item.cast<std::string>());
  } else if (holds<BodyObject>(item)) {
    const Value value(py::reinterpret_borrow<py::object>(item), argument_.spec());
    const BodyObject& body = body_of(value);
    if (body.simulation != simulation_) argument_.fail("belongs to another SOLFEC object");
    add_id(body.id);
  } else if (PyLong_Check(item.ptr()) && !PyBool_Check(item.ptr())) {
    int overflow = 0;
    add_id(PyLong_AsLongLongAndOverflow(item.ptr(), &overflow));
  } else {
    add_box(item);
  }
}

void BodySubset::add_pattern(const std::string& pattern) {
  try {
    const LabelPattern expression(pattern);
    for (const Body& body : all_) {
      if (expression.is_found_in(body.label)) stored_.insert(body.stored);
    }
  } catch (const InputError& error) {
    argument_.fail(cat("Invalid subset definition: ", error.what()));
  }
}

void BodySubset::add_id(BodyId id) {
  const auto found = std::find_if(all_.begin(), all_.end(),
                                  [id](const Body& body) { return id > 0 && body.id == id; });
  if (found == all_.end()) fail_empty();
  stored_.insert(found->stored);
}

void BodySubset::add_box(py::handle item) {
  std::vector<double> x;
  if (!py::isinstance<py::tuple>(item) || !read_numbers(item, x) || x.size() != 6) {
    argument_.fail_type();
  }
  const Box box{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
  const bool is_finite_box = is_finite(box.lo) && is_finite(box.hi);
  if (!is_finite_box || !(box.lo.x <= box.hi.x && box.lo.y <= box.hi.y && box.lo.z <= box.hi.z)) {
    argument_.fail("Invalid subset definition: a box needs its lower, then its upper corner");
  }
  boxes_.push_back(box);
}

std::set<BodyId> BodySubset::stored_ids(ResultReader& reader, int frame) const {
  std::set<BodyId> ids = stored_;
  if (boxes_.empty()) return ids;
  const std::shared_ptr<const Snapshot> snapshot = reader.snapshot(frame);
  for (const SnapshotBody& body : snapshot->members) {
    const Box around = current_box(*snapshot, body);
    const bool meets = std::any_of(boxes_.begin(), boxes_.end(),
                                   [&](const Box& box) { return overlap(box, around); });
    if (meets) ids.insert(body.id);
  }
  if (ids.empty()) fail_empty();
  return ids;
}

std::vector<BodyId> BodySubset::script_ids() const {
  std::set<BodyId> ids;
  for (const Body& body : all_) {
    if (body.id > 0 && (!argument_.given() || stored_.count(body.stored) != 0)) ids.insert(body.id);
  }
  if (!boxes_.empty()) {
    const std::shared_ptr<const Snapshot> now =
        take_snapshot(simulation_->domain, simulation_->summary());
    for (const SnapshotBody& body : now->members) {
      const Box around = current_box(*now, body);
      const bool meets = std::any_of(boxes_.begin(), boxes_.end(),
                                     [&](const Box& box) { return overlap(box, around); });
      if (meets) ids.insert(body.id);
    }
  }
  if (ids.empty()) fail_empty();
  return {ids.begin(), ids.end()};
}

}  // namespace solfec
