#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "viewer/scene/camera.h"
#include "viewer/scene/picture_field.h"
#include "viewer/scene/scene.h"

namespace solfec {

/// An option of --render has no meaning, in itself or for the results at hand; exit code 64.
class PictureRequestError : public InputError {
 public:
  using InputError::InputError;
};

/// Times of the pictures: a list, or a range.
struct PictureTimes {
  enum class Kind { automatic, list, range } kind = Kind::automatic;
  std::vector<double> list;  // s
  double first{};            // of a range, s
  double last{};
};

/// Request of --render.
struct PictureRequest {
  std::string source;  // a folder of results, or a script
  std::string output;  // file; its ending tells the format
  PictureTimes times;
  int width = 1024;  // of one picture, pixels
  int height = 768;
  ViewAxes axes = *find_view("iso");
  bool perspective = true;
  double zoom = 1.0;
  std::optional<Vec3> at;               // m
  const PictureField* field = nullptr;  // null: none
  ValueRange range;                     // of the field; empty: that of the drawn values
  bool chains = false;
  bool thrust = false;
  bool status = false;
  bool loads = false;
  bool joints = false;
  bool edges = true;
  bool lighting = true;
  bool beauty = false;  // with a ground, and darker where bodies are close
  bool frame = true;    // time, axes and legend
  double scale = 1.0;   // of arrows and chains
  double warp = 1.0;    // of displacements
  double least = 0.0;   // chains and arrows of smaller values are left out
  std::vector<CutPlane> cuts;
  std::vector<std::string> hidden;       // labels or ids of bodies, with * and ?
  std::vector<std::string> transparent;  // as `hidden`
  std::string follow;                    // label or id of a body
  std::string acted_on;  // label or id of the body that forces of constraints act on; '': masters
  std::string relative;  // label or id of the body in whose frame pictures are drawn; '': space
  bool overlay = false;  // several times over one another
  int columns = 0;       // of several times in one picture; 0: chosen by the program
  int every = 1;         // takes each N-th frame of a range
  double rate = 25.0;    // of a film, pictures per second
};

/// An option of --render; `value` names its argument and is '' for a switch.
struct PictureOption {
  std::string_view name;
  std::string_view value;
  std::string_view doc;
};

/// All options of --render, in the order of the help.
std::span<const PictureOption> picture_options();

/// Sets an option of a request. @pre name is one of picture_options()
/// @throws PictureRequestError naming option, rule and value.
void set_picture_option(PictureRequest& request, std::string_view name, const std::string& value);

/// Checks that an option has a meaning for the pictures of a complete request: --fps for a film,
/// --every for a film or a range of times, --columns for several times in one picture.
/// @throws PictureRequestError naming the option and the pictures for which it has a meaning.
void check_option_has_meaning(const PictureRequest& request, std::string_view name);

/// Format of pictures. format_of returns the one that the ending of a path names, and throws
/// PictureRequestError for other endings.
enum class PictureFormat { png, gif, mp4, pdf, eps };
PictureFormat format_of(const std::string& path);
inline bool is_film(PictureFormat format) {
  return format == PictureFormat::gif || format == PictureFormat::mp4;
}

}  // namespace solfec
