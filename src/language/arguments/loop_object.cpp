#include "language/arguments/loop_object.h"

#include <cstdio>
#include <utility>

#include "base/cat.h"
#include "language/arguments/run_solver.h"
#include "language/python/script_location.h"

namespace solfec {

namespace {

constexpr const char* kEnded = "the RUN of this loop has ended";

/// Call of the part that comes after another one.
const char* next_part(StepPart part) {
  switch (part) {
    case StepPart::none:
      return "begin ()";
    case StepPart::begun:
      return "predict ()";
    case StepPart::predicted:
      return "detect ()";
    case StepPart::detected:
      return "rows ()";
    case StepPart::formed:
      return "solve ()";
    case StepPart::solved:
      return "finish ()";
  }
  return "";
}

}  // namespace

LoopObject::LoopObject(std::shared_ptr<SolfecObject> solfec, py::object solver, double duration)
    : owner(std::move(solfec)), solver_object(std::move(solver)) {
  static const ArgumentSpec kSolver = object("solver", "a solver object", "", "", "");
  RunSolver chosen = run_solver_of(Value(solver_object, kSolver), domain());
  session_ = &simulation().begin_run(*chosen.solver, duration, std::move(chosen.on_failure));
  is_on_ = session_->phase() == RunPhase::running;
  if (!is_on_) return;
  session_->note_script();
  simulation().is_in_loop = true;
  end_ = std::make_shared<std::function<void()>>([this] {
    try {
      end();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "solfec: TIME_LOOP: %s\n", error.what());
    }
  });
  register_loop(end_);
}

LoopObject::~LoopObject() {
  if (end_) (*end_)();
}

/// After whatever may have ended the RUN.
void LoopObject::note_state() {
  if (is_on_ && session_->phase() == RunPhase::running) return;
  open_step_.reset();
  if (is_on_) simulation().is_in_loop = false;
  is_on_ = false;
}

/// Runs what may end the RUN by an error.
template <typename Work>
void LoopObject::make(const Work& work) {
  try {
    work();
  } catch (...) {
    note_state();
    throw;
  }
  note_state();
}

void LoopObject::check_next(StepPart wanted) const {
  if (!is_on_) throw InputError(kEnded, InputErrorKind::runtime);
  if (inside() != Inside::script) {
    throw InputError("not allowed in a function that a step calls", InputErrorKind::runtime);
  }
  if (part() == wanted) return;
  throw InputError(cat("the next part of a step is ", next_part(part())), InputErrorKind::runtime);
}

void LoopObject::need(StepPart first, StepPart last, const char* rule) const {
  const StepPart now = part();
  if (now >= first && now <= last) return;
  throw InputError(rule, InputErrorKind::runtime);
}

bool LoopObject::begin() {
  if (!is_on_) return false;
  check_next(StepPart::none);
  bool has_step = false;
  make([&] { has_step = session_->begin_step(); });
  if (has_step) ++step_number_;
  if (!has_step) raise_when_stopped(session_->end(), "TIME_LOOP");
  return has_step;
}

void LoopObject::predict() {
  check_next(StepPart::begun);
  make([&] {
    session_->predict();
    open_step_.emplace();
  });
}

void LoopObject::detect() {
  check_next(StepPart::predicted);
  make([&] { session_->detect(); });
}

void LoopObject::form_rows() {
  check_next(StepPart::detected);
  make([&] { session_->form_rows(); });
}

void LoopObject::solve() {
  check_next(StepPart::formed);
  make([&] { session_->solve(); });
}

void LoopObject::solve(const ReactionSource& source) {
  check_next(StepPart::formed);
  make([&] { session_->solve(source); });
}

void LoopObject::finish() {
  check_next(StepPart::solved);
  open_step_.reset();  // functions of the user may change the model
  make([&] { session_->finish(); });
  if (!is_on_) raise_when_stopped(session_->end(), "TIME_LOOP");
}

void LoopObject::end() {
  if (!is_on_) return;
  if (inside() != Inside::script) {
    throw InputError("not allowed in a function that a step calls", InputErrorKind::runtime);
  }
  if (part() <= StepPart::begun) {
    make([&] { (void)session_->end(); });
    return;
  }
  const std::string what = cat(
      "t=", short_number(domain().time()), " s: the loop is left within a step, before its ",
      next_part(part()), "; the step is taken back and the RUN ends without a frame at its end");
  give_up(what);
  throw InputError(what, InputErrorKind::runtime);
}

void LoopObject::give_up(const std::string& what) {
  if (!is_on_) return;
  make([&] { session_->give_up(what); });
}

void RowsObject::check() const {
  const StepPart part = loop->part();
  if (loop->step_number() == step_number && part >= StepPart::formed) return;
  throw InputError("the rows of a step are there until its finish ()", InputErrorKind::runtime);
}

}  // namespace solfec
