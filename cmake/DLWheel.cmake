# The wheel of the Python package, as the install component `wheel`: the package as it stands in
# the build folder, and inside it bin (the tools and ld.lld), lib (the compiler, and every library
# that these need but those of a minimal Debian) and share. pyproject.toml and ./dev wheel use it.
#
#   cmake --install build --component wheel --prefix FOLDER     writes FOLDER/dl

set(wheel_tools dl-compile dl-opt dl-run dl-translate dl-tune dl-worker)
add_custom_target(dl-wheel)
add_dependencies(dl-wheel DLCompiler ${wheel_tools})
foreach(target _native _worker _native-stub dl-python)
  if(TARGET ${target})
    add_dependencies(dl-wheel ${target})
  endif()
endforeach()

set(programs)
foreach(tool ${wheel_tools})
  list(APPEND programs "$<TARGET_FILE:${tool}>")
endforeach()
find_library(DL_WHEEL_LIBOMP NAMES libomp.so.5 PATHS ${LLVM_LIBRARY_DIR} /usr/lib/x86_64-linux-gnu
  /usr/lib/aarch64-linux-gnu)
find_program(DL_WHEEL_LLD NAMES ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)
install(CODE "
  set(DL_SOURCE \"${PROJECT_SOURCE_DIR}\")
  set(DL_BUILD \"${PROJECT_BINARY_DIR}\")
  set(DL_PROGRAMS \"${programs};${DL_WHEEL_LLD}\")
  set(DL_COMPILER \"$<TARGET_FILE:DLCompiler>\")
  set(DL_LIBOMP \"${DL_WHEEL_LIBOMP}\")
  set(DL_LLVM_LIBRARIES \"${LLVM_LIBRARY_DIR}\")
  set(DL_STRIP \"${CMAKE_STRIP}\")
  set(DL_PYTHON \"${DL_PYTHON}\")
  include(\"${CMAKE_CURRENT_LIST_DIR}/InstallWheel.cmake\")"
  COMPONENT wheel EXCLUDE_FROM_ALL)
