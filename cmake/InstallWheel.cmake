# Runs when the component `wheel` is installed (DLWheel.cmake says with which variables).
set(package "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/dl")
find_program(DL_PATCHELF patchelf REQUIRED)

file(COPY "${DL_BUILD}/python/dl" DESTINATION "${CMAKE_INSTALL_PREFIX}"
  PATTERN "__pycache__" EXCLUDE)
file(COPY "${DL_SOURCE}/python/_dl_tools.py" DESTINATION "${CMAKE_INSTALL_PREFIX}")
file(COPY "${DL_SOURCE}/share/dl" DESTINATION "${package}/share")

# Everything that the programs load. Those of the C and C++ libraries are the system's own.
file(GET_RUNTIME_DEPENDENCIES
  RESOLVED_DEPENDENCIES_VAR libraries UNRESOLVED_DEPENDENCIES_VAR missing
  EXECUTABLES ${DL_PROGRAMS} LIBRARIES "${DL_COMPILER}" "${DL_LIBOMP}"
  DIRECTORIES "${DL_LLVM_LIBRARIES}"
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|gcc_s|stdc\\+\\+)\\.so")
if(missing)
  message(FATAL_ERROR "expected all libraries of the tools to be found, got none for ${missing}")
endif()
list(APPEND libraries "${DL_COMPILER}" "${DL_LIBOMP}")
list(REMOVE_DUPLICATES libraries)

function(take file folder rpath)
  get_filename_component(name "${file}" NAME)
  get_filename_component(real "${file}" REALPATH)
  if(name MATCHES "^ld\\.lld")
    set(name ld.lld)
  endif()
  configure_file("${real}" "${package}/${folder}/${name}" COPYONLY)
  set(copy "${package}/${folder}/${name}")
  if(DL_STRIP)
    execute_process(COMMAND "${DL_STRIP}" --strip-unneeded "${copy}" ERROR_QUIET)
  endif()
  execute_process(COMMAND "${DL_PATCHELF}" --set-rpath "${rpath}" "${copy}"
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(library ${libraries})
  take("${library}" lib "$ORIGIN")
endforeach()
foreach(program ${DL_PROGRAMS})
  take("${program}" bin "$ORIGIN/../lib")
endforeach()
file(GLOB own "${package}/_native*.so" "${package}/_worker")
foreach(file ${own})
  execute_process(COMMAND "${DL_PATCHELF}" --set-rpath "$ORIGIN/lib" "${file}"
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
