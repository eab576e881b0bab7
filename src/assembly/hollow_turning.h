#pragma once

#include "body/bodies.h"
#include "contact/piece/contact_point.h"

namespace solfec {

/// Speed with which a body that slides along the wall of a bore moves across the normal of mid-step
/// at the ends of a dynamic step, m/s: into the wall at its start and away from it at its end.
///
/// Rows are placed at mid-step. With the radius ρ of the circle on which the middle c of the body's
/// section goes round the axis of the bore and the speed v of c around it, the normal turns by
/// h v / (2ρ) from mid-step to the ends of the step, so a motion along the wall has
///   V_N = -δ,  U_N = δ,  δ = h v² / (2ρ).
/// With U_N = 0 in its place v would fall with the rate v²h / (2ρ²), an error of first order. Rows
/// see obstacles that turn where bodies are at the ends of the step: with the speed w of a point of
/// the obstacle on that circle δ = h v (v - w) / (2ρ), which is negative where it turns faster.
///
/// c is the centre of curvature of the outline of the body that is seen along the bore: the centre
/// of a ball, the axis of a parallel rod, a corner itself. 0 without a bore, where the outline is
/// flatter than the bore, and unless both bodies are rigid or obstacles.
/// @param step  h, s.
double turning_speed(const Bodies& bodies, const ContactPoint& contact, double step);

}  // namespace solfec
