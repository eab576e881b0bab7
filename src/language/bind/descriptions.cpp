#include "language/bind/descriptions.h"

#include "base/cat.h"
#include "language/table/solver_names.h"
#include "math/vec3_text.h"

namespace solfec {

namespace {

std::string quoted(const std::string& label) { return label.empty() ? "" : cat(" '", label, "'"); }

std::string number_of(std::size_t count, const char* one, const char* many) {
  return cat(count, " ", count == 1 ? one : many);
}

std::string surface_text(SurfaceId surface) {
  return surface == kAnySurface ? std::string("any") : cat(surface);
}

/// "body 3 'ball'".
std::string body_text(const Domain& domain, BodyId id) {
  const BodyRecord* const record = domain.find_record(id);
  return cat("body ", id, record == nullptr ? "" : quoted(record->label));
}

template <SimpleShape Part>
std::string simple_text(const std::vector<Part>& parts) {
  const Part& first = parts.front();
  const std::string place = cat("at ", vec3_text(first.center), " m, ", size_text(first));
  return parts.size() == 1 ? place : cat(parts.size(), " ", Part::kPlural, ", the first ", place);
}

std::string convices_text(const std::vector<Convex>& convices) {
  std::size_t vertices = 0;
  for (const Convex& convex : convices) vertices += convex.vertices.size();
  return cat(number_of(convices.size(), "polyhedron", "polyhedra"), ", ", vertices, " vertices");
}

/// "accuracy 0.001 g h" where it is the criterion, else `others`.
std::string criterion_text(const VelocityAccuracy& accuracy, const std::string& others) {
  if (accuracy.speed > 0.0) return cat("accuracy ", accuracy.speed, " m/s");
  if (accuracy.is_given()) return cat("accuracy ", accuracy.share_of_weight, " g h");
  return others;
}

std::string newton_text(const NewtonParams& params) {
  return cat(criterion_text(params.accuracy, cat("meritval ", params.merit_tolerance)),
             ", maxiter ", params.max_iterations);
}

}  // namespace

std::string description(const SolfecObject& self) {
  const Simulation& simulation = *self.simulation;
  return cat("<SOLFEC '", simulation.folder(), "' ", name_of(simulation.domain.analysis()), ", ",
             simulation.mode() == Mode::write ? "WRITE" : "READ", ", t = ", simulation.time(),
             " s, ", number_of(simulation.domain.body_records().size(), "body", "bodies"), ">");
}

std::string description(const BodyObject& self) {
  const BodyRecord* const record = self.simulation->domain.find_record(self.id);
  if (record == nullptr) return "<BODY deleted>";
  return cat("<BODY ", record->id, quoted(record->label), " ", name_of(record->kind), ">");
}

std::string description(const ConstraintObject& self) {
  const Domain& domain = self.simulation->domain;
  const ConstraintRecord* const record =
      self.deleted ? nullptr : self.simulation->find_constraint(self.id);
  if (record == nullptr) return "<CONSTRAINT vanished>";
  const BodyId first = record->master != 0 ? record->master : record->slave;
  std::string bodies = body_text(domain, first);
  if (record->master != 0 && record->slave != 0) {
    bodies += cat(" and ", body_text(domain, record->slave));
  }
  return cat("<CONSTRAINT ", record->id, " ", name_of(record->kind), " of ", bodies, " at ",
             vec3_text(record->point), " m>");
}

std::string description(const JointObject& self) {
  const Joint& joint = self.joint;
  const std::optional<JointValues> values = values_of(self);
  if (!values) return "<JOINT vanished>";
  const Domain& domain = self.simulation->domain;
  const auto name = [&](BodyId id) {
    return id == 0 ? std::string("space") : body_text(domain, id);
  };
  return cat("<JOINT ", joint.id, " ", name_of(joint.kind), " of ", name(joint.body1), " and ",
             name(joint.body2), " at ", vec3_text(values->point), " m>");
}

std::string description(const SurfaceMaterialObject& self) {
  const SurfaceMaterial& material = self.simulation->domain.surface_materials[self.index];
  const bool springs = material.model == SurfaceModel::spring_dashpot;
  std::string text =
      cat("<SURFACE_MATERIAL", quoted(material.label), " of surfaces ",
          surface_text(material.surface1), " and ", surface_text(material.surface2), ", ",
          name_of(material.model), ", friction ", material.friction, ", cohesion ",
          material.cohesion, " Pa, restitution ", material.restitution);
  if (springs) {
    text += cat(", spring ", material.spring, " N/m, dashpot ", material.dashpot, " N s/m");
  }
  if (material.model == SurfaceModel::static_dynamic) {
    text += cat(", dynamic friction ", material.dynamic_friction);
  }
  if (material.model == SurfaceModel::rolling_resistance) {
    text += cat(", rolling ", material.rolling, " m");
  }
  if (material.model == SurfaceModel::press_fit) {
    text += cat(", press speed ", material.press_speed, " m/s");
  }
  if (material.model == SurfaceModel::cohesive_zone) {
    text += cat(", tension ", material.tension, " Pa, energies ", material.normal_energy, " and ",
                material.tangential_energy, " J/m^2");
  }
  return text + ">";
}

std::string description(const BulkMaterialObject& self) {
  const auto materials = self.simulation->domain.bulk_materials();
  const BulkMaterial& material = materials[static_cast<std::size_t>(self.index)];
  return cat("<BULK_MATERIAL", quoted(material.label), " ",
             material.model == BulkModel::kirchhoff ? "KIRCHHOFF, " : "", values_text(material),
             ">");
}

std::string description(const TimeSeriesObject& self) {
  const auto& times = self.series->times();
  return cat("<TIME_SERIES of ", times.size(), " points, t = ", times.front(), " .. ", times.back(),
             " s>");
}

std::string description(const ShapeObject& self) {
  const Shape& shape = self.shape;
  if (shape.empty()) {
    const std::string used = self.used_at.empty() ? "" : cat(", used at ", self.used_at);
    return cat("<", self.type, " empty", used, ">");
  }
  if (!shape.convices.empty())
    return cat("<", self.type, " of ", convices_text(shape.convices), ">");
  std::string simple;
  for_each_simple_list(shape, [&](const auto& list) {
    if (simple.empty() && !list.empty()) simple = simple_text(list);
  });
  if (!simple.empty()) return cat("<", self.type, " ", simple, ">");
  const Mesh& mesh = shape.meshes.front();
  return cat("<", self.type, " of ", number_of(mesh.elements.size(), "element", "elements"), ", ",
             mesh.nodes.size(), " nodes>");
}

std::string description(const GaussSeidelObject& self) {
  const GaussSeidelParams& params = self.solver.params;
  const std::string criteria =
      cat("epsilon ", params.relative_tolerance, ", meritval ", params.merit_tolerance);
  return cat("<GAUSS_SEIDEL_SOLVER ", criterion_text(params.accuracy, criteria), ", maxiter ",
             params.max_sweeps, ", diagsolver ",
             kDiagonalSolverNames.at(static_cast<std::size_t>(params.diagonal_solver)),
             ", acceleration ",
             kAccelerationNames.at(static_cast<std::size_t>(params.acceleration)), ">");
}

std::string description(const PenaltyObject& self) {
  return cat("<PENALTY_SOLVER ", penalty_variant_name(self.solver.variant), ">");
}

std::string description(const NewtonObject& self) {
  const NewtonParams& params = self.solver.params;
  return cat("<NEWTON_SOLVER ", kNewtonVariantNames.at(static_cast<std::size_t>(params.variant)),
             ", ", newton_text(params), ">");
}

std::string description(const BodySpaceObject& self) {
  return cat("<BODY_SPACE_SOLVER ", newton_text(self.solver.params), ">");
}

std::string description(const InteriorPointObject& self) {
  const InteriorParams& params = self.solver.params;
  return cat("<INTERIOR_POINT_SOLVER ",
             criterion_text(params.accuracy, cat("meritval ", params.merit_tolerance)),
             ", maxiter ", params.max_iterations, ", friction ",
             kFrictionLawNames.at(static_cast<std::size_t>(params.friction)), ">");
}

}  // namespace solfec
