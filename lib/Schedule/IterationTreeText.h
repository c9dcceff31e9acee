//===-- IterationTreeText.h - words of the text of trees --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the writer and the reader of the text share.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_ITERATIONTREETEXT_H
#define DL_LIB_SCHEDULE_ITERATIONTREETEXT_H

#include "dl/Schedule/IterationTree.h"

namespace dl::schedule {

/// All that an axis can be annotated with, in the order of the text.
inline constexpr Annotation annotations[] = {
    Annotation::Parallel, Annotation::BlockX,    Annotation::BlockY,   Annotation::BlockZ,
    Annotation::ThreadX,  Annotation::ThreadY,   Annotation::ThreadZ,  Annotation::VThread,
    Annotation::Unroll,   Annotation::Vectorize, Annotation::Tensorize};

/// `peel`, `guard` or `shift`.
const char *getName(TailPolicy tail);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_ITERATIONTREETEXT_H
