//===-- RegisterAllDialects.cpp - every dialect -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See dl/InitAllDialects.h.
//
//===----------------------------------------------------------------------===//
#include "dl/InitAllDialects.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Dialect/Vdla/IR/Vdla.h"
#include "dl/Target/Cpu/Transforms/InstructionDialects.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectRegistry.h"

void dl::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::DLTIDialect, mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                  mlir::func::FuncDialect, mlir::linalg::LinalgDialect, mlir::math::MathDialect,
                  mlir::memref::MemRefDialect, mlir::scf::SCFDialect, mlir::tensor::TensorDialect,
                  mlir::transform::TransformDialect, mlir::vector::VectorDialect>();
  registry.insert<DlDialect, graph::GraphDialect, schedule::ScheduleDialect, te::TeDialect,
                  vdla::VdlaDialect>();
  cpu::registerInstructionDialects(registry);
}
