# Source with the text of build_text(): git hash, compiler, flags, BLAS. The hash is asked at
# each build, the source is touched only when the text changes, and only it is compiled again.
#
#   solfec_build_info(TARGET)         adds the source to a target
#   cmake -D... -P this file          writes the source

if(CMAKE_SCRIPT_MODE_FILE)
  set(hash "unknown")
  execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse --short=12 HEAD
    OUTPUT_VARIABLE head ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
  if(failed EQUAL 0)
    set(hash "${head}")
    execute_process(COMMAND git -C ${SOURCE_DIR} status --porcelain --untracked-files=no
      OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      string(APPEND hash "-dirty")
    endif()
  endif()
  string(STRIP "${FLAGS}" flags)
  string(REGEX REPLACE " +" " " flags "${flags}")
  string(REPLACE "${SOURCE_DIR}" "." flags "${flags}") # no folders of this machine
  string(REPLACE "\"" "\\\"" flags "${flags}")
  file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[// Written by cfg/SolfecBuildInfo.cmake.
#include "run/folder/build_info.h"

#include "base/cat.h"
#include "math/lapack.h"

namespace solfec {

std::string build_text(const std::string& mpi) {
  return cat("git: @hash@\ncompiler: @COMPILER@\nflags: @flags@\nBLAS: ", blas_text(),
             "\nMPI: ", mpi, "\n");
}

}  // namespace solfec
]] @ONLY)
  return()
endif()

set(solfec_build_info_script ${CMAKE_CURRENT_LIST_FILE})

function(solfec_build_info target)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  get_directory_property(options COMPILE_OPTIONS)
  string(JOIN " " flags ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} ${options})
  set(source ${CMAKE_BINARY_DIR}/build_info.cpp)
  add_custom_target(build_info BYPRODUCTS ${source} VERBATIM
    COMMENT "Looking for the git hash"
    COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${CMAKE_SOURCE_DIR} -DOUTPUT=${source}
      "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" "-DFLAGS=${flags}"
      -P ${solfec_build_info_script})
  target_sources(${target} PRIVATE ${source})
  add_dependencies(${target} build_info)
endfunction()
