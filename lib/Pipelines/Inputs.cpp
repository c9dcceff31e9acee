//===-- Inputs.cpp - inputs of a run ----------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors from .npz and .npy files, or random ones in the ranges of a manifest.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/Run.h"
#include "dl/Support/Nesting.h"
#include "dl/Support/Npy.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <cmath>
#include <cstring>

using namespace dl;
using dl::ElementType;
using dl::Tensor;
using dl::runtime::TensorSpec;
using llvm::StringRef;

namespace {

/// splitmix64 (Steele, Lea and Flood, 2014): the same everywhere.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  /// In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// Box and Muller.
  double normal() {
    double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * M_PI * uniform());
  }

private:
  uint64_t state;
};

std::string toString(llvm::ArrayRef<int64_t> shape) {
  return "[" +
         llvm::join(llvm::map_range(shape, [](int64_t n) { return std::to_string(n); }), ", ") +
         "]";
}

/// A declared shape; open dims by name.
std::string toString(const TensorSpec &spec) {
  std::string text;
  for (auto [i, dim] : llvm::enumerate(spec.shape)) {
    text += text.empty() ? "[" : ", ";
    bool isNamed = i < spec.dimNames.size() && !spec.dimNames[i].empty();
    text += dim >= 0 ? std::to_string(dim) : isNamed ? spec.dimNames[i] : "?";
  }
  return text.empty() ? "[]" : text + "]";
}

/// True if a shape is one of the declared, where dims may be open.
bool fits(const TensorSpec &spec, llvm::ArrayRef<int64_t> shape) {
  return shape.size() == spec.shape.size() &&
         llvm::all_of(llvm::zip_equal(spec.shape, shape), [](auto dims) {
           auto [declared, actual] = dims;
           return declared < 0 || declared == actual;
         });
}

llvm::Error checkInput(const TensorSpec &spec, const Tensor &tensor, StringRef file) {
  if (tensor.getElementType() == spec.type && fits(spec, tensor.getShape()))
    return llvm::Error::success();
  return llvm::createStringError(
      "'%s': expected %s%s for input '%s', got %s%s", file.str().c_str(),
      stringify(spec.type).str().c_str(), toString(spec).c_str(), spec.name.c_str(),
      stringify(tensor.getElementType()).str().c_str(), toString(tensor.getShape()).c_str());
}

/// The array of an archive for each input.
llvm::Expected<llvm::SmallVector<Tensor>> readArchive(StringRef path,
                                                      llvm::ArrayRef<TensorSpec> specs) {
  llvm::Expected<NamedTensors> archive = readNpz(path);
  if (!archive)
    return archive.takeError();
  llvm::SmallVector<Tensor> result;
  for (const TensorSpec &spec : specs) {
    auto it = llvm::find_if(*archive, [&](const auto &entry) { return entry.first == spec.name; });
    if (it == archive->end())
      return llvm::createStringError(
          "'%s': expected an array '%s' for the input of that name, got %s", path.str().c_str(),
          spec.name.c_str(),
          llvm::join(llvm::map_range(*archive, [](const auto &e) { return "'" + e.first + "'"; }),
                     ", ")
              .c_str());
    if (llvm::Error error = checkInput(spec, it->second, path))
      return error;
    result.push_back(it->second);
  }
  return result;
}

llvm::Expected<llvm::SmallVector<Tensor>> readFiles(llvm::ArrayRef<std::string> paths,
                                                    llvm::ArrayRef<TensorSpec> specs) {
  if (paths.size() != specs.size())
    return llvm::createStringError(
        "expected %zu input files, one for each of %s, got %zu", specs.size(),
        llvm::join(
            llvm::map_range(specs, [](const TensorSpec &spec) { return "'" + spec.name + "'"; }),
            ", ")
            .c_str(),
        paths.size());
  llvm::SmallVector<Tensor> result;
  for (const auto &[path, spec] : llvm::zip(paths, specs)) {
    llvm::Expected<Tensor> tensor = readNpy(path);
    if (!tensor)
      return tensor.takeError();
    if (llvm::Error error = checkInput(spec, *tensor, path))
      return error;
    result.push_back(std::move(*tensor));
  }
  return result;
}

/// Half a float's bits, rounded towards zero: random values need no more.
uint16_t toHalf(float value, ElementType type) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  if (type == ElementType::BF16)
    return static_cast<uint16_t>(bits >> 16);
  int exponent = static_cast<int>(bits >> 23 & 0xff) - 127;
  if (exponent < -14)
    return static_cast<uint16_t>(bits >> 16 & 0x8000);
  return static_cast<uint16_t>((bits >> 16 & 0x8000) | (std::min(exponent + 15, 30) << 10) |
                               (bits >> 13 & 0x3ff));
}

void store(Tensor &tensor, int64_t index, double value) {
  char *data = static_cast<char *>(tensor.getMutableData());
  auto put = [&](auto element) {
    std::memcpy(data + index * sizeof(element), &element, sizeof(element));
  };
  switch (tensor.getElementType()) {
  case ElementType::I1:
    return put(static_cast<uint8_t>(value != 0));
  case ElementType::I8:
    return put(static_cast<int8_t>(value));
  case ElementType::U8:
    return put(static_cast<uint8_t>(value));
  case ElementType::I16:
    return put(static_cast<int16_t>(value));
  case ElementType::U16:
    return put(static_cast<uint16_t>(value));
  case ElementType::I32:
    return put(static_cast<int32_t>(value));
  case ElementType::U32:
    return put(static_cast<uint32_t>(value));
  case ElementType::I64:
    return put(static_cast<int64_t>(value));
  case ElementType::U64:
    return put(static_cast<uint64_t>(value));
  case ElementType::F16:
  case ElementType::BF16:
    return put(toHalf(static_cast<float>(value), tensor.getElementType()));
  case ElementType::F32:
    return put(static_cast<float>(value));
  case ElementType::F64:
    return put(value);
  }
}

InputRange getRange(const llvm::json::Object &input) {
  InputRange range;
  StringRef kind = input.getString("kind").value_or("normal");
  if (input.getString("dtype").value_or("").starts_with("int"))
    return {InputRange::Integers, 0, input.getNumber("high").value_or(2)};
  if (kind == "image")
    return {InputRange::Uniform, -2, 2};
  if (kind == "frame")
    return {InputRange::Uniform, 0, 1};
  if (kind == "mask")
    return {InputRange::Mask, -10000, 0};
  return range;
}

} // namespace

llvm::Expected<std::map<std::string, InputRange>> dl::readManifest(StringRef path,
                                                                   StringRef model) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createFileError(path, buffer.getError());
  if (std::optional<DeepNesting> place = findDeepNesting((*buffer)->getBuffer(), TextFormat::JSON))
    return llvm::createStringError("'%s': expected at most %u levels of nesting, got more in line "
                                   "%u, column %u",
                                   path.str().c_str(), maxNesting, place->line, place->column);
  llvm::Expected<llvm::json::Value> json = llvm::json::parse((*buffer)->getBuffer());
  if (!json)
    return llvm::createFileError(path, json.takeError());
  const llvm::json::Object *models = json->getAsObject();
  const llvm::json::Object *entry = models ? models->getObject(model) : nullptr;
  const llvm::json::Array *inputs = entry ? entry->getArray("inputs") : nullptr;
  if (!inputs)
    return llvm::createStringError("'%s': expected an entry '%s' with a list \"inputs\"; give "
                                   "another --manifest or rename the model's file",
                                   path.str().c_str(), model.str().c_str());
  std::map<std::string, InputRange> ranges;
  for (const llvm::json::Value &value : *inputs)
    if (const llvm::json::Object *input = value.getAsObject())
      ranges[input->getString("name").value_or("").str()] = getRange(*input);
  return ranges;
}

/// The spec with sizes in place of open dims: those that are given by name, else 1.
static TensorSpec closeDims(TensorSpec spec, const std::map<std::string, int64_t> &sizes) {
  for (auto [i, dim] : llvm::enumerate(spec.shape)) {
    if (dim >= 0)
      continue;
    auto given = i < spec.dimNames.size() ? sizes.find(spec.dimNames[i]) : sizes.end();
    dim = given == sizes.end() ? 1 : given->second;
  }
  return spec;
}

/// What the elements of an input are called that are sizes.
static llvm::SmallVector<std::string> getElementNames(const TensorSpec &spec) {
  llvm::SmallVector<std::string> names;
  int64_t count = spec.decidesSizes ? llvm::product_of(spec.shape) : 0;
  for (int64_t i = 0; i < count; ++i)
    names.push_back(spec.name + (spec.shape.empty() ? "" : "[" + std::to_string(i) + "]"));
  return names;
}

/// Elements that are sizes: those that are given by name, else 1.
static Tensor makeSizes(const TensorSpec &spec, const std::map<std::string, int64_t> &sizes) {
  Tensor tensor(spec.type, spec.shape);
  for (auto [i, name] : llvm::enumerate(getElementNames(spec))) {
    auto given = sizes.find(name);
    store(tensor, static_cast<int64_t>(i), given == sizes.end() ? 1 : given->second);
  }
  return tensor;
}

Tensor dl::makeRandomTensor(const TensorSpec &spec, const InputRange &range, uint64_t seed) {
  Tensor tensor(spec.type, spec.shape);
  if (!tensor)
    return tensor;
  Random random(seed ^ llvm::xxh3_64bits(spec.name));
  int64_t columns = spec.shape.empty() ? 1 : spec.shape.back();
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    double value = 0;
    switch (range.kind) {
    case InputRange::Normal:
      value = random.normal();
      break;
    case InputRange::Uniform:
      value = range.low + (range.high - range.low) * random.uniform();
      break;
    case InputRange::Integers:
      value = std::floor(range.low + (range.high - range.low) * random.uniform());
      break;
    case InputRange::Mask:
      // The last quarter of each row is masked out.
      value = i % columns >= columns - columns / 4 ? range.low : range.high;
      break;
    }
    store(tensor, i, value);
  }
  return tensor;
}

/// Of a size for no dim: says which there are.
static llvm::Error makeSizeError(StringRef name, llvm::ArrayRef<TensorSpec> specs) {
  llvm::SmallVector<std::string> names;
  auto add = [&](const std::string &size) {
    if (!size.empty() && !llvm::is_contained(names, size))
      names.push_back(size);
  };
  for (const TensorSpec &spec : specs) {
    llvm::for_each(spec.dimNames, add);
    llvm::for_each(getElementNames(spec), add);
  }
  if (names.empty())
    return llvm::createStringError("expected no --sizes, as no input has a dim that is open and "
                                   "named, got '%s'",
                                   name.str().c_str());
  return llvm::createStringError("expected --sizes to name a dim of an input (%s), got '%s'",
                                 llvm::join(names, ", ").c_str(), name.str().c_str());
}

llvm::Expected<llvm::SmallVector<Tensor>> dl::makeInputs(const RunOptions &options,
                                                         llvm::ArrayRef<TensorSpec> specs) {
  if (options.inputs.size() == 1 && StringRef(options.inputs.front()).ends_with(".npz"))
    return readArchive(options.inputs.front(), specs);
  if (!options.inputs.empty())
    return readFiles(options.inputs, specs);
  std::map<std::string, InputRange> ranges;
  if (!options.manifest.empty()) {
    auto read = readManifest(options.manifest, llvm::sys::path::stem(options.model));
    if (!read)
      return read.takeError();
    ranges = std::move(*read);
  }
  llvm::SmallVector<Tensor> result;
  for (const auto &[name, size] : options.sizes)
    if (llvm::none_of(specs, [&, &symbol = name](const TensorSpec &spec) {
          return llvm::is_contained(spec.dimNames, symbol) ||
                 llvm::is_contained(getElementNames(spec), symbol);
        }))
      return makeSizeError(name, specs);
  for (const TensorSpec &declared : specs) {
    TensorSpec spec = closeDims(declared, options.sizes);
    InputRange range;
    bool integer = spec.type <= ElementType::U64;
    if (auto it = ranges.find(spec.name); it != ranges.end())
      range = it->second;
    else if (integer)
      range = {InputRange::Integers, 0, 2};
    result.push_back(spec.decidesSizes ? makeSizes(spec, options.sizes)
                                       : makeRandomTensor(spec, range, options.seed));
    if (!result.back())
      return llvm::createStringError("expected memory for input '%s' of type %s%s, there is not so "
                                     "much; give other --sizes",
                                     spec.name.c_str(), stringify(spec.type).str().c_str(),
                                     toString(spec).c_str());
  }
  return result;
}
