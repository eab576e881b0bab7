#pragma once

#include <string>
#include <vector>

#include "domain/domain.h"

namespace solfec {

/// Quantities that hardly anything in SI units has: density below 1, between 1 and 25 (as in
/// g/cm^3) or above 1e5 kg/m^3, Young's modulus below 1e3 Pa, gravity above 100 m/s^2, bodies
/// larger than 1e4 m or thinner than 1e-4 m, no body thinner than 10 m (as in mm) or none whose box
/// is smaller than a cube of 30 m. One line for each kind, which names the first body or load and
/// says how many there are.
std::vector<std::string> absurd_units(const Domain& domain);

/// The lines about single bodies.
/// @param first  Bodies with smaller ids are not looked at.
std::vector<std::string> absurd_bodies(const Domain& domain, BodyId first);

/// The line about gravity, or nothing.
std::string absurd_gravity(const Domain& domain);

}  // namespace solfec
