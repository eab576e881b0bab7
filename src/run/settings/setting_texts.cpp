#include "run/settings/setting_texts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "archive/content_hash.h"
#include "base/cat.h"
#include "constraint/user_constraint.h"
#include "math/vec3_text.h"
#include "output/setting_rows.h"
#include "run/settings/body_settings.h"
#include "solver/law/choice_names.h"

namespace solfec {

namespace {

constexpr std::size_t kMostItems = 200;  // of a list that are told one by one
constexpr std::string_view kWithHash = " with the hash ";
constexpr std::string_view kOfFunction = " of the function '";
constexpr std::string_view kAllInputs = "inputs of functions";
constexpr std::string_view kBulkMaterials = "bulk materials";

std::string text_of(const SurfacePressure& one) {
  const PressedSurface& faces = one.surface;
  const double length = std::sqrt(faces.size);
  return cat(faces.surface, ", resultant per Pa ", rounded_text(faces.area, faces.size), " at ",
             rounded_text(faces.center, length), ", moment per Pa ",
             rounded_text(moment_of(faces), faces.size * length));
}

std::string hash_text(std::string_view text) {
  std::array<char, 32> buffer{};
  const auto hash = content_hash(std::as_bytes(std::span(text.data(), text.size())));
  std::snprintf(buffer.data(), buffer.size(), "%016llx", static_cast<unsigned long long>(hash));
  return buffer.data();
}

std::string text_of(const TimeSeries& series) {
  std::string numbers;
  for (std::size_t i = 0; i < series.times().size(); ++i) {
    numbers += cat(series.times()[i], " ", series.values()[i], " ");
  }
  return cat("a TIME_SERIES of ", series.times().size(), " points from (",
             short_number(series.times().front()), ", ", short_number(series.values().front()),
             ") to (", short_number(series.times().back()), ", ",
             short_number(series.values().back()), ")",
             series.integrations() == 0 ? "" : cat(", integrated ", series.integrations(), "x,"),
             " with the hash ", hash_text(numbers));
}

std::string text_of(const LoadValue& value) {
  return value.series ? text_of(*value.series) : cat(value.constant);
}

/// Gathers texts.
class Teller {
 public:
  Teller(const Domain& domain, const ScriptLines& lines, const HeldParts* held)
      : domain_(domain), lines_(lines), held_(held) {}

  void tell(const std::string& name, std::string_view command, const std::string& value) {
    texts_.push_back({name, "", lines_.line(command), value});
  }
  /// Item of a list of settings that calls of a command have made.
  void tell_item(const std::string& name, const std::string& body, const std::string& line,
                 const std::string& value) {
    items_.push_back({name, body, line, value});
  }
  /// Puts the items down.
  void end_items(std::string_view command, const std::string& what) {
    if (items_.size() > kMostItems) {
      std::string all;
      for (const SettingText& item : items_) all += cat(item.name, item.body, item.value, "\n");
      tell(what, command, cat(items_.size(), kWithHash, hash_text(all)));
    } else {
      texts_.insert(texts_.end(), items_.begin(), items_.end());
    }
    items_.clear();
  }

  /// Name of a body, '' when it does not count.
  [[nodiscard]] std::string name_of(BodyId body) const {
    if (held_ != nullptr) {
      const auto found = held_->bodies.find(body);
      return found == held_->bodies.end() ? "" : found->second;
    }
    const BodyRecord* const record = domain_.find_record(body);
    return record == nullptr ? "" : lasting_name(*record);
  }
  [[nodiscard]] bool is_deleted(ConstraintId id) const {
    return held_ != nullptr && held_->deleted.count(id) != 0;
  }
  [[nodiscard]] const ScriptLines& lines() const { return lines_; }
  [[nodiscard]] const Domain& domain() const { return domain_; }
  [[nodiscard]] const SettingTexts& texts() const { return texts_; }

 private:
  const Domain& domain_;
  const ScriptLines& lines_;
  const HeldParts* held_;
  SettingTexts texts_;
  SettingTexts items_;
};

/// Settings that are told as one value.
void tell_values(const RunState& run, Teller& teller) {
  std::vector<SettingValue> values;
  for (const SettingRow& row : setting_rows()) {
    if (row.tell != nullptr) row.tell(teller.domain(), run, values);
  }
  for (const SettingValue& one : values) teller.tell(one.name, one.command, one.value);
}

/// Pairs do not tell which call has made them.
void tell_exclusions(Teller& teller) {
  const ContactExclusions& exclusions = teller.domain().contact_exclusions();
  const auto tell_all = [&](const char* command, const auto& pairs, const auto& text_of_pair) {
    std::size_t i = 0;
    for (const auto& pair : pairs) {
      const std::string line = teller.lines().line(command, i++, 0);
      const auto [first, second, text] = text_of_pair(pair);
      const std::string name = teller.name_of(first);
      const std::string other = teller.name_of(second);
      if (!name.empty() && !other.empty()) teller.tell_item(command, name, line, text + other);
    }
    teller.end_items(command, cat("pairs of ", command));
  };
  tell_all("CONTACT_EXCLUDE_BODIES", exclusions.bodies, [](const std::pair<BodyId, BodyId>& pair) {
    return std::tuple(pair.first, pair.second, std::string("with "));
  });
  tell_all("CONTACT_EXCLUDE_OBJECTS", exclusions.pieces, [](const ContactKey& key) {
    return std::tuple(key.first_body, key.second_body,
                      cat("piece ", key.first_piece, " with piece ", key.second_piece, " of "));
  });
  constexpr const char* kSurfaces = "CONTACT_EXCLUDE_SURFACES";
  for (std::size_t i = 0; i < exclusions.surfaces.size(); ++i) {
    const auto& [a, b] = exclusions.surfaces[i];
    teller.tell_item(cat(kSurfaces, " of ", a, " and ", b), "",
                     teller.lines().line(kSurfaces, i, 0), "no contact");
  }
  teller.end_items(kSurfaces, cat("pairs of ", kSurfaces));
}

std::string surface_text(SurfaceId surface) {
  return surface == kAnySurface ? "any surface" : cat("surface ", surface);
}

std::string memory_text(const SurfaceMaterial& m) {
  if (m.model == SurfaceModel::static_dynamic) {
    return cat(", dynamic friction ", m.dynamic_friction);
  }
  if (m.model == SurfaceModel::rolling_resistance) return cat(", rolling ", m.rolling, " m");
  if (m.model == SurfaceModel::press_fit) return cat(", press speed ", m.press_speed, " m/s");
  if (m.model != SurfaceModel::cohesive_zone) return {};
  return cat(", tension ", m.tension, " Pa, energies ", m.normal_energy, " and ",
             m.tangential_energy, " J/m^2, stiffnesses ", normal_stiffness_of(m), " and ",
             tangential_stiffness_of(m), " Pa/m");
}

void tell_surfaces(Teller& teller) {
  const SurfaceMaterialTable& table = teller.domain().surface_materials;
  if (table.definitions() == 0) return;
  const int first = table[0].label == "DEFAULT" ? 1 : 0;  // that one is not the user's
  const auto told = static_cast<std::size_t>(table.size() - first);
  for (int i = first; i < table.size(); ++i) {
    const SurfaceMaterial& m = table[i];
    teller.tell_item(
        cat("SURFACE_MATERIAL between ", surface_text(m.surface1), " and ",
            surface_text(m.surface2)),
        "", teller.lines().line("SURFACE_MATERIAL", static_cast<std::size_t>(i - first), told),
        cat(name_of(m.model), ", friction ", m.friction, ", cohesion ", m.cohesion,
            " Pa, restitution ", m.restitution, ", spring ", m.spring, " N/m, dashpot ", m.dashpot,
            " N s/m, hpow ", m.hpow, memory_text(m)));
  }
  teller.end_items("SURFACE_MATERIAL", "surface materials");
}

template <typename Load, typename TextOf>
void tell_loads_of(const char* command, std::string_view list, const std::vector<Load>& all,
                   Teller& teller, const TextOf& text_of_load) {
  std::vector<std::int64_t> keys;
  keys.reserve(all.size());
  for (const Load& load : all) keys.push_back(load.body);
  const std::vector<std::string> lines = teller.lines().item_lines(list, keys);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = teller.name_of(all[i].body);
    const std::string line = all[i].in_callback ? std::string(kByCallback) : lines[i];
    if (!name.empty()) teller.tell_item(command, name, line, text_of_load(all[i]));
  }
}

struct ToldFunction {
  BodyId body{};
  std::string name;
  bool in_callback = false;
};

/// Functions of constraints are told with these.
std::vector<ToldFunction> functions_of_loads(const Loads& loads) {
  std::vector<ToldFunction> told;
  for (const CallbackForce& force : loads.callbacks) {
    if (force.constraint == 0) told.push_back({force.body, force.name, force.in_callback});
  }
  return told;
}

void tell_loads(Teller& teller) {
  const Loads& loads = teller.domain().loads;
  const auto& g = loads.gravity;
  teller.tell("GRAVITY", "GRAVITY",
              cat("(", text_of(g[0]), ", ", text_of(g[1]), ", ", text_of(g[2]), ") m/s^2"));
  tell_loads_of("FORCE", "FORCE", loads.forces, teller, [](const PointForce& force) {
    return cat(text_of(force.value), " N along ", vec3_text(force.direction), " at ",
               vec3_text(force.point), ", ", name_of(force.frame));
  });
  tell_loads_of("FORCE", kForceFunctions, functions_of_loads(loads), teller,
                [](const ToldFunction& told) { return cat("the function '", told.name, "'"); });
  teller.end_items("FORCE", "forces");
  tell_loads_of("TORQUE", "TORQUE", loads.torques, teller, [](const BodyTorque& torque) {
    return cat(text_of(torque.value), " N m about ", vec3_text(torque.direction), ", ",
               name_of(torque.frame));
  });
  teller.end_items("TORQUE", "torques");
  tell_loads_of("PRESSURE", "PRESSURE", loads.pressures, teller, [](const SurfacePressure& one) {
    return cat(text_of(one.value), " Pa on surface ", text_of(one));
  });
  teller.end_items("PRESSURE", "pressures");
  tell_loads_of("SIMPLIFIED_CRACK", "SIMPLIFIED_CRACK", loads.cracks, teller,
                [](const SimplifiedCrack& crack) {
                  return cat("plane through ", vec3_text(crack.point), " with the normal ",
                             vec3_text(crack.normal), ", surfaces ", crack.surface[0], " and ",
                             crack.surface[1], ", topoadj ", crack.adjacent_only ? "'ON'" : "'OFF'",
                             ", ft ", crack.tension, " Pa, Gf ", crack.fracture_energy, " J/m^2");
                });
  teller.end_items("SIMPLIFIED_CRACK", "cracks");
}

void tell_constraints(Teller& teller) {
  const auto all = teller.domain().constraint_definitions();
  const auto series_text = [](const TimeSeries& series) { return text_of(series); };
  std::vector<std::int64_t> keys;
  keys.reserve(all.size());
  for (const UserConstraint* constraint : all) keys.push_back(constraint->id);
  const std::vector<std::string> lines = teller.lines().item_lines("constraint", keys);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const UserConstraint& constraint = *all[i];
    const std::string name = teller.name_of(constraint.master);
    const bool whole = constraint.slave == 0 || !teller.name_of(constraint.slave).empty();
    if (name.empty() || !whole || teller.is_deleted(constraint.id)) continue;
    teller.tell_item(cat("constraint (", name_of(constraint.kind), ")"), name,
                     constraint.in_callback ? std::string(kByCallback) : lines[i],
                     definition_text(constraint, series_text));
  }
  teller.end_items("constraint", "constraints");
}

/// A rank that has only a part of the bodies tells nothing of them.
void tell_bodies(Teller& teller) {
  const Domain& domain = teller.domain();
  if (!domain.is_whole()) return;
  teller.tell(std::string(kBodiesAreTold), "", "as below");
  for (const BodySettingKind& kind : body_setting_kinds()) {
    for (const BodyRecord& record : domain.body_records()) {
      if (record.ordinal == 0) continue;  // a function has made it
      const std::string value = kind.text(domain, record, teller.lines());
      const std::string name = value.empty() ? "" : teller.name_of(record.id);
      if (name.empty()) continue;
      teller.tell_item(std::string(kind.name), name, teller.lines().body_line(kind.name, record.id),
                       value);
    }
    teller.end_items("", std::string(kind.all));
  }
  for (const SettingText& text : bulk_material_texts(domain, teller.lines())) {
    teller.tell_item(text.name, "", text.line, text.value);
  }
  teller.end_items("", std::string(kBulkMaterials));
}

// ---- solvers ---------------------------------------------------------------------------------

std::string accuracy_text(const VelocityAccuracy& accuracy) {
  if (accuracy.speed > 0.0) return cat(accuracy.speed);
  return accuracy.share_of_weight > 0.0 ? cat(accuracy.share_of_weight, " |g| h") : "AUTO";
}

void tell_gauss_seidel(const GaussSeidelParams& params, Teller& teller) {
  const auto tell = [&](const char* name, const auto& value) {
    teller.tell(cat("GAUSS_SEIDEL_SOLVER ", name), "RUN", cat(value));
  };
  tell("epsilon", params.relative_tolerance);
  tell("maxiter", params.max_sweeps);
  tell("meritval", params.merit_tolerance);
  tell("diagepsilon", params.diagonal_tolerance);
  tell("diagmaxiter", params.diagonal_max_iterations);
  tell("diagsolver", kDiagonalSolverNames.at(static_cast<std::size_t>(params.diagonal_solver)));
  tell("reverse", params.alternate_direction ? "ON" : "OFF");
  tell("acceleration", kAccelerationNames.at(static_cast<std::size_t>(params.acceleration)));
  tell("accuracy", accuracy_text(params.accuracy));
}

void tell_newton(const char* solver, const NewtonParams& params, Teller& teller) {
  const auto tell = [&](const char* name, const auto& value) {
    teller.tell(cat(solver, " ", name), "RUN", cat(value));
  };
  tell("meritval", params.merit_tolerance);
  tell("maxiter", params.max_iterations);
  tell("variant", kNewtonVariantNames.at(static_cast<std::size_t>(params.variant)));
  tell("nonmonlength", params.nonmonotone_length);
  tell("linminiter", params.linear_min_iterations);
  tell("resdec", params.residual_decrease);
  tell("smooth", params.smoothing);
  tell("accuracy", accuracy_text(params.accuracy));
}

void tell_interior_point(const InteriorParams& params, Teller& teller) {
  const auto tell = [&](const char* name, const auto& value) {
    teller.tell(cat("INTERIOR_POINT_SOLVER ", name), "RUN", cat(value));
  };
  tell("maxiter", params.max_iterations);
  tell("meritval", params.merit_tolerance);
  tell("friction", kFrictionLawNames.at(static_cast<std::size_t>(params.friction)));
  tell("accuracy", accuracy_text(params.accuracy));
}

void tell_solver(const ConstraintSolver& solver, Teller& teller) {
  const auto name = [&](const char* text) { teller.tell("solver", "RUN", text); };
  if (const auto* const sweeps = dynamic_cast<const GaussSeidelSolver*>(&solver)) {
    name("GAUSS_SEIDEL_SOLVER");
    tell_gauss_seidel(sweeps->params, teller);
  } else if (const auto* const newton = dynamic_cast<const NewtonSolver*>(&solver)) {
    name("NEWTON_SOLVER");
    tell_newton("NEWTON_SOLVER", newton->params, teller);
  } else if (const auto* const body_space = dynamic_cast<const BodySpaceSolver*>(&solver)) {
    name("BODY_SPACE_SOLVER");
    tell_newton("BODY_SPACE_SOLVER", body_space->params, teller);
  } else if (const auto* const interior = dynamic_cast<const InteriorPointSolver*>(&solver)) {
    name("INTERIOR_POINT_SOLVER");
    tell_interior_point(interior->params, teller);
  } else if (const auto* const penalty = dynamic_cast<const PenaltySolver*>(&solver)) {
    name("PENALTY_SOLVER");
    teller.tell("PENALTY_SOLVER variant", "RUN",
                std::string(penalty_variant_name(penalty->variant)));
  }
}

// ---- differences -----------------------------------------------------------------------------

std::string full_name(const SettingText& text) {
  return text.body.empty() ? text.name : cat(text.name, " on ", text.body);
}

std::string at_line(const SettingText& text) {
  return text.line.empty() ? "" : cat(" (", text.line, ")");
}

bool same_thing(const SettingText& a, const SettingText& b) {
  return a.name == b.name && a.body == b.body;
}

/// Texts of `all` without an equal value among `others`.
SettingTexts left_over(const SettingTexts& all, const SettingTexts& others) {
  std::vector<bool> used(others.size(), false);
  SettingTexts left;
  for (const SettingText& text : all) {
    std::size_t i = 0;
    while (i < others.size() &&
           (used[i] || !same_thing(others[i], text) || others[i].value != text.value)) {
      ++i;
    }
    if (i == others.size()) {
      left.push_back(text);
    } else {
      used[i] = true;
    }
  }
  return left;
}

/// Text that stands for more than a list is told of.
bool is_whole_list(const SettingText& text) {
  return text.body.empty() && std::isdigit(static_cast<unsigned char>(text.value.front())) != 0 &&
         text.value.find(kWithHash) != std::string::npos;
}

/// Whether a setting belongs to a body, or excludes contacts with one, that has none of the names.
bool is_of_others(const SettingText& text, const std::set<std::string>& names) {
  if (text.body.empty()) return false;
  if (names.count(text.body) == 0) return true;
  if (!text.name.starts_with("CONTACT_EXCLUDE")) return false;
  const std::size_t other = text.value.find("body ");
  return other != std::string::npos && names.count(text.value.substr(other)) == 0;
}

/// Whether functions that RUN calls may have set something of a body or of many.
bool changes_of_body(const SettingText& text) {
  const BodySettingKind* const kind = body_setting_kind(text.name);
  return kind != nullptr && kind->changes_in_callbacks;
}

/// Whether the frames tell a setting of the first RUN too.
bool is_told_by_frames(const SettingText& text) {
  const BodySettingKind* const kind = body_setting_kind(text.name);
  return (kind != nullptr && !kind->from_first_run) || text.name == kBulkMaterials ||
         is_of_bulk_material(text.name);
}

/// Whether a text tells on what a function depends and the other side tells no such thing.
bool is_one_sided(const SettingText& text, const SettingTexts& others) {
  return is_of_function(text) &&
         std::none_of(others.begin(), others.end(),
                      [&](const SettingText& other) { return same_thing(other, text); });
}

/// A function has set a body back to what no text tells.
SettingText default_of(const SettingText& text) {
  return {text.name, text.body, std::string(kByCallback), std::string(kDefaultOfBody)};
}

/// False for settings of the frames: how many there are, and where a RUN ends. Inputs of the
/// function of CALLBACK, which belong to no body, may change nothing but what it prints.
bool moves_bodies(const SettingText& text) {
  if (is_of_function(text) && text.body.empty() && text.name != kAllInputs) return false;
  const auto& rows = setting_rows();
  return text.name != kDurationOfRun &&
         std::none_of(rows.begin(), rows.end(), [&](const auto& row) {
           return row.use == SettingUse::frames && row.name == text.name;
         });
}

}  // namespace

std::string lasting_name(const std::string& label, int ordinal, BodyId id) {
  if (!label.empty()) return cat("body '", label, "'");
  return ordinal > 0 ? cat("body ", ordinal, " of the script") : cat("body ", id);
}

std::string lasting_name(const BodyRecord& record) {
  return lasting_name(record.label, record.ordinal, record.id);
}

SettingTexts setting_texts(const Domain& domain, const RunState& run,
                           const ConstraintSolver& solver, const ScriptLines& lines,
                           const HeldParts* held) {
  Teller teller(domain, lines, held);
  tell_values(run, teller);
  tell_exclusions(teller);
  tell_surfaces(teller);
  tell_bodies(teller);
  tell_loads(teller);
  tell_constraints(teller);
  tell_solver(solver, teller);
  return teller.texts();
}

SettingTexts function_texts(const Domain& domain, const ScriptLines& lines, const HeldParts* held,
                            std::span<const FunctionOfScript> functions) {
  Teller teller(domain, lines, held);
  for (const FunctionOfScript& function : functions) {
    const std::string body = function.body == 0 ? "" : teller.name_of(function.body);
    if (function.body != 0 && body.empty()) continue;
    for (const FunctionInput& input : function.inputs) {
      teller.tell_item(cat(input.name, kOfFunction, function.name, "'"), body, "", input.value);
    }
  }
  teller.end_items("", std::string(kAllInputs));
  return teller.texts();
}

bool is_of_function(const SettingText& text) {
  return text.name == kAllInputs || text.name.find(kOfFunction) != std::string::npos;
}

bool is_of_bodies(const SettingText& text) {
  return text.name == kBodiesAreTold || text.name == kBulkMaterials ||
         is_of_bulk_material(text.name) || body_setting_kind(text.name) != nullptr;
}

/// Under which name a mark is kept, '' for items that say themselves what has made them.
std::string CallbackMarks::name_of(const SettingText& text) {
  if (text.body.empty()) return text.name;
  if (text.name.starts_with("CONTACT_EXCLUDE")) {
    return cat(text.name, " ", text.body, " ", text.value);
  }
  return changes_of_body(text) ? full_name(text) : "";
}

void CallbackMarks::end_run(const SettingTexts& start, const SettingTexts& end) {
  for (const SettingText& text : end) {
    const std::string name = name_of(text);
    if (name.empty()) continue;
    const bool same = std::any_of(start.begin(), start.end(), [&](const SettingText& before) {
      return same_thing(before, text) && before.value == text.value;
    });
    if (!same) set_.insert_or_assign(name, text);
  }
  for (const SettingText& before : start) {
    if (!changes_of_body(before)) continue;
    const bool gone = std::none_of(
        end.begin(), end.end(), [&](const SettingText& text) { return same_thing(before, text); });
    if (gone) set_.insert_or_assign(name_of(before), default_of(before));
  }
}

/// A solver that RUN gets has a line of its own at each RUN, and may be another one.
bool CallbackMarks::stands(const SettingText& mark, const SettingText& text) {
  const bool of_solver = text.name.find("_SOLVER ") != std::string::npos;
  if (is_whole_list(text)) return true;
  if (of_solver || changes_of_body(text)) return text.value == mark.value;
  return text.line == mark.line || !text.body.empty();
}

void CallbackMarks::mark(SettingTexts& settings) {
  std::set<std::string> told;
  for (SettingText& text : settings) {
    const std::string name = name_of(text);
    const auto found = set_.find(name);
    if (found == set_.end()) continue;
    told.insert(name);
    if (stands(found->second, text)) {
      text.line = kByCallback;
    } else {
      set_.erase(found);
    }
  }
  for (const auto& [name, text] : set_) {
    if (text.value == kDefaultOfBody && told.count(name) == 0) settings.push_back(text);
  }
}

std::vector<SettingDifference> setting_differences(const SettingTexts& script,
                                                   const SettingTexts& stored,
                                                   const HeldParts& held) {
  std::set<std::string> names;
  for (const auto& [id, name] : held.bodies) names.insert(name);
  const bool bodies_are_told =
      std::any_of(stored.begin(), stored.end(),
                  [](const SettingText& text) { return text.name == kBodiesAreTold; });
  SettingTexts mine = left_over(script, stored);
  SettingTexts theirs = left_over(stored, script);
  std::erase_if(mine, [&](const SettingText& text) {
    return (!bodies_are_told && is_of_bodies(text)) || is_one_sided(text, stored);
  });
  std::erase_if(theirs, [&](const SettingText& text) { return is_one_sided(text, script); });
  if (held.frames_tell_start) {
    std::erase_if(mine, is_told_by_frames);
    std::erase_if(theirs, is_told_by_frames);
  }
  std::erase_if(theirs, [&](const SettingText& text) {
    return is_of_others(text, names) || (!held.all_bodies && is_whole_list(text));
  });
  std::erase_if(mine,
                [&](const SettingText& text) { return !held.all_bodies && is_whole_list(text); });
  std::vector<SettingDifference> found;
  const auto add = [&](const SettingText& setting, std::string text) {
    found.push_back({std::move(text), moves_bodies(setting)});
  };
  for (const SettingText& text : mine) {
    const auto other =
        std::find_if(theirs.begin(), theirs.end(),
                     [&](const SettingText& candidate) { return same_thing(candidate, text); });
    if (other == theirs.end()) {
      add(text,
          cat(full_name(text), " is ", text.value, at_line(text), ", but not set in the results"));
      continue;
    }
    if (other->line != kByCallback && text.line != kByCallback) {
      add(text, cat(full_name(text), " is ", text.value, at_line(text), ", but ", other->value,
                    " in the results", at_line(*other)));
    }
    theirs.erase(other);
  }
  for (const SettingText& text : theirs) {
    if (text.line == kByCallback) continue;
    add(text, cat(full_name(text), " is ", text.value, " in the results", at_line(text),
                  ", but not set in the script"));
  }
  return found;
}

}  // namespace solfec
