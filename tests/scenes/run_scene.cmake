# Runs one scene with an empty output folder of its own.
#   cmake -DSOLFEC=... -DSCRIPT=... -DOUTPUT=... [-DWORDS=...] [-DTWICE=ON] -P run_scene.cmake
# TWICE runs the script a second time, on the results of the first (READ mode).
file(REMOVE_RECURSE "${OUTPUT}")
set(runs 1)
if(TWICE)
  set(runs 2)
endif()
foreach(run RANGE 1 ${runs})
  execute_process(COMMAND "${SOLFEC}" -q -o "${OUTPUT}" "${SCRIPT}" ${WORDS} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "run ${run} of ${SCRIPT} ended with exit code ${code}")
  endif()
endforeach()
foreach(file ${MADE})
  if(NOT EXISTS "${OUTPUT}/${file}")
    message(FATAL_ERROR "${SCRIPT} did not make ${OUTPUT}/${file}")
  endif()
endforeach()
