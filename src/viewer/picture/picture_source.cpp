#include "viewer/picture/picture_source.h"

#include "base/count.h"
#include "output/result_reader.h"
#include "run/folder/view_file.h"
#include "run/simulation.h"

namespace solfec {

namespace {

std::vector<double> times_of(const ResultReader& reader) {
  std::vector<double> times(at(reader.frame_count()));
  for (int i = 0; i < reader.frame_count(); ++i) times[at(i)] = reader.time(i);
  return times;
}

void set_view(const ModelView& view, PictureSource& source) {
  source.drawn = view.drawn;
  for (const MarkedPoint& one : view.points) {
    source.points.push_back({one.point, one.label});
    source.point_body.push_back(one.body);
  }
}

}  // namespace

PictureSource source_of_folder(const std::string& folder) {
  const auto reader = std::make_shared<ResultReader>(folder);
  PictureSource source;
  source.name = folder;
  source.times = times_of(*reader);
  source.damaged_bytes = reader->damaged_bytes();
  source.snapshot = [reader](int frame) { return reader->snapshot(frame); };
  source.friction = [reader](int material) {
    const auto& all = reader->surface_materials();
    return material >= 0 && material < count(all) ? sliding_friction(all[at(material)]) : 0.0;
  };
  set_view(load_view(folder), source);
  return source;
}

PictureSource source_of_simulation(Simulation& simulation) {
  PictureSource source;
  source.name = simulation.folder();
  if (simulation.mode() == Mode::read) {
    source.times = times_of(*simulation.results());
    source.snapshot = [&simulation](int frame) {
      simulation.show_frame(frame);
      return simulation.shown();
    };
  } else {
    source.times = {simulation.time()};
    source.snapshot = [&simulation](int) {
      return take_snapshot(simulation.domain, simulation.summary());
    };
  }
  source.friction = [&simulation](int material) {
    const auto& all = simulation.domain.surface_materials;
    return material >= 0 && material < all.size() ? sliding_friction(all[material]) : 0.0;
  };
  set_view(simulation.view, source);
  return source;
}

}  // namespace solfec
