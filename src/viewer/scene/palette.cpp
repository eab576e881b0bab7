#include "viewer/scene/palette.h"

#include <algorithm>
#include <cmath>

#include "base/cat.h"

namespace solfec {

const BandColours& band_colours(const ValueRange& range, bool upon_bodies) {
  static constexpr BandColours kDiverging{{{44, 70, 148},
                                           {74, 124, 189},
                                           {138, 183, 220},
                                           {206, 225, 236},
                                           {250, 219, 190},
                                           {240, 165, 116},
                                           {213, 96, 72},
                                           {158, 34, 48}}};
  static constexpr BandColours kSequential{{{52, 58, 136},
                                            {46, 92, 160},
                                            {38, 128, 160},
                                            {36, 156, 134},
                                            {88, 186, 104},
                                            {156, 208, 76},
                                            {218, 222, 72},
                                            {252, 232, 138}}};
  static constexpr BandColours kHeat{{{250, 214, 120},
                                      {247, 186, 92},
                                      {240, 154, 70},
                                      {228, 120, 56},
                                      {208, 88, 50},
                                      {180, 58, 48},
                                      {146, 34, 46},
                                      {106, 16, 40}}};
  constexpr double kBothSides = 0.25;  // the smaller side over the larger one
  if (std::min(-range.lo, range.hi) > kBothSides * std::max(-range.lo, range.hi)) return kDiverging;
  return upon_bodies ? kHeat : kSequential;
}

int band_of(const ValueRange& range, double value) {
  const double width = range.hi - range.lo;
  if (!(width > 0.0)) return 0;
  return static_cast<int>(
      std::clamp(std::floor(kBands * (value - range.lo) / width), 0.0, kBands - 1.0));
}

Colour category_colour(int i) {
  static constexpr std::array<Colour, 10> kColours{{{222, 188, 138},
                                                    {126, 164, 200},
                                                    {150, 188, 140},
                                                    {212, 146, 132},
                                                    {174, 156, 200},
                                                    {198, 198, 124},
                                                    {130, 188, 190},
                                                    {210, 162, 188},
                                                    {166, 148, 128},
                                                    {156, 166, 176}}};
  const int n = static_cast<int>(kColours.size());
  return kColours.at(static_cast<std::size_t>(((i % n) + n) % n));
}

std::string legend_number(double value) {
  if (value == 0.0) return "0";
  char buffer[32];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 4);
  return {buffer, error == std::errc{} ? end : buffer};
}

}  // namespace solfec
