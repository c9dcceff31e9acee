//===-- OnnxTest.cpp - the importer as a library ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the command line does not show: where weights live and for how long, errors
// by path, where diagnostics point.
//
//===----------------------------------------------------------------------===//
#include "dl/Import/Onnx.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "onnx/onnx_pb.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <sys/resource.h>

using namespace mlir;
using namespace dl;
using dl::onnx_import::importOnnx;

namespace {
constexpr int64_t numWeights = 1000;

void setType(onnx::ValueInfoProto &info, StringRef name) {
  info.set_name(name.str());
  onnx::TypeProto::Tensor *type = info.mutable_type()->mutable_tensor_type();
  type->set_elem_type(onnx::TensorProto::FLOAT);
  type->mutable_shape()->add_dim()->set_dim_value(numWeights);
}

/// y = Add(x, w), where w has no values yet.
onnx::ModelProto makeModel() {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  onnx::GraphProto &graph = *model.mutable_graph();
  setType(*graph.add_input(), "x");
  setType(*graph.add_output(), "y");
  onnx::NodeProto &node = *graph.add_node();
  node.set_name("Add_1");
  node.set_op_type("Add");
  node.add_input("x");
  node.add_input("w");
  node.add_output("y");
  onnx::TensorProto &weights = *graph.add_initializer();
  weights.set_name("w");
  weights.set_data_type(onnx::TensorProto::FLOAT);
  weights.add_dims(numWeights);
  return model;
}

std::vector<float> makeWeights() {
  std::vector<float> weights(numWeights);
  for (auto [i, weight] : llvm::enumerate(weights))
    weight = i;
  return weights;
}

StringRef getBytes(const std::vector<float> &values) {
  return StringRef(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(float));
}

/// The same model with the values of w in a file.
onnx::ModelProto makeExternalModel(StringRef file) {
  onnx::ModelProto model = makeModel();
  onnx::TensorProto &tensor = *model.mutable_graph()->mutable_initializer(0);
  tensor.set_data_location(onnx::TensorProto::EXTERNAL);
  onnx::StringStringEntryProto &entry = *tensor.add_external_data();
  entry.set_key("location");
  entry.set_value(file.str());
  return model;
}

/// The data of the module's only constant.
ArrayRef<char> getConstantData(ModuleOp module) {
  ArrayRef<char> data;
  module.walk([&](graph::ConstantOp constant) {
    data = cast<DenseResourceElementsAttr>(constant.getValue()).getData();
  });
  return data;
}

/// A folder of the test's own, removed with what it holds.
class Import : public ::testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("dl-import", folder)); }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string write(StringRef name, StringRef data) {
    SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    std::error_code error;
    llvm::raw_fd_ostream os(path, error);
    EXPECT_FALSE(error);
    os << data;
    return path.str().str();
  }

  SmallString<128> folder;
};

bool isMapped(StringRef file) {
  auto maps = llvm::MemoryBuffer::getFileAsStream("/proc/self/maps");
  return maps && (*maps)->getBuffer().contains(file);
}

TEST_F(Import, WeightsOutliveTheBuffer) {
  std::vector<float> weights = makeWeights();
  onnx::ModelProto model = makeModel();
  model.mutable_graph()->mutable_initializer(0)->set_raw_data(getBytes(weights).str());
  std::string bytes = model.SerializeAsString();
  MLIRContext context;
  OwningOpRef<ModuleOp> module = importOnnx(llvm::MemoryBufferRef(bytes, "<memory>"), &context);
  ASSERT_TRUE(module);
  std::fill(bytes.begin(), bytes.end(), 'x');
  ArrayRef<char> data = getConstantData(*module);
  EXPECT_EQ(StringRef(data.data(), data.size()), getBytes(weights));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(data.data()) % alignof(float), 0u);
}

TEST_F(Import, ExternalDataIsMappedWhileTheContextLives) {
  std::vector<float> weights = makeWeights();
  std::string file = write("weights.bin", getBytes(weights));
  onnx::ModelProto model = makeExternalModel("weights.bin");
  std::string path = write("model.onnx", model.SerializeAsString());
  {
    MLIRContext context;
    OwningOpRef<ModuleOp> module = importOnnx(path, &context);
    ASSERT_TRUE(module);
    EXPECT_TRUE(isMapped("weights.bin"));
    EXPECT_FALSE(isMapped("model.onnx"));
    ArrayRef<char> data = getConstantData(*module);
    EXPECT_EQ(StringRef(data.data(), data.size()), getBytes(weights));

    // In memory the model has a folder if its identifier is a path or if one is given.
    std::string bytes = model.SerializeAsString();
    EXPECT_TRUE(importOnnx(llvm::MemoryBufferRef(bytes, path), &context));
    EXPECT_TRUE(importOnnx(llvm::MemoryBufferRef(bytes, "<memory>"), &context,
                           {/*dataFolder=*/folder.str().str()}));
  }
  EXPECT_FALSE(isMapped("weights.bin"));
}

// The data is there and cannot be opened, whoever asks: the process has no room for a file more.
TEST_F(Import, SaysWhyExternalDataDoesNotOpen) {
  write("weights.bin", getBytes(makeWeights()));
  std::string bytes = makeExternalModel("weights.bin").SerializeAsString();
  MLIRContext context;
  std::string text;
  ScopedDiagnosticHandler handler(&context,
                                  [&](Diagnostic &diagnostic) { text = diagnostic.str(); });
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit none = {0, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  OwningOpRef<ModuleOp> module = importOnnx(llvm::MemoryBufferRef(bytes, "<memory>"), &context,
                                            {/*dataFolder=*/folder.str().str()});
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_FALSE(module);
  EXPECT_EQ(text, "initializer 'w': cannot open external data 'weights.bin': Too many open files");
}

TEST_F(Import, ErrorsNameFileAndNode) {
  onnx::ModelProto model = makeModel();
  model.mutable_graph()->mutable_node(0)->set_input(1, "z");
  std::string path = write("model.onnx", model.SerializeAsString());
  MLIRContext context;
  std::string text;
  Attribute location;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    text = diagnostic.str();
    location = diagnostic.getLocation();
  });
  EXPECT_FALSE(importOnnx(path, &context));
  EXPECT_EQ(text, "Add 'Add_1': expected 'z' to be an input, an initializer or the output of a "
                  "node; nothing makes it");
  auto name = dyn_cast<NameLoc>(location);
  ASSERT_TRUE(name);
  EXPECT_EQ(name.getName(), "Add_1");
  auto file = dyn_cast<FileLineColLoc>(name.getChildLoc());
  ASSERT_TRUE(file);
  EXPECT_EQ(file.getFilename(), path);

  EXPECT_FALSE(importOnnx(path + ".missing", &context));
  EXPECT_EQ(text, "cannot open the model: No such file or directory");
  EXPECT_FALSE(importOnnx(folder, &context));
  EXPECT_EQ(text, "cannot open the model: Is a directory");
}

TEST_F(Import, SizesAreAtLeastOne) {
  onnx::ModelProto model = makeModel();
  onnx::TypeProto::Tensor &type =
      *model.mutable_graph()->mutable_input(0)->mutable_type()->mutable_tensor_type();
  type.mutable_shape()->mutable_dim(0)->set_dim_param("n");
  std::string path = write("open.onnx", model.SerializeAsString());
  MLIRContext context;
  std::string texts;
  ScopedDiagnosticHandler handler(&context,
                                  [&](Diagnostic &diagnostic) { texts += diagnostic.str(); });
  for (int64_t size : {-3, 0, 1}) {
    texts.clear();
    importOnnx(path, &context, {"", nullptr, {{"n", size}}});
    std::string refusal = "expected sizes of at least 1, got " + std::to_string(size) + " for 'n'";
    EXPECT_EQ(texts.find(refusal) != std::string::npos, size < 1) << size << ": " << texts;
  }
}

// A sparse file: nothing of it is read.
TEST_F(Import, RefusesMoreThanProtobufCanHold) {
  std::string path = write("large.onnx", "");
  int descriptor;
  ASSERT_FALSE(llvm::sys::fs::openFileForWrite(path, descriptor));
  llvm::raw_fd_ostream file(descriptor, /*shouldClose=*/true);
  ASSERT_FALSE(llvm::sys::fs::resize_file(descriptor, (uint64_t(2) << 30) + 100));
  MLIRContext context;
  std::string text;
  ScopedDiagnosticHandler handler(&context,
                                  [&](Diagnostic &diagnostic) { text = diagnostic.str(); });
  EXPECT_FALSE(importOnnx(path, &context));
  EXPECT_EQ(text, "expected a model of at most 2147483647 bytes, got 2147483748; save it with "
                  "external data");
}
} // namespace
