#pragma once

#include <string>
#include <vector>

namespace solfec {

/// Settings of the command line; the defaults hold in ordinary Python.
struct RunSettings {
  std::string script;            // path of the input script, absolute; '' in ordinary Python
  bool write_anew = false;       // -w
  bool go_on = false;            // -c
  bool keep_states = false;      // --keep-states: in each frame
  bool read_others = false;      // --read: results of other settings too
  double max_walltime = 0.0;     // --max-walltime, s since the program started; 0: no limit
  double watchdog = 0.0;         // --watchdog, s without a sign of life; 0: none
  std::string subfolder;         // -s
  std::string output;            // -o
  int shared_items = 200000;     // --share, bodies and contacts
  double report_interval = 1.0;  // -i, s of wall time between status lines
  int threads = 0;               // -t; 0: physical cores
  bool quiet = false;            // -q
  bool verbose = false;          // --verbose: one line per frame
  bool why_solver = false;       // --why-solver: the stages of the solver in each step
  std::string log_file;          // --log
  bool check_only = false;       // --check
  bool pictures_only = false;    // --render: no step is computed
  bool viewer = false;           // -v: RUN is remembered for the viewer
  std::vector<std::string> script_arguments;
  bool writes = true;        // false: another rank writes the results, the log and STATE
  std::string mpi = "none";  // name of the MPI library, of the program and not of the command line
};

}  // namespace solfec
