//===-- TeInterpreterTest.cpp - the te interpreter on random programs -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random extents, index formulas and guards against a direct evaluation. Extents
// go beyond the rows of the interpreter, so that cut and full axes both occur. Operands
// lie between pages that must not be touched: reading past an end is an error even where
// what was read is not used.
//
//===----------------------------------------------------------------------===//
#include "dl/Reference/Interpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

#include <random>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace dl;
using namespace dl::reference;

namespace {

enum class End { First, Last };

/// A tensor whose first or last byte is beside a page that must not be touched; the other
/// end is less than a page away from one.
Tensor makeGuarded(ElementType type, ArrayRef<int64_t> shape, End end) {
  size_t page = sysconf(_SC_PAGESIZE), size = getByteWidth(type);
  for (int64_t extent : shape)
    size *= extent;
  size_t inside = llvm::alignTo(std::max<size_t>(size, 1), page), length = inside + 2 * page;
  void *pages = mmap(nullptr, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_NE(pages, MAP_FAILED);
  char *begin = static_cast<char *>(pages) + page;
  EXPECT_EQ(mprotect(begin, inside, PROT_READ | PROT_WRITE), 0);
  std::shared_ptr<const void> owner(
      pages, [length](const void *p) { munmap(const_cast<void *>(p), length); });
  return Tensor(type, shape, end == End::First ? begin : begin + inside - size, owner);
}

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
    Tensor results[2];
    for (End end : {End::First, End::Last}) {
      Tensor input = makeGuarded(type, {program.getSize()}, end);
      for (int64_t i = 0; i != program.getSize(); ++i)
        setElement(input, i, program.getInput(i));
      auto evaluated = evaluateFunction(func, input);
      ASSERT_TRUE(succeeded(evaluated));
      results[static_cast<int>(end)] = evaluated->front();
    }

    const Tensor &result = results[0];
    ASSERT_EQ(result.getBytes(), results[1].getBytes());
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

/// A kernel of two operands, each of which borders on a guard page.
struct GuardedKernel : testing::Test {
  /// Runs @f on x and y, filled by the functions, at both ends of pages.
  void run(StringRef text, function_ref<int64_t(int64_t)> x, function_ref<int64_t(int64_t)> y,
           function_ref<void(const Tensor &)> check) {
    DialectRegistry registry;
    registry.insert<dl::te::TeDialect, func::FuncDialect, arith::ArithDialect>();
    MLIRContext context(registry);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    auto func = *module->getOps<func::FuncOp>().begin();
    for (End end : {End::First, End::Last}) {
      SmallVector<Tensor> inputs;
      for (Type argument : func.getArgumentTypes()) {
        auto tensorType = cast<RankedTensorType>(argument);
        inputs.push_back(
            makeGuarded(*getElementType(tensorType.getElementType()), tensorType.getShape(), end));
        auto fill = inputs.size() == 1 ? x : y;
        for (int64_t i = 0; i != inputs.back().getNumElements(); ++i)
          setElement(inputs.back(), i, fill(i));
      }
      auto results = evaluateFunction(func, inputs);
      ASSERT_TRUE(succeeded(results));
      check(results->front());
    }
  }
};

// Reads of a row of 1030 elements with a stride of 3: the last block has 6 lanes, and the
// last element read is the tensor's last.
TEST_F(GuardedKernel, LastBlockOfAStridedRow) {
  for (StringRef type : {"f32", "f64", "i64", "i8", "i32", "bf16"}) {
    std::string text = llvm::formatv(R"(
      func.func @f(%x: tensor<3088x{0}>) -> tensor<1030x{0}> {{
        %r = te.compute "r" axes(i = 1030) : tensor<1030x{0}> {{
        ^bb0(%i: index):
          %v = te.read %x[%i * 3] : tensor<3088x{0}>
          te.yield %v : {0}
        }
        return %r : tensor<1030x{0}>
      })",
                                     type);
    auto value = [](int64_t i) { return i % 100; };
    run(text, value, value, [&](const Tensor &result) {
      for (int64_t i = 0; i < 1030; ++i)
        ASSERT_EQ(result.getAsDouble(i), value(3 * i)) << type.str() << " at " << i;
    });
  }
}

// Rows of 9 elements, taken backwards from the last row on: the runs of a block have a
// length of their own, and the block is cut between them.
TEST_F(GuardedKernel, RunsThatAreNotInARow) {
  for (StringRef type : {"f32", "i8", "i64"}) {
    std::string text = llvm::formatv(R"(
      func.func @f(%x: tensor<200x9x{0}>) -> tensor<200x9x{0}> {{
        %r = te.compute "r" axes(i = 200, j = 9) : tensor<200x9x{0}> {{
        ^bb0(%i: index, %j: index):
          %v = te.read %x[199 - %i, %j] : tensor<200x9x{0}>
          te.yield %v : {0}
        }
        return %r : tensor<200x9x{0}>
      })",
                                     type);
    auto value = [](int64_t i) { return i % 100; };
    run(text, value, value, [&](const Tensor &result) {
      for (int64_t i = 0; i < 200; ++i)
        for (int64_t j = 0; j < 9; ++j)
          ASSERT_EQ(result.getAsDouble(i * 9 + j), value((199 - i) * 9 + j)) << type.str();
    });
  }
}

// A guard lets through what lies inside only, at both ends; elsewhere nothing is read.
TEST_F(GuardedKernel, GuardedReadsAtBothEnds) {
  auto value = [](int64_t i) { return i + 1; };
  run(R"(
    func.func @f(%x: tensor<100xi32>) -> tensor<108xi32> {
      %minus = arith.constant -7 : i32
      %r = te.compute "r" axes(i = 108) : tensor<108xi32> {
      ^bb0(%i: index):
        %v = te.read %x[%i - 4] where(%i - 4 >= 0, 103 - %i >= 0) else %minus : tensor<100xi32>
        te.yield %v : i32
      }
      return %r : tensor<108xi32>
    })",
      value, value, [&](const Tensor &result) {
        for (int64_t i = 0; i < 108; ++i)
          ASSERT_EQ(result.getAsInteger(i), i < 4 || i >= 104 ? -7 : value(i - 4)) << i;
      });
}

// Positions that are data: the first and the last element are reached, none beyond.
TEST_F(GuardedKernel, PositionsAsData) {
  auto value = [](int64_t i) { return 3 * i; };
  auto position = [](int64_t i) { return (i * 37) % 50; };
  run(R"(
    func.func @f(%x: tensor<50xf32>, %y: tensor<1100xi64>) -> tensor<1100xf32> {
      %r = te.compute "r" axes(i = 1100) : tensor<1100xf32> {
      ^bb0(%i: index):
        %p = te.read %y[%i] : tensor<1100xi64>
        %q = arith.index_cast %p : i64 to index
        %v = te.read %x[%q] : tensor<50xf32>
        te.yield %v : f32
      }
      return %r : tensor<1100xf32>
    })",
      value, position, [&](const Tensor &result) {
        for (int64_t i = 0; i < 1100; ++i)
          ASSERT_EQ(result.getAsDouble(i), value(position(i))) << i;
      });
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
  auto results =
      evaluateMain(*module, input, [&](Operation *op, ArrayRef<Tensor>, ArrayRef<Tensor> values) {
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
