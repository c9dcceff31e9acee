//===-- ScheduleDialect.td - the schedule dialect -*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect definition of `schedule`, its types and attributes. Operations
// are in ScheduleOps.td.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_SCHEDULEDIALECT
#define DL_DIALECT_SCHEDULE_IR_SCHEDULEDIALECT

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"

def Schedule_Dialect : Dialect {
  let name = "schedule";
  let cppNamespace = "::dl::schedule";
  let summary = "how a kernel is computed: steps that edit the iteration trees of its stages";
  let description = [{
    A schedule is a transform sequence over one kernel. Its operations run in
    MLIR's stock transform interpreter beside upstream's, but make no loops:
    each edits the iteration tree of a stage, which is the attribute
    `schedule.tree` of a `te.compute` (absent: the tree without any step).
    `schedule-apply` makes the loops of all stages at once from the trees.

    ```mlir
    transform.named_sequence @matmul(%kernel: !transform.any_op {transform.readonly}) {
      %C = schedule.stage %kernel["C"] : !transform.any_op
      %D = schedule.stage %kernel["D"] : !transform.any_op
      %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
      %io, %ii = schedule.split %D[%i] by 8
      %jo, %ji = schedule.split %D[%j] by 32
      schedule.reorder %D[%io, %jo, %ii, %ji]
      schedule.vectorize %D[%ji]
      schedule.unroll %D[%ii]
      schedule.compute_at %C at %D[%jo]
      transform.yield
    }
    ```

    A step that is not legal changes nothing and is a silenceable failure: its
    reason with axes and values, notes at the stage and at the earlier step in
    conflict, and what would work.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect", "::mlir::transform::TransformDialect"];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Attribute of te.compute that holds its tree.
    static constexpr ::llvm::StringLiteral getTreeAttrName() { return "schedule.tree"; }
    /// Argument attribute of a kernel whose operand must be packed by callers:
    /// the symbol of the function that packs it.
    static constexpr ::llvm::StringLiteral getPrepackAttrName() { return "schedule.prepack"; }

    /// On a kernel: the sequence that schedules it.
    static constexpr ::llvm::StringLiteral getSequenceAttrName() { return "schedule.sequence"; }

    /// On a sequence that rules wrote: their choices, in the order in which they came to them.
    static constexpr ::llvm::StringLiteral getChoicesAttrName() { return "schedule.choices"; }
  }];
}

def Schedule_Stage : TypeDef<Schedule_Dialect, "Stage",
    [DeclareTypeInterfaceMethods<TransformHandleTypeInterface>]> {
  let mnemonic = "stage";
  let summary = "handle to a te.compute";
}

def Schedule_Axis : TypeDef<Schedule_Dialect, "Axis",
    [DeclareTypeInterfaceMethods<TransformParamTypeInterface>]> {
  let mnemonic = "axis";
  let summary = "name of an axis of a stage";
  let description = [{
    A parameter that holds `#schedule.axis_ref`. It is only a name: a step that
    uses it takes the stage too, and the stage's tree knows whether the axis
    still lives.
  }];
}

def Schedule_AxisRefAttr : AttrDef<Schedule_Dialect, "AxisRef"> {
  let mnemonic = "axis_ref";
  let summary = "an axis by stage name, and id and name in the stage's tree";
  let description = [{
    The name tells an axis from one that took its id: primitives that give a stage other
    axes (rfactor, transform_layout) start a new tree.
  }];
  let parameters = (ins StringRefParameter<"stage name">:$stage, "int64_t":$id,
                        StringRefParameter<"axis name">:$name);
  let assemblyFormat = "`<` $stage `,` $id `,` $name `>`";
}

def Schedule_ChoiceAttr : AttrDef<Schedule_Dialect, "Choice"> {
  let mnemonic = "choice";
  let summary = "a number that rules take from several";
  let description = [{
    The candidates ascend; without a decision the choice is open.

    `#schedule.choice<"C j tile" of [16, 32, 64] is 32>`
  }];
  let parameters = (ins StringRefParameter<"what is chosen">:$name,
                        ArrayRefParameter<"int64_t">:$candidates,
                        OptionalParameter<"std::optional<int64_t>">:$decision);
  let assemblyFormat = "`<` $name `of` ` ` `[` $candidates `]` (`is` $decision^)? `>`";
  let genVerifyDecl = 1;
}

def Schedule_TreeAttr : AttrDef<Schedule_Dialect, "Tree"> {
  let mnemonic = "tree";
  let summary = "the iteration tree of a stage";
  let description = [{
    Printed as the roots, the steps in the order in which they were made, the order of
    the leaves, annotations, and where the stage is computed:

    `#schedule.tree<"axes(i=512, j=128) reduce(k=256) split(i by 8)
    order(i.o, j, k, i.i) vectorize(i.i) at(D[4])">`
  }];
  let parameters = (ins AttrParameter<"::dl::schedule::IterationTree", "the tree",
                                      "const ::dl::schedule::IterationTree &">:$tree);
  let hasCustomAssemblyFormat = 1;
}

#endif // DL_DIALECT_SCHEDULE_IR_SCHEDULEDIALECT
