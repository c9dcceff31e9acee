//===-- ModelReportTest.cpp - what became of a model ----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SmallModel.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"

using namespace dl;
using namespace mlir;

namespace {

using ModelReportTest = SmallModel;

TEST_F(ModelReportTest, NodesOfTheGraph) {
  ModelReport report("small", 1);
  report.addGraph(*parse(smallGraph));
  std::vector<std::string> nodes;
  for (const ReportNode &node : report.getNodes()) {
    std::string text = node.title + "; " + node.nodes + "; " + node.type;
    for (unsigned operand : node.operands)
      text += " <" + std::to_string(operand);
    nodes.push_back(text + (node.isTensor ? " tensor" : ""));
  }
  // Constants are no nodes, in groups neither; what is taken twice is taken.
  EXPECT_EQ(nodes, (std::vector<std::string>{
                       "first; ; 80xf64 tensor",
                       "input1; ; 80xf64 tensor",
                       "add + mul; Add_0+Mul_1; 80xf64 <0",
                       "mul; Square_2; 80xf64 <2",
                       "last; ; 80xf64 <3 tensor",
                       "output1; ; 80xf64 <1 tensor",
                   }));
}

TEST_F(ModelReportTest, ModulesWithoutAGraph) {
  ModelReport report("small", 1);
  report.addGraph(*parse("module {}"));
  report.addGraph(*parse("func.func private @main(tensor<8xf32>) -> tensor<8xf32>"));
  EXPECT_TRUE(report.getNodes().empty());
}

TEST_F(ModelReportTest, Kernels) {
  ModelReport report("small", 1);
  EXPECT_EQ(report.getTarget().name, "generic");
  ASSERT_TRUE(succeeded(report.addSchedules(*parse(smallKernels))));
  EXPECT_EQ(report.getTarget().name, "small");
  std::vector<std::string> kernels;
  for (const ReportKernel &kernel : report.getKernels())
    kernels.push_back(kernel.name + ": " + std::to_string(kernel.bytes) + " bytes" +
                      (kernel.sequence.empty() ? "" : ", scheduled") +
                      (kernel.estimate ? ", estimated" : "") +
                      (kernel.loops.empty() ? "" : ", with loops"));
  // A bit takes a byte.
  EXPECT_EQ(kernels, (std::vector<std::string>{
                         "add: 1920 bytes, scheduled, estimated, with loops",
                         "product: 49152 bytes, estimated, with loops",
                         "copy: 16 bytes, estimated, with loops",
                         "open: 0 bytes, estimated, with loops",
                         "bare: 64 bytes",
                     }));
  // The loops are those of the sequence.
  EXPECT_NE(report.getKernels()[0].loops.find("for i.i in 0..8 vectorize"), std::string::npos)
      << report.getKernels()[0].loops;
  EXPECT_DOUBLE_EQ(report.getKernels()[0].estimate->operations, 80);
  EXPECT_DOUBLE_EQ(report.getKernels()[1].estimate->operations, 2 * 64 * 64 * 64);
  EXPECT_EQ(report.lookupKernel("copy"), &report.getKernels()[2]);
  EXPECT_EQ(report.lookupKernel("main"), nullptr);
}

TEST_F(ModelReportTest, FaultsOfSchedules) {
  ModelReport report("small", 1);
  std::string errors;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    errors += diagnostic.str() + "\n";
    return success();
  });
  std::string machine = smallKernels.str();
  machine.replace(machine.find("\"bytes\" = 8192"), 14, "\"bytes\" = 1000");
  EXPECT_TRUE(failed(report.addSchedules(*parse(machine))));
  EXPECT_NE(errors.find("caches with 'bytes' and 'bytes_per_cycle', the nearest and smallest"),
            std::string::npos)
      << errors;
  // It is told once.
  EXPECT_EQ(StringRef(errors).count('\n'), 1u) << errors;
  EXPECT_TRUE(report.getKernels().empty());
  // A stage that is not there.
  errors.clear();
  std::string stage = smallKernels.str();
  stage.replace(stage.find("%k[\"sum\"]"), 9, "%k[\"som\"]");
  EXPECT_TRUE(failed(report.addSchedules(*parse(stage))));
  EXPECT_NE(errors.find("som"), std::string::npos) << errors;
  EXPECT_TRUE(report.getKernels().empty());
}

TEST_F(ModelReportTest, BuffersLiveFromTheirFirstCallToTheirLast) {
  ModelReport report("small", 1);
  report.addMemory(*parse(smallMemory));
  EXPECT_EQ(report.getArenaBytes(), 1600);
  EXPECT_EQ(report.getWeightsBytes(), 2500000);
  ASSERT_EQ(report.getCalls().size(), 6u);
  EXPECT_EQ(report.getCalls()[1].kernel, "product");
  EXPECT_EQ(report.getCalls()[5].nodes, "Square_2");
  std::vector<std::array<int64_t, 4>> buffers;
  for (const ReportBuffer &buffer : report.getBuffers())
    buffers.push_back({buffer.offset, buffer.bytes, static_cast<int64_t>(buffer.first),
                       static_cast<int64_t>(buffer.last)});
  // All calls of the loop; what follows the last call counts as it.
  EXPECT_EQ(buffers, (std::vector<std::array<int64_t, 4>>{
                         {0, 640, 1, 3}, {640, 640, 5, 5}, {1280, 16, 5, 5}}));
}

TEST_F(ModelReportTest, BuffersLiveToTheLastCallOfALoop) {
  ModelReport report("small", 1);
  report.addMemory(*parse(R"(
    module attributes {dl.model = {arena_size = 64 : i64, weights_size = 0 : i64,
        max_threads = 1 : i64, inputs = [], outputs = [], calls = [
          {kernel = "add", nodes = "", outputs = []}, {kernel = "add", nodes = "", outputs = []},
          {kernel = "add", nodes = "", outputs = []}, {kernel = "add", nodes = "", outputs = []}]}} {
      func.func private @add(%a: memref<8xf64>) attributes {te.kernel} {
        return
      }
      func.func @main(%arena: memref<64xi8> {dl.arena}, %other: memref<8xf64>, %times: index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %all = memref.view %arena[%c0][] : memref<64xi8> to memref<8xf64>
        scf.for %i = %c0 to %times step %c1 {
          func.call @add(%all) : (memref<8xf64>) -> ()
          func.call @add(%other) : (memref<8xf64>) -> ()
          func.call @add(%other) : (memref<8xf64>) -> ()
        }
        func.call @add(%other) : (memref<8xf64>) -> ()
        return
      }
    })"));
  ASSERT_EQ(report.getBuffers().size(), 1u);
  EXPECT_EQ(report.getBuffers()[0].first, 0u);
  EXPECT_EQ(report.getBuffers()[0].last, 2u);
}

TEST_F(ModelReportTest, ModulesWithoutMemory) {
  ModelReport report("small", 1);
  report.addMemory(*parse("module {}"));
  report.addMemory(*parse("func.func @main() { return }"));
  std::string other = smallMemory.str();
  for (size_t at; (at = other.find("@main")) != std::string::npos;)
    other.replace(at, 5, "@other");
  report.addMemory(*parse(other));
  EXPECT_TRUE(report.getCalls().empty());
  EXPECT_EQ(report.getArenaBytes(), 0);
  // Without a call all is at the place of none.
  report.addMemory(*parse(R"(
    module attributes {dl.model = {arena_size = 64 : i64, weights_size = 0 : i64,
        max_threads = 1 : i64, calls = [], inputs = [], outputs = []}} {
      func.func @main(%arena: memref<64xi8> {dl.arena}) {
        %c0 = arith.constant 0 : index
        %all = memref.view %arena[%c0][] : memref<64xi8> to memref<8xf64>
        memref.dealloc %all : memref<8xf64>
        return
      }
    })"));
  ASSERT_EQ(report.getBuffers().size(), 1u);
  EXPECT_EQ(report.getBuffers()[0].first, 0u);
  EXPECT_EQ(report.getBuffers()[0].last, 0u);
}

TEST_F(ModelReportTest, TimesAreMeasuredOrEstimated) {
  ModelReport report("small", 1);
  add(report);
  EXPECT_DOUBLE_EQ(*report.getMicroseconds(report.getCalls()[0]),
                   report.getKernels()[0].estimate->seconds * 1e6);
  // Of `bare` neither is known, of a kernel that no level had neither.
  EXPECT_EQ(report.getMicroseconds(report.getCalls()[4]), std::nullopt);
  EXPECT_EQ(report.getMicroseconds({"unheard", "", std::nullopt, std::nullopt}), std::nullopt);
  report.setTimes({2.5, 3.5});
  EXPECT_EQ(report.getMicroseconds(report.getCalls()[0]), 2.5);
  EXPECT_EQ(report.getMicroseconds(report.getCalls()[1]), 3.5);
  EXPECT_FALSE(report.getCalls()[2].measured);
  report.setErrors({0, -1, 1e-7});
  EXPECT_EQ(report.getCalls()[0].error, 0.0);
  EXPECT_EQ(report.getCalls()[1].error, std::nullopt);
  EXPECT_EQ(report.getCalls()[2].error, 1e-7);
}

TEST_F(ModelReportTest, KeepsRefusalsAndPrintsThoseThatAreAskedFor) {
  ModelReport report("small", 1);
  std::vector<std::string> printed;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    printed.push_back(diagnostic.str());
    return success();
  });
  ASSERT_TRUE(succeeded(report.observeRemarks(*context, "fuse.*")));
  Location at = NameLoc::get(StringAttr::get(context.get(), "Conv_0"));
  auto name = [](StringRef category) {
    return remark::RemarkOpts::name("NotFused").category(category).function("kernel");
  };
  remark::missed(at, name("fuse-ops"))
      << remark::reason("too large") << remark::metric("Bytes", 4096) << remark::metric("Limit", 7);
  remark::missed(at, name("tile-fuse")) << remark::metric("Bytes", "many");
  remark::failed(at, name("other")) << remark::reason("why");
  remark::passed(at, name("fuse-passed")) << remark::reason("done");
  remark::analysis(at, name("counted")) << remark::reason("seen");
  std::vector<std::string> kept;
  for (const ReportRemark &each : report.getRemarks())
    kept.push_back(each.pass + " " + each.name + " " + each.nodes + " " + each.function + " " +
                   std::to_string(each.bytes) + ": " + each.reason);
  EXPECT_EQ(kept, (std::vector<std::string>{
                      "fuse-ops NotFused Conv_0 kernel 4096: too large; Limit 7",
                      "tile-fuse NotFused Conv_0 kernel 0: Bytes many",
                      "other NotFused Conv_0 kernel 0: why",
                  }));
  ASSERT_EQ(printed.size(), 2u);
  EXPECT_NE(printed[0].find("too large"), std::string::npos) << printed[0];
  EXPECT_NE(printed[1].find("done"), std::string::npos) << printed[1];
}

TEST_F(ModelReportTest, PrintsNoRemarkThatNobodyAskedFor) {
  ModelReport report("small", 1);
  int printed = 0;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &) {
    ++printed;
    return success();
  });
  ASSERT_TRUE(succeeded(report.observeRemarks(*context, "")));
  remark::missed(UnknownLoc::get(context.get()),
                 remark::RemarkOpts::name("NotFused").category("fuse-ops"))
      << remark::reason("too large");
  EXPECT_EQ(report.getRemarks().size(), 1u);
  EXPECT_EQ(printed, 0);
}

} // namespace
