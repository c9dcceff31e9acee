# The project's own wrappers over upstream's CMake macros.
#
#   add_dl_dialect(Te te)         tables of include/dl/Dialect/Te/IR/TeOps.td
#   add_dl_passes(DLTePasses Te)  Passes.h.inc from Passes.td in the current folder
#   add_dl_library(NAME src… LINK_LIBS lib…)   a component library: one folder of lib/, part of
#                                 the one shared library; it may include what it links alone
#   add_dl_tool(NAME src…)        a tool that links the shared library
#   add_dl_unittest(NAME src…)    a gtest program that links the shared library, or with
#                                 LINK_LIBS lib… the objects of these alone, which are plain C++
#   add_dl_python_module(NAME PACKAGE package src…)   an extension module, over the C interface
#   add_dl_python_worker(NAME PACKAGE package src…)   a program that the package runs
#   add_dl_python_package(NAME file…)                 a package's Python files, in the build folder

# A reference generated from the td file in LLVM_TARGET_DEFINITIONS, as
# docs/<output> of the build folder; the target dl-docs makes them all.
function(dl_add_reference output)
  string(REPLACE "/" "." flat ${output})
  tablegen(MLIR ${flat} ${ARGN})
  set(page ${PROJECT_BINARY_DIR}/docs/${output})
  add_custom_command(OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_BINARY_DIR}/${flat} ${page}
    DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${flat}
    VERBATIM)
  add_custom_target(dl-docs-${flat} DEPENDS ${page})
  add_dependencies(dl-docs dl-docs-${flat})
endfunction()

# Tables of a dialect: ops, types, attributes, enums, the dialect itself.
# `name` is the dialect's folder (Te), `mnemonic` its prefix (te).
function(add_dl_dialect name mnemonic)
  set(LLVM_TARGET_DEFINITIONS ${name}Ops.td)
  mlir_tablegen(${name}Ops.h.inc -gen-op-decls)
  mlir_tablegen(${name}Ops.cpp.inc -gen-op-defs)
  mlir_tablegen(${name}Types.h.inc -gen-typedef-decls -typedefs-dialect=${mnemonic})
  mlir_tablegen(${name}Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${mnemonic})
  mlir_tablegen(${name}Attrs.h.inc -gen-attrdef-decls -attrdefs-dialect=${mnemonic})
  mlir_tablegen(${name}Attrs.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${mnemonic})
  mlir_tablegen(${name}Enums.h.inc -gen-enum-decls)
  mlir_tablegen(${name}Enums.cpp.inc -gen-enum-defs)
  mlir_tablegen(${name}Dialect.h.inc -gen-dialect-decls -dialect=${mnemonic})
  mlir_tablegen(${name}Dialect.cpp.inc -gen-dialect-defs -dialect=${mnemonic})
  add_public_tablegen_target(DL${name}IncGen)
  set_property(GLOBAL APPEND PROPERTY DL_TABLEGEN_TARGETS DL${name}IncGen)
  dl_add_reference(Dialects/${name}.md -gen-dialect-doc -dialect=${mnemonic})
endfunction()

# Interface tables from an arbitrary td file: add_dl_interface(FusionOpInterface).
function(add_dl_interface name)
  set(LLVM_TARGET_DEFINITIONS ${name}.td)
  mlir_tablegen(${name}.h.inc -gen-op-interface-decls)
  mlir_tablegen(${name}.cpp.inc -gen-op-interface-defs)
  add_public_tablegen_target(DL${name}IncGen)
  set_property(GLOBAL APPEND PROPERTY DL_TABLEGEN_TARGETS DL${name}IncGen)
endfunction()

# The same of attributes.
function(add_dl_attr_interface name)
  set(LLVM_TARGET_DEFINITIONS ${name}.td)
  mlir_tablegen(${name}.h.inc -gen-attr-interface-decls)
  mlir_tablegen(${name}.cpp.inc -gen-attr-interface-defs)
  add_public_tablegen_target(DL${name}IncGen)
  set_property(GLOBAL APPEND PROPERTY DL_TABLEGEN_TARGETS DL${name}IncGen)
endfunction()

# Pass tables: Passes.td of the current folder, declared under the group `group`.
function(add_dl_passes target group)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name ${group})
  add_public_tablegen_target(${target}IncGen)
  set_property(GLOBAL APPEND PROPERTY DL_TABLEGEN_TARGETS ${target}IncGen)
  dl_add_reference(Passes/${group}.md -gen-pass-doc)
endfunction()

# Upstream's headers compiled once (cmake/Precompiled.h), with the flags of a library.
# A target with other flags (exceptions) opts out by
# set_target_properties(NAME PROPERTIES DISABLE_PRECOMPILE_HEADERS ON).
option(DL_PRECOMPILED_HEADER "Compile upstream's headers once" ON)
function(dl_add_precompiled_header)
  if(NOT DL_PRECOMPILED_HEADER)
    return()
  endif()
  add_library(DLPrecompiled OBJECT ${PROJECT_SOURCE_DIR}/cmake/Precompiled.cpp)
  llvm_update_compile_flags(DLPrecompiled)
  target_precompile_headers(DLPrecompiled PRIVATE ${PROJECT_SOURCE_DIR}/cmake/Precompiled.h)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    # A compiler cache compares contents, so they must not hold the time.
    target_compile_options(DLPrecompiled PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

function(dl_use_precompiled_header name)
  if(NOT DL_PRECOMPILED_HEADER)
    return()
  endif()
  # Programs would get -fPIE, which the header does not fit.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC)
  target_precompile_headers(${name} REUSE_FROM DLPrecompiled)
endfunction()

# Plain C++: no header of LLVM's comes in unasked, whose code would need its libraries.
function(dl_without_llvm name)
  set_target_properties(${name} PROPERTIES DL_WITHOUT_LLVM ON)
endfunction()

# A component library. They are object libraries collected into one shared library,
# so that tools, plugin and Python module share one copy of every registration.
# All see all generated tables; there are few and they build in seconds.
# Linking what is named says which libraries' headers may be included and keeps cycles
# out: CMake allows none between object libraries (test/Build/layers.test).
function(add_dl_library name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_library(${name} OBJECT ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  get_property(tables GLOBAL PROPERTY DL_TABLEGEN_TARGETS)
  add_dependencies(${name} ${tables})
  llvm_update_compile_flags(${name})
  if(ARG_LINK_LIBS)
    dl_use_precompiled_header(${name})
  else()
    dl_without_llvm(${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY DL_LIBRARIES ${name})
endfunction()

# The bytes of files of the current folder as <file>.inc in the build folder, for a library to carry;
# `variable` gets their paths.
function(dl_embed_files variable)
  set(embedded)
  foreach(name ${ARGN})
    set(input ${CMAKE_CURRENT_SOURCE_DIR}/${name})
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.inc)
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -DINPUT=${input} -DOUTPUT=${output}
        -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake
      DEPENDS ${input} ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake VERBATIM)
    list(APPEND embedded ${output})
  endforeach()
  set(${variable} ${embedded} PARENT_SCOPE)
endfunction()

# tcmalloc (Debian's libtcmalloc-minimal4) in place of the C library's allocation, for programs that
# compile: these make and free many small objects, in plans of loops and in LLVM. Sanitizers bring
# an allocation of their own.
find_library(DL_TCMALLOC_LIBRARY NAMES tcmalloc_minimal libtcmalloc_minimal.so.4)
mark_as_advanced(DL_TCMALLOC_LIBRARY)
function(dl_use_tcmalloc name)
  if(DL_TCMALLOC_LIBRARY AND NOT LLVM_USE_SANITIZER)
    target_link_libraries(${name} PRIVATE
      -Wl,--push-state,--no-as-needed ${DL_TCMALLOC_LIBRARY} -Wl,--pop-state)
  endif()
endfunction()

function(add_dl_tool name)
  add_executable(${name} ${ARGN})
  get_property(tables GLOBAL PROPERTY DL_TABLEGEN_TARGETS)
  add_dependencies(${name} ${tables})
  llvm_update_compile_flags(${name})
  dl_use_precompiled_header(${name})
  target_link_libraries(${name} PRIVATE DLCompiler MLIR LLVM)
  set_property(GLOBAL APPEND PROPERTY DL_TEST_PROGRAMS ${name})
  set_property(GLOBAL APPEND PROPERTY DL_TOOLS ${name})
endfunction()

# A gtest program, in the build folder's mirror of test/Unit, where lit finds it by its
# name, which ends in Tests.
function(add_dl_unittest name)
  if(NOT name MATCHES "Tests$")
    message(FATAL_ERROR "expected a name that ends in Tests, got ${name}")
  endif()
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  get_property(tables GLOBAL PROPERTY DL_TABLEGEN_TARGETS)
  add_dependencies(${name} ${tables})
  if(ARG_LINK_LIBS)
    dl_without_llvm(${name})
  else()
    dl_use_precompiled_header(${name})
    set(ARG_LINK_LIBS DLCompiler MLIR LLVM)
  endif()
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} GTest::gtest GTest::gtest_main)
  set_property(GLOBAL APPEND PROPERTY DL_TEST_PROGRAMS ${name})
endfunction()

# An extension module of the Python package `package`, beside its Python files in the
# build folder, with its stub. It sees the C interface only: nanobind wants exceptions
# and RTTI, which LLVM is built without.
function(add_dl_python_module name)
  cmake_parse_arguments(ARG "" "PACKAGE" "" ${ARGN})
  set(folder ${PROJECT_BINARY_DIR}/python/${ARG_PACKAGE})
  nanobind_add_module(${name} NB_STATIC NOMINSIZE ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${folder}
    BUILD_RPATH "${LLVM_LIBRARY_DIR};${CMAKE_LIBRARY_OUTPUT_DIRECTORY}"
    DISABLE_PRECOMPILE_HEADERS ON)
  target_link_libraries(${name} PRIVATE DLCompiler)
  set_property(GLOBAL APPEND PROPERTY DL_TEST_PROGRAMS ${name})
  # A stub is made by loading the module, which Python cannot where a sanitizer is linked.
  if(NOT LLVM_USE_SANITIZER)
    nanobind_add_stub(${name}-stub MODULE ${name} OUTPUT ${folder}/${name}.pyi
      PYTHON_PATH ${folder} DEPENDS ${name})
    set_property(GLOBAL APPEND PROPERTY DL_TEST_PROGRAMS ${name}-stub)
  endif()
endfunction()

# A program that the Python package `package` runs, beside its Python files in the
# build folder. Like the modules it sees the C interface.
function(add_dl_python_worker name)
  cmake_parse_arguments(ARG "" "PACKAGE" "" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python/${ARG_PACKAGE}
    BUILD_RPATH "${LLVM_LIBRARY_DIR};${CMAKE_LIBRARY_OUTPUT_DIRECTORY}"
    DISABLE_PRECOMPILE_HEADERS ON)
  dl_use_tcmalloc(${name})
  target_link_libraries(${name} PRIVATE DLCompiler LLVM)
  set_property(GLOBAL APPEND PROPERTY DL_TEST_PROGRAMS ${name})
endfunction()

# The Python files of a package, copied when they change.
function(add_dl_python_package name)
  set(outputs)
  foreach(file ${ARGN})
    set(output ${PROJECT_BINARY_DIR}/python/${name}/${file})
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/${name}/${file} ${output}
      DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/${file}
      VERBATIM)
    list(APPEND outputs ${output})
  endforeach()
  add_custom_target(${name}-python ALL DEPENDS ${outputs})
  set_property(GLOBAL APPEND PROPERTY DL_TEST_PROGRAMS ${name}-python)
endfunction()
