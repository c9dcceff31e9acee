//===-- TeInterpreterTest.cpp - the te interpreter on random programs -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random extents, index formulas and guards against a direct evaluation. Extents
// go beyond the rows of the interpreter, so that cut and full axes both occur.
//
//===----------------------------------------------------------------------===//
#include "dl/Reference/Interpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace dl::reference;

namespace {

/// out[s] = combine over r of x[form(s, r)], x[i] = i * 7 mod 101.
struct Program {
  std::vector<int64_t> extents, coefficients;
  size_t numSpatial = 0;
  int64_t constant = 0, low = 0, high = 0;
  bool isGuarded = false;
  std::string type = "f32";

  explicit Program(std::mt19937 &random) {
    auto pick = [&](int64_t a, int64_t b) {
      return std::uniform_int_distribution<int64_t>(a, b)(random);
    };
    static const int64_t sizes[] = {1, 2, 3, 7, 16, 33, 130, 1025};
    numSpatial = pick(0, 4);
    size_t numAxes = numSpatial + pick(0, 2);
    int64_t volume = 1;
    for (size_t axis = 0; axis != numAxes; ++axis) {
      int64_t extent = sizes[pick(0, 7)];
      extents.push_back(volume * extent > 200000 ? 2 : extent);
      volume *= extents.back();
      coefficients.push_back(pick(-3, 5));
      int64_t reach = coefficients.back() * (extents.back() - 1);
      (reach > 0 ? high : low) += reach;
    }
    constant = -low;
    high -= low;
    isGuarded = pick(0, 1);
    type = std::vector<std::string>{"f32", "f64", "i32", "i8", "i64", "bf16"}[pick(0, 5)];
  }

  bool hasReduction() const { return numSpatial < extents.size(); }
  int64_t getSize() const { return high + 1; }
  int64_t getInput(int64_t i) const { return i * 7 % 101; }
  /// Guarded reads of a position above this one give 5.
  int64_t getLimit() const { return high / 2; }

  std::string getText() const {
    std::string text, axes, arguments, expr = std::to_string(constant);
    llvm::raw_string_ostream stream(text);
    std::string shape;
    for (size_t axis = 0; axis != extents.size(); ++axis) {
      std::string name = "a" + std::to_string(axis);
      if (axis == numSpatial)
        axes += ") reduce(";
      else if (axis)
        axes += ", ";
      axes += name + " = " + std::to_string(extents[axis]);
      arguments += (axis ? ", %" : "%") + name + ": index";
      expr += " + %" + name + " * " + std::to_string(coefficients[axis]);
      if (axis < numSpatial)
        shape += std::to_string(extents[axis]) + "x";
    }
    std::string source = "tensor<" + std::to_string(getSize()) + "x" + type + ">";
    std::string result = "tensor<" + shape + type + ">";
    bool isFloat = type[0] != 'i';
    stream << "func.func @f(%x: " << source << ") -> " << result << " {\n"
           << "%five = arith.constant " << (isFloat ? "5.0" : "5") << " : " << type << "\n"
           << "%r = te.compute \"r\" axes(" << axes << ")"
           << (hasReduction() ? " combine(add)" : "") << " : " << result << " {\n"
           << "^bb0" << (arguments.empty() ? "" : "(" + arguments + ")") << ":\n"
           << "%v = te.read %x[" << expr << "]";
    if (isGuarded)
      stream << " where(" << getLimit() << " - (" << expr << ") >= 0) else %five";
    stream << " : " << source << "\nte.yield %v : " << type << "\n}\nreturn %r : " << result
           << "\n}";
    return text;
  }

  int64_t evaluate(ArrayRef<int64_t> point) const {
    int64_t position = constant;
    for (auto [coefficient, value] : llvm::zip_equal(coefficients, point))
      position += coefficient * value;
    return isGuarded && position > getLimit() ? 5 : getInput(position);
  }
};

void setElement(Tensor &tensor, int64_t i, int64_t value) {
  switch (tensor.getElementType()) {
  case ElementType::F32:
    tensor.getMutableValues<float>()[i] = value;
    return;
  case ElementType::F64:
    tensor.getMutableValues<double>()[i] = value;
    return;
  case ElementType::BF16:
    tensor.getMutableValues<uint16_t>()[i] =
        llvm::bit_cast<uint32_t>(static_cast<float>(value)) >> 16;
    return;
  case ElementType::I8:
    tensor.getMutableValues<int8_t>()[i] = value;
    return;
  case ElementType::I32:
    tensor.getMutableValues<int32_t>()[i] = value;
    return;
  case ElementType::I64:
    tensor.getMutableValues<int64_t>()[i] = value;
    return;
  default:
    FAIL();
  }
}

/// The sum in the form of the element type: wrapped or rounded.
double convert(int64_t sum, ElementType type) {
  if (type == ElementType::I8)
    return static_cast<int8_t>(sum);
  if (type != ElementType::BF16)
    return sum;
  uint32_t bits = llvm::bit_cast<uint32_t>(static_cast<float>(sum));
  bits += 0x7fff + ((bits >> 16) & 1);
  return llvm::bit_cast<float>(bits & 0xffff0000);
}

TEST(TeInterpreter, RandomPrograms) {
  DialectRegistry registry;
  registry.insert<dl::te::TeDialect, func::FuncDialect, arith::ArithDialect>();
  MLIRContext context(registry);
  for (unsigned seed = 0; seed != 150; ++seed) {
    std::mt19937 random(seed);
    Program program(random);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + program.getText());
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(program.getText(), &context);
    ASSERT_TRUE(module);
    auto func = *module->getOps<func::FuncOp>().begin();
    ElementType type =
        *getElementType(cast<RankedTensorType>(func.getArgumentTypes()[0]).getElementType());
    Tensor input(type, {program.getSize()});
    for (int64_t i = 0; i != program.getSize(); ++i)
      setElement(input, i, program.getInput(i));
    auto results = evaluateFunction(func, input);
    ASSERT_TRUE(succeeded(results));

    const Tensor &result = results->front();
    ASSERT_EQ(result.getShape(), ArrayRef(program.extents).take_front(program.numSpatial));
    std::vector<int64_t> point(program.extents.size(), 0);
    auto advance = [&](size_t begin, size_t end) {
      size_t axis = end;
      while (axis > begin && ++point[axis - 1] == program.extents[axis - 1])
        point[--axis] = 0;
      return axis > begin;
    };
    for (int64_t i = 0; i != result.getNumElements(); ++i) {
      int64_t sum = 0;
      do {
        sum += program.evaluate(point);
      } while (advance(program.numSpatial, point.size()));
      ASSERT_EQ(result.getAsDouble(i), convert(sum, type)) << "at element " << i;
      advance(0, program.numSpatial);
    }
  }
}

TEST(TeInterpreter, ObserverSeesCallsInOrder) {
  DialectRegistry registry;
  registry.insert<dl::te::TeDialect, func::FuncDialect, arith::ArithDialect>();
  MLIRContext context(registry);
  const char *text = R"(
    func.func private @next(%x: tensor<2xi32>, %out: tensor<2xi32> {te.destination}) -> tensor<2xi32>
        attributes {te.kernel} {
      %one = arith.constant 1 : i32
      %r = te.compute "next" axes(i = 2) : tensor<2xi32> {
      ^bb0(%i: index):
        %v = te.read %x[%i] : tensor<2xi32>
        %w = arith.addi %v, %one : i32
        te.yield %w : i32
      }
      return %r : tensor<2xi32>
    }
    func.func @main(%x: tensor<2xi32>, %out: tensor<2xi32> {te.destination}) -> tensor<2xi32> {
      %0 = call @next(%x, %out) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32> loc("first")
      %1 = call @next(%0, %out) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32> loc("second")
      return %1 : tensor<2xi32>
    })";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module);
  Tensor input(ElementType::I32, {2});
  setElement(input, 0, 10);
  setElement(input, 1, 20);
  std::string seen;
  auto results = evaluateMain(*module, input, [&](Operation *op, ArrayRef<Tensor> values) {
    seen += cast<NameLoc>(op->getLoc()).getName().str() + "=" +
            std::to_string(values.front().getAsInteger(1)) + ";";
  });
  ASSERT_TRUE(succeeded(results));
  EXPECT_EQ(seen, "first=21;second=22;");
  EXPECT_EQ(results->front().getAsInteger(0), 12);

  results = runModule(*module, input);
  ASSERT_TRUE(succeeded(results));
  EXPECT_EQ(results->front().getAsInteger(1), 22);
}

TEST(TeInterpreter, ModuleWithoutMain) {
  MLIRContext context;
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message += diagnostic.str() + ";";
    return success();
  });
  EXPECT_TRUE(failed(evaluateMain(*module, {})));
  EXPECT_TRUE(failed(runModule(*module, {})));
  EXPECT_EQ(message, "expected a function '@main';expected a function '@main';");
}

} // namespace
