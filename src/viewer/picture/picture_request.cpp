#include "viewer/picture/picture_request.h"

#include <array>
#include <cmath>
#include <cstdlib>

#include "base/cat.h"
#include "base/split_text.h"

namespace solfec {

namespace {

constexpr std::array kOptions{
    PictureOption{"--time", "T",
                  "time in s; T1,T2,.. side by side; T0:T1 (of a film or numbered PNGs)"},
    PictureOption{"--size", "WxH", "pixels of a picture (1024x768)"},
    PictureOption{"--view", "NAME",
                  "front, back, left, right, top, bottom, iso or AZIMUTH,ELEVATION"},
    PictureOption{"--parallel", "", "parallel rays, no perspective"},
    PictureOption{"--zoom", "F", "enlarges by a factor"},
    PictureOption{"--at", "X,Y,Z", "point in the middle of the picture"},
    PictureOption{"--follow", "BODY", "the camera moves with the body of this label or id"},
    PictureOption{"--relative-to", "BODY",
                  "places and fields as seen from the body of this label or id"},
    PictureOption{"--field", "NAME",
                  "colour: dz, speed, mises, reaction, gap, ...; a wrong name lists all"},
    PictureOption{"--range", "A:B", "of the colours (as found)"},
    PictureOption{"--chains", "", "force chains, as thick as the normal force"},
    PictureOption{"--thrust", "", "line of thrust through the resultants of joints"},
    PictureOption{"--status", "", "contacts: stick, slip, open"},
    PictureOption{"--loads", "", "arrows of forces, torques and pressures"},
    PictureOption{"--joints", "", "joints by kind, with their axes"},
    PictureOption{"--forces-on", "BODY",
                  "constraints of this body alone, arrows as what acts on it"},
    PictureOption{"--scale", "F", "of arrows and chains"},
    PictureOption{"--least", "F", "chains and arrows of smaller values are left out"},
    PictureOption{"--warp", "F", "displacements since the start are drawn F times as large"},
    PictureOption{"--cut", "PLANE", "x=1 cuts away larger x, -x=1 smaller; PX,PY,PZ,NX,NY,NZ"},
    PictureOption{"--hide", "BODIES", "labels or ids of bodies, with * and ?: A,B,wall*"},
    PictureOption{"--transparent", "BODIES", "labels or ids of bodies, as of --hide"},
    PictureOption{"--no-edges", "", "no lines at edges"},
    PictureOption{"--plain", "", "no light and shade"},
    PictureOption{"--beauty", "", "soft shade between bodies, and a ground"},
    PictureOption{"--bare", "", "no time, axes and legend"},
    PictureOption{"--overlay", "", "several times drawn over one another, earlier ones paler"},
    PictureOption{"--columns", "N", "of several times in one picture"},
    PictureOption{"--every", "N", "each N-th frame of a range"},
    PictureOption{"--fps", "N", "pictures per second of a film (25)"},
};

[[noreturn]] void fail(std::string_view name, std::string_view rule, const std::string& value) {
  throw PictureRequestError(cat("option ", name, " needs ", rule, ", got '", value, "'"));
}

std::optional<double> number_of(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(number)) return std::nullopt;
  return number;
}

/// Numbers between separators; nothing when one is none.
std::optional<std::vector<double>> numbers_of(const std::string& text, char separator) {
  std::vector<double> numbers;
  for (const std::string& word : split_text(text, separator)) {
    const auto one = number_of(word);
    if (!one) return std::nullopt;
    numbers.push_back(*one);
  }
  return numbers;
}

double positive(std::string_view name, const std::string& value) {
  const auto number = number_of(value);
  if (!number || !(*number > 0.0)) fail(name, "a number > 0", value);
  return *number;
}

int whole(std::string_view name, const std::string& value) {
  const auto number = number_of(value);
  if (!number || !(*number >= 1.0) || *number > 1e6 || *number != std::floor(*number)) {
    fail(name, "a whole number >= 1", value);
  }
  return static_cast<int>(*number);
}

Vec3 vector_of(std::string_view name, const std::string& value) {
  const auto numbers = numbers_of(value, ',');
  if (!numbers || numbers->size() != 3) fail(name, "X,Y,Z", value);
  return {(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

void set_times(PictureRequest& request, const std::string& value) {
  PictureTimes times;
  if (value.find(':') != std::string::npos) {
    const auto ends = numbers_of(value, ':');
    if (!ends || ends->size() != 2 || !((*ends)[0] <= (*ends)[1])) {
      fail("--time", "a time, T1,T2,... or T0:T1 with T0 <= T1", value);
    }
    times.kind = PictureTimes::Kind::range;
    times.first = (*ends)[0];
    times.last = (*ends)[1];
  } else {
    const auto list = numbers_of(value, ',');
    if (!list) fail("--time", "a time, T1,T2,... or T0:T1 with T0 <= T1", value);
    times.kind = PictureTimes::Kind::list;
    times.list = *list;
  }
  request.times = times;
}

void set_size(PictureRequest& request, const std::string& value) {
  constexpr double kLeast = 64.0;
  constexpr double kMost = 8192.0;
  const auto size = numbers_of(value, 'x');
  const auto good = [&](double n) { return n >= kLeast && n <= kMost && n == std::floor(n); };
  if (!size || size->size() != 2 || !good((*size)[0]) || !good((*size)[1])) {
    fail("--size", "WxH with 64 to 8192 pixels a side", value);
  }
  request.width = static_cast<int>((*size)[0]);
  request.height = static_cast<int>((*size)[1]);
}

void set_view(PictureRequest& request, const std::string& value) {
  if (const auto axes = find_view(value)) {
    request.axes = *axes;
    return;
  }
  const auto angles = numbers_of(value, ',');
  if (!angles || angles->size() != 2 || std::fabs((*angles)[1]) > 90.0) {
    std::string names;
    for (const std::string_view name : kViewNames) names += cat(name, ", ");
    fail("--view", cat(names, "or AZIMUTH,ELEVATION in degrees with |ELEVATION| <= 90"), value);
  }
  request.axes = view_from((*angles)[0], (*angles)[1]);
}

void set_field(PictureRequest& request, const std::string& value) {
  request.field = find_picture_field(value);
  if (request.field != nullptr) return;
  std::string names;
  for (const PictureField& field : picture_fields()) {
    names += cat(names.empty() ? "" : ", ", field.name);
  }
  throw PictureRequestError(
      cat("option --field: there is no field '", value, "'; there are ", names));
}

void set_range(PictureRequest& request, const std::string& value) {
  const auto ends = numbers_of(value, ':');
  if (!ends || ends->size() != 2 || !((*ends)[0] < (*ends)[1])) {
    fail("--range", "A:B with A < B", value);
  }
  request.range = {(*ends)[0], (*ends)[1]};
}

/// Names of bodies between commas.
void add_names(std::string_view option, const std::string& value, std::vector<std::string>& names) {
  for (const std::string& name : split_text(value, ',')) {
    if (name.empty()) fail(option, "labels or ids between commas", value);
    names.push_back(name);
  }
}

/// x=1, -x=1, or a point of the plane and its normal.
void add_cut(PictureRequest& request, const std::string& value) {
  constexpr const char* kRule = "AXIS=VALUE, -AXIS=VALUE or PX,PY,PZ,NX,NY,NZ";
  if (request.cuts.size() == static_cast<std::size_t>(kMostCuts)) {
    throw PictureRequestError(cat("option --cut: there are at most ", kMostCuts, " cuts"));
  }
  if (const auto numbers = numbers_of(value, ','); numbers && numbers->size() == 6) {
    const auto& n = *numbers;
    const Vec3 normal{n[3], n[4], n[5]};
    if (!(norm(normal) > 0.0)) fail("--cut", "a normal that is not zero", value);
    const Vec3 unit = normalized(normal);
    request.cuts.push_back({unit, dot(unit, {n[0], n[1], n[2]})});
    return;
  }
  const bool smaller = !value.empty() && value[0] == '-';
  const std::string rest = value.substr(smaller ? 1 : 0);
  const std::size_t axis = std::string("xyz").find(rest.empty() ? '?' : rest[0]);
  const auto place = rest.size() > 2 && rest[1] == '=' ? number_of(rest.substr(2)) : std::nullopt;
  if (axis == std::string::npos || !place) fail("--cut", kRule, value);
  CutPlane cut;
  cut.normal[static_cast<int>(axis)] = smaller ? -1.0 : 1.0;
  cut.distance = smaller ? -*place : *place;
  request.cuts.push_back(cut);
}

}  // namespace

std::span<const PictureOption> picture_options() { return kOptions; }

void set_picture_option(PictureRequest& request, std::string_view name, const std::string& value) {
  if (name == "--time") set_times(request, value);
  if (name == "--size") set_size(request, value);
  if (name == "--view") set_view(request, value);
  if (name == "--parallel") request.perspective = false;
  if (name == "--zoom") request.zoom = positive(name, value);
  if (name == "--at") request.at = vector_of(name, value);
  if (name == "--follow") request.follow = value;
  if (name == "--relative-to") request.relative = value;
  if (name == "--field") set_field(request, value);
  if (name == "--range") set_range(request, value);
  if (name == "--chains") request.chains = true;
  if (name == "--thrust") request.thrust = true;
  if (name == "--status") request.status = true;
  if (name == "--loads") request.loads = true;
  if (name == "--joints") request.joints = true;
  if (name == "--forces-on") request.acted_on = value;
  if (name == "--scale") request.scale = positive(name, value);
  if (name == "--least") request.least = positive(name, value);
  if (name == "--warp") request.warp = positive(name, value);
  if (name == "--cut") add_cut(request, value);
  if (name == "--hide") add_names(name, value, request.hidden);
  if (name == "--transparent") add_names(name, value, request.transparent);
  if (name == "--no-edges") request.edges = false;
  if (name == "--plain") request.lighting = false;
  if (name == "--beauty") request.beauty = true;
  if (name == "--bare") request.frame = false;
  if (name == "--overlay") request.overlay = true;
  if (name == "--columns") request.columns = whole(name, value);
  if (name == "--every") request.every = whole(name, value);
  if (name == "--fps") request.rate = positive(name, value);
}

void check_option_has_meaning(const PictureRequest& request, std::string_view name) {
  const PictureFormat format = format_of(request.output);
  const bool film = is_film(format);
  const PictureTimes& times = request.times;
  const bool range = times.kind == PictureTimes::Kind::range;
  const bool all = film && times.kind == PictureTimes::Kind::automatic;
  const bool list = times.kind == PictureTimes::Kind::list && times.list.size() > 1;
  // A range in a .png gives one file for each time.
  const bool sheet = !film && !request.overlay && (list || (range && format != PictureFormat::png));
  const auto refuse = [&](std::string_view owner) {
    throw PictureRequestError(cat("option ", name, " belongs to ", owner,
                                  "; this command line draws none into '", request.output, "'"));
  };
  if (name == "--fps" && !film) refuse("a film (-o FILE.mp4 or FILE.gif)");
  if (name == "--every" && !range && !all) {
    refuse("a range of times (--time T0:T1) or a film of all times");
  }
  if (name == "--columns" && !sheet) {
    refuse("several times side by side in one picture (--time T1,T2,...)");
  }
}

PictureFormat format_of(const std::string& path) {
  if (path.ends_with(".png")) return PictureFormat::png;
  if (path.ends_with(".gif")) return PictureFormat::gif;
  if (path.ends_with(".mp4")) return PictureFormat::mp4;
  if (path.ends_with(".pdf")) return PictureFormat::pdf;
  if (path.ends_with(".eps")) return PictureFormat::eps;
  throw PictureRequestError(
      cat("option -o: a picture ends with .png, .pdf, .eps, .gif or .mp4, got '", path, "'"));
}

}  // namespace solfec
