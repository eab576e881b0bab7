# Python parts: language layer, program and package.
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter Development.Module Development.Embed)
set(PYBIND11_NOPYTHON ON) # the targets of FindPython3 are used
find_package(pybind11 2.10 REQUIRED CONFIG)

file(GLOB_RECURSE language_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/language/*.cpp)
list(FILTER language_sources EXCLUDE REGEX "/(extension_module|interpreter).cpp")
# pybind11 costs each unit several seconds: few units with it, and one of what does without.
set(bound_sources ${language_sources})
set(plain "(_tables|/command_[a-z]+|/default_threads|/label_pattern|/nearest|/reference|/signature)[.]cpp$")
list(FILTER bound_sources EXCLUDE REGEX ${plain})
list(FILTER language_sources INCLUDE REGEX ${plain})
solfec_join_sources(language language_sources)
solfec_join_sources(bound_language bound_sources 18)
add_library(solfec_language STATIC ${language_sources} ${bound_sources})
solfec_without_loops(solfec_language)
target_link_libraries(solfec_language PUBLIC solfec_run pybind11::headers Python3::Module)
target_compile_definitions(solfec_language PUBLIC SOLFEC_PYTHON="${Python3_EXECUTABLE}") # of interpreter.cpp
# pybind11 asks for hidden symbols, so that two modules do not share its types.
set_target_properties(solfec_language PROPERTIES CXX_VISIBILITY_PRESET hidden)

# The programs: build/<preset>/bin/solfec, and solfec-mpi of the same parts.
file(GLOB app_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/app/*.cpp)
list(APPEND app_sources ${CMAKE_SOURCE_DIR}/src/language/interpreter.cpp) # of the programs alone
solfec_join_sources(app app_sources)
add_library(solfec_app OBJECT ${app_sources})
solfec_without_loops(solfec_app)
target_link_libraries(solfec_app PUBLIC solfec_language solfec_viewer Python3::Module)
function(solfec_program name world drawing)
  add_executable(${name} $<TARGET_OBJECTS:solfec_app>)
  target_link_libraries(${name} PRIVATE solfec_language ${world} ${drawing} Python3::Python)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
  install(TARGETS ${name} RUNTIME DESTINATION bin COMPONENT ${name} OPTIONAL) # what is built
endfunction()
if(SOLFEC_VIEWER)
  solfec_program(solfec solfec_parallel_serial solfec_drawing)
else()
  solfec_program(solfec solfec_parallel_serial solfec_no_drawing)
endif()
if(SOLFEC_MPI)
  solfec_program(solfec-mpi solfec_parallel_mpi solfec_no_drawing)
endif()

# The package for ordinary Python: build/<preset>/python/solfec; both the program and a
# PYTHONPATH of build/<preset>/python find it.
set(package_dir ${CMAKE_BINARY_DIR}/python/solfec)
add_library(_solfec MODULE ${CMAKE_SOURCE_DIR}/src/language/extension_module.cpp)
target_link_libraries(_solfec PRIVATE solfec_language)
target_link_options(_solfec PRIVATE -Wl,--exclude-libs,libopenblas.a) # numpy has its own
set_target_properties(_solfec PROPERTIES PREFIX "" SUFFIX ".${Python3_SOABI}.so"
  CXX_VISIBILITY_PRESET hidden LIBRARY_OUTPUT_DIRECTORY ${package_dir})
file(MAKE_DIRECTORY ${package_dir})
file(GLOB package_files CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/python/solfec/*.py ${CMAKE_SOURCE_DIR}/python/solfec/*.pyi
  ${CMAKE_SOURCE_DIR}/python/solfec/py.typed)
foreach(file ${package_files})
  get_filename_component(name ${file} NAME)
  file(CREATE_LINK ${file} ${package_dir}/${name} SYMBOLIC)
endforeach()
set(package_folders build mesh quake selftest)
foreach(folder ${package_folders})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/python/solfec/${folder} ${package_dir}/${folder} SYMBOLIC)
endforeach()
set(beside compas_solfec solfec_results) # packages beside it: COMPAS, the reader of results
foreach(folder ${beside})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/python/${folder} ${CMAKE_BINARY_DIR}/python/${folder}
    SYMBOLIC)
endforeach()

install(TARGETS _solfec LIBRARY DESTINATION lib/solfec/python/solfec COMPONENT python3-solfec
  OPTIONAL)
install(FILES ${package_files} DESTINATION lib/solfec/python/solfec)
foreach(folder ${package_folders})
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/python/solfec/${folder}
    DESTINATION lib/solfec/python/solfec FILES_MATCHING PATTERN "*.py")
endforeach()
foreach(folder ${beside})
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/python/${folder} DESTINATION lib/solfec/python
    FILES_MATCHING PATTERN "*.py")
endforeach()

# The examples, which --example finds beside the folder of the program.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share/solfec)
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/inp ${CMAKE_BINARY_DIR}/share/solfec/inp SYMBOLIC)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/inp DESTINATION share/solfec FILES_MATCHING PATTERN "*.py")
