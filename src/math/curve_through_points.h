#pragma once

#include <span>
#include <vector>

namespace solfec {

/// Slopes of a curve at one of its points.
struct PointSlopes {
  double before = 0.0;
  double after = 0.0;
};

/// A curve through the points of a table, by its slopes: cubic between two points (Hermite), a
/// straight line where both slopes are that of the line.
///
/// Where points are samples of a smooth motion the curve is the cubic spline that passes without a
/// knot through the second and the last but one point (de Boor (1978), A Practical Guide to
/// Splines, chapter 4): its second derivative is continuous, so a body that follows it needs no
/// jump of its velocity. Elsewhere the table is meant as it is written, straight lines with
/// corners: a ramp does not swing beyond its end.
///
/// The second divided difference a tells samples from corners: a point is a sample when it is one
/// of at least three in a row whose a has one sign, with a neighbour whose a has at least a quarter
/// of its size, or when its own a is below a tenth of the largest of the four points to either
/// side, beside the ends of the table below four times that. No sample is a point at which, or
/// beside which, the table is straight. A spline passes through at least eight points, of which all
/// but the first and the last are samples.
///
/// @param times  At least two, increasing.
/// @return One pair for each point; at the ends `before` and `after` are equal.
std::vector<PointSlopes> curve_slopes(std::span<const double> times,
                                      std::span<const double> values);

}  // namespace solfec
