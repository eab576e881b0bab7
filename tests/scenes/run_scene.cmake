# Runs one scene with an empty output folder of its own.
#   cmake -DSOLFEC=... -DSCRIPT=... -DOUTPUT=... [-DWORDS=...] [-DTWICE=ON] [-DMADE=...] [-DSAYS=...]
#         -P run_scene.cmake
# TWICE runs the script a second time, on the results of the first (READ mode). At the end the files
# MADE must be in the output folder, and the last run must have printed the text SAYS. What it
# printed is left in OUTPUT.log, its curves (tests/scenes/verify.py) in OUTPUT.curves.
file(REMOVE_RECURSE "${OUTPUT}")
file(REMOVE "${OUTPUT}.log" "${OUTPUT}.curves")
set(ENV{SOLFEC_CURVES} "${OUTPUT}.curves")
get_filename_component(folder "${OUTPUT}" DIRECTORY)
file(MAKE_DIRECTORY "${folder}")
set(runs 1)
if(TWICE)
  set(runs 2)
endif()
foreach(run RANGE 1 ${runs})
  execute_process(COMMAND "${SOLFEC}" -q -o "${OUTPUT}" "${SCRIPT}" ${WORDS}
    RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  message("${said}")
  file(WRITE "${OUTPUT}.log" "${said}")
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "run ${run} of ${SCRIPT} ended with exit code ${code}")
  endif()
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
