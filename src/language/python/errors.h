#pragma once

#include <functional>

#include "language/python/pybind.h"

namespace solfec {

/// Exit codes of the program; the exceptions below carry theirs as the attribute `exit_code`. Those
/// from 64 to 75 are those of sysexits.h, those from 128 on 128 + signal; docs/long-runs.md tells
/// what to do after each.
///
/// Solver     the failure policy of a solver stops the run; --solve has not reached its tolerance
/// Script     an exception of the script, a mistake in the input
/// Numerics   a result that is not finite, or unstable
/// Usage      a command line that makes no sense; Data, NoInput: a file that is damaged or missing
/// Internal   a mistake of ours; Memory: none left
/// Create     an output folder or file cannot be made, or another run writes there; Write: failed
/// WallTime   --max-walltime is used up; HangUp, Interrupt, Terminate: a signal ended the run
inline constexpr int kExitSolver = 1;
inline constexpr int kExitScript = 2;
inline constexpr int kExitNumerics = 3;
inline constexpr int kExitUsage = 64;
inline constexpr int kExitData = 65;
inline constexpr int kExitNoInput = 66;
inline constexpr int kExitInternal = 70;
inline constexpr int kExitMemory = 71;
inline constexpr int kExitCreate = 73;
inline constexpr int kExitWrite = 74;
inline constexpr int kExitWallTime = 75;
inline constexpr int kExitHangUp = 129;
inline constexpr int kExitInterrupt = 130;
inline constexpr int kExitTerminate = 143;

/// Makes the exception types SolverStop, NumericalError, InternalError (of RuntimeError), DataError
/// (of ValueError), OutputError (of OSError) and CreationError (of OutputError) in the module.
void define_exceptions(py::module_& module);

/// Runs `body` and turns C++ errors into Python exceptions with the text "FILE:LINE: command:
/// text": InputError into TypeError, ValueError or RuntimeError, the errors of a run into the types
/// above. Python exceptions pass through.
py::object with_python_errors(std::string_view command, const std::function<py::object()>& body);

/// Prints "FILE:LINE: command: note: text" on standard error: what a setting is taken for.
void note(std::string_view command, const std::string& text);

/// Prints "FILE:LINE: command: warning: text" on standard error.
void warn(std::string_view command, const std::string& text);

}  // namespace solfec
