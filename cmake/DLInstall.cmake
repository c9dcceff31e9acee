# The install tree: bin, lib, include/dl and lib/cmake/dl, for find_package(DL).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(tools GLOBAL PROPERTY DL_TOOLS)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dl)

# Tools find the shared library beside them, and LLVM where it was linked from.
set_target_properties(DLCompiler DLPlugin PROPERTIES
  INSTALL_RPATH "$ORIGIN" INSTALL_RPATH_USE_LINK_PATH ON)
set_target_properties(${tools} PROPERTIES
  INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}" INSTALL_RPATH_USE_LINK_PATH ON)

target_compile_features(DLCompiler INTERFACE cxx_std_17)
target_include_directories(DLCompiler INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS DLCompiler DLPlugin ${tools} EXPORT DLTargets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})

# Public headers, op definitions to include from other td files, and the tables
# that the headers include.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dl DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/share/dl DESTINATION ${CMAKE_INSTALL_DATADIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dl-c DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/dl DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h.inc" PATTERN "CMakeFiles" EXCLUDE)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/DLConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/DLConfig.cmake
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/DLConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/DLConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/DLConfigVersion.cmake
  DESTINATION ${package_dir})
install(EXPORT DLTargets NAMESPACE DL:: DESTINATION ${package_dir})
