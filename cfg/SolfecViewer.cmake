# The viewer: scenes and requests (solfec_viewer) need nothing; what draws them (solfec_drawing) needs the headers of
# EGL, OpenGL and cairo, whose libraries are opened at run time, and links libpng. Programs without it link
# solfec_no_drawing, which has the same function (src/viewer/picture/drawing.h).
find_path(SOLFEC_EGL_INCLUDE EGL/egl.h)
find_path(SOLFEC_GL_INCLUDE GL/glcorearb.h)
find_path(SOLFEC_CAIRO_INCLUDE cairo/cairo-ps.h)
find_package(PNG QUIET)
set(found OFF)
if(SOLFEC_EGL_INCLUDE AND SOLFEC_GL_INCLUDE AND SOLFEC_CAIRO_INCLUDE AND PNG_FOUND)
  set(found ON)
endif()
option(SOLFEC_VIEWER "Draw pictures; ON where the headers of EGL, OpenGL, cairo and libpng are" ${found})
if(SOLFEC_VIEWER AND NOT found)
  message(FATAL_ERROR "SOLFEC_VIEWER needs the headers of EGL, OpenGL, cairo and libpng: "
    "group [viewer] of cfg/packages-debian.txt")
endif()

# solfec_texts(TARGET HEADER FUNCTION FILE...): puts files of src/viewer into TARGET, which gets FUNCTION of HEADER.
function(solfec_texts target header function)
  list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/src/viewer/)
  set(source ${CMAKE_BINARY_DIR}/texts/${function}.cpp)
  add_custom_command(OUTPUT ${source} VERBATIM DEPENDS ${ARGN} ${CMAKE_SOURCE_DIR}/cfg/embed_texts.py
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cfg/embed_texts.py ${source} ${header} ${function} ${ARGN})
  target_sources(${target} PRIVATE ${source})
endfunction()

solfec_layer(viewer DEPENDS run WITHOUT absent draw gl image vector window)
solfec_without_loops(solfec_viewer)
solfec_texts(solfec_viewer viewer/page/page_file.h page_file
  page/page.css page/page.html page/numbers.js page/drawing.js page/cuts.js page/contacts.js
  page/controls.js)
add_library(solfec_no_drawing STATIC ${CMAKE_SOURCE_DIR}/src/viewer/absent/drawing.cpp)
target_link_libraries(solfec_no_drawing PUBLIC solfec_viewer)
if(SOLFEC_VIEWER)
  file(GLOB drawing_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/viewer/draw/*.cpp
    ${CMAKE_SOURCE_DIR}/src/viewer/gl/*.cpp ${CMAKE_SOURCE_DIR}/src/viewer/image/*.cpp
    ${CMAKE_SOURCE_DIR}/src/viewer/vector/*.cpp ${CMAKE_SOURCE_DIR}/src/viewer/window/*.cpp)
  solfec_join_sources(drawing drawing_sources)
  add_library(solfec_drawing STATIC ${drawing_sources})
  solfec_without_loops(solfec_drawing)
  set(shaders gl/shaders/placing.glsl gl/shaders/shading.glsl)
  foreach(name surface round segment line rod overlay)
    list(APPEND shaders gl/shaders/${name}.vert gl/shaders/${name}.frag)
  endforeach()
  solfec_texts(solfec_drawing viewer/gl/shader_file.h shader_file ${shaders})
  target_link_libraries(solfec_drawing PUBLIC solfec_viewer PRIVATE PNG::PNG ${CMAKE_DL_LIBS})
endif()
