#include "domain/loads/acting_loads.h"

namespace solfec {

std::vector<ActingLoad> acting_loads(const Loads& loads, double t) {
  std::vector<ActingLoad> acting;
  acting.reserve(loads.forces.size() + loads.torques.size() + loads.pressures.size());
  for (const PointForce& force : loads.forces) {
    acting.push_back({.kind = LoadKind::force,
                      .body = force.body,
                      .frame = force.frame,
                      .point = force.point,
                      .vector = force.value.at(t) * force.direction});
  }
  for (const BodyTorque& torque : loads.torques) {
    acting.push_back({.kind = LoadKind::torque,
                      .body = torque.body,
                      .frame = torque.frame,
                      .vector = torque.value.at(t) * torque.direction});
  }
  for (const SurfacePressure& pressure : loads.pressures) {
    acting.push_back({.kind = LoadKind::pressure,
                      .body = pressure.body,
                      .surface = pressure.surface.surface,
                      .pressure = pressure.value.at(t)});
  }
  return acting;
}

}  // namespace solfec
