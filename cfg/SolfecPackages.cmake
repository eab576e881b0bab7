# What an installation has beside programs and Python parts, and the packages that `cpack -G DEB`
# makes in the build folder: solfec, solfec-mpi, python3-solfec, solfec-doc.

install(FILES CHANGELOG.md CITATION.cff DESTINATION share/doc/solfec)
foreach(package solfec solfec-mpi python3-solfec solfec-doc)
  if(SOLFEC_MPI OR NOT package STREQUAL "solfec-mpi")
    install(FILES LICENSE DESTINATION share/doc/${package} COMPONENT ${package} RENAME copyright)
  endif()
endforeach()
install(FILES cfg/solfec.bash-completion DESTINATION share/bash-completion/completions RENAME solfec)
install(FILES README.md CONTRIBUTING.md CHANGELOG.md LICENSE DESTINATION share/doc/solfec-doc COMPONENT solfec-doc)
install(DIRECTORY docs DESTINATION share/doc/solfec-doc COMPONENT solfec-doc
  FILES_MATCHING PATTERN "*.md" PATTERN "*.png")
# Ordinary Python finds the packages of an installation in /usr: lines are relative to the folder.
install(FILES cfg/solfec.pth DESTINATION lib/python3/dist-packages COMPONENT python3-solfec)

# The man page: what --help prints.
find_program(SOLFEC_HELP2MAN help2man DOC "Makes the man page")
if(SOLFEC_HELP2MAN)
  set(man_page ${CMAKE_BINARY_DIR}/share/man/man1/solfec.1)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share/man/man1)
  add_custom_command(OUTPUT ${man_page} DEPENDS solfec VERBATIM
    COMMENT "Writing the man page"
    COMMAND ${SOLFEC_HELP2MAN} --no-info --no-discard-stderr --version-string ${PROJECT_VERSION}
      --name "dynamics of bodies in contact with friction" --output ${man_page}
      $<TARGET_FILE:solfec>)
  add_custom_target(solfec_man_page ALL DEPENDS ${man_page})
  install(FILES ${man_page} DESTINATION share/man/man1 OPTIONAL)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME solfec)
set(CPACK_PACKAGE_CONTACT "The Solfec developers <developers@solfec.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "dynamics of many bodies in contact with friction")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL solfec python3-solfec solfec-doc)
if(SOLFEC_MPI)
  list(APPEND CPACK_COMPONENTS_ALL solfec-mpi)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(same_version "solfec (= ${PROJECT_VERSION})")
math(EXPR next_minor "${Python3_VERSION_MINOR} + 1")

set(CPACK_DEBIAN_SOLFEC_PACKAGE_NAME solfec)
set(CPACK_DEBIAN_SOLFEC_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_SOLFEC_PACKAGE_RECOMMENDS
  "python3-numpy, python3-scipy, python3-matplotlib, libegl1, libgl1-mesa-dri, libcairo2, ${SOLFEC_HDF5_PACKAGE}")
set(CPACK_DEBIAN_SOLFEC_PACKAGE_SUGGESTS "ffmpeg, libjs-three, libglut3.12, solfec-doc")
set(CPACK_COMPONENT_SOLFEC_DESCRIPTION
  "Non-Smooth Contact Dynamics of rigid, pseudo-rigid and finite element bodies; inputs are Python.")

set(CPACK_DEBIAN_SOLFEC-MPI_PACKAGE_NAME solfec-mpi)
set(CPACK_DEBIAN_SOLFEC-MPI_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_SOLFEC-MPI_PACKAGE_DEPENDS "${same_version}, openmpi-bin")
set(CPACK_COMPONENT_SOLFEC-MPI_DESCRIPTION "The program for several ranks (MPI).")

set(CPACK_DEBIAN_PYTHON3-SOLFEC_PACKAGE_NAME python3-solfec)
set(CPACK_DEBIAN_PYTHON3-SOLFEC_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON3-SOLFEC_PACKAGE_DEPENDS
  "${same_version}, python3 (>= 3.${Python3_VERSION_MINOR}), python3 (<< 3.${next_minor})")
set(CPACK_COMPONENT_PYTHON3-SOLFEC_DESCRIPTION "The input language as a module of ordinary Python.")

set(CPACK_DEBIAN_SOLFEC-DOC_PACKAGE_NAME solfec-doc)
set(CPACK_DEBIAN_SOLFEC-DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_SOLFEC-DOC_PACKAGE_SECTION doc)
set(CPACK_COMPONENT_SOLFEC-DOC_DESCRIPTION "The documents: language, methods, verification.")
include(CPack)
