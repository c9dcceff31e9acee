//===-- TargetRecordTest.cpp - machines that files describe ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// readTargetRecord: a file says what it knows of a machine, the rest is as it was before, and what
// nobody reads is an error.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/TargetSpec.h"

#include "dl/Schedule/Target.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace dl::schedule;

namespace {

struct TargetRecordTest : testing::Test {
  MLIRContext context;
  std::string said;

  TargetRecordTest() { context.loadDialect<DLTIDialect>(); }

  FailureOr<Target> readModule(const std::string &text, const Target &base = {}) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    said.clear();
    ScopedDiagnosticHandler handler(&context,
                                    [&](Diagnostic &diagnostic) { said += diagnostic.str(); });
    return module ? readTargetRecord(*module, base) : FailureOr<Target>();
  }
  FailureOr<Target> read(StringRef entries, const Target &base = {}) {
    return readModule("module attributes {dlti.target_system_spec = #dlti.target_system_spec<"
                      "\"cpu\" = #dlti.target_device_spec<" +
                          entries.str() + ">>} {}",
                      base);
  }
};

TEST_F(TargetRecordTest, LeavesTheRestAsItWas) {
  Target base;
  base.name = "before";
  base.vector.count = 16;
  base.caches = {{"L1", 1000, 10}, {"L2", 20000, 5}};
  FailureOr<Target> target = read(R"("name" = "after", "mine.note" = 7,
      "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 2000>,
                           "L2" = #dlti.map<"bytes_per_cycle" = 4>>)",
                                  base);
  ASSERT_TRUE(succeeded(target)) << said;
  EXPECT_EQ(said, "");
  EXPECT_EQ(target->name, "after");
  EXPECT_EQ(target->vector.count, 16);
  ASSERT_EQ(target->caches.size(), 2u);
  EXPECT_EQ(target->caches[0].bytes, 2000);
  EXPECT_EQ(target->caches[0].bytesPerCycle, 10);
  EXPECT_EQ(target->caches[1].bytes, 20000);
  EXPECT_EQ(target->caches[1].bytesPerCycle, 4);
}

TEST_F(TargetRecordTest, HasADescription) {
  EXPECT_TRUE(failed(readModule("module {}")));
  EXPECT_EQ(said, "expected a module with the attribute 'dlti.target_system_spec', got none");
}

TEST_F(TargetRecordTest, RefusesWhatIsWrong) {
  EXPECT_TRUE(failed(read(R"("vector_registers" = 0)")));
  EXPECT_EQ(said,
            "expected 'vector_registers' of the target to be a positive integer, got 0 : i64");
  // An entry that two letters are missing of is told what it is near, others what there is.
  EXPECT_TRUE(failed(read(R"("vector_registr" = 16)")));
  EXPECT_EQ(said, "expected entry 'vector_registr' of the target to be 'vector_registers'");
  for (const char *entry : {"colour", "vector_regist"}) {
    EXPECT_TRUE(failed(read("\"" + std::string(entry) + "\" = 16")));
    EXPECT_TRUE(StringRef(said).starts_with("expected entry '" + std::string(entry) +
                                            "' of the target to be one of 'triple', 'name', "))
        << said;
  }
  // Of two faults the first one.
  EXPECT_TRUE(failed(read(R"("vector_registers" = 0, "name" = 3)")));
  EXPECT_EQ(said, "expected 'name' of the target to be a string, got 3 : i64");
}

TEST_F(TargetRecordTest, CachesGrow) {
  auto readCaches = [&](ArrayRef<int64_t> sizes, int64_t rate = 8) {
    std::string entries;
    for (auto [number, bytes] : llvm::enumerate(sizes))
      entries += (entries.empty() ? "\"C" : ", \"C") + std::to_string(number) +
                 "\" = #dlti.map<\"bytes\" = " + std::to_string(bytes) + ">";
    Target base;
    base.caches.clear();
    for (size_t number = 0; number < sizes.size(); ++number)
      base.caches.push_back({"C" + std::to_string(number), 1, static_cast<double>(rate)});
    FailureOr<Target> target = read("\"caches\" = #dlti.map<" + entries + ">", base);
    return failed(target) ? -1 : static_cast<int>(target->caches.size());
  };
  const std::string fault = "expected 'caches' of the target to be at most " +
                            std::to_string(maxCaches) +
                            " caches with 'bytes' and 'bytes_per_cycle', the nearest and smallest "
                            "first, got ";
  SmallVector<int64_t> sizes;
  for (size_t number = 0; number < maxCaches; ++number)
    sizes.push_back(1000 << number);
  EXPECT_EQ(readCaches(sizes), static_cast<int>(maxCaches));
  EXPECT_EQ(readCaches({1000}), 1);
  sizes.push_back(1000 << maxCaches);
  EXPECT_EQ(readCaches(sizes), -1);
  EXPECT_TRUE(StringRef(said).starts_with(fault)) << said;
  EXPECT_EQ(readCaches({2000, 1000}), -1);
  EXPECT_TRUE(StringRef(said).starts_with(fault)) << said;
  EXPECT_EQ(readCaches({1000}, /*rate=*/0), -1);
  EXPECT_TRUE(StringRef(said).starts_with(fault)) << said;
}

} // namespace
