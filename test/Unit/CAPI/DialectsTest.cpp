//===-- DialectsTest.cpp - dialects and passes, from C -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl-c/Dialects.h"

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Pass/PassRegistry.h"
#include "gtest/gtest.h"

TEST(Dialects, HandlesLoadThemIntoAContext) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  for (MlirDialectHandle handle :
       {mlirGetDialectHandle__dl__(), mlirGetDialectHandle__graph__(), mlirGetDialectHandle__te__(),
        mlirGetDialectHandle__schedule__(), mlirGetDialectHandle__vdla__()})
    mlirDialectHandleInsertDialect(handle, registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  MlirDialect dialect = mlirDialectHandleLoadDialect(mlirGetDialectHandle__te__(), context);
  EXPECT_EQ(unwrap(dialect)->getNamespace(), "te");
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
}

TEST(Dialects, AllAtOnce) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dlRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  for (const char *name : {"dl", "graph", "te", "schedule", "vdla"})
    EXPECT_FALSE(mlirDialectIsNull(
        mlirContextGetOrLoadDialect(context, mlirStringRefCreateFromCString(name))))
        << name;
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
}

TEST(Dialects, PassesAreKnownByName) {
  dlRegisterAllPasses();
  dlRegisterAllPasses();
  EXPECT_TRUE(mlir::PassInfo::lookup("convert-graph-to-te"));
  EXPECT_TRUE(mlir::PassPipelineInfo::lookup("dl-graph-pipeline"));
}
