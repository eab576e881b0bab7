# Runs one scene with an empty output folder of its own.
#   cmake -DSOLFEC=... -DSCRIPT=... -DOUTPUT=... [-DWORDS=...] [-DTWICE=ON] [-DMADE=...] [-DSAYS=...]
#         [-DMISSES=...] [-DWARNS=...] [-DSHORTER=ON] -P run_scene.cmake
# TWICE runs the script a second time, on the results of the first (READ mode). At the end the files
# MADE must be in the output folder, and the last run must have printed the text SAYS. What it
# printed is left in OUTPUT.log, its curves (tests/scenes/verify.py) in OUTPUT.curves.
# No run may tell of steps that missed the criteria of their solver, unless MISSES gives the reason,
# nor of quasi-static steps without equilibrium, unless WARNS gives the reason. A reason without
# such a message fails as well, but in the shorter variants of instrumented builds (SHORTER). Both
# messages stand in what a run prints or in the logs of its results.
set(tells_MISSES "steps did not reach the criteria")
set(tells_WARNS "(is not in equilibrium at the end|has no solution that counts)")

# Fails when the runs told of what KIND declares and the scene gives no reason, or the reverse.
function(check_declared kind said)
  string(REGEX MATCH "[^\n]*${tells_${kind}}[^\n]*" told "${said}")
  if(told AND NOT ${kind})
    message(FATAL_ERROR "${SCRIPT} printed '${told}'. Mend the scene, or give the reason as ${kind}")
  elseif(NOT told AND ${kind} AND NOT SHORTER)
    message(FATAL_ERROR "${SCRIPT} has the reason '${${kind}}' as ${kind}, but no run told of it")
  endif()
endfunction()

file(REMOVE_RECURSE "${OUTPUT}")
file(REMOVE "${OUTPUT}.log" "${OUTPUT}.curves")
set(ENV{SOLFEC_CURVES} "${OUTPUT}.curves")
get_filename_component(folder "${OUTPUT}" DIRECTORY)
file(MAKE_DIRECTORY "${folder}")
set(runs 1)
if(TWICE)
  set(runs 2)
endif()
set(all_said "")
foreach(run RANGE 1 ${runs})
  execute_process(COMMAND "${SOLFEC}" -q -o "${OUTPUT}" "${SCRIPT}" ${WORDS}
    RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  message("${said}")
  file(WRITE "${OUTPUT}.log" "${said}")
  string(APPEND all_said "${said}")
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "run ${run} of ${SCRIPT} ended with exit code ${code}")
  endif()
endforeach()
file(GLOB_RECURSE logs "${OUTPUT}/log" "${OUTPUT}/*/log")
foreach(log IN LISTS logs)
  file(READ "${log}" logged)
  string(APPEND all_said "${logged}")
endforeach()
foreach(file IN LISTS MADE)
  if(NOT EXISTS "${OUTPUT}/${file}")
    message(FATAL_ERROR "${SCRIPT} did not make ${OUTPUT}/${file}")
  endif()
endforeach()
string(FIND "${said}" "${SAYS}" place)
if(place LESS 0)
  message(FATAL_ERROR "${SCRIPT} did not print '${SAYS}'")
endif()
check_declared(MISSES "${all_said}")
check_declared(WARNS "${all_said}")
message("${SCRIPT} told what it should")
