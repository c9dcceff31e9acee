# The project's own wrappers over upstream's CMake macros.
#
#   add_dl_dialect(Te te)         tables of include/dl/Dialect/Te/IR/TeOps.td
#   add_dl_passes(DLTePasses Te)  Passes.h.inc from Passes.td in the current folder
#   add_dl_library(NAME src…)     one room of lib/, part of the one shared library
#   add_dl_tool(NAME src…)        a tool that links the shared library
#   add_dl_unittest(NAME src…)    a gtest program that links the shared library

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
endfunction()

# Interface tables from an arbitrary td file: add_dl_interface(FusionOpInterface).
function(add_dl_interface name)
  set(LLVM_TARGET_DEFINITIONS ${name}.td)
  mlir_tablegen(${name}.h.inc -gen-op-interface-decls)
  mlir_tablegen(${name}.cpp.inc -gen-op-interface-defs)
  add_public_tablegen_target(DL${name}IncGen)
  set_property(GLOBAL APPEND PROPERTY DL_TABLEGEN_TARGETS DL${name}IncGen)
endfunction()

# Pass tables: Passes.td of the current folder, declared under the group `group`.
function(add_dl_passes target group)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name ${group})
  add_public_tablegen_target(${target}IncGen)
  set_property(GLOBAL APPEND PROPERTY DL_TABLEGEN_TARGETS ${target}IncGen)
endfunction()

# A room of lib/. Rooms are object libraries collected into one shared library,
# so that tools, plugin and Python module share one copy of every registration.
# Every room sees all generated tables; there are few and they build in seconds.
function(add_dl_library name)
  add_library(${name} OBJECT ${ARGN})
  get_property(tables GLOBAL PROPERTY DL_TABLEGEN_TARGETS)
  add_dependencies(${name} ${tables})
  llvm_update_compile_flags(${name})
  set_property(GLOBAL APPEND PROPERTY DL_ROOMS ${name})
endfunction()

function(add_dl_tool name)
  add_executable(${name} ${ARGN})
  llvm_update_compile_flags(${name})
  target_link_libraries(${name} PRIVATE DLCompiler MLIR LLVM)
  set_property(GLOBAL APPEND PROPERTY DL_TEST_PROGRAMS ${name})
endfunction()

# A gtest program in the folder where lit looks for programs; `name` ends in Tests.
function(add_dl_unittest name)
  if(NOT name MATCHES "Tests$")
    message(FATAL_ERROR "expected a name that ends in Tests, got ${name}")
  endif()
  add_executable(${name} ${ARGN})
  llvm_update_compile_flags(${name})
  get_property(tables GLOBAL PROPERTY DL_TABLEGEN_TARGETS)
  add_dependencies(${name} ${tables})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test/Unit)
  target_link_libraries(${name} PRIVATE DLCompiler MLIR LLVM GTest::gtest GTest::gtest_main)
  set_property(GLOBAL APPEND PROPERTY DL_TEST_PROGRAMS ${name})
endfunction()
