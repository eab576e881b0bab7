# solfec_worlds(): the two definitions of start_world (src/parallel/world.h), of which each program links one.
# solfec_parallel_serial needs no MPI; with SOLFEC_MPI there is solfec_parallel_mpi too, which has MPI and Zoltan.
function(solfec_worlds)
  add_library(solfec_parallel_serial STATIC ${CMAKE_SOURCE_DIR}/src/parallel/serial/world.cpp)
  target_link_libraries(solfec_parallel_serial PUBLIC solfec_parallel)
  if(NOT SOLFEC_MPI)
    return()
  endif()
  set(MPI_CXX_SKIP_MPICXX ON) # the C interface is all that is used
  find_package(MPI REQUIRED COMPONENTS CXX)
  find_path(ZOLTAN_INCLUDE_DIR zoltan.h PATH_SUFFIXES trilinos REQUIRED)
  find_library(ZOLTAN_LIBRARY NAMES trilinos_zoltan zoltan REQUIRED)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/parallel/mpi/*.cpp)
  add_library(solfec_parallel_mpi STATIC ${sources})
  target_link_libraries(solfec_parallel_mpi PUBLIC solfec_parallel MPI::MPI_CXX ${ZOLTAN_LIBRARY})
  target_include_directories(solfec_parallel_mpi SYSTEM PRIVATE ${ZOLTAN_INCLUDE_DIR})
endfunction()
