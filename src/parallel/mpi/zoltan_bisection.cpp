#include "parallel/mpi/zoltan_bisection.h"

#include <algorithm>
#include <cfloat>
#include <cstring>
#include <optional>
#include <stdexcept>

#include <zoltan.h>

#include "base/cat.h"
#include "base/count.h"
#include "parallel/median_bisection.h"

namespace solfec {

namespace {

// Debian's Zoltan has ids of 32 bits: the global id of an item is its rank and its local number.
constexpr int kGlobalIdEntries = 2;

/// Data of the items that Zoltan asks for.
struct Model {
  int rank{};
  WeightedPoints items;
  std::vector<int> axes;
};

const Model& model_of(void* data) { return *static_cast<const Model*>(data); }

int item_count(void* data, int* error) {
  *error = ZOLTAN_OK;
  return count(model_of(data).items.point);
}

// Zoltan's interface. NOLINTNEXTLINE(readability-function-size)
void list_items(void* data, int /*global_entries*/, int /*local_entries*/, ZOLTAN_ID_PTR global,
                ZOLTAN_ID_PTR local, int /*weight_size*/, float* weights, int* error) {
  const Model& model = model_of(data);
  for (std::size_t i = 0; i < model.items.weight.size(); ++i) {
    global[kGlobalIdEntries * i] = static_cast<ZOLTAN_ID_TYPE>(model.rank);
    global[kGlobalIdEntries * i + 1] = static_cast<ZOLTAN_ID_TYPE>(i);
    local[i] = static_cast<ZOLTAN_ID_TYPE>(i);
    weights[i] = static_cast<float>(model.items.weight[i]);
  }
  *error = ZOLTAN_OK;
}

int dimension(void* data, int* error) {
  *error = ZOLTAN_OK;
  return count(model_of(data).axes);
}

// NOLINTNEXTLINE(readability-function-size)
void coordinates(void* data, int /*global_entries*/, int /*local_entries*/, int items,
                 ZOLTAN_ID_PTR /*global*/, ZOLTAN_ID_PTR local, int /*dimension*/, double* numbers,
                 int* error) {
  const Model& model = model_of(data);
  for (int i = 0; i < items; ++i) {
    for (const int axis : model.axes) *numbers++ = model.items.point[local[i]][axis];
  }
  *error = ZOLTAN_OK;
}

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(cat("Zoltan: ", what, " failed"));
}

/// One Zoltan object with its answers.
class Zoltan {
 public:
  Zoltan(MPI_Comm comm, Model& model) : zoltan_(Zoltan_Create(comm)) {
    if (zoltan_ == nullptr) fail("Zoltan_Create");
    set_parameters();
    Zoltan_Set_Num_Obj_Fn(zoltan_, item_count, &model);
    Zoltan_Set_Obj_List_Fn(zoltan_, list_items, &model);
    Zoltan_Set_Num_Geom_Fn(zoltan_, dimension, &model);
    Zoltan_Set_Geom_Multi_Fn(zoltan_, coordinates, &model);
  }
  ~Zoltan() { Zoltan_Destroy(&zoltan_); }
  Zoltan(const Zoltan&) = delete;
  Zoltan& operator=(const Zoltan&) = delete;
  Zoltan(Zoltan&&) = delete;
  Zoltan& operator=(Zoltan&&) = delete;

  void partition() {
    int changes = 0;
    int global_entries = 0;
    int local_entries = 0;
    Lists imports;
    Lists exports;
    const int result = Zoltan_LB_Partition(
        zoltan_, &changes, &global_entries, &local_entries, &imports.size, &imports.global,
        &imports.local, &imports.ranks, &imports.parts, &exports.size, &exports.global,
        &exports.local, &exports.ranks, &exports.parts);
    if (result != ZOLTAN_OK && result != ZOLTAN_WARN) fail("Zoltan_LB_Partition");
  }

  /// The cell of a rank; its axes are those of the model.
  Box cell(int rank, const std::vector<int>& axes) {
    int dimensions = 0;
    double lo[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
    double hi[3] = {DBL_MAX, DBL_MAX, DBL_MAX};
    const int result =
        Zoltan_RCB_Box(zoltan_, rank, &dimensions, &lo[0], &lo[1], &lo[2], &hi[0], &hi[1], &hi[2]);
    if (result != ZOLTAN_OK) fail("Zoltan_RCB_Box");
    Box box{{-Box::kInfinity, -Box::kInfinity, -Box::kInfinity},
            {Box::kInfinity, Box::kInfinity, Box::kInfinity}};
    for (std::size_t k = 0; k < axes.size(); ++k) {
      if (lo[k] > -DBL_MAX) box.lo[axes[k]] = lo[k];
      if (hi[k] < DBL_MAX) box.hi[axes[k]] = hi[k];
    }
    return box;
  }

 private:
  struct Lists {
    int size = 0;
    ZOLTAN_ID_PTR global = nullptr;
    ZOLTAN_ID_PTR local = nullptr;
    int* ranks = nullptr;
    int* parts = nullptr;
    Lists() = default;
    ~Lists() { Zoltan_LB_Free_Part(&global, &local, &ranks, &parts); }
    Lists(const Lists&) = delete;
    Lists& operator=(const Lists&) = delete;
    Lists(Lists&&) = delete;
    Lists& operator=(Lists&&) = delete;
  };

  void set_parameters() {
    constexpr const char* kParameters[][2] = {
        {"DEBUG_LEVEL", "0"},     {"LB_METHOD", "RCB"},
        {"NUM_GID_ENTRIES", "2"}, {"NUM_LID_ENTRIES", "1"},
        {"OBJ_WEIGHT_DIM", "1"},  {"RETURN_LISTS", "NONE"},
        {"REMAP", "0"},           {"KEEP_CUTS", "1"},
        {"AVERAGE_CUTS", "1"},    {"RCB_RECTILINEAR_BLOCKS", "1"},
        {"RCB_REUSE", "0"},       {"REDUCE_DIMENSIONS", "0"},
    };
    for (const auto& parameter : kParameters) {
      if (Zoltan_Set_Param(zoltan_, parameter[0], parameter[1]) != ZOLTAN_OK) fail(parameter[0]);
    }
  }

  Zoltan_Struct* zoltan_;
};

/// Gives all ranks the cells of rank 0. @return Whether it has some.
bool agree(Comm& comm, std::optional<CutTree>& cells) {
  std::vector<double> numbers;
  if (cells) numbers = cells->numbers();
  const auto of_rank = std::as_bytes(std::span(numbers));
  std::vector<std::byte> bytes(of_rank.begin(), of_rank.end());
  comm.broadcast(0, bytes);
  if (bytes.empty()) return false;
  numbers.resize(bytes.size() / sizeof(double));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return cells.emplace().restore(numbers, comm.size());
}

}  // namespace

CutTree ZoltanBisection::cut(Comm& comm, const WeightedPoints& items, const CutAxes& axes) {
  if (comm.size() == 1) return {};
  Model model{comm.rank(), items, {}};
  for (int axis = 0; axis < 3; ++axis) {
    if (axes.has(axis)) model.axes.push_back(axis);
  }
  Zoltan zoltan(comm_, model);
  zoltan.partition();
  std::vector<Box> boxes;
  boxes.reserve(at(comm.size()));
  for (int rank = 0; rank < comm.size(); ++rank) boxes.push_back(zoltan.cell(rank, model.axes));
  std::optional<CutTree> cells = CutTree::of_cells(boxes);
  return agree(comm, cells) ? *cells : MedianBisection().cut(comm, items, axes);
}

}  // namespace solfec
