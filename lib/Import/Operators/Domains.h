//===-- Domains.h - operators of other domains ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators beside those of the default domain. Their rows are called after the domain and,
// behind a dot, the operator.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_DOMAINS_H
#define DL_LIB_IMPORT_OPERATORS_DOMAINS_H

#include "../Operators.h"

namespace dl::onnx_import {

/// The row of an operator of a domain, "" or "ai.onnx" for the default one; null if there is none.
const OperatorInfo *lookupOperator(llvm::StringRef domain, llvm::StringRef name, int64_t opset);

void addLearningOperators(OperatorTable &table);
void addNGramOperators(OperatorTable &table);
void addTreeOperators(OperatorTable &table);
void addTrainingOperators(OperatorTable &table);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_DOMAINS_H
