# Unit tests: one binary per folder of tests/, mirroring src/.
include(GoogleTest)

# Unit tests that take an instrumented build longest and run code that shorter ones of the same binary run as well;
# there they have the label `long`. Suite: other solvers on these problems, and these solvers on smaller ones; the
# stack of meshes: scenes with walls and cubes of meshes; residuals: the other problems of AcceleratedSolution.
set(long_test_solver *EndsHonestly*/interior_point_cg_RockPile *EndsHonestly*/interior_point_cg_Kaplas
  *EndsHonestly*/interior_point_cg_Capsules *EndsHonestly*/interior_point_cg_PerioBox
  *EndsHonestly*/auto_RockPile AcceleratedSolution.ResidualIsNeverLargerThanThatOfThePlainSweeps)
set(long_test_domain FiniteElementTest.AStackComesToRestAndItsJointsCarryTheWeightAbove)

# solfec_add_unit_tests(TARGET [ENVIRONMENT name=value ...]): each test of a binary a test of ctest. An
# instrumented binary takes a quarter of a second to start: it runs in four parts, and one of its long tests.
function(solfec_add_unit_tests target)
  cmake_parse_arguments(UNIT "" "" "ENVIRONMENT" ${ARGN})
  if(NOT instrumented)
    if(UNIT_ENVIRONMENT)
      set(environment ENVIRONMENT "${UNIT_ENVIRONMENT}")
    endif()
    gtest_discover_tests(${target} DISCOVERY_TIMEOUT 60 NO_PRETTY_VALUES PROPERTIES LABELS unit ${environment})
    return()
  endif()
  string(JOIN ":" long ${long_${target}})
  foreach(part RANGE 3)
    add_test(NAME ${target}.${part} COMMAND ${target} --gtest_brief=1)
    set_tests_properties(${target}.${part} PROPERTIES LABELS unit COST 50 TIMEOUT 1500 ENVIRONMENT
      "GTEST_TOTAL_SHARDS=4;GTEST_SHARD_INDEX=${part};GTEST_FILTER=-${long};${UNIT_ENVIRONMENT}")
  endforeach()
  if(long)
    add_test(NAME ${target}.long COMMAND ${target} --gtest_brief=1)
    set_tests_properties(${target}.long PROPERTIES LABELS "unit;long" TIMEOUT 3000 ENVIRONMENT
      "GTEST_FILTER=${long};${UNIT_ENVIRONMENT}")
  endif()
endfunction()

# The sanitize preset looks for undefined behaviour in what is tested, not in the tests, most of whose
# compile time it takes: the programs, which scenes and scripts run, consist of checked code alone.
add_compile_options(${SOLFEC_TEST_OPTIONS})

# Replaces the global operator new of every test binary by a counting one.
add_library(solfec_test_support STATIC support/allocation_counter.cpp support/problem_folder.cpp)
target_include_directories(solfec_test_support PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})

# Folder of public stored contact problems; tests have no rows for those that are missing and take the
# problems of data/problems in any case.
set(SOLFEC_PROBLEM_DIR ${CMAKE_SOURCE_DIR}/../shared/data/fc CACHE PATH
    "Folder of stored contact problems for the tests")
target_compile_definitions(solfec_test_support PRIVATE SOLFEC_PROBLEM_DIR="${SOLFEC_PROBLEM_DIR}"
                           SOLFEC_OWN_PROBLEM_DIR="${CMAKE_CURRENT_SOURCE_DIR}/data/problems")

# Layers that a test drives its subject with, beside the one under test.
set(driver_assembly solfec_integrator)
set(driver_constraint solfec_integrator)

foreach(layer base math archive parallel geometry material local_dynamics body contact solver integrator
        constraint assembly domain output run)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${layer}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/parallel/mpi/")
  if(sources)
    solfec_join_sources(test_${layer} sources 16)
    add_executable(test_${layer} ${sources})
    target_include_directories(test_${layer} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(test_${layer} PRIVATE solfec_${layer} ${driver_${layer}} solfec_test_support
                                                GTest::gtest_main)
    solfec_add_unit_tests(test_${layer})
  endif()
endforeach()

# The Python reader of result folders is tested from the source tree.
target_compile_definitions(test_output PRIVATE SOLFEC_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
  SOLFEC_TEST_PYTHON="${Python3_EXECUTABLE}")
