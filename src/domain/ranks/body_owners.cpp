#include "domain/ranks/body_owners.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "domain/ranks/handover.h"
#include "parallel/deliver_lists.h"
#include "parallel/gather_lists.h"
#include "parallel/load_weights.h"

namespace solfec {

namespace {

/// Number of velocities of a body that a row sees: of a mesh those of a few nodes.
int seen_unknowns(BodyKind kind) {
  if (!has_inertia(kind)) return 0;
  return turns_only(kind) ? 6 : 12;
}

int unknowns(const Bodies& bodies, const BodyRecord& record) {
  if (!has_mesh(record.kind)) return seen_unknowns(record.kind);
  return 3 * bodies.mesh(bodies.ref(record.id))->node_count();
}

/// The part of a list that is this rank's when all have the same one.
template <typename Item>
std::span<const Item> own_part(const Comm& comm, std::span<const Item> all) {
  const auto n = all.size();
  const auto first = n * at(comm.rank()) / at(comm.size());
  const auto last = n * at(comm.rank() + 1) / at(comm.size());
  return all.subspan(first, last - first);
}

Vec3 center_of(const Bodies& bodies, BodyId id) {
  const Vec3 center = bodies.motion(bodies.ref(id)).center;
  return is_finite(center) ? center : Vec3{};
}

}  // namespace

/// Bodies with contacts between them and how many there are; contacts come by pairs.
void BodyOwners::list_pairs(const RankedModel& model) {
  pair_.clear();
  std::pair<BodyId, BodyId> last{};
  for (const ContactPoint& contact : std::as_const(model.contacts).points()) {
    const std::pair ids(contact.key.first_body, contact.key.second_body);
    if (pair_.empty() || ids != last) {
      pair_.push_back({model.bodies.find(ids.first), model.bodies.find(ids.second), 0});
    }
    ++pair_.back().rows;
    last = ids;
  }
}

/// Counts the contacts of each body, by its index. A rank knows those that it holds: owners of
/// bodies add the counts of all ranks and send the sums back, so that weights, and the cells that
/// follow from them, do not depend on which rank holds which contact.
void BodyOwners::count_rows(Comm& comm, const RankedModel& model) {
  const BodyTable& table = model.bodies.table();
  list_pairs(model);
  row_count_.assign(at(table.size()), 0);
  for (const PairRows& pair : pair_) {
    row_count_[at(pair.first)] += pair.rows;
    row_count_[at(pair.second)] += pair.rows;
  }
  if (comm.size() == 1 || contacts_everywhere_) return;
  std::map<int, std::vector<BodyRows>> sent;  // by the owner of the bodies
  for (int index = 0; index < table.size(); ++index) {
    const BodyRow& row = table.row(index);
    if (row_count_[at(index)] == 0 || row.owner == comm.rank()) continue;
    sent[row.owner].push_back({row.record.id, row_count_[at(index)]});
  }
  const auto counts = deliver_lists(comm, sent);
  for (const auto& [rank, list] : counts) {
    for (const BodyRows& one : list) row_count_[at(model.bodies.find(one.id))] += one.rows;
  }
  sent.clear();
  for (const auto& [rank, list] : counts) {
    for (const BodyRows& one : list) {
      sent[rank].push_back({one.id, row_count_[at(model.bodies.find(one.id))]});
    }
  }
  for (const auto& [rank, list] : deliver_lists(comm, sent)) {
    for (const BodyRows& one : list) row_count_[at(model.bodies.find(one.id))] = one.rows;
  }
}

/// Weights of the rows that each body holds, by its index.
void BodyOwners::weigh_rows(Comm& comm, const RankedModel& model) {
  const BodyTable& table = model.bodies.table();
  count_rows(comm, model);
  held_.assign(at(table.size()), 0.0);
  const auto load = [&](int index) {
    return BodyLoad{seen_unknowns(table.row(index).record.kind), row_count_[at(index)]};
  };
  for (const PairRows& pair : pair_) {
    const bool first = first_holds(pair_end(table.row(pair.first).record),
                                   pair_end(table.row(pair.second).record));
    held_[at(first ? pair.first : pair.second)] +=
        pair.rows * row_weight(load(pair.first), load(pair.second), weight_factor_);
  }
  for (const UserConstraint& constraint : model.constraints) {
    const int master = model.bodies.find(constraint.master);
    held_[at(master)] += row_weight(load(master), {}, weight_factor_);
  }
}

/// Items of the bisection.
void BodyOwners::weigh(Comm& comm, const RankedModel& model, std::span<const BodyId> ids) {
  weigh_rows(comm, model);
  point_.clear();
  weight_.clear();
  for (const BodyId id : ids) {
    const int index = model.bodies.find(id);
    const BodyRecord& record = model.bodies.table().row(index).record;
    point_.push_back(center_of(model.bodies, id));
    weight_.push_back(body_weight(unknowns(model.bodies, record), held_[at(index)]) +
                      record.contact_pieces->piece_count());
  }
}

/// Puts the items of mechanisms that stay whole at the centres of their bodies of lowest id.
void BodyOwners::gather_mechanisms(Comm& comm, const RankedModel& model,
                                   std::span<const BodyId> ids) {
  if (comm.size() == 1 || (model.constraints.empty() && model.others.empty())) return;
  struct Lead {
    BodyId id{};
    Vec3 center;
  };
  mechanisms_.find(model, false);
  const std::span<const BodyId> joined = mechanisms_.bodies();
  std::map<BodyId, int> item;  // bodies of ids that stay together with others
  for (int k = 0; k < count(ids); ++k) {
    const auto found = std::lower_bound(joined.begin(), joined.end(), ids[at(k)]);
    if (found == joined.end() || *found != ids[at(k)]) continue;
    const int size = mechanisms_.size(static_cast<int>(found - joined.begin()));
    if (size > 1 && size <= balance_.params().whole_mechanism) item[ids[at(k)]] = k;
  }
  const auto lead_of = [&](BodyId id) {
    const auto found = std::lower_bound(joined.begin(), joined.end(), id);
    return mechanisms_.lead(static_cast<int>(found - joined.begin()));
  };
  std::vector<Lead> leads;
  for (const auto& [id, k] : item) {
    if (lead_of(id) == id) leads.push_back({id, point_[at(k)]});
  }
  std::map<BodyId, Vec3> center;
  for (const auto& list : gather_lists(comm, std::span<const Lead>(leads))) {
    for (const Lead& lead : list) center[lead.id] = lead.center;
  }
  for (const auto& [id, k] : item) point_[at(k)] = center.at(lead_of(id));
}

/// Owners that this rank decides on: of its own bodies, and of its part of the new ones, so that
/// one rank alone decides on each.
BodyOwners::Choice BodyOwners::choose(Comm& comm, const RankedModel& model) {
  Bodies& bodies = model.bodies;
  std::sort(new_.begin(), new_.end());
  std::erase_if(new_, [&](BodyId id) { return bodies.record(id) == nullptr; });
  std::vector<BodyId> items;
  for (const BodyId id : bodies.ids()) {
    const bool is_new = std::binary_search(new_.begin(), new_.end(), id);
    if (!bodies.is_ghost(id) && !is_new) items.push_back(id);
  }
  const auto known = items.size();
  const std::span<const BodyId> part = own_part(comm, std::span<const BodyId>(new_));
  items.insert(items.end(), part.begin(), part.end());
  weigh(comm, model, items);
  gather_mechanisms(comm, model, items);
  const Partition partition = balance_.rebalance(comm, {point_, weight_});
  imbalance_ = partition.imbalance;
  Choice choice;
  for (std::size_t k = 0; k < items.size(); ++k) {
    const Change change{items[k], partition.owner[k]};
    if (k >= known) {
      choice.owners.push_back(change);
    } else if (change.owner != comm.rank()) {
      choice.owners.push_back(change);
      choice.given.push_back(change);
    }
  }
  return choice;
}

void BodyOwners::note_whole(const Bodies& bodies) {
  new_.assign(bodies.ids().begin(), bodies.ids().end());
  contacts_everywhere_ = true;
}

bool BodyOwners::make_whole(Comm& comm, const RankedModel& model) {
  const int missing = comm.all_reduce(Reduction::largest, model.absent.count());
  const bool is_whole = missing == 0 && all_are_new(model.bodies);
  if (is_whole) return false;
  Handover(comm, model).give_all();
  note_whole(model.bodies);
  return true;
}

/// Sets the new owner of a body that has had one.
void BodyOwners::hand_on(const Comm& comm, const Change& change, const RankedModel& model) {
  if (!model.absent.has(change.id)) {
    model.bodies.set_owner(change.id, change.owner);
    return;
  }
  model.absent.set_owner(change.id, change.owner);
  if (change.owner == comm.rank()) {
    model.absent.give_back(change.id, model.materials, model.bodies);
  }
}

bool BodyOwners::settle(Comm& comm, const RankedModel& model) {
  const bool has_new = !new_.empty();
  const Choice own = choose(comm, model);
  new_.clear();
  const auto lists = gather_lists(comm, std::span<const Change>(own.owners));
  const bool changed =
      has_new || std::any_of(lists.begin(), lists.end(), [](const auto& l) { return !l.empty(); });
  if (!changed) return false;  // on all ranks
  Handover handover(comm, model);
  for (const Change& change : own.given) handover.give(change.id, change.owner);
  for (const auto& list : lists) {
    for (const Change& change : list) hand_on(comm, change, model);
  }
  handover.finish(std::exchange(contacts_everywhere_, false));
  return true;
}

}  // namespace solfec
