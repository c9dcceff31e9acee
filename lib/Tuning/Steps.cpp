//===-- Steps.cpp - steps of a schedule in a record -----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps as JSON, and back. What is read may come from strangers: it gives steps that can be written
// again, or an error. Whether a kernel can take them ApplySteps.cpp finds out.
//
//===----------------------------------------------------------------------===//
#include "RecordText.h"

#include "dl/Tuning/Record.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace dl::schedule;
using llvm::StringRef;
namespace json = llvm::json;
namespace tuning = dl::tuning;

/// In the order of TailPolicy.
static constexpr StringRef tailNames[] = {"peel", "guard", "shift", "mask"};

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static json::Array write(const Bind &step) {
  return json::Array{"bind", step.getStage(), step.getAxis(), getAnnotationName(step.getIndex())};
}

static json::Array write(const CacheRead &step) {
  const Source &source = step.getSource();
  bool isStage = source.stage != -1;
  return json::Array{"cache_read", step.getStage(), isStage ? "stage" : "operand",
                     isStage ? source.stage : source.operand};
}

static json::Array write(const CacheWrite &step) {
  return json::Array{"cache_write", step.getStage()};
}

static json::Array write(const SetScope &step) {
  return json::Array{"set_scope", step.getStage(), json::fixUTF8(step.getScope())};
}

static json::Array write(const ComputeAt &step) {
  return json::Array{"compute_at", step.getStage(), step.getConsumer(), step.getAxis()};
}

static json::Array write(const ComputeInline &step) {
  return json::Array{"compute_inline", step.getStage()};
}

static json::Array write(const LoopPartition &step) {
  return json::Array{"loop_partition", step.getStage(), step.getAxis(),
                     json::Array(step.getCuts())};
}

static json::Array write(const Parallel &step) {
  return json::Array{"parallel", step.getStage(), step.getAxis()};
}

static json::Array write(const RegisterAxis &step) {
  bool isVector = step.getAnnotation() == Annotation::Vectorize;
  return json::Array{isVector ? "vectorize" : "unroll", step.getStage(), step.getAxis()};
}

static json::Array write(const Reorder &step) {
  json::Array axes;
  for (AxisId axis : step.getOrder())
    axes.push_back(axis);
  return json::Array{"reorder", step.getStage(), std::move(axes)};
}

static json::Array write(const Split &step) {
  return json::Array{"split", step.getStage(), step.getAxis(), step.getFactor(),
                     tailNames[static_cast<size_t>(step.getTail())]};
}

static json::Array write(const Tensorize &step) {
  return json::Array{"tensorize", step.getStage(), step.getAxis(),
                     json::fixUTF8(step.getIntrinsic())};
}

static json::Array write(const TransformLayout &step) {
  json::Array digits;
  for (const TransformLayout::Digit &digit : step.getDigits())
    digits.push_back(json::Array{digit.dim, digit.stride, digit.extent});
  const Source &source = step.getSource();
  bool isStage = source.stage != -1;
  return json::Array{"transform_layout", step.getStage(), isStage ? "stage" : "operand",
                     isStage ? source.stage : source.operand, std::move(digits)};
}

static json::Array write(const TraceStep &step) {
  return std::visit([](const auto &primitive) { return write(primitive); }, step);
}

json::Array tuning::toJSON(const std::vector<TraceStep> &steps) {
  json::Array array;
  for (const TraceStep &step : steps)
    array.push_back(write(step));
  return array;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Takes the elements of an array one after the other. Once one is not as expected, what is taken
/// means nothing.
class ElementReader {
public:
  explicit ElementReader(const json::Array *array) : array(array), isGood(array) {}

  /// All were as expected, and all were taken.
  bool isComplete() const { return isGood && next == array->size(); }

  int64_t takeNumber() {
    const json::Value *value = take();
    std::optional<int64_t> number = value ? value->getAsInteger() : std::nullopt;
    isGood &= number.has_value();
    return number.value_or(0);
  }

  /// The number of a stage, an axis, an operand or a dimension.
  int takeIndex() {
    int64_t number = takeNumber();
    isGood &= number >= 0 && number <= std::numeric_limits<int>::max();
    return static_cast<int>(number);
  }

  StringRef takeText() {
    const json::Value *value = take();
    std::optional<StringRef> text = value ? value->getAsString() : std::nullopt;
    isGood &= text.has_value();
    return text.value_or("");
  }

  TailPolicy takeTail() {
    const auto *found = llvm::find(tailNames, takeText());
    isGood &= found != std::end(tailNames);
    return isGood ? static_cast<TailPolicy>(found - tailNames) : TailPolicy::Peel;
  }

  Annotation takeBinding() {
    Annotation index = getBinding(takeText().str());
    isGood &= index != Annotation::None;
    return index;
  }

  /// An array, each element taken by a function of this reader.
  template <typename Element>
  std::vector<Element> takeAll(Element (ElementReader::*takeElement)()) {
    std::vector<Element> elements;
    ElementReader reader(takeArray());
    while (reader.hasNext())
      elements.push_back((reader.*takeElement)());
    isGood &= reader.isComplete();
    return elements;
  }

  std::vector<TransformLayout::Digit> takeDigits() {
    std::vector<TransformLayout::Digit> digits;
    ElementReader all(takeArray());
    while (all.hasNext()) {
      ElementReader reader(all.takeArray());
      TransformLayout::Digit digit;
      digit.dim = reader.takeIndex();
      digit.stride = reader.takeNumber();
      digit.extent = reader.takeNumber();
      digits.push_back(digit);
      isGood &= reader.isComplete();
    }
    isGood &= all.isComplete();
    return digits;
  }

  Source takeSource() {
    StringRef kind = takeText();
    int number = takeIndex();
    isGood &= kind == "stage" || kind == "operand";
    return kind == "stage" ? Source{number, -1} : Source{-1, number};
  }

private:
  bool hasNext() const { return isGood && next < array->size(); }
  const json::Value *take() { return hasNext() ? &(*array)[next++] : nullptr; }
  const json::Array *takeArray() {
    const json::Value *value = take();
    return value ? value->getAsArray() : nullptr;
  }

  const json::Array *array;
  size_t next = 0;
  bool isGood;
};

/// How steps of a name are written.
struct StepForm {
  StringRef name;
  StringRef form;
  /// Makes one of the elements after the name.
  TraceStep (*read)(ElementReader &reader);
};

} // namespace

template <typename Primitive> static TraceStep readAxisStep(ElementReader &reader) {
  int stage = reader.takeIndex(), axis = reader.takeIndex();
  return Primitive(stage, axis);
}

static TraceStep readRegisterAxis(ElementReader &reader, Annotation annotation) {
  int stage = reader.takeIndex(), axis = reader.takeIndex();
  return RegisterAxis(stage, axis, annotation);
}

static const StepForm stepForms[] = {
    {"split", "[\"split\", stage, axis, factor, \"peel\" or \"guard\" or \"shift\" or \"mask\"]",
     [](ElementReader &reader) -> TraceStep {
       int stage = reader.takeIndex(), axis = reader.takeIndex();
       int64_t factor = reader.takeNumber();
       return Split(stage, axis, factor, reader.takeTail());
     }},
    {"reorder", "[\"reorder\", stage, [axis, ...]]",
     [](ElementReader &reader) -> TraceStep {
       int stage = reader.takeIndex();
       return Reorder(stage, reader.takeAll(&ElementReader::takeIndex));
     }},
    {"vectorize", "[\"vectorize\", stage, axis]",
     [](ElementReader &reader) { return readRegisterAxis(reader, Annotation::Vectorize); }},
    {"unroll", "[\"unroll\", stage, axis]",
     [](ElementReader &reader) { return readRegisterAxis(reader, Annotation::Unroll); }},
    {"loop_partition", "[\"loop_partition\", stage, axis, [cut, ...]]",
     [](ElementReader &reader) -> TraceStep {
       int stage = reader.takeIndex(), axis = reader.takeIndex();
       return LoopPartition(stage, axis, reader.takeAll(&ElementReader::takeNumber));
     }},
    {"parallel", "[\"parallel\", stage, axis]", readAxisStep<Parallel>},
    {"bind", "[\"bind\", stage, axis, \"vthread\" or another index]",
     [](ElementReader &reader) -> TraceStep {
       int stage = reader.takeIndex(), axis = reader.takeIndex();
       return Bind(stage, axis, reader.takeBinding());
     }},
    {"cache_read", "[\"cache_read\", stage, \"operand\" or \"stage\", number]",
     [](ElementReader &reader) -> TraceStep {
       int stage = reader.takeIndex();
       return CacheRead(stage, reader.takeSource());
     }},
    {"cache_write", "[\"cache_write\", stage]",
     [](ElementReader &reader) -> TraceStep { return CacheWrite(reader.takeIndex()); }},
    {"set_scope", "[\"set_scope\", stage, \"scope\"]",
     [](ElementReader &reader) -> TraceStep {
       int stage = reader.takeIndex();
       return SetScope(stage, reader.takeText().str());
     }},
    {"compute_at", "[\"compute_at\", stage, consumer, axis]",
     [](ElementReader &reader) -> TraceStep {
       int stage = reader.takeIndex(), consumer = reader.takeIndex();
       return ComputeAt(stage, consumer, reader.takeIndex());
     }},
    {"compute_inline", "[\"compute_inline\", stage]",
     [](ElementReader &reader) -> TraceStep { return ComputeInline(reader.takeIndex()); }},
    {"tensorize", "[\"tensorize\", stage, axis, \"intrinsic\"]",
     [](ElementReader &reader) -> TraceStep {
       int stage = reader.takeIndex(), axis = reader.takeIndex();
       return Tensorize(stage, axis, reader.takeText().str());
     }},
    {"transform_layout",
     "[\"transform_layout\", stage, \"operand\" or \"stage\", number, [[dim, stride, extent], "
     "...]]",
     [](ElementReader &reader) -> TraceStep {
       int stage = reader.takeIndex();
       Source source = reader.takeSource();
       return TransformLayout(stage, source, reader.takeDigits());
     }},
};

static std::string listSteps() {
  std::string names;
  for (const StepForm &form : stepForms)
    names += (names.empty()                      ? ""
              : &form == std::end(stepForms) - 1 ? " or "
                                                 : ", ") +
             form.name.str();
  return names;
}

/// The numbers of a value and of what is in it.
static size_t countNumbers(const json::Value &value) {
  const json::Array *array = value.getAsArray();
  if (!array)
    return value.kind() == json::Value::Number;
  size_t count = 0;
  for (const json::Value &element : *array)
    count += countNumbers(element);
  return count;
}

static llvm::Expected<TraceStep> parseStep(const json::Value &value) {
  if (size_t count = countNumbers(value); count > tuning::maxStepNumbers)
    return llvm::createStringError("expected at most " + llvm::Twine(tuning::maxStepNumbers) +
                                   " numbers, got " + llvm::Twine(count));
  ElementReader reader(value.getAsArray());
  StringRef name = reader.takeText();
  const auto *form = llvm::find_if(stepForms, [&](const StepForm &f) { return f.name == name; });
  if (form == std::end(stepForms))
    return llvm::createStringError("expected an array that begins with " + listSteps() + ", got " +
                                   tuning::describe(&value));
  TraceStep step = form->read(reader);
  if (!reader.isComplete())
    return llvm::createStringError("expected " + form->form + ", got " + tuning::describe(&value));
  return step;
}

llvm::Expected<std::vector<TraceStep>> tuning::parseSteps(const json::Array &steps) {
  if (steps.size() > maxRecordSteps)
    return llvm::createStringError("expected at most " + llvm::Twine(maxRecordSteps) +
                                   " steps, got " + llvm::Twine(steps.size()));
  std::vector<TraceStep> all;
  for (const json::Value &value : steps) {
    llvm::Expected<TraceStep> step = parseStep(value);
    if (!step)
      return llvm::createStringError("step " + llvm::Twine(all.size() + 1) + ": " +
                                     toString(step.takeError()));
    all.push_back(std::move(*step));
  }
  return all;
}
