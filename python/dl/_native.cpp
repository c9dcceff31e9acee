//===-- _native.cpp - the C interface for Python ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The module dl._native: running, through dl-c only. What users call is the Python
// around it. The interpreter's lock is released meanwhile.
//
//===----------------------------------------------------------------------===//
#include "dl-c/Compile.h"
#include "dl-c/Library.h"

#include <chrono>
#include <deque>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace {

MlirStringRef toRef(const std::string &text) { return {text.data(), text.size()}; }

std::string findProgram(const std::string &name) {
  std::string path;
  dlFindProgram(
      toRef(name),
      [](MlirStringRef part, void *data) {
        static_cast<std::string *>(data)->append(part.data, part.length);
      },
      &path);
  return path;
}

std::string getSupportedOperators() {
  std::string text;
  dlPrintSupportedOperators(
      [](MlirStringRef part, void *data) {
        static_cast<std::string *>(data)->append(part.data, part.length);
      },
      &text);
  return text;
}

/// Name, dtype code and bits, shape.
using TensorInfo = std::tuple<std::string, int, int, std::vector<int64_t>>;
using Array = nb::ndarray<nb::ro, nb::device::cpu>;
using MutableArray = nb::ndarray<nb::device::cpu>;

/// Tensors of one run in the C interface's form.
class Tensors {
public:
  /// `carried` types are those that numpy keeps in integers of the same width.
  template <typename ArrayT> void add(const ArrayT &array, const dlc_tensor_info *info) {
    dlc_tensor tensor = {};
    tensor.data = const_cast<void *>(static_cast<const void *>(array.data()));
    tensor.device = {1, 0};
    tensor.ndim = static_cast<int32_t>(array.ndim());
    nb::dlpack::dtype dtype = array.dtype();
    tensor.dtype = {dtype.code, dtype.bits, dtype.lanes};
    if (info && isCarrier(tensor.dtype, info->dtype))
      tensor.dtype = info->dtype;
    tensor.shape = const_cast<int64_t *>(array.shape_ptr());
    // Without elements strides mean nothing.
    tensor.strides = array.size() ? const_cast<int64_t *>(array.stride_ptr()) : nullptr;
    // What a run sets is not the array's shape, which tells how much room there is.
    if (info && (info->flags & DLC_TENSOR_COUNTED)) {
      rooms.emplace_back(tensor.shape, tensor.shape + tensor.ndim);
      tensor.shape = rooms.back().data();
      tensor.strides = nullptr;
    }
    list.push_back(tensor);
  }
  /// The shapes, of outputs as a run has set them.
  std::vector<std::vector<int64_t>> getShapes() const {
    std::vector<std::vector<int64_t>> shapes;
    for (const dlc_tensor &tensor : list)
      shapes.emplace_back(tensor.shape, tensor.shape + tensor.ndim);
    return shapes;
  }
  const dlc_tensor *data() const { return list.data(); }
  dlc_tensor *data() { return list.data(); }
  int32_t size() const { return static_cast<int32_t>(list.size()); }

private:
  /// Bytes of bool, and of the floats that numpy has no type for.
  static bool isCarrier(dlc_dtype given, dlc_dtype wanted) {
    unsigned bits = wanted.bits < 8 ? 8 : wanted.bits;
    bool isStandard = wanted.code == DLC_FLOAT ||
                      ((wanted.code == DLC_INT || wanted.code == DLC_UINT) && wanted.bits >= 8);
    return !isStandard && given.bits == bits && (given.code == DLC_UINT || given.code == DLC_BOOL);
  }

  std::vector<dlc_tensor> list;
  std::deque<std::vector<int64_t>> rooms;
};

/// Lets signals be handled between the kernels of a run, of which Python knows nothing: Ctrl-C ends
/// it. Handlers run with the interpreter's lock, in the main thread only.
class SignalCheck {
public:
  bool operator()() {
    auto now = std::chrono::steady_clock::now();
    if (now - last < interval)
      return true;
    last = now;
    nb::gil_scoped_acquire locked;
    isInterrupted = PyErr_CheckSignals() != 0;
    return !isInterrupted;
  }
  /// Raises what a handler has raised.
  void finish() const {
    if (isInterrupted)
      throw nb::python_error();
  }

private:
  static constexpr std::chrono::milliseconds interval{50};
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
  bool isInterrupted = false;
};

/// Times of kernel calls, beside the check.
struct Observation {
  SignalCheck check;
  /// Seconds of each call of a run; null where nobody asks.
  std::vector<std::vector<double>> *times = nullptr;
  std::chrono::steady_clock::time_point begin = {};

  static bool tell(const dlc_event *event, void *data) {
    auto &self = *static_cast<Observation *>(data);
    if (event->kind == DLC_KERNEL_BEGIN) {
      bool goesOn = self.check();
      self.begin = std::chrono::steady_clock::now();
      return goesOn;
    }
    if (self.times)
      (*self.times)[static_cast<size_t>(event->call)].push_back(
          std::chrono::duration<double>(std::chrono::steady_clock::now() - self.begin).count());
    return true;
  }
};

/// Runs before the first one that counts.
constexpr int warmUp = 3;

/// What calls on plain arrays need: the types of inputs and the shapes of outputs.
struct FastCall {
  nb::object arrayType, makeEmpty;
  std::vector<nb::object> inputTypes;
  /// The arguments of `makeEmpty`; none where a shape is known with the inputs only.
  std::vector<std::pair<nb::object, nb::object>> outputs;
};

/// Buffers of arrays, let go of together.
class Buffers {
public:
  ~Buffers() {
    for (Py_buffer &view : views)
      PyBuffer_Release(&view);
  }
  explicit Buffers(size_t count) { views.reserve(count); }
  Buffers(const Buffers &) = delete;
  Buffers &operator=(const Buffers &) = delete;

  /// Adds a row-major array of that type; false where it is none.
  bool add(PyObject *array, dlc_dtype dtype, bool isWritten) {
    Py_buffer view;
    int flags = PyBUF_C_CONTIGUOUS | (isWritten ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(array, &view, flags) != 0) {
      PyErr_Clear();
      return false;
    }
    views.push_back(view);
    dlc_tensor tensor = {};
    tensor.data = view.buf;
    tensor.device = {1, 0};
    tensor.ndim = view.ndim;
    tensor.dtype = dtype;
    static_assert(sizeof(Py_ssize_t) == sizeof(int64_t));
    tensor.shape = reinterpret_cast<int64_t *>(view.shape);
    tensors.push_back(tensor);
    return true;
  }
  std::vector<dlc_tensor> tensors;

private:
  std::vector<Py_buffer> views;
};

/// A loaded library.
class Library {
public:
  Library(const std::string &path, int32_t threads) {
    std::string error;
    {
      nb::gil_scoped_release unlocked;
      library = dlLibraryLoad(
          toRef(path), threads,
          [](MlirStringRef text, void *data) {
            static_cast<std::string *>(data)->assign(text.data, text.length);
          },
          &error);
    }
    if (!library.ptr)
      throw nb::value_error(error.c_str());
  }
  ~Library() {
    if (library.ptr)
      dlLibraryDestroy(library);
  }
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;

  std::vector<TensorInfo> getInputs() const {
    return describe(dlLibraryGetNumInputs(library), dlLibraryGetInput);
  }
  /// Positions of the inputs whose elements are sizes.
  std::vector<int32_t> getDecidingInputs() const {
    std::vector<int32_t> positions;
    for (int32_t i = 0; i < static_cast<int32_t>(dlLibraryGetNumInputs(library)); ++i)
      if (dlLibraryGetInput(library, i)->flags & DLC_TENSOR_DECIDES_SIZES)
        positions.push_back(i);
    return positions;
  }
  std::vector<TensorInfo> getOutputs() const {
    return describe(dlLibraryGetNumOutputs(library), dlLibraryGetOutput);
  }

  std::vector<std::vector<int64_t>> getOutputShapes(const std::vector<Array> &inputs) const {
    Tensors in;
    for (size_t i = 0; i < inputs.size(); ++i)
      in.add(inputs[i], dlLibraryGetInput(library, i));
    std::vector<std::vector<int64_t>> shapes;
    for (const TensorInfo &info : getOutputs())
      shapes.push_back(std::get<3>(info));
    std::vector<dlc_tensor> out(shapes.size(), dlc_tensor{});
    for (size_t i = 0; i < shapes.size(); ++i)
      out[i].shape = shapes[i].data();
    dlc_error error;
    if (dlLibraryGetOutputShapes(library, in.data(), in.size(), out.data(),
                                 static_cast<int32_t>(out.size()), &error) != DLC_OK)
      throw nb::value_error(error.message);
    return shapes;
  }

  /// The shapes of what is in the outputs, which begins where they begin.
  std::vector<std::vector<int64_t>> run(const std::vector<Array> &inputs,
                                        const std::vector<MutableArray> &outputs) const {
    Tensors in = toInputs(inputs), out = toOutputs(outputs);
    runTensors(in.data(), in.size(), out.data(), out.size());
    return out.getShapes();
  }

  /// Seconds of each of `runs` whole runs.
  std::vector<double> benchmark(const std::vector<Array> &inputs,
                                const std::vector<MutableArray> &outputs, int runs) const {
    Tensors in = toInputs(inputs), out = toOutputs(outputs);
    std::vector<double> times;
    for (int i = 0; i < warmUp + runs; ++i) {
      auto begin = std::chrono::steady_clock::now();
      runTensors(in.data(), in.size(), out.data(), out.size());
      if (i >= warmUp)
        times.push_back(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return times;
  }

  /// Name, nodes and seconds in each run of the kernel calls.
  std::vector<std::tuple<std::string, std::string, std::vector<double>>>
  profile(const std::vector<Array> &inputs, const std::vector<MutableArray> &outputs,
          int runs) const {
    Tensors in = toInputs(inputs), out = toOutputs(outputs);
    std::vector<std::vector<double>> times(
        static_cast<size_t>(dlLibraryGetNumKernelCalls(library)));
    for (int i = 0; i < warmUp + runs; ++i)
      runTensors(in.data(), in.size(), out.data(), out.size(), i < warmUp ? nullptr : &times);
    std::vector<std::tuple<std::string, std::string, std::vector<double>>> result;
    for (size_t call = 0; call < times.size(); ++call) {
      const dlc_kernel_info *info = dlLibraryGetKernelCall(library, static_cast<int32_t>(call));
      result.emplace_back(info->kernel, info->nodes, std::move(times[call]));
    }
    return result;
  }

  /// Gets ready for calls on arrays of `arrayType` (numpy.ndarray): outputs are made by
  /// `makeEmpty` (numpy.empty), of a shape with None where inputs decide.
  void prepare(nb::object arrayType, nb::object makeEmpty, const std::vector<nb::object> &inputs,
               const std::vector<std::pair<nb::tuple, nb::object>> &outputs) {
    fast.arrayType = std::move(arrayType);
    fast.makeEmpty = std::move(makeEmpty);
    fast.inputTypes = inputs;
    for (const auto &[shape, type] : outputs) {
      bool isOpen = false;
      for (nb::handle dim : shape)
        isOpen |= dim.is_none();
      fast.outputs.emplace_back(isOpen ? nb::none() : nb::object(shape), type);
    }
  }

  /// The outputs of a run on plain arrays, or None where an argument is anything else or of
  /// another number, type or layout, or where shapes of outputs hang on inputs: run takes them, or
  /// says what is wrong.
  nb::object call(nb::handle arrays) const {
    if (!PyTuple_CheckExact(arrays.ptr()) || nb::len(arrays) != fast.inputTypes.size())
      return nb::none();
    Buffers in(fast.inputTypes.size()), out(fast.outputs.size());
    for (size_t i = 0; i < fast.inputTypes.size(); ++i)
      if (!addArray(in, PyTuple_GET_ITEM(arrays.ptr(), static_cast<Py_ssize_t>(i)),
                    fast.inputTypes[i], *dlLibraryGetInput(library, static_cast<int32_t>(i))))
        return nb::none();
    nb::list results;
    for (size_t i = 0; i < fast.outputs.size(); ++i) {
      const auto &[shape, type] = fast.outputs[i];
      if (shape.is_none())
        return nb::none();
      nb::object result = fast.makeEmpty(shape, type);
      dlc_dtype dtype = dlLibraryGetOutput(library, static_cast<int32_t>(i))->dtype;
      if (!isPlain(dtype) || !out.add(result.ptr(), dtype, /*isWritten=*/true))
        return nb::none();
      results.append(std::move(result));
    }
    runTensors(in.tensors.data(), static_cast<int32_t>(in.tensors.size()), out.tensors.data(),
               static_cast<int32_t>(out.tensors.size()));
    return results;
  }

private:
  /// Types that buffers and numpy have by themselves.
  static bool isPlain(dlc_dtype dtype) {
    return (dtype.code == DLC_FLOAT || dtype.code == DLC_BOOL || dtype.code == DLC_INT ||
            dtype.code == DLC_UINT) &&
           dtype.bits >= 8;
  }

  bool addArray(Buffers &buffers, PyObject *array, const nb::object &type,
                const dlc_tensor_info &info) const {
    if (reinterpret_cast<PyObject *>(Py_TYPE(array)) != fast.arrayType.ptr() ||
        !isPlain(info.dtype))
      return false;
    nb::object given = nb::steal(PyObject_GetAttr(array, dtypeName.ptr()));
    // Types are kept once; others of the same meaning go the long way.
    return given.is(type) && buffers.add(array, info.dtype, /*isWritten=*/false);
  }

  Tensors toInputs(const std::vector<Array> &arrays) const {
    Tensors tensors;
    for (size_t i = 0; i < arrays.size(); ++i)
      tensors.add(arrays[i], dlLibraryGetInput(library, static_cast<int32_t>(i)));
    return tensors;
  }
  Tensors toOutputs(const std::vector<MutableArray> &arrays) const {
    Tensors tensors;
    for (size_t i = 0; i < arrays.size(); ++i)
      tensors.add(arrays[i], dlLibraryGetOutput(library, static_cast<int32_t>(i)));
    return tensors;
  }

  /// A run without the interpreter's lock. Throws what is wrong with it, or what a handler of a
  /// signal raised meanwhile.
  void runTensors(const dlc_tensor *inputs, int32_t numInputs, dlc_tensor *outputs,
                  int32_t numOutputs, std::vector<std::vector<double>> *times = nullptr) const {
    dlc_error error;
    dlc_status status;
    bool wasEnded;
    Observation observation{{}, times};
    {
      nb::gil_scoped_release unlocked;
      status = dlLibraryRunObserved(library, inputs, numInputs, outputs, numOutputs,
                                    Observation::tell, &observation, &wasEnded, &error);
    }
    observation.check.finish();
    if (status != DLC_OK)
      throw nb::value_error(error.message);
  }

  template <typename GetFn> std::vector<TensorInfo> describe(int32_t count, GetFn get) const {
    std::vector<TensorInfo> result;
    for (int32_t i = 0; i < count; ++i) {
      const dlc_tensor_info *info = get(library, i);
      result.emplace_back(info->name, info->dtype.code, info->dtype.bits,
                          std::vector<int64_t>(info->shape, info->shape + info->ndim));
    }
    return result;
  }

  DlLibrary library;
  FastCall fast;
  nb::object dtypeName = nb::steal(PyUnicode_InternFromString("dtype"));
};

} // namespace

NB_MODULE(_native, module) {
  module.doc() = "The compiler's C interface. Use the package dl, which is made of it.";
  // Models that a program still holds when it ends, in a cache say, are its own affair.
  nb::set_leak_warnings(false);
  MlirStringRef version = dlGetVersion();
  module.attr("version") = nb::str(version.data, version.length);
  module.def("supported_operators", &getSupportedOperators,
             "A table of ONNX operators: domain, name and since-versions, one a line.");
  module.def("find_program", &findProgram, "name"_a,
             "The path of a program of this installation; empty where there is none.");
  nb::class_<Library>(module, "Library", "A compiled library, loaded.")
      .def(nb::init<const std::string &, int32_t>(), "path"_a, "threads"_a)
      .def_prop_ro("inputs", &Library::getInputs, "Name, dtype code, bits and shape of each input.")
      .def_prop_ro("outputs", &Library::getOutputs, "The same of each output.")
      .def_prop_ro("deciding_inputs", &Library::getDecidingInputs,
                   "Positions of the inputs whose elements are sizes.")
      .def("output_shapes", &Library::getOutputShapes, "inputs"_a,
           nb::sig("def output_shapes(self, inputs: collections.abc.Sequence[object]) -> "
                   "list[list[int]]"),
           "The shapes of the outputs for such inputs.")
      .def("run", &Library::run, "inputs"_a, "outputs"_a,
           nb::sig("def run(self, inputs: collections.abc.Sequence[object], outputs: "
                   "collections.abc.Sequence[object]) -> list[list[int]]"),
           "Runs on row-major arrays and writes into `outputs`: the shapes of what is in them, of "
           "which the data may decide some.")
      .def("benchmark", &Library::benchmark, "inputs"_a, "outputs"_a, "runs"_a,
           nb::sig("def benchmark(self, inputs: collections.abc.Sequence[object], outputs: "
                   "collections.abc.Sequence[object], "
                   "runs: int) -> list[float]"),
           "Seconds of each of so many runs, after three that do not count.")
      .def("profile", &Library::profile, "inputs"_a, "outputs"_a, "runs"_a,
           nb::sig("def profile(self, inputs: collections.abc.Sequence[object], outputs: "
                   "collections.abc.Sequence[object], "
                   "runs: int) -> list[tuple[str, str, list[float]]]"),
           "Name, nodes and seconds in each run of the kernel calls.")
      .def(
          "prepare", &Library::prepare, "array_type"_a, "make_empty"_a, "inputs"_a, "outputs"_a,
          nb::sig("def prepare(self, array_type: object, make_empty: object, "
                  "inputs: collections.abc.Sequence[object], outputs: "
                  "collections.abc.Sequence[object]) -> None"),
          "Gets ready for call: numpy.ndarray, numpy.empty, dtypes of inputs, shapes and dtypes of "
          "outputs.")
      .def("call", &Library::call, "arrays"_a,
           nb::sig("def call(self, arrays: object) -> list[typing.Any] | None"),
           "The outputs of a run on a tuple of plain arrays; None where one is anything else.");
}
