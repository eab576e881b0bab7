# solfec_join_sources(TARGET VARIABLE [SIZE]): with SOLFEC_JOIN_SOURCES, replaces the sources in VARIABLE by
# fewer ones of SIZE (SOLFEC_JOIN_SIZE) that include them (cfg/joint_sources.py), so that common headers are compiled once.
# Those with compile options of their own (kernels per instruction set) stay as they are.
function(solfec_join_sources target variable)
  if(NOT SOLFEC_JOIN_SOURCES)
    return()
  endif()
  set(own ${${variable}})
  list(FILTER own INCLUDE REGEX "(_baseline|_wide)\\.cpp$")
  set(common ${${variable}})
  list(FILTER common EXCLUDE REGEX "(_baseline|_wide)\\.cpp$")
  set(folder ${CMAKE_BINARY_DIR}/joint)
  set(size ${SOLFEC_JOIN_SIZE})
  if(ARGC GREATER 2)
    set(size ${ARGV2})
  endif()
  execute_process(COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cfg/joint_sources.py
    ${folder} ${target} ${size} ${common} OUTPUT_VARIABLE joint COMMAND_ERROR_IS_FATAL ANY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${CMAKE_SOURCE_DIR}/cfg/joint_sources.py ${folder}/${target}.list)
  set(${variable} ${joint} ${own} PARENT_SCOPE)
endfunction()

# solfec_layer(NAME DEPENDS layer... LIBRARIES target... [WITHOUT folder...]): static library of src/NAME
# and its subfolders but those of WITHOUT, its sources joined. A folder of headers only, or an empty one, becomes
# an interface target.
function(solfec_layer name)
  cmake_parse_arguments(LAYER "" "" "DEPENDS;LIBRARIES;WITHOUT" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  foreach(folder ${LAYER_WITHOUT})
    list(FILTER sources EXCLUDE REGEX "/src/${name}/${folder}/")
  endforeach()
  list(TRANSFORM LAYER_DEPENDS PREPEND solfec_)
  if(sources)
    solfec_join_sources(${name} sources)
    add_library(solfec_${name} STATIC ${sources})
    set(visibility PUBLIC)
  else()
    add_library(solfec_${name} INTERFACE)
    set(visibility INTERFACE)
  endif()
  target_include_directories(solfec_${name} ${visibility} ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(solfec_${name} ${visibility} ${LAYER_DEPENDS} ${LAYER_LIBRARIES})
endfunction()
