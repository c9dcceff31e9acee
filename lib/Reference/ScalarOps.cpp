//===-- ScalarOps.cpp - scalar operations on rows of elements -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table from operation names to row functions. A new operation is one line.
// Transcendental functions of f32 are computed in double and rounded once.
//
//===----------------------------------------------------------------------===//
#include "ScalarOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringMap.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace dl;
using namespace dl::reference;

Lane dl::reference::getLane(ElementType type) {
  switch (type) {
  case ElementType::F16:
  case ElementType::BF16:
  case ElementType::F32:
    return Lane::F32;
  case ElementType::F64:
    return Lane::F64;
  default:
    return Lane::I64;
  }
}

unsigned dl::reference::getIntegerWidth(ElementType type) {
  if (type == ElementType::I1)
    return 1;
  return getLane(type) == Lane::I64 ? 8 * getByteWidth(type) : 64;
}

//===----------------------------------------------------------------------===//
// Row functions from functions of one element
//===----------------------------------------------------------------------===//

template <typename R, typename F, typename... Ts>
static int64_t applyRow(R *__restrict result, int64_t count, F function,
                        const Ts *__restrict... operands) {
  for (int64_t i = 0; i != count; ++i)
    result[i] = static_cast<R>(function(operands[i]...));
  return -1;
}

// `map…` make row functions from captureless functions of one element. The
// function object is kept in a static, since a plain function pointer is wanted.
template <typename R, typename T, typename F> static RowFunction mapUnary(F function) {
  static const F f = function;
  return [](const RowArguments &a) {
    return applyRow(static_cast<R *>(a.result), a.count, f, static_cast<const T *>(a.operands[0]));
  };
}
template <typename R, typename T, typename F> static RowFunction mapBinary(F function) {
  static const F f = function;
  return [](const RowArguments &a) {
    return applyRow(static_cast<R *>(a.result), a.count, f, static_cast<const T *>(a.operands[0]),
                    static_cast<const T *>(a.operands[1]));
  };
}
template <typename R, typename C, typename F> static RowFunction mapTernary(F function) {
  static const F f = function;
  return [](const RowArguments &a) {
    return applyRow(static_cast<R *>(a.result), a.count, f, static_cast<const C *>(a.operands[0]),
                    static_cast<const R *>(a.operands[1]), static_cast<const R *>(a.operands[2]));
  };
}
/// Integer functions that take the width as first argument.
template <typename R, typename F> static RowFunction mapWidthUnary(F function) {
  static const F f = function;
  return [](const RowArguments &a) {
    unsigned width = a.width;
    return applyRow(
        static_cast<R *>(a.result), a.count, [width](int64_t x) { return f(width, x); },
        static_cast<const int64_t *>(a.operands[0]));
  };
}
template <typename F> static RowFunction mapWidthBinary(F function) {
  static const F f = function;
  return [](const RowArguments &a) {
    unsigned width = a.width;
    return applyRow(
        static_cast<int64_t *>(a.result), a.count,
        [width](int64_t x, int64_t y) { return f(width, x, y); },
        static_cast<const int64_t *>(a.operands[0]), static_cast<const int64_t *>(a.operands[1]));
  };
}
/// Divisions: undefined for a divisor of 0, and for the least value by -1.
template <bool isSigned, typename F> static RowFunction mapDivision(F function) {
  static const F f = function;
  return [](const RowArguments &a) {
    auto *lhs = static_cast<const int64_t *>(a.operands[0]);
    auto *rhs = static_cast<const int64_t *>(a.operands[1]);
    for (int64_t i = 0; i != a.count; ++i) {
      bool overflows = isSigned && rhs[i] == -1 && lhs[i] == llvm::minIntN(a.width);
      if (rhs[i] == 0 || overflows)
        return i;
      static_cast<int64_t *>(a.result)[i] = f(a.width, lhs[i], rhs[i]);
    }
    return int64_t(-1);
  };
}

/// The value of an integer as signed: i1 is kept as 0 or 1.
static int64_t sext(unsigned width, int64_t x) { return width == 1 ? -x : x; }
static uint64_t zext(unsigned width, int64_t x) {
  return width == 64 ? x : x & ((uint64_t(1) << width) - 1);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
/// The functions of one operation by the lane of its last operand; null where
/// there is none. Comparisons have one for each predicate.
struct Variants {
  RowFunction f32 = nullptr, f64 = nullptr, i64 = nullptr;
};
using Table = llvm::StringMap<SmallVector<Variants, 1>>;
} // namespace

template <typename F> static Variants floatUnary(F f) {
  return {mapUnary<float, float>(f), mapUnary<double, double>(f), nullptr};
}
template <typename F> static Variants floatBinary(F f) {
  return {mapBinary<float, float>(f), mapBinary<double, double>(f), nullptr};
}
template <typename F> static Variants floatCompare(F f) {
  return {mapBinary<int64_t, float>(f), mapBinary<int64_t, double>(f), nullptr};
}
template <typename F> static Variants floatTest(F f) {
  return {mapUnary<int64_t, float>(f), mapUnary<int64_t, double>(f), nullptr};
}
template <typename F> static Variants intBinary(F f) {
  return {nullptr, nullptr, mapWidthBinary(f)};
}

/// Largest of two, NaN where one is; zeros are ordered by their signs.
template <typename T> static T maximum(T a, T b) {
  if (a == b)
    return std::signbit(a) ? b : a;
  return a != a || a > b ? a : b;
}
template <typename T> static T minimum(T a, T b) { return -maximum(-a, -b); }

template <typename T> static int64_t saturate(T x, double low, double high, int64_t highValue) {
  if (!(x >= low))
    return x < low ? static_cast<int64_t>(low) : 0;
  return x >= high ? highValue : static_cast<int64_t>(x);
}

/// A power of an integer; by a negative number it is 1 divided by it, rounded towards zero.
static int64_t power(unsigned width, int64_t base, int64_t exponent) {
  base = sext(width, base);
  if (exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  uint64_t result = 1;
  for (uint64_t factor = base; exponent > 0; exponent /= 2, factor *= factor)
    if (exponent % 2)
      result *= factor;
  return result;
}

template <typename T> static int64_t applyPower(const RowArguments &a) {
  auto *base = static_cast<const T *>(a.operands[0]);
  auto *exponent = static_cast<const int64_t *>(a.operands[1]);
  for (int64_t i = 0; i != a.count; ++i)
    static_cast<T *>(a.result)[i] = std::pow(double(base[i]), double(exponent[i]));
  return -1;
}

static void addFloatOps(Table &table) {
  table["arith.addf"] = {floatBinary([](auto a, auto b) { return a + b; })};
  table["arith.subf"] = {floatBinary([](auto a, auto b) { return a - b; })};
  table["arith.mulf"] = {floatBinary([](auto a, auto b) { return a * b; })};
  table["arith.divf"] = {floatBinary([](auto a, auto b) { return a / b; })};
  table["arith.remf"] = {floatBinary([](auto a, auto b) { return std::fmod(a, b); })};
  table["arith.negf"] = {floatUnary([](auto a) { return -a; })};
  table["arith.maximumf"] = {floatBinary([](auto a, auto b) { return maximum(a, b); })};
  table["arith.minimumf"] = {floatBinary([](auto a, auto b) { return minimum(a, b); })};
  table["arith.maxnumf"] = {floatBinary([](auto a, auto b) { return std::fmax(a, b); })};
  table["arith.minnumf"] = {floatBinary([](auto a, auto b) { return std::fmin(a, b); })};
  table["math.copysign"] = {floatBinary([](auto a, auto b) { return std::copysign(a, b); })};
  table["math.powf"] = {floatBinary([](double a, double b) { return std::pow(a, b); })};
  table["math.atan2"] = {floatBinary([](double a, double b) { return std::atan2(a, b); })};
  auto fma = [](auto a, auto b, auto c) { return std::fma(a, b, c); };
  table["math.fma"] = {{mapTernary<float, float>(fma), mapTernary<double, double>(fma), nullptr}};

  table["math.absf"] = {floatUnary([](auto a) { return std::fabs(a); })};
  table["math.ceil"] = {floatUnary([](auto a) { return std::ceil(a); })};
  table["math.floor"] = {floatUnary([](auto a) { return std::floor(a); })};
  table["math.round"] = {floatUnary([](auto a) { return std::round(a); })};
  table["math.roundeven"] = {floatUnary([](auto a) { return std::nearbyint(a); })};
  table["math.trunc"] = {floatUnary([](auto a) { return std::trunc(a); })};
  table["math.sqrt"] = {floatUnary([](auto a) { return std::sqrt(a); })};
  table["math.rsqrt"] = {floatUnary([](double a) { return 1 / std::sqrt(a); })};
  table["math.cbrt"] = {floatUnary([](double a) { return std::cbrt(a); })};
  table["math.exp"] = {floatUnary([](double a) { return std::exp(a); })};
  table["math.exp2"] = {floatUnary([](double a) { return std::exp2(a); })};
  table["math.expm1"] = {floatUnary([](double a) { return std::expm1(a); })};
  table["math.log"] = {floatUnary([](double a) { return std::log(a); })};
  table["math.log2"] = {floatUnary([](double a) { return std::log2(a); })};
  table["math.log10"] = {floatUnary([](double a) { return std::log10(a); })};
  table["math.log1p"] = {floatUnary([](double a) { return std::log1p(a); })};
  table["math.erf"] = {floatUnary([](double a) { return std::erf(a); })};
  table["math.erfc"] = {floatUnary([](double a) { return std::erfc(a); })};
  table["math.sin"] = {floatUnary([](double a) { return std::sin(a); })};
  table["math.cos"] = {floatUnary([](double a) { return std::cos(a); })};
  table["math.tan"] = {floatUnary([](double a) { return std::tan(a); })};
  table["math.asin"] = {floatUnary([](double a) { return std::asin(a); })};
  table["math.acos"] = {floatUnary([](double a) { return std::acos(a); })};
  table["math.atan"] = {floatUnary([](double a) { return std::atan(a); })};
  table["math.sinh"] = {floatUnary([](double a) { return std::sinh(a); })};
  table["math.cosh"] = {floatUnary([](double a) { return std::cosh(a); })};
  table["math.tanh"] = {floatUnary([](double a) { return std::tanh(a); })};
  table["math.asinh"] = {floatUnary([](double a) { return std::asinh(a); })};
  table["math.acosh"] = {floatUnary([](double a) { return std::acosh(a); })};
  table["math.atanh"] = {floatUnary([](double a) { return std::atanh(a); })};
  table["math.isnan"] = {floatTest([](auto a) { return std::isnan(a); })};
  table["math.isinf"] = {floatTest([](auto a) { return std::isinf(a); })};
  table["math.isfinite"] = {floatTest([](auto a) { return std::isfinite(a); })};
}

static void addIntegerOps(Table &table) {
  using W = unsigned;
  using I = int64_t;
  // Sums and products wrap; they are computed unsigned, where that is defined.
  table["arith.addi"] = {intBinary([](W, uint64_t a, uint64_t b) { return a + b; })};
  table["arith.subi"] = {intBinary([](W, uint64_t a, uint64_t b) { return a - b; })};
  table["arith.muli"] = {intBinary([](W, uint64_t a, uint64_t b) { return a * b; })};
  table["arith.andi"] = {intBinary([](W, I a, I b) { return a & b; })};
  table["arith.ori"] = {intBinary([](W, I a, I b) { return a | b; })};
  table["arith.xori"] = {intBinary([](W, I a, I b) { return a ^ b; })};
  // A shift by the width or more is poison: any value will do.
  table["arith.shli"] = {intBinary([](W, uint64_t a, uint64_t b) { return b < 64 ? a << b : 0; })};
  table["arith.shrsi"] = {
      intBinary([](W w, I a, I b) { return sext(w, a) >> std::min<uint64_t>(b, 63); })};
  table["arith.shrui"] = {
      intBinary([](W w, I a, I b) { return static_cast<uint64_t>(b) < 64 ? zext(w, a) >> b : 0; })};
  table["arith.maxsi"] = {intBinary([](W w, I a, I b) { return sext(w, a) > sext(w, b) ? a : b; })};
  table["arith.minsi"] = {intBinary([](W w, I a, I b) { return sext(w, a) < sext(w, b) ? a : b; })};
  table["arith.maxui"] = {intBinary([](W w, I a, I b) { return zext(w, a) > zext(w, b) ? a : b; })};
  table["arith.minui"] = {intBinary([](W w, I a, I b) { return zext(w, a) < zext(w, b) ? a : b; })};
  table["math.ipowi"] = {intBinary(power)};
  table["math.absi"] = {{nullptr, nullptr, mapWidthUnary<I>([](W, I a) {
                           return a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a);
                         })}};

  auto division = [](RowFunction f) { return SmallVector<Variants, 1>{{nullptr, nullptr, f}}; };
  table["arith.divsi"] = division(mapDivision<true>([](W, I a, I b) { return a / b; }));
  table["arith.remsi"] = division(mapDivision<true>([](W, I a, I b) { return a % b; }));
  table["arith.floordivsi"] =
      division(mapDivision<true>([](W, I a, I b) { return llvm::divideFloorSigned(a, b); }));
  table["arith.ceildivsi"] =
      division(mapDivision<true>([](W, I a, I b) { return llvm::divideCeilSigned(a, b); }));
  table["arith.divui"] =
      division(mapDivision<false>([](W w, I a, I b) { return zext(w, a) / zext(w, b); }));
  table["arith.remui"] =
      division(mapDivision<false>([](W w, I a, I b) { return zext(w, a) % zext(w, b); }));
  table["arith.ceildivui"] = division(mapDivision<false>(
      [](W w, I a, I b) { return zext(w, a) / zext(w, b) + (zext(w, a) % zext(w, b) != 0); }));
}

static void addComparisons(Table &table) {
  using W = unsigned;
  using I = int64_t;
  // In the order of arith::CmpIPredicate and arith::CmpFPredicate.
  table["arith.cmpi"] = {intBinary([](W, I a, I b) { return a == b; }),
                         intBinary([](W, I a, I b) { return a != b; }),
                         intBinary([](W w, I a, I b) { return sext(w, a) < sext(w, b); }),
                         intBinary([](W w, I a, I b) { return sext(w, a) <= sext(w, b); }),
                         intBinary([](W w, I a, I b) { return sext(w, a) > sext(w, b); }),
                         intBinary([](W w, I a, I b) { return sext(w, a) >= sext(w, b); }),
                         intBinary([](W w, I a, I b) { return zext(w, a) < zext(w, b); }),
                         intBinary([](W w, I a, I b) { return zext(w, a) <= zext(w, b); }),
                         intBinary([](W w, I a, I b) { return zext(w, a) > zext(w, b); }),
                         intBinary([](W w, I a, I b) { return zext(w, a) >= zext(w, b); })};
  table["arith.cmpf"] = {floatCompare([](auto, auto) { return false; }),
                         floatCompare([](auto a, auto b) { return a == b; }),
                         floatCompare([](auto a, auto b) { return a > b; }),
                         floatCompare([](auto a, auto b) { return a >= b; }),
                         floatCompare([](auto a, auto b) { return a < b; }),
                         floatCompare([](auto a, auto b) { return a <= b; }),
                         floatCompare([](auto a, auto b) { return a < b || a > b; }),
                         floatCompare([](auto a, auto b) { return a == a && b == b; }),
                         floatCompare([](auto a, auto b) { return !(a < b || a > b); }),
                         floatCompare([](auto a, auto b) { return !(a <= b); }),
                         floatCompare([](auto a, auto b) { return !(a < b); }),
                         floatCompare([](auto a, auto b) { return !(a >= b); }),
                         floatCompare([](auto a, auto b) { return !(a > b); }),
                         floatCompare([](auto a, auto b) { return a != b; }),
                         floatCompare([](auto a, auto b) { return a != a || b != b; }),
                         floatCompare([](auto, auto) { return true; })};
  auto select = [](int64_t c, auto a, auto b) { return c ? a : b; };
  table["arith.select"] = {
      {mapTernary<float, I>(select), mapTernary<double, I>(select), mapTernary<I, I>(select)}};
}

/// Conversions by the lane of the operand; `toF64` by that of the result.
static void addConversions(Table &table, bool toF64) {
  using W = unsigned;
  using I = int64_t;
  auto same = [](auto a) { return a; };
  // To f16 and bf16 the result is rounded once more, from float.
  Variants toFloat = toF64 ? Variants{mapUnary<double, float>(same), mapUnary<double, double>(same)}
                           : Variants{mapUnary<float, float>(same), mapUnary<float, double>(same)};
  table["arith.extf"] = table["arith.truncf"] = {toFloat};
  auto sitofp = [](W w, I a) { return sext(w, a); };
  auto uitofp = [](W w, I a) { return zext(w, a); };
  table["arith.sitofp"] = {
      {nullptr, nullptr, toF64 ? mapWidthUnary<double>(sitofp) : mapWidthUnary<float>(sitofp)}};
  table["arith.uitofp"] = {
      {nullptr, nullptr, toF64 ? mapWidthUnary<double>(uitofp) : mapWidthUnary<float>(uitofp)}};
  // Out of range the result is poison; it saturates, as on most machines.
  auto fptosi = [](auto a) {
    return saturate(a, -0x1p63, 0x1p63, std::numeric_limits<int64_t>::max());
  };
  auto fptoui = [](auto a) -> int64_t {
    return a >= 0x1p63 && a < 0x1p64 ? static_cast<int64_t>(static_cast<uint64_t>(a))
                                     : saturate(a, 0, 0x1p64, -1);
  };
  table["arith.fptosi"] = {{mapUnary<I, float>(fptosi), mapUnary<I, double>(fptosi), nullptr}};
  table["arith.fptoui"] = {{mapUnary<I, float>(fptoui), mapUnary<I, double>(fptoui), nullptr}};

  table["math.fpowi"] = {{nullptr, nullptr, toF64 ? applyPower<double> : applyPower<float>}};

  Variants extendSigned = {nullptr, nullptr, mapWidthUnary<I>(sitofp)};
  Variants extendUnsigned = {nullptr, nullptr, mapWidthUnary<I>(uitofp)};
  table["arith.extsi"] = table["arith.index_cast"] = {extendSigned};
  table["arith.extui"] = table["arith.index_castui"] = table["arith.trunci"] = {extendUnsigned};
}

static Table makeTable(bool toF64) {
  Table table;
  addFloatOps(table);
  addIntegerOps(table);
  addComparisons(table);
  addConversions(table, toF64);
  return table;
}

/// The operation's functions; `toF64` where its result is f64.
static ArrayRef<Variants> lookupVariants(StringRef name, bool toF64) {
  static const Table tables[2] = {makeTable(false), makeTable(true)};
  auto entry = tables[toF64].find(name);
  return entry == tables[toF64].end() ? ArrayRef<Variants>() : ArrayRef(entry->second);
}

std::optional<ScalarKernel> dl::reference::getScalarKernel(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0 || op->getNumOperands() > 3)
    return std::nullopt;
  SmallVector<ElementType, 3> operandTypes;
  for (Type type : op->getOperandTypes()) {
    std::optional<ElementType> elementType = getElementType(type);
    if (!elementType)
      return std::nullopt;
    operandTypes.push_back(*elementType);
  }
  std::optional<ElementType> resultType = getElementType(op->getResult(0).getType());
  if (!resultType)
    return std::nullopt;
  unsigned width = getIntegerWidth(operandTypes.back());
  if (isa<arith::BitcastOp>(op)) {
    RowFunction function = getBitcast(operandTypes[0], *resultType);
    return function ? std::optional(ScalarKernel{function, 1, width, *resultType}) : std::nullopt;
  }
  size_t predicate = 0;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    predicate = static_cast<size_t>(compare.getPredicate());
  else if (auto compare = dyn_cast<arith::CmpFOp>(op))
    predicate = static_cast<size_t>(compare.getPredicate());
  ArrayRef<Variants> variants =
      lookupVariants(op->getName().getStringRef(), *resultType == ElementType::F64);
  if (predicate >= variants.size())
    return std::nullopt;

  RowFunction function = nullptr;
  switch (getLane(operandTypes.back())) {
  case Lane::F32:
    function = variants[predicate].f32;
    break;
  case Lane::F64:
    function = variants[predicate].f64;
    break;
  case Lane::I64:
    function = variants[predicate].i64;
    break;
  }
  if (!function)
    return std::nullopt;
  return ScalarKernel{function, op->getNumOperands(), width, *resultType};
}

ScalarKernel dl::reference::getIndexKernel(IndexOp op) {
  auto get = [](StringRef name) {
    return ScalarKernel{lookupVariants(name, false).front().i64, 2, 64, ElementType::I64};
  };
  switch (op) {
  case IndexOp::Add:
    return get("arith.addi");
  case IndexOp::Mul:
    return get("arith.muli");
  case IndexOp::FloorDiv:
    return get("arith.floordivsi");
  case IndexOp::CeilDiv:
    return get("arith.ceildivsi");
  case IndexOp::Mod:
    return {mapDivision<true>([](unsigned, int64_t a, int64_t b) { return ((a % b) + b) % b; }), 2,
            64, ElementType::I64};
  }
  llvm_unreachable("unknown index operation");
}
